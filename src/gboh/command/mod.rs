//! Leaders, activation, orders, momentum and trumps, the course of a turn (3 to 5, 11).

pub mod stage;
pub mod told;

use super::piece::{LeaderId, UnitId};
use super::position::Position;

/// **spqr 4.35, 4.5.** May this leader command such a unit at all (nation, type, rank)?
#[must_use]
pub fn may_command(_pos: &Position, _leader: LeaderId, _unit: UnitId) -> bool {
    todo!()
}

/// **spqr 4.21.** Is the unit within the leader's command range by an unobstructed path?
#[must_use]
pub fn in_range(_pos: &Position, _leader: LeaderId, _unit: UnitId) -> bool {
    todo!()
}
