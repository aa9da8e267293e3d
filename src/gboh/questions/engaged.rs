//! Who can attack whom as they stand, and whose engagement holds.

use crate::piece::{UnitId, UnitType};
use crate::position::{Place, Position};
use crate::variant::charts::Angle;

/// **spqr 8.45.** Through which side of the defender the attacker comes; `None` when it cannot attack it.
/// Where a two-hex attacker meets two sides at once, the one that is better for the defender.
pub(crate) fn approach(pos: &Position, attacker: UnitId, defender: UnitId) -> Option<Angle> {
    let (a, d) = (pos.spec(attacker).kind, pos.spec(defender).kind);
    // Alexander 9.31: plain skirmishers dare nothing else.
    if a == UnitType::SK && d != UnitType::CH && !pos.is_routed(defender) {
        return None;
    }
    let mut best: Option<Angle> = None;
    let stands = pos.hexes(attacker);
    for to in pos.hexes(defender).iter() {
        for from in stands.iter() {
            // The zone of one hex reaches neighbours only.
            if (stands.right.is_none() || from.touches(to))
                && pos.exerts(attacker, to)
                && let Some(angle) = pos.angle(defender, from)
            {
                best = Some(best.map_or(angle, |best| best.min(angle)));
            }
        }
    }
    best.filter(|&angle| pos.set.variant.charts.clash_column(angle, d, a).is_some())
}

/// Enemies whom a unit has to attack if it attacks (8.42): those in its zone that it may attack at all.
pub(crate) fn targets(pos: &Position, attacker: UnitId) -> Vec<UnitId> {
    targets_but(pos, attacker, |_| false)
}

/// Enemies whom a unit has to attack if it attacks, without those of whom nothing needs to be known.
pub(crate) fn targets_but(pos: &Position, attacker: UnitId, known: impl Fn(UnitId) -> bool) -> Vec<UnitId> {
    let mut near = pos.in_my_zoc_but(attacker, known);
    near.retain(|&d| approach(pos, attacker, d).is_some());
    near
}

/// **spqr 10.43.** Does its marker still hold: is an engaged enemy in its zone, or it in the zone of one?
/// Markers are taken away in the shock segment; in between this says how it is.
#[must_use]
#[inline]
pub fn is_engaged(pos: &Position, unit: UnitId) -> bool {
    // Few units ever have a marker.
    pos.unit(unit).engaged && is_held(pos, unit)
}

/// [`is_engaged`] of a unit with a marker.
#[inline(never)]
fn is_held(pos: &Position, unit: UnitId) -> bool {
    matches!(pos.unit(unit).place, Place::Field { .. })
        && pos.hexes(unit).iter().any(|h| {
            pos.enemies_next_to(pos.side(unit), h).iter().any(|&e| {
                pos.unit(e).engaged && (approach(pos, unit, e).is_some() || approach(pos, e, unit).is_some())
            })
        })
}
