//! No turning away before the enemy's eyes.

use super::zone::has_ahead;
use crate::measure::{Length, Stance};
use crate::state::{Position, UnitId};

/// How near an enemy binds (move.near-enemy).
const NEAR: Length = Length::inches(24);

/// **legion move.near-enemy.** The enemy units in the frontal arc of a unit and within 24 inches, with no
/// friends in between.
#[must_use]
pub fn binding(pos: &Position, unit: UnitId) -> Vec<UnitId> {
    let Some(stance) = pos.stance(unit) else { return Vec::new() };
    let near =
        |e: UnitId| pos.distance(unit, e).is_some_and(|d| d <= NEAR) && has_ahead(pos, unit, stance, e);
    pos.enemies(pos.side(unit)).filter(|&e| near(e) && !is_screened(pos, unit, stance, e)).collect()
}

/// Does a friendly unit stand on the line from the middle of this unit's front to the middle of the enemy's
/// front?
fn is_screened(pos: &Position, unit: UnitId, stance: Stance, enemy: UnitId) -> bool {
    let Some(there) = pos.stance(enemy) else { return false };
    let side = pos.side(unit);
    let mut friends = pos.unit_ids().filter(|&f| f != unit && pos.side(f) == side);
    friends.any(|f| pos.bases(f).iter().any(|b| b.is_met_by(stance.anchor, there.anchor)))
}
