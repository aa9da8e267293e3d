//! Hits, losses, and what the men make of them.

mod broken;
mod harm;
mod test;
pub mod told;

pub(crate) use broken::homeward;
pub use broken::{break_unit, destroy};
pub use harm::{Aim, aimed, can_be_disordered, disengage, disorder, settle, shoot_at, stands, take_hits};
pub(crate) use harm::{StandRef, lose_stand};
pub use test::{Cause, Part, break_value, test, value};
