//! The first event: who plays what, by which rules, with which chains.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{ChainId, Consequence, Digest, Key, Link, Role};
use tess_effects::Setting;

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

impl Genesis {
    /// Is the battle of the first format of the log? What differs is said in docs/protocol.md, section 8.
    #[must_use]
    pub fn is_first_format(&self) -> bool {
        self.format < 2
    }
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
    pub then: Consequence,
    /// How many times a side may be given longer.
    pub extensions: u32,
}

impl Deadlines {
    /// Deadlines of so many hours; a side that lets one pass gets so many extensions and has lost then, or
    /// the umpire decides for it by default.
    ///
    /// # Errors
    /// When a default does not fit the mode, or goes together with extensions; the text says what would be
    /// right.
    pub fn agreed(hours: u32, extensions: u32, default: bool, mode: Mode) -> Result<Deadlines, &'static str> {
        let then = match (default, extensions) {
            (true, _) if mode != Mode::Umpire => {
                return Err(
                    "a default needs the mode umpire: in the others the dice for it need the link of the very \
                            side that is silent",
                );
            }
            (true, 1..) => return Err("with a default there are no extensions: write 0, or leave them out"),
            (true, 0) => Consequence::Default,
            (false, 0) => Consequence::Forfeit,
            (false, 1..) => Consequence::Extension,
        };
        Ok(Deadlines { hours, then, extensions })
    }
}
