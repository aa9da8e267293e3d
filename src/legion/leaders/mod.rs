//! Leaders among their men: what they add, and what may happen to them.

mod fate;
mod lone;
mod luck;
mod ride;

pub use crate::questions::posts::{base_at, with};
pub(crate) use fate::next_turn;
pub use fate::{after_combat, casualty, ridden_down, shot_at};
pub(crate) use lone::{by_themselves, may_stand, take_post};
pub(crate) use ride::stay_behind;
pub use ride::{join, part, ride};
