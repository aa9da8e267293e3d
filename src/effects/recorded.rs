//! What a run of the rules leaves behind for the report.

use super::{Question, Rolled};

/// One line of the record, in the order in which it came about. `H` is a game's happening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recorded<H> {
    /// A die was thrown.
    Rolled(Rolled),
    /// A player decided; the key is the choice he took.
    Decided(Box<Question>, String),
    /// Something happened on the field.
    Happened(H),
}
