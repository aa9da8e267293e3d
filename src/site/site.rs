//! What a site shows, and how it is written.

use std::path::Path;

use super::files::Files;
use super::{SiteError, books, feed, pages};
use tess_league::tournament::Tournament;
use tess_league::{Counted, Ladder, Statutes};
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

    /// Writes what has changed since the last time. `progress` hears how many books are made of how many.
    ///
    /// # Errors
    /// When the folder cannot be written, or holds something else than a site.
    pub fn write(&self, out: &Path, progress: &mut dyn FnMut(usize, usize)) -> Result<Done, SiteError> {
        let mut files = Files::open(out)?;
        files.put("style.css", include_bytes!("style.css"))?;
        books::write(self, &mut files, progress)?;
        pages::battles::write(self, &mut files)?;
        pages::players::write(self, &mut files)?;
        pages::ladder::write(self, &mut files)?;
        pages::cups::write(self, &mut files)?;
        pages::fields::write(self, &mut files)?;
        pages::archives::write(self, &mut files)?;
        pages::front::write(self, &mut files)?;
        feed::write(self, &mut files)?;
        files.finish()?;
        Ok(Done { written: files.written, gone: files.gone })
    }

    /// A person's name with a link to his page, or a dash.
    pub(super) fn person(&self, root: &str, who: Option<usize>) -> String {
        let Some(who) = who else { return "-".to_owned() };
        let person = self.counted.persons.get(who);
        let to = format!("{root}players/{}.html", stem(&person.key));
        super::html::link(&to, &self.counted.persons.shown(who))
    }
}
