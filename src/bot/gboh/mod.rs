//! Players of Great Battles of History.

mod plan;
pub mod random;
pub mod sensible;
