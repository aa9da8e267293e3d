//! Objectives: where they lie, who touches them, who is busy with one.

use super::zone::Block;
use crate::measure::{Base, Stance};
use crate::setup::{Goal, GoalId, GoalKind};
use crate::state::{Morale, Position, UnitId};
use tess_effects::Side;

/// All objectives.
pub fn all(pos: &Position) -> impl Iterator<Item = GoalId> + use<> {
    (0..pos.set.goals.len() as u16).map(GoalId)
}

/// May this side win something by it? Defending is for the owner, everything else for his enemy.
#[must_use]
pub fn is_for(goal: &Goal, side: Side) -> bool {
    match goal.kind {
        GoalKind::Defend => goal.owner.is_none_or(|owner| owner == side),
        _ => goal.owner != Some(side),
    }
}

/// Where an objective lies now: a herd goes behind whoever drives it.
#[must_use]
pub fn place(pos: &Position, id: GoalId) -> Base {
    let goal = pos.set.goal(id);
    let state = pos.goal(id);
    let driven = state.driver.and_then(|unit| behind(pos, unit)).or(state.rests);
    Base::new(driven.unwrap_or(goal.start), goal.width, goal.depth)
}

/// The middle of a unit's rear, facing its way.
#[must_use]
pub fn behind(pos: &Position, unit: UnitId) -> Option<Stance> {
    let stance = pos.stance(unit)?;
    let block = Block::of(pos, unit);
    Some(stance.moved((block.left + block.right) / 2, block.rear))
}

/// Does a unit touch an objective?
#[must_use]
pub fn touches(pos: &Position, unit: UnitId, goal: GoalId) -> bool {
    let place = place(pos, goal);
    pos.bases(unit).iter().any(|base| base.touches(&place))
}

/// The units of a side that could take an objective: they touch it, and are not broken.
pub fn takers(pos: &Position, side: Side, goal: GoalId) -> impl Iterator<Item = UnitId> + '_ {
    let own = pos.unit_ids().filter(move |&u| pos.side(u) == side && pos.unit(u).morale != Morale::Broken);
    own.filter(move |&u| touches(pos, u, goal))
}

/// The town that a unit loots.
#[must_use]
pub fn is_busy(pos: &Position, unit: UnitId) -> Option<GoalId> {
    all(pos).find(|&g| pos.goal(g).looter == Some(unit))
}
