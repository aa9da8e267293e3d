//! Towns and villas that are looted, and those who cannot be torn away from it.

use super::goal::{self, GoalId, GoalKind};
use super::seize::halved;
use super::told::VictoryEvent;
use crate::morale::{self, Cause};
use crate::position::{Morale, Position, UnitId};
use crate::side::Side;
use crate::stage::Stage;
use crate::{Flow, Refusal};
use crate::{Happening, Oracle};
use tess_effects::Rule;

const RULE: Rule = Rule("objective.pillage");

/// **legion objective.pillage.** A unit that touches a town loots it, instead of everything else that it could do this turn.
///
/// # Errors
/// When it may not.
pub fn pillage(
    pos: &mut Position,
    side: Side,
    (unit, goal): (UnitId, GoalId),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    may(pos, side, (unit, goal))?;
    pos.goal_mut(goal).looter = Some(unit);
    at_work(pos, unit);
    oracle.tell(|| Happening::Victory(VictoryEvent::Loots { goal, unit }));
    Ok(())
}

/// A unit that loots neither moves nor shoots.
fn at_work(pos: &mut Position, unit: UnitId) {
    let account = &mut pos.unit_mut(unit).account;
    account.moved = true;
    account.shot = true;
}

fn may(pos: &Position, side: Side, (unit, goal): (UnitId, GoalId)) -> Result<(), Refusal> {
    let (code, town) = (pos.code(unit), &pos.set.goal(goal).code);
    let no = |text: String| Err(Refusal::new(RULE, text).at(&code));
    let Stage::Acting(acting) = pos.stage else {
        return no("units loot while their Command has the initiative".into());
    };
    if pos.side(unit) != side || pos.unit(unit).command != acting.command {
        return no(format!("{code} does not belong to the Command that has the initiative"));
    }
    let state = pos.goal(goal);
    if pos.set.goal(goal).kind != GoalKind::Pillage {
        return no(format!("{town} is nothing to pillage"));
    }
    if !goal::is_for(pos.set.goal(goal), side) {
        return no(format!("{town} is your own"));
    }
    if state.spent || state.looter.is_some() {
        let what = if state.spent { "has been looted" } else { "is being looted" };
        return no(format!("{town} {what} already"));
    }
    let account = pos.unit(unit).account;
    if account.moved || account.shot || account.fought {
        return no(format!("{code} has done something else this turn, and looting takes a whole one"));
    }
    if pos.is_engaged(unit) || pos.unit(unit).morale == Morale::Broken {
        return no(format!("{code} is in no state to loot"));
    }
    if !goal::touches(pos, unit, goal) {
        return no(format!("{code} does not touch {town}"));
    }
    Ok(())
}

/// The town that a unit loots.
#[must_use]
pub fn is_busy(pos: &Position, unit: UnitId) -> Option<GoalId> {
    goal::all(pos).find(|&g| pos.goal(g).looter == Some(unit))
}

/// **legion objective.pillage.** A unit that loots is attacked: it is in no order.
pub fn surprised(pos: &mut Position, unit: UnitId, oracle: &mut Oracle<'_>) {
    if is_busy(pos, unit).is_some() {
        morale::disorder(pos, unit, RULE, oracle);
    }
}

/// **legion objective.pillage.** The rally phase of a side: who has looted for a whole turn has the spoil, and stops when his
/// men can be rallied.
pub(super) fn rally(pos: &mut Position, side: Side, oracle: &mut Oracle<'_>) -> Flow<()> {
    for id in goal::all(pos) {
        let Some(unit) = pos.goal(id).looter.filter(|&u| pos.side(u) == side) else { continue };
        let gone = pos.stance(unit).is_none() || pos.unit(unit).morale == Morale::Broken;
        if !gone && pos.is_engaged(unit) {
            continue;
        }
        if !gone && !pos.goal(id).spent && goal::touches(pos, unit, id) {
            halved(pos, (id, side), RULE, oracle)?;
            pos.goal_mut(id).spent = true;
        }
        if gone || morale::test(pos, unit, Cause::Rally, oracle)? {
            pos.goal_mut(id).looter = None;
            oracle.tell(|| Happening::Victory(VictoryEvent::LootsNoMore { goal: id, unit }));
        }
    }
    Ok(())
}

/// Those who were not torn away from their loot go on with it.
pub fn next_turn(pos: &mut Position) {
    for unit in goal::all(pos).filter_map(|g| pos.goal(g).looter).collect::<Vec<_>>() {
        at_work(pos, unit);
    }
}
