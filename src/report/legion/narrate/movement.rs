//! Sentences of the chapter `movement`.

use super::teller::Teller;
use tess_legion::events::movement::MoveEvent;
use tess_legion::measure::{Length, Stance};
use tess_legion::state::Impact;
use tess_legion::{Position, UnitId};

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(t: &mut Teller<'_>, event: &MoveEvent) -> String {
    match event {
        MoveEvent::Moved { .. }
        | MoveEvent::HeldBack(..)
        | MoveEvent::Passed { .. }
        | MoveEvent::Relieved { .. }
        | MoveEvent::Disordered { .. }
        | MoveEvent::Mounts { .. } => moves(t, event),
        MoveEvent::Charges { .. } | MoveEvent::Faces { .. } | MoveEvent::Contact { .. } => contact(t, event),
        MoveEvent::Merged { .. }
        | MoveEvent::Supports { .. }
        | MoveEvent::Released { .. }
        | MoveEvent::Detached { .. } => company(t, event),
    }
}

/// Moves, and whom they lead through.
fn moves(t: &mut Teller<'_>, event: &MoveEvent) -> String {
    let (pos, rule) = (t.pos, event.rule());
    match event {
        MoveEvent::Moved { unit, from, to, formation, spent, allowance } => {
            let gone =
                if from == to { "stays at".to_owned() } else { format!("moves from {} to", place(*from)) };
            let shape = formation.word();
            let facing = to.heading;
            if spent.0 == 0 {
                let (code, at) = (pos.code(*unit), place(*to));
                return format!("{code} forms up at {at}, facing {facing}, in {shape} ({rule})");
            }
            format!(
                "{} {gone} {}, facing {facing}, in {shape}; {spent} of {allowance} inches ({rule})",
                pos.code(*unit),
                place(*to)
            )
        }
        MoveEvent::HeldBack(unit) => {
            format!("{} would end among friends and stays behind them ({rule})", pos.code(*unit))
        }
        MoveEvent::Passed { unit, through } => {
            format!("{} goes through {} ({rule})", pos.code(*unit), pos.code(*through))
        }
        MoveEvent::Relieved { first, second, enemy } => format!(
            "{} falls back from {}, and {} takes its place ({rule})",
            pos.code(*first),
            pos.code(*enemy),
            pos.code(*second)
        ),
        MoveEvent::Disordered { unit, .. } => format!("{} is disordered ({rule})", pos.code(*unit)),
        MoveEvent::Mounts { unit, mounted, stands } => format!(
            "{} {}: {stands} stands ({rule})",
            pos.code(*unit),
            if *mounted { "mounts its chariots" } else { "gets down from its chariots" }
        ),
        // Told by another function of this file.
        _ => String::new(),
    }
}

/// Charges and contact.
fn contact(t: &mut Teller<'_>, event: &MoveEvent) -> String {
    let (pos, rule) = (t.pos, event.rule());
    match event {
        MoveEvent::Charges { unit, target, side, impact, others } => {
            let also = event.also().map_or_else(String::new, |rule| format!(", {rule}"));
            let brings = match impact {
                Impact::None => "without the impact of a run",
                Impact::Shock => "with the impact of a straight run",
                Impact::Warband => "with the impact of a warband",
            };
            let more = match codes(pos, others) {
                none if none.is_empty() => none,
                more => format!("; that way it touches {more} as well"),
            };
            format!(
                "{} charges the {} of {}, {brings}{more} ({rule}{also})",
                pos.code(*unit),
                side.word(),
                pos.code(*target)
            )
        }
        MoveEvent::Faces { unit, enemy, stance } => format!(
            "{} turns to face {} and squares off at {}, facing {} ({rule})",
            pos.code(*unit),
            pos.code(*enemy),
            place(*stance),
            stance.heading
        ),
        MoveEvent::Contact { unit, target, side, stance, square, others } => {
            let how = if *square { "squares off at" } else { "has no room to square off: it stands at" };
            let more = match codes(pos, others) {
                none if none.is_empty() => none,
                more => format!(", and touches {more}"),
            };
            format!(
                "{} meets the {} of {} and {how} {}, facing {}{more} ({rule})",
                pos.code(*unit),
                side.word(),
                pos.code(*target),
                place(*stance),
                stance.heading
            )
        }
        // Told by another function of this file.
        _ => String::new(),
    }
}

/// Units that come together or part.
fn company(t: &mut Teller<'_>, event: &MoveEvent) -> String {
    let (pos, rule) = (t.pos, event.rule());
    match event {
        MoveEvent::Merged { unit, part } => {
            format!("{} falls in with {} again ({rule})", pos.code(*part), pos.code(*unit))
        }
        MoveEvent::Supports { unit, host, wings } => {
            let sides = match (wings.left, wings.right) {
                (0, 0) => "behind it".to_owned(),
                (left, 0) => format!("{left} stands on its left"),
                (0, right) => format!("{right} stands on its right"),
                (left, right) => format!("{left} stands on its left and {right} on its right"),
            };
            let (code, name) = (pos.code(*unit), pos.code(*host));
            format!("{code} joins {name}, {sides}, and goes with it ({rule})")
        }
        MoveEvent::Released { unit, host } => {
            format!("{} leaves {} and stands by itself ({rule})", pos.code(*unit), pos.code(*host))
        }
        MoveEvent::Detached { unit, new, stands, hits } => format!(
            "{stands} stands leave {} and are {} now, with {hits} of its hits ({rule})",
            pos.code(*unit),
            pos.code(*new)
        ),
        // Told by another function of this file.
        _ => String::new(),
    }
}

/// `W1, W2`.
fn codes(pos: &Position, units: &[UnitId]) -> String {
    units.iter().map(|u| pos.code(*u)).collect::<Vec<_>>().join(", ")
}

/// `12,8.5`.
fn place(stance: Stance) -> String {
    format!("{},{}", Length(stance.anchor.x), Length(stance.anchor.y))
}
