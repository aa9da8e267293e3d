//! What a steward needs of a game beyond what the table needs.

use crate::effects::{Game, Question};
use crate::ledger::{Genesis, Ledger, Role};
use crate::scenario::Library;
use crate::table::{Chapter, Wait};

use super::StewardError;

/// A game that can be set up from a genesis and reported in words.
pub trait Staged: Game {
    /// The position in which a battle begins, with files checked against the genesis by their hashes.
    ///
    /// # Errors
    /// When a file is missing or differs, or an option is unknown.
    fn set_up(genesis: &Genesis, library: &Library) -> Result<Self::Position, StewardError>;

    /// The report for a mail.
    fn report(bulletin: &Bulletin<'_, Self>) -> String
    where
        Self: Sized;

    /// What standing orders answer to a question: the key of one of its choices, or nothing.
    ///
    /// # Errors
    /// When the standing orders cannot be read; the text says where.
    fn standing_answer(
        position: &Self::Position,
        orders: &str,
        question: &Question,
    ) -> Result<Option<String>, String>;
}

/// What a report is made of.
pub struct Bulletin<'a, G: Game> {
    /// The log.
    pub ledger: &'a Ledger,
    /// The field as it stands, an interrupted action as far as it has got included.
    pub position: &'a G::Position,
    /// What has happened since the last report, the action in hand last.
    pub chapters: &'a [Chapter<G::Happening>],
    /// What comes next.
    pub wait: &'a Wait,
    /// For whom.
    pub reader: &'a Role,
    /// When the decision in hand is due, RFC 3339; `None` without deadlines.
    pub due: Option<String>,
    /// Things that the reader should know about mail and log, a line each.
    pub notices: &'a [String],
}
