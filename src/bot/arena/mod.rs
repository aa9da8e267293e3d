//! Where commanders fight: over a signed log, or over the bare rules; and who can be had for it.

pub mod bout;
pub mod duel;
pub mod hire;
pub mod level;
