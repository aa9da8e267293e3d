//! Light troops: harassment (8.3), Greeks who run after those who harass them, and missiles that run out and
//! are had again (8.17, 8.18).

pub(crate) mod harass;
pub(crate) mod impetuous;
pub(crate) mod supply;

pub use harass::{Approach, carry_out_harass, may_harass};
pub use supply::{empty_after_shock, in_danger, reload};
