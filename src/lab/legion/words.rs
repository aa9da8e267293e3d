//! Words of positions and expectations on an open table: places, measures, headings, pieces.

use super::super::CaseError;
use super::super::place::Words;
use tess_legion::formation::Formation;
use tess_legion::measure::{Heading, Length, Point};
use tess_legion::{CommandId, Position, Setup, UnitId};

impl Words<'_> {
    /// `3.5`.
    pub(super) fn length(&mut self, what: &str) -> Result<Length, CaseError> {
        let word = self.need(what)?;
        Length::parse(word).ok_or_else(|| {
            self.error(format!("`{word}` is no measure for {what}"), "write inches such as 4 or 3.5")
        })
    }

    /// `12,8.5`: inches from the west and from the south edge.
    pub(super) fn point(&mut self) -> Result<Point, CaseError> {
        let word = self.need("a place")?;
        point(word).ok_or_else(|| {
            self.error(
                format!("`{word}` is no place"),
                "write inches from the west and the south edge, such as 12,8.5",
            )
        })
    }

    /// Is the next word a place?
    pub(super) fn is_point(&self) -> bool {
        self.peek().is_some_and(|word| point(word).is_some())
    }

    /// `north` or `22.5`.
    pub(super) fn heading(&mut self) -> Result<Heading, CaseError> {
        let word = self.need("a facing")?;
        Heading::parse(word).ok_or_else(|| {
            self.error(format!("`{word}` is no facing"), "write north, ne, ... or degrees such as 22.5")
        })
    }

    /// `line`, `files 3`.
    pub(super) fn formation(&mut self) -> Result<Formation, CaseError> {
        let word = self.need("a formation")?;
        if word.eq_ignore_ascii_case("files") {
            return Ok(Formation::Files(self.int("the files")?));
        }
        formation(word).ok_or_else(|| {
            let help = "write line, double, column, files 3, quincunx, orbis or testudo";
            self.error(format!("`{word}` is no formation"), help)
        })
    }

    /// A unit by its code.
    pub(super) fn unit_on(&mut self, pos: &Position) -> Result<UnitId, CaseError> {
        let word = self.need("a unit")?;
        pos.find_unit(word).ok_or_else(|| {
            self.error(format!("there is no unit {word}"), "add a `unit` line, or correct the code")
        })
    }

    /// A Command by its code or its leader's.
    pub(super) fn command_of(&mut self, set: &Setup) -> Result<CommandId, CaseError> {
        let word = self.need("a Command")?;
        set.find_command(word).or_else(|| set.find_leader(word)).ok_or_else(|| {
            self.error(format!("there is no Command {word}"), "add a `command` line, or correct the code")
        })
    }

    /// One of some words.
    pub(super) fn one_of<T: Copy>(&mut self, what: &str, words: &[(&str, T)]) -> Result<T, CaseError> {
        let word = self.need(what)?;
        match words.iter().find(|(w, _)| w.eq_ignore_ascii_case(word)) {
            Some(&(_, meaning)) => Ok(meaning),
            None => {
                let known: Vec<&str> = words.iter().map(|(w, _)| *w).collect();
                Err(self.error(format!("`{word}` is not {what}"), format!("write {}", known.join(", "))))
            }
        }
    }
}

/// A formation that is one word.
pub(super) fn formation(word: &str) -> Option<Formation> {
    Formation::PLAIN.into_iter().find(|f| f.word().eq_ignore_ascii_case(word))
}

fn point(word: &str) -> Option<Point> {
    let (x, y) = word.split_once(',')?;
    Some(Point { x: Length::parse(x)?.0, y: Length::parse(y)?.0 })
}
