//! Commands and the course of the turn (3 to 5, 11).
//!
//! Between orders the [`stage`](crate::stage) says what comes next and whose decision it is. Steps that
//! nobody decides (the next leader, ties, rout movement, reload, army withdrawal, the next turn) run at the
//! end of the order that made them due, inside the same action, and may throw dice and ask questions of
//! their own.
//!
//! A battle opens at the first decision that is certain without a die: the elite initiative of the only
//! elite commander, or the activation of the lowest leader. Where a die comes first (both commanders are
//! elite, or the lowest initiative is found on both sides) the stage is
//! [`TurnStart`](crate::stage::Stage::TurnStart), and the first side sends the single order `begin`, whose
//! dice decide.
//!
//! An orders phase ends with `resolve` (shock; then `momentum` or `finish`), or at once with `momentum` or
//! `finish`, which resolve shock first.

pub mod activation;
pub mod champion;
pub mod commander;
pub mod contingent;
pub(crate) mod elephant_leaders;
pub(crate) mod extension;
pub(crate) mod faith;
pub(crate) mod individual;
pub(crate) mod lay_markers;
pub(crate) mod line_order;
pub(crate) mod momentum;
pub(crate) mod phase;
pub(crate) mod rally;
pub(crate) mod rout_segment;
pub(crate) mod succession;
#[cfg(test)]
mod tests;
pub(crate) mod trump;
pub(crate) mod turn;
pub(crate) mod uncontrolled;

pub use individual::{may_order, name_of, orders_left, price};
pub use line_order::{Licence, may_begin};
pub use momentum::may_try as may_try_momentum;
pub use rally::{may_rally, may_recover, rally, recover};
pub use rout_segment::rout_movement;
pub use trump::{counters, may_trump, percent};
pub use turn::{may_have_elite, strategy, verdict};
