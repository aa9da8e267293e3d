//! How a game and its head are shown to people, so that a cut log is noticed.

use std::fmt;

use super::short::{short, words};
use super::{Id, Ledger};

/// Game and head of a log as every report shows them. The game is shown without words: four of them say too
/// little to be compared by players who trust nobody between them ([`crate::game_word`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// The game.
    pub game: Id,
    /// The last event.
    pub head: Id,
    /// Its place.
    pub seq: u64,
}

impl Ledger {
    /// Game and head, to be shown.
    pub fn shown_head(&self) -> Head {
        Head { game: self.game(), head: self.head(), seq: self.next_seq() - 1 }
    }
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game {}", short(&self.game))?;
        write!(f, "head {}  {} (seq {})", short(&self.head), words(&self.head), self.seq)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_fits_a_mail_and_shows_both_forms_of_the_head() {
        let mut id = Id([0x9f; 32]);
        id.0[..4].copy_from_slice(&[0, 1, 254, 255]);
        let head = Head { game: id, head: id, seq: 123_456 };
        assert!(head.to_string().lines().all(|line| line.len() <= 78));
        assert!(head.to_string().contains(&format!("head 0001feff9f9f9f9f  {} (seq 123456)", words(&id))));
    }
}
