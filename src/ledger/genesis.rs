//! The first event: who plays what, by which rules, with which chains.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{ChainId, Digest, Key, Link, Outcome, Role};

/// Who opens a link for an action (protocol section 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// The umpire alone.
    Umpire,
    /// The opponent alone; there is no umpire.
    Direct,
    /// The opponent, then the umpire.
    Both,
}

impl Mode {
    /// Its name in an archive.
    pub fn as_str(self) -> &'static str {
        match self {
            Mode::Umpire => "umpire",
            Mode::Direct => "direct",
            Mode::Both => "both",
        }
    }
}

/// The body of `genesis`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Genesis {
    /// Who opens links.
    pub mode: Mode,
    /// The book.
    pub rules: Rules,
    /// The scenario file.
    pub scenario: FileHash,
    /// The chart files.
    pub charts: Vec<FileHash>,
    /// Optional rules and other settings, in the order of their names.
    pub options: BTreeMap<String, Setting>,
    /// The umpire first if there is one, then the two sides.
    pub parties: Vec<Party>,
    /// How long a decision may take.
    pub deadlines: Deadlines,
    /// Raised when a correction changes what a log leads to.
    pub format: u32,
}

/// Which rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// The book, such as `spqr`.
    pub id: String,
    /// Its version in this program.
    pub version: u32,
}

/// A file both sides must have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileHash {
    /// Its name.
    pub name: String,
    /// SHA-256 of its bytes.
    pub sha256: Digest,
}

/// The value of an option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "true, false, an integer or a text")]
pub enum Setting {
    /// On or off.
    Switch(bool),
    /// A whole number, smaller than 2^53 either way.
    Number(i64),
    /// A name.
    Text(String),
}

impl Setting {
    /// Numbers from here on are too large.
    const TOO_LARGE: u64 = 1 << 53;

    /// Reads `NAME` (switched on), `NAME=false`, `NAME=8` or `NAME=word`; nothing when it is none of these.
    #[must_use]
    pub fn named(text: &str) -> Option<(String, Setting)> {
        let (name, value) = text.split_once('=').unwrap_or((text, "true"));
        let (name, value) = (name.trim(), value.trim());
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let setting = if let Ok(on) = value.parse() {
            Setting::Switch(on)
        } else if let Ok(number) = value.parse::<i64>() {
            Setting::Number(number)
        } else {
            Setting::Text(value.to_owned())
        };
        let fits = match &setting {
            Setting::Switch(_) => true,
            Setting::Number(number) => number.unsigned_abs() < Setting::TOO_LARGE,
            Setting::Text(word) => {
                word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.chars().all(is_word)
            }
        };
        (fits && !name.is_empty()).then(|| (name.to_owned(), setting))
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Switch(on) => on.fmt(f),
            Setting::Number(number) => number.fmt(f),
            Setting::Text(word) => word.fmt(f),
        }
    }
}

/// One of the roles as the battle begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Party {
    /// Its name.
    pub role: Role,
    /// The key that signs for it.
    pub key: Key,
    /// The person.
    pub name: String,
    /// The mail address.
    pub address: String,
    /// The chain it opens links of.
    pub chain: Anchor,
}

/// The public part of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// Its name.
    pub id: ChainId,
    /// How many links it has.
    pub links: u32,
    /// `c_0`.
    pub anchor: Link,
}

/// How long a decision may take, and what follows when it takes longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deadlines {
    /// Hours for one decision; 0 means there is no deadline.
    pub hours: u32,
    /// What a passed deadline leads to.
    pub then: Outcome,
    /// How many times a side may be given longer.
    pub extensions: u32,
}

impl Deadlines {
    /// Deadlines of so many hours; a side that lets one pass gets so many extensions and has lost then, or the umpire
    /// decides for it by default.
    ///
    /// # Errors
    /// When a default does not fit the mode, or goes together with extensions; the text says what would be right.
    pub fn agreed(hours: u32, extensions: u32, default: bool, mode: Mode) -> Result<Deadlines, &'static str> {
        let then = match (default, extensions) {
            (true, _) if mode != Mode::Umpire => {
                return Err(
                    "a default needs the mode umpire: in the others the dice for it need the link of the very \
                            side that is silent",
                );
            }
            (true, 1..) => return Err("with a default there are no extensions: write 0, or leave them out"),
            (true, 0) => Outcome::Default,
            (false, 0) => Outcome::Forfeit,
            (false, 1..) => Outcome::Extension,
        };
        Ok(Deadlines { hours, then, extensions })
    }
}
