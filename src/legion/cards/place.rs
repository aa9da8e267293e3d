//! Putting a Command on the table by a card.

use crate::deploy;
use crate::measure::{Heading, Length, Point, Stance};
use crate::questions::zone::Block;
use crate::setup::CommandId;
use crate::state::{Edge, LeaderPlace, Place, Position, UnitId};
use crate::written::Post;

/// Units stand so far apart.
const GAP: i32 = 250;

/// All units of a Command that are in the battle, on the table or not.
pub(super) fn units_of(pos: &Position, command: CommandId) -> Vec<UnitId> {
    let own = |u: &UnitId| pos.unit(*u).command == command && pos.unit(*u).place != Place::Gone;
    pos.unit_ids().filter(own).collect()
}

/// Where the units of a Command stand side by side about a place, their rear edges on one line through it.
pub(super) fn abreast(pos: &Position, command: CommandId, middle: Stance) -> Vec<(UnitId, Stance)> {
    let units = units_of(pos, command);
    let width = |u: UnitId| Block::of(pos, u).width().0;
    let whole: i32 = units.iter().map(|&u| width(u) + GAP).sum::<i32>() - GAP;
    let mut left = -whole / 2;
    let mut placed = Vec::new();
    for unit in units {
        let block = Block::of(pos, unit);
        placed.push((unit, middle.moved(left - block.left, -block.rear)));
        left += width(unit) + GAP;
    }
    placed
}

/// A place on an edge, so far from the south or the west, looking inwards.
pub(super) fn on_edge(pos: &Position, edge: Edge, along: Length) -> Stance {
    let table = &pos.set.table;
    let (anchor, heading) = match edge {
        Edge::South => (Point { x: along.0, y: 0 }, Heading::NORTH),
        Edge::North => (Point { x: along.0, y: table.depth.0 }, Heading::SOUTH),
        Edge::West => (Point { x: 0, y: along.0 }, Heading::EAST),
        Edge::East => (Point { x: table.width.0, y: along.0 }, Heading::WEST),
    };
    Stance { anchor, heading }
}

/// Puts a Command on the table about a place, each unit where there is room nearest to its own; its leader
/// stands behind the middle one. Gives the units that have come. A unit without room stays where it is.
pub(super) fn put(pos: &mut Position, command: CommandId, middle: Stance) -> Vec<UnitId> {
    let mut come = Vec::new();
    for (unit, at) in abreast(pos, command, middle) {
        if let Some(at) = deploy::room(at, |at| deploy::fits(pos, unit, at).is_ok()) {
            pos.unit_mut(unit).place = Place::Table(at);
            come.push(unit);
        }
    }
    if pos.leader(command).place == LeaderPlace::Waiting
        && let Some(&unit) = come.get(come.len() / 2)
    {
        pos.leader_mut(command).place = LeaderPlace::With(unit, Post::Rear);
    }
    come
}

/// Takes a Command off the table.
pub(super) fn lift(pos: &mut Position, command: CommandId) {
    for unit in units_of(pos, command) {
        pos.unit_mut(unit).place = Place::Waiting;
    }
    pos.leader_mut(command).place = LeaderPlace::Waiting;
}

/// The points of a Command's troops.
pub(super) fn points(pos: &Position, command: CommandId) -> u32 {
    let own = pos.set.units.iter().filter(|u| u.command == command);
    own.flat_map(|u| &u.stands).map(|&t| u32::from(pos.set.troop(t).points)).sum()
}

/// **legion card.flank-march, card.hidden-reserves, card.night-march.** Is a Command no more than a quarter
/// of its army, by points?
pub(super) fn is_quarter(pos: &Position, command: CommandId) -> bool {
    let side = pos.set.command(command).side;
    let army: u32 = pos.set.commands_of(side).map(|c| points(pos, c)).sum();
    points(pos, command) * 4 <= army
}

/// The stands that a Command began with.
pub(super) fn stands(pos: &Position, command: CommandId) -> usize {
    pos.set.units.iter().filter(|u| u.command == command).map(|u| u.stands.len()).sum()
}
