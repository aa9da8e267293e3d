//! An army's front: left, centre and right of it, and where on it things happened.

pub mod field;
pub mod wing;

pub use field::{Front, Whereabouts};
pub use wing::Wing;
