//! Words shared by positions and expectations: units, leaders, hexes, facings, numbers.

use super::CaseError;
use super::parse::Line;
use tess_gboh::piece::{LeaderId, Side, UnitId};
use tess_gboh::setup::Setup;
use tess_hex::{Facing, Hex, Hexside};

/// Reads the words of one line from left to right.
pub(super) struct Words<'a> {
    line: &'a Line,
    next: usize,
}

/// What a line has said of a piece: what would undo an earlier word of it is an error, so that no word is
/// lost.
#[derive(Default)]
pub(super) struct Said(Vec<String>);

/// A word, and the words before it in a line that it would undo.
pub(super) type Undoing = (&'static str, &'static [&'static str]);

impl Said {
    /// Takes note of a word.
    pub(super) fn hear(&mut self, w: &Words<'_>, word: &str, undoing: &[Undoing]) -> Result<(), CaseError> {
        let word = word.to_ascii_lowercase();
        let undone = undoing.iter().find(|(name, _)| *name == word).map_or(&[][..], |(_, undone)| undone);
        if let Some(before) = self.0.iter().find(|b| **b == word || undone.contains(&b.as_str())) {
            return Err(w.error(
                format!("`{word}` undoes the `{before}` before it"),
                "write one of them, or the second in a `set` line of its own",
            ));
        }
        self.0.push(word);
        Ok(())
    }
}

impl<'a> Words<'a> {
    pub(super) fn new(line: &'a Line) -> Words<'a> {
        Words { line, next: 0 }
    }

    pub(super) fn error(&self, message: impl Into<String>, help: impl Into<String>) -> CaseError {
        CaseError::new(self.line.number, message, help)
    }

    pub(super) fn peek(&self) -> Option<&'a str> {
        self.line.words.get(self.next).map(String::as_str)
    }

    /// The words still to be read.
    pub(super) fn ahead(&self) -> &'a [String] {
        &self.line.words[self.next.min(self.line.words.len())..]
    }

    pub(super) fn next(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.next += 1;
        Some(word)
    }

    /// Takes the last word back.
    pub(super) fn back(&mut self) {
        self.next = self.next.saturating_sub(1);
    }

    /// How many words have been read, the first of the line included.
    pub(super) fn taken(&self) -> usize {
        self.next
    }

    pub(super) fn take(&mut self, word: &str) -> bool {
        let there = self.peek().is_some_and(|w| w.eq_ignore_ascii_case(word));
        if there {
            self.next += 1;
        }
        there
    }

    pub(super) fn need(&mut self, what: &str) -> Result<&'a str, CaseError> {
        self.next().ok_or_else(|| self.error(format!("{what} is missing"), "see docs/cases.md"))
    }

    pub(super) fn rest(&mut self) -> &'a [String] {
        let rest = self.ahead();
        self.next = self.line.words.len();
        rest
    }

    pub(super) fn done(&self) -> Result<(), CaseError> {
        match self.peek() {
            Some(word) => Err(self.error(format!("`{word}` is one word too many"), "see docs/cases.md")),
            None => Ok(()),
        }
    }

    pub(super) fn int<T: std::str::FromStr>(&mut self, what: &str) -> Result<T, CaseError> {
        let word = self.need(what)?;
        word.parse().map_err(|_| {
            self.error(format!("`{word}` is no number for {what}"), "write a small whole number")
        })
    }

    pub(super) fn hex(&mut self) -> Result<Hex, CaseError> {
        let word = self.need("a hex")?;
        word.parse().map_err(|e: tess_hex::HexError| self.error(e.to_string(), "write four digits"))
    }

    pub(super) fn facing(&mut self) -> Result<Facing, CaseError> {
        let word = self.need("a facing")?;
        word.parse().map_err(|()| self.error(format!("`{word}` is no facing"), "write E NE NW W SW or SE"))
    }

    pub(super) fn hexside(&mut self) -> Result<Hexside, CaseError> {
        let word = self.need("a hexside")?;
        Hexside::ALL
            .into_iter()
            .find(|s| format!("{s:?}").eq_ignore_ascii_case(word))
            .ok_or_else(|| self.error(format!("`{word}` is no hexside"), "write N NE SE S SW or NW"))
    }

    pub(super) fn unit(&mut self, set: &Setup) -> Result<UnitId, CaseError> {
        let word = self.need("a unit")?;
        set.find_unit(word).ok_or_else(|| {
            self.error(format!("there is no unit {word}"), "add a `unit` line, or correct the code")
        })
    }

    pub(super) fn leader(&mut self, set: &Setup) -> Result<LeaderId, CaseError> {
        let word = self.need("a leader")?;
        set.find_leader(word).ok_or_else(|| {
            self.error(format!("there is no leader {word}"), "add a `leader` line, or correct the code")
        })
    }

    pub(super) fn side(&mut self, set: &Setup) -> Result<Side, CaseError> {
        let word = self.need("a side")?;
        set.find_side(word).ok_or_else(|| {
            let [a, b] = &set.sides.0;
            self.error(format!("there is no side {word}"), format!("write {a} or {b}"))
        })
    }
}
