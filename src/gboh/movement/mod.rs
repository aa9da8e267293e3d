//! Movement, facing, zones, stacking, withdrawal (6, 7, 4.71 to 4.72, 9.15, 9.16).

pub mod told;

use super::Oracle;
use super::order::{LeaderMove, Move};
use super::piece::UnitId;
use super::position::{Hexes, Position};
use crate::effects::{Flow, Outcome};
use crate::hex::{Facing, Hex};

/// Carries out a unit's (or stack's) move with everything that interrupts it. The command chapter has already
/// checked that the unit may be ordered. Sets `done.moved`, shock marks (through `shock::mark_moved`), and in a line
/// command notes entries into enemy zones in the line in progress instead of firing at once (8.21).
pub fn carry_out_move(_pos: &mut Position, _oracle: &mut Oracle<'_>, _order: &Move) -> Flow<Outcome> {
    todo!()
}

/// A leader's own move (4.71, 6.14, 6.15).
pub fn move_leader(_pos: &mut Position, _oracle: &mut Oracle<'_>, _order: &LeaderMove) -> Flow<Outcome> {
    todo!()
}

/// Everything the enemies of `mover` may do once it stands where it stands now, having come from `from`: reaction
/// facing (7.15, 7.16), entry fire (8.21, through `missile::entry_fire`), leaders' withdrawal (4.72). `in_movement` is
/// false for advances and pursuit: then nobody withdraws in order (8.55) and cavalry beside elephants too stays.
pub fn came_adjacent(
    _pos: &mut Position,
    _oracle: &mut Oracle<'_>,
    _mover: UnitId,
    _from: Hexes,
    _in_movement: bool,
) -> Flow<()> {
    todo!()
}

/// **spqr 6.51 to 6.56.** Offers orderly withdrawal to every unit that the mover at two hexes entitles. For a rampaging
/// elephant units of both sides are offered it.
pub fn offer_withdrawals(
    _pos: &mut Position,
    _oracle: &mut Oracle<'_>,
    _mover: UnitId,
    _rampaging: bool,
) -> Flow<()> {
    todo!()
}

/// **spqr 4.72.** Leaders of the other side next to `enemy` withdraw, stay, or are lost.
pub fn leaders_withdraw(_pos: &mut Position, _oracle: &mut Oracle<'_>, _enemy: UnitId) -> Flow<()> {
    todo!()
}

/// **spqr 8.51 to 8.53.** Moves a unit (with stack partner and leaders when `stack`) into hexes vacated by combat or in
/// pursuit: no points, all cohesion hits of the ground, stacking and wheel; offers nothing. Returns hits taken.
pub fn advance_into(
    _pos: &mut Position,
    _oracle: &mut Oracle<'_>,
    _unit: UnitId,
    _to: Hex,
    _facing: Facing,
    _stack: bool,
) -> Flow<u8> {
    todo!()
}

/// STUB
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reach {
    pub hex: Hex,
    pub facing: Facing,
    pub mp: u8,
    pub hits: u8,
    pub steps: Vec<super::order::Step>,
}
pub fn reachable(_pos: &Position, _unit: UnitId) -> Vec<Reach> {
    todo!()
}
