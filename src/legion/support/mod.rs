//! Light infantry with other units, and stands that come back to theirs.
//!
//! Light infantry that is attached has no place of its own: it stands at the flanks and behind the unit
//! that it is with, wherever and however that stands. So it goes along with every move, wheel, change of
//! formation, retreat, flight and pursuit.

mod attach;
mod merge;
mod release;

pub use crate::state::Wings;
pub use attach::{attach, way_to};
pub use merge::merge;
pub use release::release;
