//! What a report is made of.

use chrono::{DateTime, Utc};

use tess_effects::{Game, Seal};
use tess_ledger::{Ledger, Role};
use tess_report::Style;
use tess_table::{ChapterOf, Wait};

/// A side, and what its seals hide as far as is known.
pub type Confided<'a> = (&'a str, &'a dyn Fn(Seal) -> Option<String>);

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
    /// How it speaks, and how much it says again of what its reader has had before.
    pub style: Style,
    /// Whose sealed choices the reader may see, and what they are.
    pub confided: Option<Confided<'a>>,
}

/// What a report of one game is made of.
pub struct Bulletin<'a, G: Game> {
    /// The log.
    pub ledger: &'a Ledger,
    /// The field as it stands, an interrupted action as far as it has got included.
    pub position: &'a G::Position,
    /// What has happened since the last report, the action in hand last.
    pub chapters: &'a [ChapterOf<G>],
    /// What comes next.
    pub wait: &'a Wait,
    /// For whom.
    pub reader: &'a Role,
    /// When the decision in hand is due, RFC 3339; `None` without deadlines.
    pub due: Option<String>,
    /// Things that the reader should know about mail and log, a line each.
    pub notices: &'a [String],
    /// How it speaks, and how much it says again of what its reader has had before.
    pub style: Style,
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
