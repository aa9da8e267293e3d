//! Cohesion hits, rout, rally, recovery, depletion, elimination, leader casualties, rout points (4.73 to 4.75, 10, 11.1).

pub mod told;

use super::Oracle;
use super::piece::{LeaderId, Side, UnitId};
use super::position::Position;
use crate::effects::{Flow, Outcome, Rule};

/// What a rout came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RoutEnd {
    /// It ran, over these hexes (of a two-hex unit the left half), the last one where it stands now.
    Ran(Vec<crate::hex::Hex>),
    /// Gone: skirmishers and engines, no way out, off the map.
    Gone {
        /// By its type (10.21), not for want of a way (for 8.61, 8.62).
        by_type: bool,
    },
    /// A phalanx that stood (8.43).
    Stood,
    /// An elephant that rampaged.
    Rampaged,
}

/// Why a unit routs, as far as rules ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoutCause {
    /// Hits from movement, fire, trampling, a failed rally and the like.
    Hits,
    /// In the charge or collapse step: a phalanx may stand (8.43). `attacker`: it was one; `position`: the attacker has
    /// position superiority over it, so there is no roll.
    Shock {
        /// It attacked.
        attacker: bool,
        /// It is attacked with position superiority.
        position: bool,
    },
    /// With its stack (6.68).
    Stack,
}

/// Adds hits. A routed unit that takes a hit is eliminated (10.27). Does not rout anybody: that is
/// [`rout_if_broken`]'s, since in shock all routs wait for the collapse.
pub fn hit(
    _pos: &mut Position,
    _oracle: &mut Oracle<'_>,
    _unit: UnitId,
    _hits: u8,
    _why: &'static str,
    _rule: Rule,
) -> Flow<()> {
    todo!()
}

/// **spqr 10.14.** Routs the unit when its hits have reached its quality. True when it did.
pub fn rout_if_broken(
    _pos: &mut Position,
    _oracle: &mut Oracle<'_>,
    _unit: UnitId,
    _by: Option<UnitId>,
) -> Flow<bool> {
    todo!()
}

/// **spqr 10.2, 9.14, 6.68.** Routs a unit and whoever must go with it; `by` is the enemy that caused it. For a
/// phalanx with [`RoutCause::Shock`] the roll to stand comes first.
pub fn rout(
    _pos: &mut Position,
    _oracle: &mut Oracle<'_>,
    _unit: UnitId,
    _cause: RoutCause,
    _by: Option<UnitId>,
) -> Flow<RoutEnd> {
    todo!()
}

/// **spqr 8.62, 10.23.** A routed unit runs its whole allowance instead of two hexes (break-off).
pub fn rout_full(_pos: &mut Position, _oracle: &mut Oracle<'_>, _unit: UnitId) -> Flow<RoutEnd> {
    todo!()
}

/// Takes a unit out of the battle.
pub fn eliminate(_pos: &mut Position, _oracle: &mut Oracle<'_>, _unit: UnitId, _rule: Rule) {
    todo!()
}

/// **spqr 4.73, 4.84.** The second die of a leader casualty and what follows. Returns true when he was killed.
pub fn leader_casualty(_pos: &mut Position, _oracle: &mut Oracle<'_>, _leader: LeaderId) -> Flow<bool> {
    todo!()
}

/// Takes a leader out of the battle.
pub fn kill_leader(_pos: &mut Position, _oracle: &mut Oracle<'_>, _leader: LeaderId, _rule: Rule) {
    todo!()
}

/// **spqr 10.16.** Recovery.
pub fn recover(_pos: &mut Position, _oracle: &mut Oracle<'_>, _unit: UnitId) -> Flow<Outcome> {
    todo!()
}

/// **spqr 10.28, 10.29, 10.33.** Rally by a leader.
pub fn rally(
    _pos: &mut Position,
    _oracle: &mut Oracle<'_>,
    _leader: LeaderId,
    _unit: UnitId,
) -> Flow<Outcome> {
    todo!()
}

/// **spqr 10.23.** The rout movement segment.
pub fn rout_movement(_pos: &mut Position, _oracle: &mut Oracle<'_>) -> Flow<()> {
    todo!()
}

/// **spqr 11.1, 8.65.** Rout points that a side has given away.
#[must_use]
pub fn rout_points(_pos: &Position, _side: Side) -> u16 {
    todo!()
}
