//! Objectives taken, driven off and held.

use super::end::open;
use super::pillage;
use crate::events::victory::VictoryEvent;
use crate::measure::{Length, TOUCH};
use crate::questions::goals;
use crate::setup::{Class, GoalId, GoalKind};
use crate::state::{Morale, Position, UnitId};
use crate::{Flow, Happening, Oracle};
use tess_dice::Die;
use tess_effects::{Rule, Side};

/// Herds that one stand can move.
const PER_STAND: usize = 3;

/// **legion objective.baggage, objective.herd, objective.pillage, objective.stronghold,
/// objective.capture.** The rally phase of a side: it has what its units touch, unless an enemy touches it
/// too.
pub fn rally(pos: &mut Position, side: Side, oracle: &mut Oracle<'_>) -> Flow<()> {
    herds(pos, side, oracle);
    for id in goals::all(pos) {
        let goal = pos.set.goal(id);
        let kind = goal.kind;
        if matches!(kind, GoalKind::Herd | GoalKind::Pillage | GoalKind::Defend) || pos.goal(id).spent {
            continue;
        }
        let there = |s: Side| goals::takers(pos, s, id).next().is_some();
        if pos.goal(id).holder == Some(side) || !there(side) || there(side.other()) {
            continue;
        }
        pos.goal_mut(id).holder = Some(side);
        let kind = pos.set.goal(id).kind;
        oracle.tell(|| Happening::Victory(VictoryEvent::Taken { goal: id, side, kind }));
        if goals::is_for(pos.set.goal(id), side) {
            match kind {
                GoalKind::Baggage => halved(pos, (id, side), Rule("objective.baggage"), oracle)?,
                GoalKind::Stronghold => gain(pos, (id, side), (None, 1), oracle),
                _ => continue,
            }
            pos.goal_mut(id).spent = true;
        }
    }
    pillage::rally(pos, side, oracle)
}

/// Points for a side.
pub(super) fn gain(
    pos: &mut Position,
    (goal, side): (GoalId, Side),
    (die, points): (Option<u8>, u16),
    oracle: &mut Oracle<'_>,
) {
    pos.tally.gained[side] += points;
    let kind = pos.set.goal(goal).kind;
    oracle.tell(|| Happening::Victory(VictoryEvent::Gained { goal, side, die, points, kind }));
}

/// Half a die of points, rounded up.
pub(super) fn halved(
    pos: &mut Position,
    (goal, side): (GoalId, Side),
    rule: Rule,
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    let die = oracle.roll(Die::D6, "objective", &pos.set.goal(goal).code, rule)?;
    gain(pos, (goal, side), (Some(die), u16::from(die.div_ceil(2))), oracle);
    Ok(())
}

/// **legion objective.herd.** Herds that a side drives come home or are lost; then its units take those
/// that they touch, up to three for each stand.
fn herds(pos: &mut Position, side: Side, oracle: &mut Oracle<'_>) {
    for id in open(pos, GoalKind::Herd) {
        let Some(unit) = pos.goal(id).driver.filter(|&u| pos.side(u) == side) else { continue };
        let lost = pos.stance(unit).is_none() || pos.unit(unit).morale == Morale::Broken;
        let stance = goals::behind(pos, unit);
        let home = !lost && is_home(pos, unit);
        let state = pos.goal_mut(id);
        state.rests = stance.or(state.rests);
        if lost {
            state.driver = None;
            oracle.tell(|| Happening::Victory(VictoryEvent::Left(id)));
        } else if home {
            state.spent = true;
            gain(pos, (id, side), (None, 1), oracle);
        }
    }
    for id in open(pos, GoalKind::Herd) {
        if pos.goal(id).driver.is_some() || !goals::is_for(pos.set.goal(id), side) {
            continue;
        }
        let drives = |u: UnitId| {
            let full = open(pos, GoalKind::Herd).into_iter().filter(|&g| pos.goal(g).driver == Some(u));
            full.count() < PER_STAND * pos.unit(u).stands.len()
        };
        let free = goals::takers(pos, side, id).find(|&u| !pos.is_engaged(u) && drives(u));
        if let Some(unit) = free.filter(|_| goals::takers(pos, side.other(), id).next().is_none()) {
            pos.goal_mut(id).driver = Some(unit);
            oracle.tell(|| Happening::Victory(VictoryEvent::Driven { goal: id, unit }));
        }
    }
}

/// Is a unit at its own camp or baggage? An army without any takes its spoil over its own edge of the table.
fn is_home(pos: &Position, unit: UnitId) -> bool {
    let side = pos.side(unit);
    let camp = |g: &GoalId| {
        let goal = pos.set.goal(*g);
        goal.kind == GoalKind::Baggage && goal.owner == Some(side)
    };
    let wagons = |u: &UnitId| pos.side(*u) == side && pos.troop(*u).class == Class::Baggage;
    let camps: Vec<GoalId> = goals::all(pos).filter(camp).collect();
    let trains: Vec<UnitId> = pos.unit_ids().filter(wagons).collect();
    if camps.is_empty() && trains.is_empty() {
        let own = pos.bases(unit);
        let edge = if side == Side::First { 0 } else { pos.set.table.depth.0 };
        return own.iter().flat_map(|b| b.corners).any(|p| (p.y - edge).abs() <= Length::inches(1).0);
    }
    let touch = TOUCH;
    camps.into_iter().any(|g| pos.goal(g).holder == Some(side) && goals::touches(pos, unit, g))
        || trains.into_iter().any(|t| pos.distance(unit, t).is_some_and(|d| d <= touch))
}

/// **legion objective.defend.** A turn in which a side has a unit nearer to a position than any of the
/// enemy's is worth a point.
pub(super) fn defended(pos: &mut Position, oracle: &mut Oracle<'_>) {
    for id in open(pos, GoalKind::Defend) {
        let place = goals::place(pos, id);
        let nearest = |side: Side| {
            let own = pos.unit_ids().filter(|&u| pos.side(u) == side && pos.unit(u).morale != Morale::Broken);
            own.flat_map(|u| pos.bases(u)).map(|b| b.distance(&place)).min()
        };
        let closer = match Side::BOTH.map(nearest) {
            [Some(first), Some(second)] if first != second => {
                if first < second {
                    Side::First
                } else {
                    Side::Second
                }
            }
            [Some(_), None] => Side::First,
            [None, Some(_)] => Side::Second,
            _ => continue,
        };
        if goals::is_for(pos.set.goal(id), closer) {
            gain(pos, (id, closer), (None, 1), oracle);
        }
    }
}

/// **legion objective.capture.** At the end of the battle: a die of points for whoever has a place that he
/// had to take.
pub(super) fn held_at_the_end(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    for id in open(pos, GoalKind::Capture) {
        let holder = pos.goal(id).holder.filter(|&side| goals::is_for(pos.set.goal(id), side));
        let Some(side) = holder else { continue };
        let die = oracle.roll(Die::D6, "objective", &pos.set.goal(id).code, Rule("objective.capture"))?;
        pos.goal_mut(id).spent = true;
        gain(pos, (id, side), (Some(die), u16::from(die)), oracle);
    }
    Ok(())
}
