//! What a player sees at a glance: kinds of troops, distances, who is near rout.

use tess_gboh::Side;
use tess_gboh::piece::{UnitId, UnitType};
use tess_gboh::position::{Hexes, Position, Supply};
use tess_hex::Hex;

/// How a unit is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Use {
    /// Stands and charges in line.
    Foot,
    /// Throws and runs.
    Light,
    /// Charges on horses.
    Horse,
    /// Elephants and chariots.
    Beast,
}

/// How this unit is used.
pub(super) fn use_of(pos: &Position, unit: UnitId) -> Use {
    let spec = pos.spec(unit);
    match spec.kind {
        UnitType::EL | UnitType::CH => Use::Beast,
        UnitType::SK | UnitType::SKS => Use::Light,
        UnitType::LI | UnitType::LP if spec.missile.is_some() => Use::Light,
        UnitType::LC if spec.missile.is_some() => Use::Light,
        kind if kind.is_cavalry() => Use::Horse,
        _ => Use::Foot,
    }
}

/// Has it missiles to throw?
pub(super) fn is_armed(pos: &Position, unit: UnitId) -> bool {
    pos.spec(unit).missile.is_some() && pos.unit(unit).supply != Supply::No
}

/// Hits until it routs.
pub(super) fn margin(pos: &Position, unit: UnitId) -> i32 {
    i32::from(pos.quality(unit)) - i32::from(pos.hits(unit))
}

/// Is it so worn that the next blow may rout it?
pub(super) fn is_battered(pos: &Position, unit: UnitId) -> bool {
    pos.hits(unit) > 0 && margin(pos, unit) <= 2
}

/// Hexes between some hexes and a unit.
pub(super) fn gap(pos: &Position, hexes: Hexes, unit: UnitId) -> i32 {
    let theirs = pos.hexes(unit);
    let each = hexes.iter().flat_map(|a| theirs.iter().map(move |b| a.distance(b)));
    each.min().map_or(99, i32::from)
}

/// The enemies of a side that can still fight, in order of id.
pub(super) fn foes(pos: &Position, side: Side) -> Vec<UnitId> {
    pos.on_field(side.other()).filter(|&u| !pos.is_routed(u)).collect()
}

/// How far the nearest of them is from a hex.
pub(super) fn nearest(pos: &Position, hex: Hex, foes: &[UnitId]) -> i32 {
    let here = Hexes::one(hex);
    foes.iter().map(|&f| gap(pos, here, f)).min().unwrap_or(99)
}

/// How far the nearest enemy is from a unit.
pub(super) fn away(pos: &Position, unit: UnitId, foes: &[UnitId]) -> i32 {
    foes.iter().filter_map(|&f| pos.distance(unit, f)).min().map_or(99, i32::from)
}

/// The last turn in which foot waits for its horse.
const WAITS: u16 = 1;

/// Is the horse of a side so much stronger that the foot had better wait until it has ridden?
pub(super) fn horse_begins(pos: &Position, side: Side) -> bool {
    let weight = |side: Side| -> i32 {
        pos.on_field(side)
            .filter(|&u| pos.spec(u).kind.is_cavalry() && !pos.is_routed(u))
            .map(|u| i32::from(pos.spec(u).size) * margin(pos, u))
            .sum()
    };
    pos.turn <= WAITS && weight(side) * 2 >= weight(side.other()) * 3
}
