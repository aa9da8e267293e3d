//! Where something happened, for the windows of a report.

use std::collections::BTreeSet;

use super::narrate;
use tess_effects::{Named, Question, Recorded};
use tess_gboh::events::hit_cause::HitCause;
use tess_gboh::events::{FireEvent, RoutEvent};
use tess_gboh::{Happening, Position, Refusal, UnitId};
use tess_hex::Hex;
use tess_table::{Chapter, Wait};

/// The hexes where those stand now who fought, shot or broke, and what the question that waits is about. Who
/// only moved is found in the rosters.
#[must_use]
pub fn places(
    pos: &Position,
    chapters: &[Chapter<Happening, Refusal>],
    wait: Option<&Wait>,
) -> BTreeSet<Hex> {
    let mut out = BTreeSet::new();
    for entry in chapters.iter().flat_map(|c| &c.record) {
        let Recorded::Happened(happening) = entry else { continue };
        if is_fight(happening) {
            let mut t = narrate::Teller::new(&pos.set);
            narrate::told(&mut t, happening);
            t.units().iter().for_each(|&unit| stands(pos, unit, &mut out));
            out.extend(t.leaders().iter().filter_map(|&leader| pos.leader(leader).hex));
        }
    }
    if let Some(Wait::Answer { question, .. }) = wait {
        subject(pos, &question.subject, &mut out);
        named(pos, question, &mut out);
    }
    out
}

/// Does it happen where units fight? Who runs on at the end of the turn is far away.
const fn is_fight(happening: &Happening) -> bool {
    match happening {
        Happening::Shock(_) => true,
        Happening::Fire(event) => !matches!(event, FireEvent::Reloaded { .. }),
        Happening::Rout(RoutEvent::Hits { why, .. }) => {
            matches!(why, HitCause::Shock | HitCause::PreShock | HitCause::Missiles)
        }
        Happening::Rout(event) => !matches!(
            event,
            RoutEvent::Ran { .. } | RoutEvent::Recovered { .. } | RoutEvent::RallyTried { .. }
        ),
        Happening::Command(_) | Happening::Move(_) | Happening::Ends(_) => false,
    }
}

/// A unit that is not running, or a leader, in either case.
fn subject(pos: &Position, code: &str, out: &mut BTreeSet<Hex>) {
    if let Some(unit) = pos.set.find_unit(code) {
        stands(pos, unit, out);
    } else if let Some(leader) = pos.set.find_leader(code) {
        out.extend(pos.leader(leader).hex);
    }
}

/// Where a unit stands that is not running.
fn stands(pos: &Position, unit: UnitId, out: &mut BTreeSet<Hex>) {
    if !pos.is_routed(unit) {
        out.extend(pos.hexes(unit).iter());
    }
}

/// What a question is about besides: what it speaks of, and the pieces and hexes that its choices name.
fn named(pos: &Position, question: &Question, out: &mut BTreeSet<Hex>) {
    let place = |name: &str| name.parse::<Hex>().ok().filter(|&hex| pos.set.field.contains(hex));
    for name in &question.names {
        match name {
            Named::Piece(code) => subject(pos, code, out),
            Named::Place(name) => out.extend(place(name)),
        }
    }
    for part in question.choices.iter().flat_map(|choice| choice.key.split(['-', '+'])) {
        match place(part) {
            Some(hex) => drop(out.insert(hex)),
            None => subject(pos, part, out),
        }
    }
}
