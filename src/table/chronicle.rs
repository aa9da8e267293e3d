//! What a report tells: one chapter for each action.

use tess_effects::{Game, Recorded, Worded};
use tess_ledger::{Id, Role};

/// One action and what came of it. `H` is a game's happening, `R` its refusal.
#[derive(Debug, Clone)]
pub struct Chapter<H, R> {
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
    pub record: Vec<Recorded<H>>,
    /// How it closed.
    pub close: Close<R>,
}

/// A chapter of one game.
pub type ChapterOf<G> = Chapter<<G as Game>::Happening, <G as Game>::Refusal>;

/// How an action closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Close<R> {
    /// Carried out to its end.
    Whole,
    /// Stopped at a line of the sheet; the rest went back.
    Stopped {
        /// Line of the sheet, from 1.
        line: u32,
        /// Why.
        refusal: R,
    },
    /// A condition of the sheet stopped it.
    Halted {
        /// Line of the sheet, from 1.
        line: u32,
    },
    /// Still going on: it waits for a link or an answer.
    Open,
    /// Sent back, void, or taken back.
    Undone(String),
}

impl<R> Close<R> {
    /// How it ended, with its refusal in words.
    #[must_use]
    pub fn worded(self, words: impl FnOnce(&R) -> Worded) -> Close<Worded> {
        match self {
            Close::Whole => Close::Whole,
            Close::Stopped { line, refusal } => Close::Stopped { line, refusal: words(&refusal) },
            Close::Halted { line } => Close::Halted { line },
            Close::Open => Close::Open,
            Close::Undone(why) => Close::Undone(why),
        }
    }
}
