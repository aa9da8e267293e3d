//! One battle: carries a verified log through the rules, and says whose decision it is.
//!
//! The state is always and only a replay of the log. [`Table::follow`] takes over what is new in a
//! [`Ledger`](tess_ledger::Ledger); an action that waits for a link or an answer is kept as text and run
//! again from its start when the next event has come. Knows which game it plays through
//! [`Game`](tess_effects::Game) only; knows no mail and no files.

#![deny(clippy::float_arithmetic)]

mod chronicle;
mod claims;
mod error;
mod run;
mod seat;
mod silence;
mod wait;

pub use chronicle::{Chapter, ChapterOf, Close};
pub use error::TableError;
pub use run::{Halt, Run, Unopened, comes_through, opens, perform, perform_by, rehearse_with};
pub use seat::{Table, hidden_of};
pub use silence::Silence;
pub use wait::{End, Over, Task, Unworded, Wait, Wording};

#[cfg(test)]
mod tests;
