//! Formations are taken up, facings changed, chariots left and mounted.

mod chariots;
mod reshape;

pub use chariots::{dismount, mount, remount};
pub(crate) use reshape::fall_in_as;
pub use reshape::{form, lock, turn};
