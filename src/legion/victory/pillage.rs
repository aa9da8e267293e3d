//! Towns and villas that are looted, and those who cannot be torn away from it.

use super::seize::halved;
use crate::events::morale::Cause;
use crate::events::victory::VictoryEvent;
use crate::questions::goals;
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
    if !goals::is_for(pos.set.goal(goal), side) {
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
    if !goals::touches(pos, unit, goal) {
        return no(format!("{code} does not touch {town}"));
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
