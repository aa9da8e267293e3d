//! Shock combat (7.3, 8.4 to 8.6, 9.11, 9.23, 9.32, 9.4, 10.13, 10.15).
//!
//! Marks are made while units move ([`mark_moved`](crate::movement::mark_moved)), combats are put together
//! by orders ([`combine`]), and [`resolve`] carries them all through the steps of 8.42, each step for all
//! combats before the next.

pub(crate) mod advance;
pub(crate) mod aftermath;
pub(crate) mod auto;
pub(crate) mod breakthrough;
pub(crate) mod charge;
pub(crate) mod clash;
pub(crate) mod collapse;
pub(crate) mod combine;
pub(crate) mod distribute;
pub(crate) mod doom;
pub(crate) mod engaged;
pub mod factors;
pub(crate) mod fight;
pub(crate) mod formed;
pub(crate) mod leaders;
pub(crate) mod pass_thru;
pub(crate) mod phalanx;
pub(crate) mod pursuit;
pub(crate) mod regroup;
pub(crate) mod resolve;
pub(crate) mod returning;
pub(crate) mod ride;
pub mod shifts;
pub mod size;
pub(crate) mod struggle;
pub mod superiority;
pub(crate) mod swords;
#[cfg(test)]
mod tests;

pub use combine::combine;
pub use regroup::regroup;
pub use resolve::{candidates, resolve, strike};
pub use returning::come_back;
