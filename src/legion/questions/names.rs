//! Which piece a written code means, and what a unit is called.

use crate::Refusal;
use crate::refusal::naming::{Kind, Misnamed};
use crate::setup::CommandId;
use crate::state::{Position, UnitId};
use tess_effects::{Rule, Side};
use tess_orders::Word;

/// What a unit is, in a word.
pub(crate) fn kind(pos: &Position, id: UnitId) -> &'static str {
    pos.troop(id).class.word()
}

/// The Command of this code: of the side when both have one of that name.
pub(crate) fn command_of(pos: &Position, side: Side, word: &Word) -> Result<CommandId, Refusal> {
    let set = &pos.set;
    set.find_command(&word.text).or_else(|| set.find_leader(&word.text)).ok_or_else(|| {
        let own = set.commands_of(side).map(|c| set.command(c).code.clone());
        no_such(Kind::Command, word, own.collect())
    })
}

/// The unit of this code.
pub(crate) fn unit_of(pos: &Position, side: Side, word: &Word) -> Result<UnitId, Refusal> {
    pos.find_unit(&word.text).ok_or_else(|| {
        let own = pos.unit_ids().filter(|&u| pos.side(u) == side).map(|u| pos.code(u));
        no_such(Kind::Unit, word, own.collect())
    })
}

/// There is no such piece; perhaps another was meant.
pub(crate) fn no_such(kind: Kind, word: &Word, known: Vec<String>) -> Refusal {
    Refusal::new(Rule("org.units"), Misnamed::NoSuch(kind, word.text.clone(), known))
}
