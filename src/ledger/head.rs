//! How a game and its head are shown to people, so that a cut log is noticed.

use std::fmt;
use std::sync::LazyLock;

use super::{Id, Ledger};

/// 256 short words, one for each value of a byte, in the order of the file.
static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("words.txt").lines().collect());

/// Game and head of a log as every report shows them.
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
        writeln!(f, "game {}  {}", short(&self.game), words(&self.game))?;
        write!(f, "head {}  {} (seq {})", short(&self.head), words(&self.head), self.seq)
    }
}

/// The first 16 hex digits of an id.
pub fn short(id: &Id) -> String {
    let mut text = id.to_string();
    text.truncate(16);
    text
}

/// Four words for the first four bytes of an id, joined by `-`: the word of a
/// byte is the line of that number, from 0, in `words.txt`. So they say the
/// same as the first eight of the hex digits, easier to read out.
pub fn words(id: &Id) -> String {
    let word = |byte: &u8| WORDS.get(usize::from(*byte)).copied().unwrap_or("?");
    let words: Vec<&str> = id.0[..4].iter().map(word).collect();
    words.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_256_distinct_short_words() {
        let words: std::collections::BTreeSet<&str> = WORDS.iter().copied().collect();
        assert_eq!((words.len(), WORDS.len()), (256, 256));
        let plain = |w: &&str| (3..=6).contains(&w.len()) && w.bytes().all(|b| b.is_ascii_lowercase());
        assert!(words.iter().all(plain));
    }

    #[test]
    fn a_head_fits_a_mail_and_shows_both_forms() {
        let mut id = Id([0x9f; 32]);
        id.0[..4].copy_from_slice(&[0, 1, 254, 255]);
        assert_eq!(words(&id), [WORDS[0], WORDS[1], WORDS[254], WORDS[255]].join("-"));
        let head = Head { game: id, head: id, seq: 123_456 };
        assert!(head.to_string().lines().all(|line| line.len() <= 78));
        assert!(head.to_string().starts_with("game 0001feff9f9f9f9f  "));
    }
}
