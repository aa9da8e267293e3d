//! Leaders: with whom they are, at which post, and where they stand.

use super::zone::Block;
use crate::measure::{Base, Stance};
use crate::setup::CommandId;
use crate::state::{LeaderPlace, Position, UnitId};
use crate::written::Post;

/// All leaders, by their Commands.
fn all(pos: &Position) -> impl Iterator<Item = CommandId> + use<> {
    (0..pos.leaders.len() as u16).map(CommandId)
}

/// The leaders with a unit, and where in it.
pub fn posts(pos: &Position, unit: UnitId) -> impl Iterator<Item = (CommandId, Post)> + '_ {
    all(pos).filter_map(move |c| match pos.leader(c).place {
        LeaderPlace::With(with, post) if with == unit => Some((c, post)),
        _ => None,
    })
}

/// The leader with a unit.
#[must_use]
pub fn with(pos: &Position, unit: UnitId) -> Option<CommandId> {
    posts(pos, unit).next().map(|(c, _)| c)
}

/// **legion leader.in-combat.** What the best leader with a unit adds to its dice and its morale: nothing
/// while he has a wound dressed.
#[must_use]
pub fn rating(pos: &Position, unit: UnitId) -> u8 {
    let fit = posts(pos, unit).filter(|(c, _)| pos.leader(*c).wounded == 0);
    fit.map(|(c, _)| pos.leader_spec(c).rating).max().unwrap_or(0)
}

/// **legion leader.casualty, rally.broken.** The leader with a unit who could rally it: none who is
/// wounded, and of several one who has not tried in this phase.
#[must_use]
pub fn fit(pos: &Position, unit: UnitId) -> Option<CommandId> {
    let fit = posts(pos, unit).map(|(leader, _)| leader).filter(|&l| pos.leader(l).wounded == 0);
    fit.min_by_key(|&leader| (pos.leader(leader).rallied, leader))
}

/// **legion leader.in-combat.** Is a leader with a unit that is in close combat? His radius shrinks by one
/// level then.
#[must_use]
pub fn is_in_combat(pos: &Position, leader: CommandId) -> bool {
    matches!(pos.leader(leader).place, LeaderPlace::With(unit, _) if pos.is_engaged(unit))
}

/// **legion leader.killed.** Is it the guard of a leader who was killed? It never tests morale and never
/// breaks.
#[must_use]
pub fn avenges(pos: &Position, unit: UnitId) -> bool {
    pos.spec(unit).bodyguard && pos.leader(pos.unit(unit).command).place == LeaderPlace::Killed
}

/// The base of a leader who stands by himself.
#[must_use]
pub fn base(pos: &Position, leader: CommandId) -> Option<Base> {
    match pos.leader(leader).place {
        LeaderPlace::Alone(stance) => Some(base_at(pos, leader, stance)),
        _ => None,
    }
}

/// Where the stand of a leader with a unit is: against the edge of the unit at which he has his post; in
/// front he stands among its first rank.
#[must_use]
pub fn seat(pos: &Position, leader: CommandId, unit: UnitId, post: Post) -> Option<Stance> {
    let stance = pos.stance(unit)?;
    let block = Block::of(pos, unit);
    let half = pos.set.troop(pos.leader_spec(leader).troop).width.half().0;
    let middle = i32::midpoint(block.left, block.right);
    Some(match post {
        Post::Rear => stance.moved(middle, block.rear),
        Post::Left => stance.moved(block.left - half, block.front),
        Post::Right => stance.moved(block.right + half, block.front),
        Post::Front => stance.moved(middle, block.front),
    })
}

/// The stand of a leader, by himself or with a unit; `None` when he is not on the table.
#[must_use]
pub fn stand(pos: &Position, leader: CommandId) -> Option<Base> {
    place(pos, leader).map(|at| base_at(pos, leader, at))
}

pub(crate) fn place(pos: &Position, leader: CommandId) -> Option<Stance> {
    match pos.leader(leader).place {
        LeaderPlace::Alone(stance) => Some(stance),
        LeaderPlace::With(unit, post) => seat(pos, leader, unit, post),
        _ => None,
    }
}

/// The base of a Command Stand there.
#[must_use]
pub fn base_at(pos: &Position, leader: CommandId, at: Stance) -> Base {
    let troop = pos.set.troop(pos.leader_spec(leader).troop);
    Base::new(at, troop.width, troop.depth)
}
