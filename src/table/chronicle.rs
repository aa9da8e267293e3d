//! What a report tells: one chapter for each action.

use tess_effects::{Entry, Refusal};
use tess_ledger::{Id, Role};

/// One action and what came of it.
#[derive(Debug, Clone)]
pub struct Chapter<H> {
    /// The `orders` event.
    pub action: Id,
    /// Its place in the log.
    pub seq: u64,
    /// The last event that belongs to it so far.
    pub last: u64,
    /// Its side.
    pub side: Role,
    /// The sheet as sent.
    pub sheet: String,
    /// What came about, in order.
    pub record: Vec<Entry<H>>,
    /// How it closed.
    pub close: Close,
}

/// How an action closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Close {
    /// Carried out to its end.
    Whole,
    /// Stopped at a line of the sheet; the rest went back.
    Stopped {
        /// Line of the sheet, from 1.
        line: u32,
        /// Why.
        refusal: Refusal,
    },
    /// A condition of the sheet stopped it.
    Halted {
        /// Line of the sheet, from 1.
        line: u32,
        /// The condition.
        why: String,
    },
    /// Still going on: it waits for a link or an answer.
    Open,
    /// Sent back, void, or taken back.
    Undone(String),
}
