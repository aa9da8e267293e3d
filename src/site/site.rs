//! What a site shows.

use tess_league::tournament::Tournament;
use tess_league::{Counted, Ladder, Outcome, Shown, Statutes};
use tess_scenario::Library;

/// What is shown.
pub struct Site<'a> {
    /// The league's file.
    pub statutes: &'a Statutes,
    /// Everybody and every battle.
    pub counted: &'a Counted,
    /// The ratings.
    pub ladder: &'a Ladder,
    /// Tournaments.
    pub cups: &'a [Cup],
    /// The scenarios.
    pub library: &'a Library,
    /// Where the site will stand, such as `https://example.org/league/`, for feeds.
    pub url: Option<&'a str>,
}

/// A tournament with its file as it stands.
#[derive(Debug)]
pub struct Cup {
    /// What was replayed.
    pub tournament: Tournament,
    /// The lines.
    pub lines: Vec<u8>,
}

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Done {
    /// Files that were written.
    pub written: usize,
    /// Files that have gone.
    pub gone: usize,
}

/// Hex digits in the name of a page: nobody makes two keys or games that begin alike in so many.
const DIGITS: usize = 20;

/// The first digits of a key or a game, for the name of a page.
pub(super) fn stem(hex: &str) -> &str {
    hex.get(..DIGITS).unwrap_or(hex)
}

impl Site<'_> {
    /// The name of the site.
    pub(super) fn name(&self) -> &str {
        if self.statutes.name.is_empty() { "Battles" } else { &self.statutes.name }
    }

    /// A person's name with a link to his page, or a dash.
    pub(super) fn person(&self, root: &str, who: Option<usize>) -> String {
        let Some(who) = who else { return "-".to_owned() };
        let person = self.counted.persons.get(who);
        let to = format!("{root}players/{}.html", stem(&person.key));
        super::html::link(&to, &self.counted.persons.shown(who))
    }

    /// Who won, in half a line of plain words.
    pub(super) fn summary(&self, shown: &Shown) -> String {
        let name =
            |side: usize| shown.who[side].map_or("nobody".to_owned(), |who| self.counted.persons.shown(who));
        match &shown.sound.record.outcome {
            Outcome::Open { .. } => format!("{} against {}, not over", name(0), name(1)),
            Outcome::Over { winner: None, .. } => format!("{} and {} part in a draw", name(0), name(1)),
            Outcome::Over { winner: Some(side), how, .. } => {
                format!("{} beats {} {}", name(*side), name(1 - side), how.word())
            }
        }
    }
}
