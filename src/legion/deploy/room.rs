//! Armies that come onto the table as the scenario has them, or where there is room.

use super::armies::{leaders_waiting, units_waiting};
use super::place::{ZONE, deploys, lead, may_stand, reach, stand, within};
use crate::events::deploy::DeployEvent;
use crate::measure::{Base, Point, Stance};
use crate::questions::posts;
use crate::refusal::field::Piece;
use crate::setup::CommandId;
use crate::state::{Position, UnitId};
use crate::{Flow, Happening, Oracle};
use tess_effects::Side;

/// Room is looked for in steps of half an inch ...
const STEP: i32 = 500;

/// ... and so many of them.
const STEPS: i32 = 24;

/// The nearest place to this one, ahead, back and to the sides, that will do.
pub(crate) fn room(at: Stance, will_do: impl Fn(Stance) -> bool) -> Option<Stance> {
    let all = (-STEPS..=STEPS).flat_map(|x| (-STEPS..=STEPS).map(move |y| (x * x + y * y, x, y)));
    let mut all: Vec<(i32, i32, i32)> = all.collect();
    all.sort_unstable();
    let mut places = all.into_iter().map(|(_, x, y)| at.moved(x * STEP, y * STEP));
    places.find(|&place| will_do(place))
}

/// **legion setup.points.** Everything of a side that waits is put where the scenario has it; whoever
/// cannot stand there, because it is beyond twelve inches or in ground that the turned table has there, as
/// near to it as he can.
///
/// # Errors
/// When it is not the time, or there is no room.
pub fn place_all(pos: &mut Position, side: Side, oracle: &mut Oracle<'_>) -> Flow<()> {
    deploys(pos, side)?;
    let starts = |u: UnitId| Some((u, pos.spec(u).start?.stance));
    let units: Vec<(UnitId, Stance)> = units_waiting(pos, side).filter_map(starts).collect();
    // Those who can stand where the scenario has them come first, so that nobody takes their place.
    let (mut late, mut moved) = (Vec::new(), Vec::new());
    for (unit, at) in units {
        if stand(pos, side, unit, (at, None)).is_err() {
            late.push((unit, at));
        }
    }
    for (unit, at) in late {
        let back = drawn_back(pos, side, at, &pos.bases_at(unit, at));
        let will_do = |at: Stance| may_stand(pos, side, unit, at).is_ok();
        let found = room(back, will_do).unwrap_or(at);
        stand(pos, side, unit, (found, None))?;
        moved.push(pos.code(unit));
    }
    let leaders: Vec<CommandId> = leaders_waiting(pos, side).collect();
    for leader in leaders {
        let Some(at) = pos.leader_spec(leader).start else { continue };
        let back = drawn_back(pos, side, at, &[posts::base_at(pos, leader, at)]);
        let will_do =
            |at: Stance| within(pos, side, Piece::Leader(leader), &[posts::base_at(pos, leader, at)]).is_ok();
        let found = room(back, will_do).unwrap_or(at);
        lead(pos, side, leader, found)?;
    }
    oracle.tell(|| Happening::Deploy(DeployEvent::Placed { code: "all".to_owned() }));
    for code in moved {
        oracle.tell(|| Happening::Deploy(DeployEvent::Elsewhere { code }));
    }
    Ok(())
}

/// A place drawn straight back towards the side's edge until these bases stand within twelve inches of it.
fn drawn_back(pos: &Position, side: Side, at: Stance, bases: &[Base]) -> Stance {
    let over = (reach(pos, side, bases).0 - ZONE.0).max(0);
    let back = if side == Side::First { -over } else { over };
    Stance { anchor: Point { y: at.anchor.y + back, ..at.anchor }, ..at }
}
