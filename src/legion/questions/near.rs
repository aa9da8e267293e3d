//! No turning away before the enemy's eyes.

use super::zone::has_ahead;
use crate::measure::{Base, Length, Stance};
use crate::state::{Position, UnitId};

/// How near an enemy binds (move.near-enemy).
const NEAR: Length = Length::inches(24);

/// **legion move.near-enemy.** The enemy units in the frontal arc of a unit and within 24 inches, with no
/// friends in between.
#[must_use]
pub fn binding(pos: &Position, unit: UnitId) -> Vec<UnitId> {
    let Some(stance) = pos.stance(unit) else { return Vec::new() };
    let side = pos.side(unit);
    let near = |&e: &UnitId| pos.is_within(unit, e, NEAR) && has_ahead(pos, unit, stance, e);
    let near: Vec<UnitId> = pos.enemies(side).filter(near).collect();
    if near.is_empty() {
        return near;
    }
    let friends = pos.unit_ids().filter(|&f| f != unit && pos.side(f) == side);
    let friends: Vec<Base> = friends.flat_map(|f| pos.bases(f)).collect();
    near.into_iter().filter(|&e| !is_screened(pos, stance, &friends, e)).collect()
}

/// Does a friendly unit stand on the line from the middle of this unit's front to the middle of the enemy's
/// front?
fn is_screened(pos: &Position, stance: Stance, friends: &[Base], enemy: UnitId) -> bool {
    let Some(there) = pos.stance(enemy) else { return false };
    friends.iter().any(|base| base.is_met_by(stance.anchor, there.anchor))
}
