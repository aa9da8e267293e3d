//! Shock combat (7.3, 8.4 to 8.6, 9.11, 9.23, 9.32, 9.4, 10.13, 10.15).

pub mod told;

use super::Oracle;
use super::order::ShockOrder;
use super::piece::UnitId;
use super::position::Position;
use crate::effects::{Flow, Outcome};

/// **spqr 7.31, 7.32.** A moving unit has come adjacent to an enemy: it gets its marker at once.
pub fn mark_moved(_pos: &mut Position, _oracle: &mut Oracle<'_>, _unit: UnitId) {
    todo!()
}

/// **spqr 8.42.** Combines attackers and defenders into one combat, after checking that they may.
pub fn combine(_pos: &mut Position, _oracle: &mut Oracle<'_>, _order: &ShockOrder) -> Flow<Outcome> {
    todo!()
}

/// **spqr 8.41 to 8.6.** Resolves all combats of the phase, step by step for all of them; units that must shock and
/// were not combined are combined here in the order of their ids.
pub fn resolve(_pos: &mut Position, _oracle: &mut Oracle<'_>) -> Flow<Outcome> {
    todo!()
}

/// Units that have to shock or may, with the enemies in their zones, for `tess legal` and the bots.
#[must_use]
pub fn candidates(_pos: &Position) -> Vec<(UnitId, Vec<UnitId>)> {
    todo!()
}
