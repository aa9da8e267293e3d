//! Missile fire, reaction fire, supply, sight (8.1 to 8.3, 9.12, 9.13).

pub mod told;

use super::Oracle;
use super::order::{Fire, Target};
use super::piece::UnitId;
use super::position::{Hexes, Position};
use crate::effects::{Flow, Outcome, Refusal};
use crate::hex::Hex;

/// A fire order without movement (5.22[2], 8.11), return fire included (8.23). Sets `done.fired`.
pub fn carry_out_fire(_pos: &mut Position, _oracle: &mut Oracle<'_>, _fire: &Fire) -> Flow<Outcome> {
    todo!()
}

/// Fire in the course of a move (8.11): the mover must have come closer to the target just before.
pub fn fire_while_moving(
    _pos: &mut Position,
    _oracle: &mut Oracle<'_>,
    _fire: &Fire,
    _came_closer: bool,
) -> Flow<()> {
    todo!()
}

/// Could this unit fire at this target now (range, arc, sight, supply, mode)? The reason if not.
pub fn may_fire(_pos: &Position, _unit: UnitId, _target: Target) -> Result<(), Refusal> {
    todo!()
}

/// **spqr 8.21.** The enemies of `mover` whose zone it stands in now fire, each by its player's choice.
pub fn entry_fire(_pos: &mut Position, _oracle: &mut Oracle<'_>, _mover: UnitId) -> Flow<()> {
    todo!()
}

/// **spqr 8.21 exception.** Entry fire after a whole line has moved: each firer chooses one of these.
pub fn entry_fire_at_line(_pos: &mut Position, _oracle: &mut Oracle<'_>, _movers: &[UnitId]) -> Flow<()> {
    todo!()
}

/// **spqr 8.22.** `mover` is about to leave the zones it stands in at `from` for `to`: those fire at range 2.
pub fn retire_fire(
    _pos: &mut Position,
    _oracle: &mut Oracle<'_>,
    _mover: UnitId,
    _from: Hexes,
    _to: Hexes,
) -> Flow<()> {
    todo!()
}

/// **spqr 8.17.** Javelin-armed infantry has no missiles left after shock.
pub fn empty_after_shock(_pos: &mut Position, _oracle: &mut Oracle<'_>, _unit: UnitId) {
    todo!()
}

/// **spqr 8.18, 10.16, 10.28.** Is the unit within range and sight of an enemy unit that has missiles?
#[must_use]
pub fn in_danger(_pos: &Position, _unit: UnitId, _harassment: bool) -> bool {
    todo!()
}

/// **spqr 4.33, 8.14.** Does a leader see this hex for a line command (elephants do not block)?
#[must_use]
pub fn leader_sees(_pos: &Position, _from: Hex, _to: Hex) -> bool {
    todo!()
}

/// **spqr 8.18.** The reload segment.
pub fn reload(_pos: &mut Position, _oracle: &mut Oracle<'_>) {
    todo!()
}
