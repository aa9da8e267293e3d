//! When a battle is over, and who has won it.

use super::seize;
use crate::events::victory::VictoryEvent;
use crate::questions::goals;
use crate::questions::score::{fallen, points, worth};
use crate::refusal::course::Untimely;
use crate::setup::{CommandId, CommandKind, GoalId, GoalKind};
use crate::state::{Morale, Position, Stage, UnitId, Why};
use crate::{Flow, Happening, Oracle, Refusal};
use tess_effects::{Rule, Side};

const RULE: Rule = Rule("victory.end");

/// **legion victory.end.** A side offers, in its rally phase, to end the battle with this turn. When both
/// do, it ends.
///
/// # Errors
/// When it is not its rally phase, or it has offered already.
pub fn offer(pos: &mut Position, side: Side, oracle: &mut Oracle<'_>) -> Flow<()> {
    if pos.stage != (Stage::Rally { side }) {
        return Err(Refusal::new(RULE, Untimely::NoOffer).into());
    }
    if pos.tally.offers[side] {
        return Err(Refusal::new(RULE, Untimely::Offered).into());
    }
    pos.tally.offers[side] = true;
    oracle.tell(|| Happening::Victory(VictoryEvent::Offers(side)));
    Ok(())
}

/// **legion victory.points, victory.end.** A turn is at its end: Commands that are beaten are counted,
/// positions held are paid, and the battle may be over. Says whether it is.
pub fn closes(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<bool> {
    count_fallen(pos, oracle);
    seize::defended(pos, oracle);
    let why = reason(pos);
    pos.tally.offers = Default::default();
    match why {
        Some(why) => end(pos, why, oracle).map(|()| true),
        None => Ok(false),
    }
}

/// **legion victory.points.** The battle is over: whoever has more points has won.
pub fn end(pos: &mut Position, why: Why, oracle: &mut Oracle<'_>) -> Flow<()> {
    seize::held_at_the_end(pos, oracle)?;
    let points = Side::BOTH.map(|side| points(pos, side));
    let winner = match points[0].cmp(&points[1]) {
        std::cmp::Ordering::Greater => Some(Side::First),
        std::cmp::Ordering::Less => Some(Side::Second),
        std::cmp::Ordering::Equal => None,
    };
    pos.stage = Stage::Over { winner, why };
    oracle.tell(|| Happening::Victory(VictoryEvent::Over { winner, why, points }));
    Ok(())
}

/// Commands that have come to be beaten; what has once been counted stays counted.
fn count_fallen(pos: &mut Position, oracle: &mut Oracle<'_>) {
    for command in (0..pos.set.commands.len() as u16).map(CommandId) {
        if pos.tally.fallen.contains(&command) {
            continue;
        }
        if let Some(halved) = fallen(pos, command) {
            pos.tally.fallen.push(command);
            let points = worth(pos, command);
            oracle.tell(|| Happening::Victory(VictoryEvent::Fallen { command, halved, points }));
        }
    }
}

/// **legion victory.end.** Why the battle is over now, if it is.
fn reason(pos: &Position) -> Option<Why> {
    let majority = |side: Side| {
        let all = pos.set.commands_of(side).count();
        pos.set.commands_of(side).filter(|c| pos.tally.fallen.contains(c)).count() * 2 > all
    };
    if let Some(side) = Side::BOTH.into_iter().find(|&s| majority(s)) {
        return Some(Why::Majority(side));
    }
    if let Some(side) = Side::BOTH.into_iter().find(|&s| is_through(pos, s)) {
        return Some(Why::Through(side));
    }
    if Side::BOTH.into_iter().all(|s| pos.tally.offers[s]) {
        return Some(Why::Agreed);
    }
    // Whoever has nobody left to command cannot go on.
    let in_play = |s: Side| pos.set.commands_of(s).any(|c| pos.is_on_table(c));
    if let Some(side) = Side::BOTH.into_iter().find(|&s| !in_play(s)) {
        return Some(Why::Majority(side));
    }
    pos.set.choices.last_turn.filter(|&last| pos.turn >= last).map(|_| Why::Time)
}

/// Has the enemy broken through a side that has lost a Command and has no reserves left?
fn is_through(pos: &Position, side: Side) -> bool {
    let beaten = |c: &CommandId| pos.tally.fallen.contains(c);
    let reserve = |c: &CommandId| pos.set.command(*c).kind == CommandKind::Reserve;
    let mut commands = pos.set.commands_of(side);
    if !pos.set.commands_of(side).any(|c| beaten(&c)) || commands.any(|c| reserve(&c) && !beaten(&c)) {
        return false;
    }
    let line: Vec<UnitId> = pos.unit_ids().filter(|&u| makes_the_line(pos, u, side)).collect();
    pos.enemies(side)
        .any(|e| pos.unit(e).morale == Morale::Good && line.iter().all(|&own| is_behind(pos, (e, own), side)))
}

/// The line of a side: its heavy troops that are not broken.
fn makes_the_line(pos: &Position, unit: UnitId, side: Side) -> bool {
    let steady = pos.unit(unit).morale != Morale::Broken;
    pos.side(unit) == side && pos.stance(unit).is_some() && steady && pos.is_heavy(unit)
}

/// Is the whole of an enemy unit nearer to a side's edge than any of one of its own?
fn is_behind(pos: &Position, (enemy, own): (UnitId, UnitId), side: Side) -> bool {
    let ys = |u: UnitId| pos.bases(u).into_iter().flat_map(|b| b.corners).map(|p| p.y).collect::<Vec<_>>();
    let (theirs, ours) = (ys(enemy), ys(own));
    match side {
        Side::First => theirs.iter().max() < ours.iter().min(),
        Side::Second => theirs.iter().min() > ours.iter().max(),
    }
}

/// Objectives of a kind that may still give something.
pub(super) fn open(pos: &Position, kind: GoalKind) -> Vec<GoalId> {
    goals::all(pos).filter(|&g| pos.set.goal(g).kind == kind && !pos.goal(g).spent).collect()
}
