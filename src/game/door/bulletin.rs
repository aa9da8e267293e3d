//! What a report is made of.

use chrono::{DateTime, Utc};

use tess_effects::{Game, Seal};
use tess_ledger::{Ledger, Role};
use tess_table::{Chapter, Wait};

/// What a report is asked for.
pub struct Telling<'a> {
    /// The log.
    pub ledger: &'a Ledger,
    /// What comes next.
    pub wait: &'a Wait,
    /// For whom.
    pub reader: &'a Role,
    /// The first event that is told of.
    pub since: u64,
    /// When the decision in hand is due, RFC 3339; `None` without deadlines.
    pub due: Option<String>,
    /// Things that the reader should know about mail and log, a line each.
    pub notices: &'a [String],
    /// Every happening in a sentence of its own, every question with its answer.
    pub full: bool,
    /// Whose sealed choices the reader may see, and what they are.
    pub confided: Option<(&'a str, &'a dyn Fn(Seal) -> Option<String>)>,
}

/// What a report of one game is made of.
pub struct Bulletin<'a, G: Game> {
    /// The log.
    pub ledger: &'a Ledger,
    /// The field as it stands, an interrupted action as far as it has got included.
    pub position: &'a G::Position,
    /// What has happened since the last report, the action in hand last.
    pub chapters: &'a [Chapter<G::Happening, G::Refusal>],
    /// What comes next.
    pub wait: &'a Wait,
    /// For whom.
    pub reader: &'a Role,
    /// When the decision in hand is due, RFC 3339; `None` without deadlines.
    pub due: Option<String>,
    /// Things that the reader should know about mail and log, a line each.
    pub notices: &'a [String],
    /// Every happening in a sentence of its own, every question with its answer.
    pub full: bool,
}

impl<G: Game> Bulletin<'_, G> {
    /// How many links each side has left.
    #[must_use]
    pub fn links(&self) -> Vec<(Role, u32)> {
        self.ledger.players().iter().map(|p| (p.role.clone(), p.chain.left())).collect()
    }

    /// When the decision in hand is due.
    #[must_use]
    pub fn deadline(&self) -> Option<DateTime<Utc>> {
        let due = DateTime::parse_from_rfc3339(self.due.as_deref()?).ok()?;
        Some(due.with_timezone(&Utc))
    }
}
