//! Armies that come onto the table.

use super::armies::{is_deploying, now};
use crate::events::deploy::DeployEvent;
use crate::measure::{Base, Heading, Length, Point, Stance};
use crate::questions::{posts, terrain};
use crate::refusal::Why;
pub use crate::refusal::field::Piece;
use crate::refusal::field::{Due, Misplaced, Undeployed};
use crate::setup::{self, CommandId, GoalId};
use crate::state::{self, LeaderPlace, Place, Position, UnitId};
use crate::written::Shape;
use crate::{Flow, Happening, Oracle, Refusal, drill};
use std::sync::Arc;
use tess_effects::{Rule, Side};

const RULE: Rule = Rule("setup.points");

/// **legion setup.points.** How far from its edge an army deploys.
pub const ZONE: Length = Length::inches(12);

/// Where and how: the middle of the front edge, a facing, a formation.
pub type Spot = (Point, Option<Heading>, Option<Shape>);

/// **legion setup.points.** A side puts a unit, a leader or an objective of its own within twelve inches of
/// its edge; what stands already may be put elsewhere.
///
/// # Errors
/// When it is not the time, or it cannot stand so.
pub fn place(
    pos: &mut Position,
    side: Side,
    (piece, spot): (Piece, Spot),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    deploys(pos, side)?;
    let (at, facing, shape) = spot;
    let heading = facing.unwrap_or(setup::homeward(side).about());
    let stance = Stance { anchor: at, heading };
    let code = match piece {
        Piece::Unit(unit) => {
            stand(pos, side, unit, (stance, shape))?;
            pos.code(unit)
        }
        Piece::Leader(leader) => {
            lead(pos, side, leader, stance)?;
            pos.leader_spec(leader).code.clone()
        }
        Piece::Goal(goal) => {
            lay(pos, side, goal, at)?;
            pos.set.goal(goal).code.clone()
        }
    };
    oracle.tell(|| Happening::Deploy(DeployEvent::Placed { code }));
    Ok(())
}

fn refused(why: Undeployed) -> Refusal {
    Refusal::new(RULE, Why::Undeployed(why))
}

pub(super) fn deploys(pos: &Position, side: Side) -> Result<(), Refusal> {
    now(pos, Due::Army)?;
    if is_deploying(pos, side) {
        return Ok(());
    }
    Err(Refusal::new(Rule("setup.first"), Why::Undeployed(Undeployed::OtherFirst)))
}

/// **legion card.hidden-reserves.** A Command under a card face down is not put on the table.
fn not_held_back(pos: &Position, command: CommandId, piece: Piece) -> Result<(), Refusal> {
    if !state::is_hidden(pos, command) {
        return Ok(());
    }
    let why = Why::Undeployed(Undeployed::HeldBack(piece, command));
    Err(Refusal::new(Rule("card.hidden-reserves"), why))
}

pub(super) fn stand(
    pos: &mut Position,
    side: Side,
    unit: UnitId,
    (stance, shape): (Stance, Option<Shape>),
) -> Result<(), Refusal> {
    if pos.side(unit) != side {
        return Err(refused(Undeployed::Foreign(Piece::Unit(unit))));
    }
    not_held_back(pos, pos.unit(unit).command, Piece::Unit(unit))?;
    if let Some(shape) = shape {
        drill::fall_in_as(pos, unit, shape)?;
    }
    may_stand(pos, side, unit, stance)?;
    pos.unit_mut(unit).place = Place::Table(stance);
    Ok(())
}

/// **legion setup.points.** May a unit of a side that deploys stand here?
pub(super) fn may_stand(pos: &Position, side: Side, unit: UnitId, stance: Stance) -> Result<(), Refusal> {
    within(pos, side, Piece::Unit(unit), &pos.bases_at(unit, stance))?;
    fits(pos, unit, stance).map_err(|why| refused(Undeployed::Misplaced(unit, why)))
}

/// **legion setup.points.** May a unit stand here: wholly on the table, on nobody, on no wall, and on
/// ground that it can enter?
///
/// # Errors
/// What is in the way.
pub fn fits(pos: &Position, unit: UnitId, stance: Stance) -> Result<(), Misplaced> {
    let bases = pos.bases_at(unit, stance);
    if !bases.iter().all(|b| pos.set.table.holds(b)) {
        return Err(Misplaced::OffTable);
    }
    let on = |&u: &UnitId| u != unit && pos.bases(u).iter().any(|o| bases.iter().any(|b| b.overlaps(o)));
    if let Some(other) = pos.unit_ids().find(on) {
        return Err(Misplaced::On(other));
    }
    terrain::under(pos, pos.gait(unit), &bases).map_err(Misplaced::Ground)?;
    match pos.set.table.obstacles.iter().find(|o| terrain::is_on(o, &bases)) {
        Some(obstacle) => Err(Misplaced::Obstacle(obstacle.name.clone())),
        None => Ok(()),
    }
}

pub(super) fn lead(pos: &mut Position, side: Side, leader: CommandId, stance: Stance) -> Result<(), Refusal> {
    let piece = Piece::Leader(leader);
    if pos.set.command(leader).side != side {
        return Err(refused(Undeployed::Foreign(piece)));
    }
    not_held_back(pos, leader, piece)?;
    within(pos, side, piece, &[posts::base_at(pos, leader, stance)])?;
    pos.leader_mut(leader).place = LeaderPlace::Alone(stance);
    Ok(())
}

/// An objective lies with its middle there; the palisade about a camp goes with it.
fn lay(pos: &mut Position, side: Side, id: GoalId, middle: Point) -> Result<(), Refusal> {
    let goal = pos.set.goal(id).clone();
    if goal.owner != Some(side) {
        return Err(refused(Undeployed::NotYours(id)));
    }
    let anchor = Point { x: middle.x, y: middle.y + goal.depth.0 / 2 };
    let start = Stance { anchor, ..goal.start };
    within(pos, side, Piece::Goal(id), &[Base::new(start, goal.width, goal.depth)])?;
    let (right, ahead) = (anchor.x - goal.start.anchor.x, anchor.y - goal.start.anchor.y);
    let set = Arc::make_mut(&mut pos.set);
    set.goals[usize::from(id.0)].start = start;
    let fence = goal.fence();
    for obstacle in set.table.obstacles.iter_mut().filter(|o| o.name == fence) {
        for point in &mut obstacle.course {
            (point.x, point.y) = (point.x + right, point.y + ahead);
        }
    }
    Ok(())
}

/// How far from its side's edge the farthest corner lies.
pub(super) fn reach(pos: &Position, side: Side, bases: &[Base]) -> Length {
    let depth = pos.set.table.depth.0;
    let far = |y: i32| if side == Side::First { y } else { depth - y };
    Length(bases.iter().flat_map(|b| b.corners).map(|p| far(p.y)).max().unwrap_or(0))
}

/// **legion setup.points.** Within twelve inches of the own edge, and wholly on the table.
pub(super) fn within(pos: &Position, side: Side, piece: Piece, bases: &[Base]) -> Result<(), Refusal> {
    if !bases.iter().all(|b| pos.set.table.holds(b)) {
        return Err(refused(Undeployed::OffTable(piece)));
    }
    let most = reach(pos, side, bases);
    if most > ZONE {
        return Err(refused(Undeployed::Far(piece, most)));
    }
    Ok(())
}
