//! Commands and the course of the turn (3 to 5, 11).
//!
//! Between orders the [`stage`] says what comes next and whose decision it is. Steps that nobody decides (the next
//! leader, ties, rout movement, reload, army withdrawal, the next turn) run at the end of the order that made them
//! due, inside the same action, and may throw dice and ask questions of their own.
//!
//! A battle opens at the first decision that is certain without a die: the elite initiative of the only elite
//! commander, or the activation of the lowest leader. Where a die comes first (both commanders are elite, or the
//! lowest initiative is found on both sides) the stage is [`stage::Stage::TurnStart`], and the first side sends the
//! single order `begin`, whose dice decide.
//!
//! An orders phase ends with `resolve` (shock; then `momentum` or `finish`), or at once with `momentum` or `finish`,
//! which resolve shock first.

pub mod activation;
pub mod authority;
pub mod contingent;
mod duty;
mod elephant_leaders;
mod extension;
mod faith;
mod individual;
pub mod legal;
mod line;
mod line_order;
mod line_range;
pub mod marker;
mod momentum;
mod obey;
mod patch;
mod phase;
pub mod reach;
pub mod stage;
#[cfg(test)]
mod tests;
pub mod told;
mod trump;
mod turn;
mod uncontrolled;

pub use duty::{Due, due, duty};
pub use extension::can_slide;
pub use individual::{may_order, orders_left, price};
pub use legal::{Legal, legal};
pub use line::{is_rigid, members, part_of, parts};
pub use line_order::{Licence, may_begin};
pub use momentum::may_try as may_try_momentum;
pub use obey::obey;
pub use phase::{is_pinned, stands_in_zoc};
pub use reach::{in_range, leader_in_range, reaches};
pub use trump::{counters, may_trump, percent};
pub use turn::{may_have_elite, strategy, verdict};

use super::piece::{LeaderId, UnitId};
use super::position::Position;

/// **spqr 4.35, 4.5.** May this leader command this unit in principle, wherever they stand?
#[must_use]
pub fn may_command(pos: &Position, leader: LeaderId, unit: UnitId) -> bool {
    authority::may_command(pos, leader, unit).is_ok()
}

/// The stage at which a battle opens, as far as no die decides it.
pub fn open(pos: &mut Position) {
    turn::open(pos);
}
