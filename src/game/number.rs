//! The number of the rules: a battle keeps the one it began with.

/// The number of the rules in this program, raised when a correction changes what a log leads to.
pub const RULES: u32 = 2;

/// The format of the log.
pub const FORMAT: u32 = 2;
