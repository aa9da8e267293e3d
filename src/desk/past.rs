//! Going back through the events of a battle.

use std::path::Path;

use serde_json::{Value, json};

use super::page::bare;
use super::trouble::Trouble;
use tess_game::{Part, Shown};
use tess_ledger::{Checks, Kind};
use tess_scenario::Library;
use tess_steward::{Look, archive_bytes};

/// All events, each in a line.
pub(crate) fn events(look: &Look) -> Value {
    let each = look.ledger().entries().iter().map(|entry| {
        let event = entry.event();
        let words = match &event.kind {
            Kind::Orders(orders) => orders.sheet.trim().to_owned(),
            Kind::Answer(answer) => format!("{}: {}", answer.question, answer.answer),
            Kind::Reveal(reveal) => {
                let dice = reveal.rolls.iter().flatten().map(|die| format!("{} {}", die.label, die.face));
                dice.collect::<Vec<_>>().join(", ")
            }
            _ => String::new(),
        };
        let back = entry.taken_back.is_some();
        json!({ "seq": event.seq, "by": event.by, "kind": event.kind.name(), "at": event.at, "words": words, "back": back })
    });
    each.collect()
}

/// The field after an event, with the moves of its action, and what came of it.
pub(crate) fn at(dir: &Path, library: &Library, seq: u64, shown: Shown) -> Result<Value, Trouble> {
    let bytes = archive_bytes(dir)?;
    let to = |seq| Look::of(&bytes, library, Checks::Known, Some(seq));
    let look = to(seq)?;
    let action = look.table().last_action().unwrap_or(seq);
    let before = to(action.saturating_sub(1))?.table().view();
    let now = look.table().view();
    let part = Part { whole: true, ..Part::default() };
    let picture = bare(&now.picture(&part, shown, Some(&*before))?);
    let tale = look.table().last_tale();
    Ok(json!({ "seq": seq, "picture": picture, "tale": tale, "turn": now.turn(), "stand": now.stand() }))
}
