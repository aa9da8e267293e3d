//! How hard a commander of the program's own is to beat.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::hire::{Commander, hire_as};
use tess_game::{Agent, AnyPosition};
use tess_scenario::Family;

/// How hard a commander is to beat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Level {
    /// For a first battle: he knows what to do and often does something else.
    Easy,
    /// Fights sensibly.
    #[default]
    Normal,
    /// The best that there is.
    Hard,
}

/// A word that is no level.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no level {0}; say easy, normal or hard")]
pub struct NoLevel(String);

impl Level {
    /// All of them, the easiest first.
    pub const ALL: [Level; 3] = [Level::Easy, Level::Normal, Level::Hard];

    /// What it is called: `easy`, `normal`, `hard`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Normal => "normal",
            Level::Hard => "hard",
        }
    }

    /// Who fights so.
    #[must_use]
    pub const fn commander(self) -> Commander {
        match self {
            Level::Easy => Commander::Easy,
            Level::Normal => Commander::Sensible,
            Level::Hard => Commander::Hard,
        }
    }

    /// Somebody who fights so in any game, by this seed.
    #[must_use]
    pub fn hire(self, game: Family, seed: u64) -> Box<dyn Agent<dyn AnyPosition>> {
        hire_as(self.commander(), game, seed)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Level {
    type Err = NoLevel;

    fn from_str(word: &str) -> Result<Level, NoLevel> {
        let found = Level::ALL.into_iter().find(|level| level.name() == word);
        found.ok_or_else(|| NoLevel(word.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_read_as_it_is_shown() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert!("brutal".parse::<Level>().is_err_and(|e| e.to_string().contains("easy, normal or hard")));
        assert_eq!(Level::default(), Level::Normal);
    }
}
