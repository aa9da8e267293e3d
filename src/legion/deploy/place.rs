//! Armies that come onto the table.

use super::armies::{is_deploying, now};
use crate::events::deploy::DeployEvent;
use crate::measure::{Base, Heading, Length, Point, Stance};
use crate::questions::{posts, terrain};
use crate::setup::{self, CommandId, GoalId};
use crate::state::{self, LeaderPlace, Place, Position, Preparing, UnitId};
use crate::written::Shape;
use crate::{Flow, Happening, Oracle, Refusal, drill};
use std::sync::Arc;
use tess_effects::{Rule, Side};

const RULE: Rule = Rule("setup.points");

/// **legion setup.points.** How far from its edge an army deploys.
pub const ZONE: Length = Length::inches(12);

/// What can be put on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A unit.
    Unit(UnitId),
    /// The leader of a Command.
    Leader(CommandId),
    /// An objective that has an owner.
    Goal(GoalId),
}

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

pub(super) fn deploys(pos: &Position, side: Side) -> Result<(), Refusal> {
    now(pos, |p| matches!(p, Preparing::Deploy { .. }), "armies deploy when their edges are chosen")?;
    if is_deploying(pos, side) {
        return Ok(());
    }
    Err(Refusal::new(Rule("setup.first"), "the other side deploys first"))
}

/// **legion card.hidden-reserves.** A Command under a card face down is not put on the table.
fn not_held_back(pos: &Position, command: CommandId, code: &str) -> Result<(), Refusal> {
    if !state::is_hidden(pos, command) {
        return Ok(());
    }
    let text = format!("{code} is held back with {}", pos.set.command(command).code);
    Err(Refusal::new(Rule("card.hidden-reserves"), text).at(code))
}

pub(super) fn stand(
    pos: &mut Position,
    side: Side,
    unit: UnitId,
    (stance, shape): (Stance, Option<Shape>),
) -> Result<(), Refusal> {
    let code = pos.code(unit);
    let no = |text: String| Refusal::new(RULE, text).at(&code);
    if pos.side(unit) != side {
        return Err(no(format!("{code} belongs to the other army")));
    }
    not_held_back(pos, pos.unit(unit).command, &code)?;
    if let Some(shape) = shape {
        drill::fall_in_as(pos, unit, shape)?;
    }
    may_stand(pos, side, unit, stance)?;
    pos.unit_mut(unit).place = Place::Table(stance);
    Ok(())
}

/// **legion setup.points.** May a unit of a side that deploys stand here?
pub(super) fn may_stand(pos: &Position, side: Side, unit: UnitId, stance: Stance) -> Result<(), Refusal> {
    within(pos, side, &pos.code(unit), &pos.bases_at(unit, stance))?;
    fits(pos, unit, stance)
}

/// **legion setup.points.** May a unit stand here: wholly on the table, on nobody, on no wall, and on
/// ground that it can enter?
///
/// # Errors
/// What is in the way.
pub fn fits(pos: &Position, unit: UnitId, stance: Stance) -> Result<(), Refusal> {
    let code = pos.code(unit);
    let no = |text: String| Err(Refusal::new(RULE, text).at(&code));
    let bases = pos.bases_at(unit, stance);
    if !bases.iter().all(|b| pos.set.table.holds(b)) {
        return no(format!("{code} would not stand wholly on the table"));
    }
    let on = |&u: &UnitId| u != unit && pos.bases(u).iter().any(|o| bases.iter().any(|b| b.overlaps(o)));
    if let Some(other) = pos.unit_ids().find(on) {
        return no(format!("{code} would stand on {}", pos.code(other)));
    }
    if let Err(refusal) = terrain::under(pos, pos.gait(unit), &bases) {
        return no(format!("{code}: {}", refusal.said().message));
    }
    match pos.set.table.obstacles.iter().find(|o| terrain::is_on(o, &bases)) {
        Some(obstacle) => no(format!("{code} would stand on {}", obstacle.name)),
        None => Ok(()),
    }
}

pub(super) fn lead(pos: &mut Position, side: Side, leader: CommandId, stance: Stance) -> Result<(), Refusal> {
    let spec = pos.leader_spec(leader);
    let code = spec.code.clone();
    if pos.set.command(leader).side != side {
        return Err(Refusal::new(RULE, format!("{code} belongs to the other army")).at(&code));
    }
    not_held_back(pos, leader, &code)?;
    within(pos, side, &code, &[posts::base_at(pos, leader, stance)])?;
    pos.leader_mut(leader).place = LeaderPlace::Alone(stance);
    Ok(())
}

/// An objective lies with its middle there; the palisade about a camp goes with it.
fn lay(pos: &mut Position, side: Side, id: GoalId, middle: Point) -> Result<(), Refusal> {
    let goal = pos.set.goal(id).clone();
    if goal.owner != Some(side) {
        return Err(Refusal::new(RULE, format!("{} is not yours to place", goal.code)).at(&goal.code));
    }
    let anchor = Point { x: middle.x, y: middle.y + goal.depth.0 / 2 };
    let start = Stance { anchor, ..goal.start };
    within(pos, side, &goal.code, &[Base::new(start, goal.width, goal.depth)])?;
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
pub(super) fn within(pos: &Position, side: Side, code: &str, bases: &[Base]) -> Result<(), Refusal> {
    let no = |text: String, help: String| Err(Refusal::new(RULE, text).at(code).help(help));
    if !bases.iter().all(|b| pos.set.table.holds(b)) {
        let help = format!("the table is {} wide and {} deep", pos.set.table.width, pos.set.table.depth);
        return no(format!("{code} would not stand wholly on the table"), help);
    }
    let most = reach(pos, side, bases);
    if most > ZONE {
        let text = format!("{code} would stand {most} inches from its edge");
        return no(text, format!("armies deploy within {ZONE} inches of their edges"));
    }
    Ok(())
}
