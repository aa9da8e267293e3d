//! Movement, facing, zones, stacking, withdrawal (6, 7, 4.71 to 4.72, 9.15, 9.16).
//!
//! `march` and `step` are the rules of one step as plain values, without effects; `preview` and `finder` play them through beforehand, `go` carries
//! them out with everything that interrupts a move. Nobody here knows who may be ordered to move: that is the command chapter's.

mod advance;
mod approach;
mod bar;
mod chariots;
mod column;
mod cost;
mod dismount;
mod drift;
mod elephants;
mod extend;
mod facts;
mod faith;
mod feigned;
mod finder;
mod flight;
mod go;
mod goal;
mod inertia;
mod leaders;
mod leaving;
mod march;
mod moved_again;
mod near;
mod phalanx;
mod plain;
mod prearranged;
mod preview;
mod reaction;
mod retreat;
mod road;
mod rough;
mod shapes;
mod square;
mod stacking;
mod step;
mod straight;
mod triarii;
mod wedge;
mod withdraw;
mod withdraw_line;

pub mod told;

#[cfg(test)]
mod tests;

pub use feigned::{feign_after_harassing, is_out_of_hand};
pub use finder::{Reach, reachable, reachable_as};
pub use go::near;
pub use leaders::leader_reachable;
pub use preview::{Preview, goes_all_the_way, preview};
pub use shapes::shapes;
pub use triarii::triarii_held;
pub use wedge::forms_for_charge;

use super::Oracle;
use super::order::{LeaderMove, Move};
use super::piece::{LeaderId, UnitId};
use super::position::{Hexes, Position};
use crate::{Flow, Outcome};
use tess_hex::{Facing, Hex};

/// Carries out a unit's (or stack's) move with everything that interrupts it. The command chapter has already
/// checked that the unit may be ordered. Sets `done.moved`, shock marks (through `shock::mark_moved`), and in a line
/// command notes entries into enemy zones in the line in progress instead of firing at once (8.21).
///
/// # Errors
/// `Stop::Refused` when the order is illegal, before any die or question; `Stop::Dice` and `Stop::Ask` when it has to wait.
pub fn carry_out_move(pos: &mut Position, oracle: &mut Oracle<'_>, order: &Move) -> Flow<Outcome> {
    go::carry_out(pos, oracle, order)
}

/// A leader's own move (4.71, 6.14, 6.15).
///
/// # Errors
/// `Stop::Refused` when it is illegal.
pub fn move_leader(pos: &mut Position, oracle: &mut Oracle<'_>, order: &LeaderMove) -> Flow<Outcome> {
    leaders::carry_out(pos, oracle, order)
}

/// Everything the enemies of `mover` may do once it stands where it stands now, having come from `from`: reaction
/// facing (7.15, 7.16), entry fire (8.21, through `missile::entry_fire`), leaders' withdrawal (4.72). `in_movement` is
/// false for advances and pursuit: then nobody withdraws in order (8.55) and cavalry beside elephants too stays.
///
/// # Errors
/// As the oracle's.
pub fn came_adjacent(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    mover: UnitId,
    from: Hexes,
    in_movement: bool,
) -> Flow<()> {
    let coming =
        if in_movement { reaction::Coming::Move { shock: false } } else { reaction::Coming::Advance };
    reaction::arrive(pos, oracle, mover, from, coming).map(drop)
}

/// **spqr 7.23.** May a unit that stands in an enemy zone of control leave it?
#[must_use]
pub fn may_leave_zone(pos: &Position, unit: UnitId) -> bool {
    leaving::may_leave(pos, unit)
}

/// **spqr 6.51 to 6.56.** Offers orderly withdrawal to every unit that the mover at two hexes entitles. For a rampaging
/// elephant units of both sides are offered it.
///
/// # Errors
/// As the oracle's.
pub fn offer_withdrawals(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    mover: UnitId,
    rampaging: bool,
) -> Flow<()> {
    withdraw::offer(pos, oracle, mover, None, rampaging).map(drop)
}

/// **alexander 5.33.** A crisis of faith: who stands near the leader withdraws, and he does.
///
/// # Errors
/// As the oracle's.
pub fn lose_faith(pos: &mut Position, oracle: &mut Oracle<'_>, leader: LeaderId) -> Flow<()> {
    faith::lose(pos, oracle, leader)
}

/// **spqr 4.72.** Leaders of the other side next to `enemy` withdraw, stay, or are lost.
///
/// # Errors
/// As the oracle's.
pub fn leaders_withdraw(pos: &mut Position, oracle: &mut Oracle<'_>, enemy: UnitId) -> Flow<()> {
    leaders::withdraw_from(pos, oracle, enemy)
}

/// **spqr 4.72, 10.22.** The same along the way of a unit that routs: it comes next to leaders in each of these places. Where
/// nobody stands it is put, so that the map is right when somebody is asked.
///
/// # Errors
/// As the oracle's.
pub fn leaders_withdraw_along(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    enemy: UnitId,
    way: &[Hexes],
    facing: Facing,
) -> Flow<()> {
    if !leaders::any_along(pos, enemy, way) {
        return Ok(());
    }
    let mut stayed = Vec::new();
    for &place in way {
        if leaders::beside(pos, enemy, place).next().is_none() {
            continue;
        }
        let free = place.iter().all(|h| pos.stack(h).units().all(|u| u == enemy));
        if let Some(left) = place.left.filter(|_| free) {
            pos.put(enemy, left, facing);
        }
        leaders::withdraw_at(pos, oracle, enemy, place, &mut stayed)?;
    }
    Ok(())
}

/// **spqr 9.14, 4.72.** Where a leader gets away to from an enemy who would come into his hex: the farthest hex open to him, best
/// with friends.
#[must_use]
pub fn leader_refuge(pos: &Position, leader: LeaderId, enemy: UnitId) -> Option<Hex> {
    leaders::refuge(pos, leader, enemy)
}

/// **spqr 4.72.** The same for one leader who finds an enemy beside him when a shock is over.
///
/// # Errors
/// As the oracle's.
pub fn leader_withdraws(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    leader: LeaderId,
    enemy: UnitId,
) -> Flow<()> {
    leaders::withdraw_after_shock(pos, oracle, leader, enemy)
}

/// **spqr 8.51 to 8.53.** Moves a unit (with stack partner and leaders when `stack`) into hexes vacated by combat or in
/// pursuit: no points, all cohesion hits of the ground, stacking and wheel; offers nothing. Returns hits taken.
///
/// # Errors
/// As the oracle's.
pub fn advance_into(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    to: Hex,
    facing: Facing,
    stack: bool,
) -> Flow<u8> {
    advance::into(pos, oracle, unit, to, facing, stack)
}
