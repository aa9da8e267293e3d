//! What can be wrong with a line, an event, a key or a file.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::{Fork, Role};
use tess_dice::DiceError;
use tess_disk::DiskError;

/// A fault in the ledger: lower case. Shown, it says what is wrong; [`LedgerError::help`] says what would be
/// right.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// The line with that number, counted from 1, is at fault.
    #[error("archive line {line}:\n{source}")]
    Line {
        /// Counted from 1; one more than the event's `seq`.
        line: usize,
        /// The fault.
        source: Box<LedgerError>,
    },
    /// The form is not the one form allowed.
    #[error("the event {what}")]
    Strict {
        /// What is wrong.
        what: String,
        /// What would be right.
        help: String,
    },
    /// The signature does not fit key and bytes.
    #[error("the signature is not that of {by}")]
    Signature {
        /// The author it names.
        by: Role,
    },
    /// A key that proves nothing: of small order, or not canonical.
    #[error("the key of {owner} is weak and proves nothing")]
    WeakKey {
        /// Whose.
        owner: String,
    },
    /// An event of another game.
    #[error("the event belongs to game {found}")]
    OtherGame {
        /// First 16 digits of its game.
        found: String,
        /// First 16 digits of this one.
        here: String,
    },
    /// The event is in the log already; nothing has changed.
    #[error("the event is in the log already, as seq {seq}")]
    Known {
        /// Its place.
        seq: u64,
    },
    /// Events are missing before this one.
    #[error("the event has seq {seq}, events from {next} on are missing")]
    Gap {
        /// Its place.
        seq: u64,
        /// The place that comes next.
        next: u64,
    },
    /// The next place, but after another event than the head.
    #[error("the event follows another event than seq {before}")]
    UnknownPrev {
        /// Place of the head.
        before: u64,
        /// First 16 digits of the head.
        head: String,
    },
    /// A place that is taken, by another author.
    #[error("the place seq {seq} is taken by {taken_by}")]
    Stale {
        /// Its place.
        seq: u64,
        /// Who has it.
        taken_by: Role,
        /// Place of the head.
        head: u64,
    },
    /// One role has signed two events for one place.
    #[error("{0}")]
    Fork(Box<Fork>),
    /// A role that genesis does not name.
    #[error("{by} is no role of this battle")]
    Stranger {
        /// The author it names.
        by: Role,
    },
    /// An event that cannot stand at this place.
    #[error("{what}")]
    Refused {
        /// What is wrong.
        what: String,
        /// What would be right.
        help: String,
    },
    /// A link, chain or label is wrong.
    #[error(transparent)]
    Dice(#[from] DiceError),
    /// A claimed die is not the one that the links make.
    #[error("die {label} is claimed to show {claimed}")]
    WrongDie {
        /// Its label.
        label: String,
        /// The face in the log.
        claimed: u8,
        /// The face it has.
        made: u8,
    },
    /// A file could not be read or written.
    #[error("cannot {what}\n  {}\n  {source}", path.display())]
    Io {
        /// What was tried.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// A file has other contents than it must have.
    #[error("{}\n{what}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
        /// What would be right.
        help: String,
    },
    /// Another process has a file that one at a time may have.
    #[error("{}\nanother process has this {what}", path.display())]
    Taken {
        /// The file.
        path: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// The operating system gave no random bytes.
    #[error("there are no random bytes: {0}")]
    Random(String),
}

impl LedgerError {
    /// What would be right, if there is anything to say about it.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        Some(match self {
            LedgerError::Line { source, .. } => return source.help(),
            LedgerError::Strict { help, .. }
            | LedgerError::Refused { help, .. }
            | LedgerError::File { help, .. } => help.clone(),
            LedgerError::Signature { by } => {
                format!("an event is signed with the key that {by} has at that place")
            }
            LedgerError::WeakKey { .. } => "make one with tess key".to_owned(),
            LedgerError::OtherGame { here, .. } => format!("this is the log of game {here}"),
            LedgerError::Known { .. } => "answer again as before".to_owned(),
            LedgerError::Gap { .. } => "ask for them".to_owned(),
            LedgerError::UnknownPrev { head, .. } => {
                format!("its prev must be {head}.., sign it again after that")
            }
            LedgerError::Stale { head, .. } => format!("sign again after seq {head}"),
            LedgerError::Fork(_) => "stop this battle, save the proof and show it to the others".to_owned(),
            LedgerError::Stranger { .. } => "roles are those that genesis names".to_owned(),
            LedgerError::WrongDie { made, .. } => format!("the links make it {made}"),
            LedgerError::Taken { .. } => "wait until it ends; reading needs no lock".to_owned(),
            LedgerError::Random(_) => "try again on a sound system".to_owned(),
            LedgerError::Dice(_) | LedgerError::Io { .. } => return None,
        })
    }

    /// What is wrong, and on a line of its own what would be right.
    #[must_use]
    pub fn told(&self) -> String {
        match self.help() {
            Some(help) => format!("{self}\nhelp: {help}"),
            None => self.to_string(),
        }
    }

    pub(super) fn strict(what: impl Into<String>, help: impl Into<String>) -> LedgerError {
        LedgerError::Strict { what: what.into(), help: help.into() }
    }

    pub(super) fn refused(what: impl Into<String>, help: impl Into<String>) -> LedgerError {
        LedgerError::Refused { what: what.into(), help: help.into() }
    }

    pub(super) fn io(what: &'static str, path: &Path, source: std::io::Error) -> LedgerError {
        LedgerError::Io { what, path: path.to_owned(), source }
    }

    pub(super) fn at_line(self, line: usize) -> LedgerError {
        LedgerError::Line { line, source: Box::new(self) }
    }
}

impl From<DiskError> for LedgerError {
    fn from(error: DiskError) -> LedgerError {
        match error {
            DiskError::Io { what, path, source } => LedgerError::Io { what, path, source },
            DiskError::Shared { path, mode } => LedgerError::File {
                path,
                what: DiskError::shared(mode),
                help: DiskError::TO_CLOSE.to_owned(),
            },
        }
    }
}
