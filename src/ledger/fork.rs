//! Two valid signatures of one role for one place: a proof of foul play.

use super::short::short;
use super::{Id, Key, Role};

/// A proof that one role signed two different events for the same place of the same game. It convinces
/// anybody, offline: it holds the log up to that place, by which the key there is the role's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fork {
    /// The game.
    pub game: Id,
    /// The place.
    pub seq: u64,
    /// Who signed twice.
    pub role: Role,
    /// The key that both are signed with.
    pub key: Key,
    pub(super) ids: (Id, Id),
    /// What proves it, as a text file.
    pub(super) proof: String,
}

impl Fork {
    /// The two ids.
    pub fn ids(&self) -> (Id, Id) {
        self.ids
    }

    /// The proof as a text file: a title, the log before the place, and the two lines, all as in an archive.
    pub fn export(&self) -> String {
        self.proof.clone()
    }
}

impl std::fmt::Display for Fork {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (one, two) = self.ids;
        writeln!(f, "{} has signed two events for seq {}", self.role, self.seq)?;
        writeln!(f, "  game {}", short(&self.game))?;
        write!(f, "  {} and {}", short(&one), short(&two))
    }
}
