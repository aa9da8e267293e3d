//! Answers to the questions of the rules.

use super::odds::balance;
use tess_effects::Question;
use tess_legion::measure::Length;
use tess_legion::state::Morale;
use tess_legion::{Position, Side, UnitId};

/// The answer of somebody with judgement; the default where he has none.
pub(super) fn answer(pos: &Position, me: Side, question: &Question) -> String {
    let own = pos.find_unit(&question.subject).filter(|&u| pos.side(u) == me);
    let wanted = match question.window.as_str() {
        // Who deploys last sees what stands against him.
        "scouting" if question.known("deploys-first") == Some(&pos.set.sides[me]) => Some("stay"),
        _ => own.and_then(|unit| judged(pos, unit, question)),
    };
    wanted.filter(|key| question.allows(key)).map_or_else(|| question.default.clone(), str::to_owned)
}

/// The same, where the field need not be looked at.
pub(super) fn unseen(question: &Question) -> Option<String> {
    let looks = ["scouting", "evade", "chase", "counter-charge", "opportunity", "defensive-fire", "pursue"];
    (!looks.contains(&question.window.as_str())).then(|| question.default.clone())
}

fn judged(pos: &Position, unit: UnitId, question: &Question) -> Option<&'static str> {
    let good = pos.unit(unit).morale == Morale::Good;
    let either = |yes: bool, a, b| Some(if yes { a } else { b });
    match question.window.as_str() {
        // Lights stand against lights while they are whole; from others they run.
        "evade" => either(question.default == "stand" && good && lost(pos, unit) == 0, "stand", "evade"),
        // Only who is faster than the runaway gains by running after him.
        "chase" => either(good && pos.troop(unit).class.is_cavalry(), "pursue", "stop"),
        "counter-charge" => either(good, "counter", "stand"),
        "opportunity" => either(pos.is_heavy(unit) && good, "charge", "no"),
        "defensive-fire" => {
            let moved = pos.unit(unit).account.moved;
            either(moved || pos.is_light(unit) || !can_reach(pos, unit), "shoot", "no")
        }
        "pursue" => either(good && !is_watched(pos, unit), "yes", "no"),
        _ => None,
    }
}

/// Bases that a unit has lost.
fn lost(pos: &Position, unit: UnitId) -> u8 {
    pos.unit(unit).lost.0 + pos.unit(unit).lost.1
}

/// Might a unit charge somebody with its next move? Then it keeps the move.
fn can_reach(pos: &Position, unit: UnitId) -> bool {
    let near = |e: UnitId| pos.is_within(unit, e, pos.base_move(unit));
    pos.enemies(pos.side(unit)).any(near)
}

/// Does a fresh enemy stand near enough to fall upon a unit that runs off, and is he the stronger?
fn is_watched(pos: &Position, unit: UnitId) -> bool {
    let fresh = |e: &UnitId| pos.unit(*e).morale == Morale::Good && pos.is_heavy(*e) && !pos.is_engaged(*e);
    let near = |e: &UnitId| pos.is_within(unit, *e, Length::inches(6));
    pos.enemies(pos.side(unit)).filter(fresh).filter(near).any(|e| balance(pos, unit, e) < 0)
}
