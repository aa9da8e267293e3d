//! Refusals in words: the rules give facts, and only here they become sentences.

mod gboh;
mod sheet;

pub use gboh::worded;
pub(crate) use sheet::{unfit, unsealed};

use tess_effects::{Game, Worded};
use tess_ledger::Ended;
use tess_table::{Unopened, Wording};

/// A game whose refusals can be told.
pub trait Words: Game {
    /// A refusal in words. What it needs of the position never changes in a battle.
    fn words(position: &Self::Position, refusal: &Self::Refusal) -> Worded;

    /// What this side has to decide now, with what may be written.
    fn task(position: &Self::Position, side: &str) -> String;

    /// Why a battle that was fought out is over.
    fn end(position: &Self::Position) -> String;

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

/// The words for what a table says of this position.
pub struct Told<'p, G: Words>(pub &'p G::Position);

impl<G: Words> Wording<G::Refusal> for Told<'_, G> {
    fn refusal(&self, refusal: &G::Refusal) -> Worded {
        G::words(self.0, refusal)
    }

    fn task(&self, side: &str) -> String {
        G::task(self.0, side)
    }

    fn end(&self, ended: Option<&Ended>) -> String {
        match ended {
            None => G::end(self.0),
            Some(Ended::Resigned(role)) => format!("{role} resigned"),
            Some(Ended::Drawn) => "both sides agreed on a draw".to_owned(),
            Some(Ended::Forfeited(role)) => format!("{role} let a deadline pass"),
            Some(Ended::ChainsLost(role)) => format!("{role} lost a second chain"),
        }
    }
}
