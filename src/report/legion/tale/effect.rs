//! What becomes of a unit, in words behind its name.

use super::super::narrate::morale::words;
use crate::form::list::listed;
use tess_legion::events::MoraleEvent;
use tess_legion::{Position, UnitId};

/// Of whom it tells; nothing for what is told with another.
pub(super) const fn whose(event: &MoraleEvent) -> Option<UnitId> {
    Some(match event {
        MoraleEvent::Hits { unit, .. }
        | MoraleEvent::Disordered { unit, .. }
        | MoraleEvent::StandLost { unit, .. }
        | MoraleEvent::Tested { unit, .. }
        | MoraleEvent::Recovers { unit, .. }
        | MoraleEvent::InOrder(unit)
        | MoraleEvent::Rallied(unit)
        | MoraleEvent::Broken(unit)
        | MoraleEvent::Surrendered(unit)
        | MoraleEvent::Destroyed { unit, .. }
        | MoraleEvent::Went { unit, .. }
        | MoraleEvent::Trampled { unit, .. }
        | MoraleEvent::Left { unit, .. }
        | MoraleEvent::Tries { unit, .. }
        | MoraleEvent::Returned { unit, .. } => *unit,
        MoraleEvent::Ran { .. } => return None,
    })
}

/// All of it as one sentence without its full stop; nothing when there is nothing to say. In a fight the
/// hits stand with the dice.
pub(super) fn told(pos: &Position, events: &[&MoraleEvent], fought: bool) -> Option<String> {
    let unit = events.iter().find_map(|event| whose(event))?;
    let lost = stands(events);
    let mut parts: Vec<String> = Vec::new();
    let mut told_loss = false;
    for event in events {
        match event {
            MoraleEvent::Hits { .. } if fought => {}
            MoraleEvent::StandLost { .. } => {
                if !std::mem::replace(&mut told_loss, true) {
                    parts.push(format!("loses {lost} ({})", event.rule()));
                }
            }
            event => parts.extend(did(pos, event)),
        }
    }
    (!parts.is_empty()).then(|| format!("{} {}", pos.code(unit), listed(&parts)))
}

/// `a stand`, `2.5 stands`.
fn stands(events: &[&MoraleEvent]) -> String {
    let halves: u32 = events
        .iter()
        .map(|event| match event {
            MoraleEvent::StandLost { half: true, .. } => 1,
            MoraleEvent::StandLost { .. } => 2,
            _ => 0,
        })
        .sum();
    match halves {
        1 => "half a stand".to_owned(),
        2 => "a stand".to_owned(),
        n if n.is_multiple_of(2) => format!("{} stands", n / 2),
        n => format!("{}.5 stands", n / 2),
    }
}

/// What it did, or what was done to it.
fn did(pos: &Position, event: &MoraleEvent) -> Option<String> {
    let rule = event.rule();
    Some(match event {
        MoraleEvent::Hits { hits, .. } => {
            format!("takes {hits} {} ({rule})", if *hits == 1 { "hit" } else { "hits" })
        }
        MoraleEvent::Disordered { .. } => format!("is disordered ({rule})"),
        MoraleEvent::Tested { value, die, passed, .. } => {
            let verb = if *passed { "stands its test" } else { "fails its test" };
            format!("{verb} (die {die} against {value}; {rule})")
        }
        MoraleEvent::Recovers { die, removed, left, .. } => {
            let what = match removed {
                0 => "recovers nothing".to_owned(),
                1 => format!("recovers 1 hit, {left} left"),
                n => format!("recovers {n} hits, {left} left"),
            };
            format!("{what} (die {die}; {rule})")
        }
        MoraleEvent::InOrder(_) => format!("is in good order again ({rule})"),
        MoraleEvent::Rallied(_) => format!("rallies ({rule})"),
        MoraleEvent::Broken(_) => format!("breaks ({rule})"),
        MoraleEvent::Surrendered(_) => format!("is hemmed in and surrenders ({rule})"),
        MoraleEvent::Destroyed { .. } => format!("is destroyed ({rule})"),
        MoraleEvent::Went { how, gone, .. } => format!("{} {gone} inches ({rule})", words(*how)),
        MoraleEvent::Trampled { friend, hits, .. } => {
            let s = if *hits == 1 { "" } else { "s" };
            format!("tramples {} for {hits} hit{s} ({rule})", pos.code(*friend))
        }
        MoraleEvent::Left { lost, .. } => {
            let fate = if *lost { " for good" } else { "" };
            format!("leaves the table{fate} ({rule})")
        }
        MoraleEvent::Tries { die, turn: Some(turn), .. } => {
            format!("rallies off the table, back in turn {turn} (die {die}; {rule})")
        }
        MoraleEvent::Tries { die, turn: None, .. } => format!("does not come back yet (die {die}; {rule})"),
        MoraleEvent::Returned { .. } => format!("comes back to the table ({rule})"),
        MoraleEvent::StandLost { .. } | MoraleEvent::Ran { .. } => return None,
    })
}
