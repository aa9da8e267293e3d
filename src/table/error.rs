//! Where a log and the rules disagree.

use thiserror::Error;

/// A log that the rules do not bear out. Each names the event.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TableError {
    /// Two machines differ.
    #[error(
        "event {seq}: the author's state {claimed} is not the state the rules give, {found}; \
         this is the first event where the two machines differ"
    )]
    State {
        /// The event.
        seq: u64,
        /// What its author computed.
        claimed: String,
        /// What this program computes.
        found: String,
    },
    /// An event that was not its author's to write now.
    #[error("event {seq}: {message}")]
    OutOfTurn {
        /// The event.
        seq: u64,
        /// What was due instead.
        message: String,
    },
    /// The dice claimed are not the dice the rules threw.
    #[error("event {seq}: {message}")]
    Dice {
        /// The event.
        seq: u64,
        /// What differs.
        message: String,
    },
}

impl TableError {
    pub(super) fn turn(seq: u64, message: impl Into<String>) -> TableError {
        TableError::OutOfTurn { seq, message: message.into() }
    }

    pub(super) fn dice(seq: u64, message: impl Into<String>) -> TableError {
        TableError::Dice { seq, message: message.into() }
    }
}
