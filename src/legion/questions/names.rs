//! Which piece a written code means, and what a unit is called.

use crate::Refusal;
use crate::setup::CommandId;
use crate::state::{Position, UnitId};
use tess_effects::{Rule, Side};
use tess_orders::{Word, nearest};

/// What a unit is, in a word.
pub(crate) fn kind(pos: &Position, id: UnitId) -> &'static str {
    pos.troop(id).class.word()
}

/// The Command of this code: of the side when both have one of that name.
pub(crate) fn command_of(pos: &Position, side: Side, word: &Word) -> Result<CommandId, Refusal> {
    let set = &pos.set;
    set.find_command(&word.text).or_else(|| set.find_leader(&word.text)).ok_or_else(|| {
        let own = set.commands_of(side).map(|c| set.command(c).code.as_str());
        no_such("Command", word, own.collect())
    })
}

/// The unit of this code.
pub(crate) fn unit_of(pos: &Position, side: Side, word: &Word) -> Result<UnitId, Refusal> {
    pos.find_unit(&word.text).ok_or_else(|| {
        let own = pos.unit_ids().filter(|&u| pos.side(u) == side).map(|u| pos.code(u));
        let own: Vec<String> = own.collect();
        no_such("unit", word, own.iter().map(String::as_str).collect())
    })
}

/// There is no such piece; perhaps another was meant.
pub(crate) fn no_such(what: &str, word: &Word, known: Vec<&str>) -> Refusal {
    let refusal = Refusal::new(Rule("org.units"), format!("there is no {what} `{word}`")).at(&word.text);
    match nearest(&word.text, known.iter().copied()) {
        Some(near) => refusal.help(format!("did you mean `{near}`?")),
        None if known.is_empty() => refusal.help("there is none in this battle"),
        None => refusal.help(format!("yours are {}", known.join(", "))),
    }
}
