//! Towns and villas that are looted, and those who cannot be torn away from it.

use super::seize::halved;
use crate::events::morale::Cause;
use crate::events::victory::VictoryEvent;
use crate::questions::goals;
use crate::refusal::Why;
use crate::refusal::course::Unlooted;
use crate::setup::{GoalId, GoalKind};
use crate::state::{Morale, Position, Stage, UnitId};
use crate::{Flow, Happening, Oracle, Refusal, morale};
use tess_effects::{Rule, Side};

const RULE: Rule = Rule("objective.pillage");

/// **legion objective.pillage.** A unit that touches a town loots it, instead of everything else that it
/// could do this turn.
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
    let no = |why| Err(Refusal::new(RULE, Why::Unlooted(unit, why)));
    let Stage::Acting(acting) = pos.stage else { return no(Unlooted::NotNow) };
    if pos.side(unit) != side || pos.unit(unit).command != acting.command {
        return no(Unlooted::NotItsTurn);
    }
    let state = pos.goal(goal);
    if pos.set.goal(goal).kind != GoalKind::Pillage {
        return no(Unlooted::NoTown(goal));
    }
    if !goals::is_for(pos.set.goal(goal), side) {
        return no(Unlooted::Own(goal));
    }
    if state.spent || state.looter.is_some() {
        return no(if state.spent { Unlooted::Spent(goal) } else { Unlooted::Taken(goal) });
    }
    let account = pos.unit(unit).account;
    if account.moved || account.shot || account.fought {
        return no(Unlooted::Busy);
    }
    if pos.is_engaged(unit) || pos.unit(unit).morale == Morale::Broken {
        return no(Unlooted::Unfit);
    }
    if !goals::touches(pos, unit, goal) {
        return no(Unlooted::Apart(goal));
    }
    Ok(())
}

/// **legion objective.pillage.** The rally phase of a side: who has looted for a whole turn has the spoil,
/// and stops when his men can be rallied.
pub(super) fn rally(pos: &mut Position, side: Side, oracle: &mut Oracle<'_>) -> Flow<()> {
    for id in goals::all(pos) {
        let Some(unit) = pos.goal(id).looter.filter(|&u| pos.side(u) == side) else { continue };
        let gone = pos.stance(unit).is_none() || pos.unit(unit).morale == Morale::Broken;
        if !gone && pos.is_engaged(unit) {
            continue;
        }
        if !gone && !pos.goal(id).spent && goals::touches(pos, unit, id) {
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
    for unit in goals::all(pos).filter_map(|g| pos.goal(g).looter).collect::<Vec<_>>() {
        at_work(pos, unit);
    }
}
