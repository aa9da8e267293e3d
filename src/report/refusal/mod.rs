//! Refusals in words: the rules give facts, and only here they become sentences.

mod gboh;
mod sheet;

pub use gboh::worded;
pub(crate) use sheet::{unfit, unsealed};

use tess_effects::{Game, Worded};
use tess_table::Unopened;

/// A game whose refusals can be told.
pub trait Words: Game {
    /// A refusal in words. What it needs of the position never changes in a battle.
    fn words(position: &Self::Position, refusal: &Self::Refusal) -> Worded;

    /// Why a sheet cannot begin, in words.
    fn unopened(position: &Self::Position, why: &Unopened<Self::Refusal>) -> String {
        match why {
            Unopened::Unreadable(complaints) => complaints.clone(),
            Unopened::Illegal(refusal, line) => {
                format!("line {line}: {}", Self::words(position, refusal))
            }
        }
    }
}
