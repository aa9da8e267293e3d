//! What is printed on map and counters, and never changes: ground, units, leaders.

pub mod field;
pub mod known;
pub mod piece;
