//! What can go wrong at a seat.

use std::path::PathBuf;

use thiserror::Error;

use tess_disk::DiskError;
use tess_game::GameError;
use tess_ledger::LedgerError;
use tess_mail::MailError;
use tess_table::TableError;

/// A fault at a seat.
#[derive(Debug, Error)]
pub enum StewardError {
    /// The log.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The rules do not bear out the log.
    #[error("{0}\nhelp: compare heads with the others; `tess verify` names the first event that differs")]
    Table(#[from] TableError),
    /// Mail.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// A file of the seat.
    #[error("{path}: {what}\nhelp: {help}")]
    File {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        what: String,
        /// What would be right.
        help: String,
    },
    /// The umpire's store.
    #[error("{}: {what}\nhelp: {}", .path.display(), if *.passing { "try again; see that the disk has room" } else { "bring the store back from a copy" })]
    Store {
        /// Its file.
        path: PathBuf,
        /// What is wrong.
        what: String,
        /// May it go better the next time?
        passing: bool,
    },
    /// Scenario or charts.
    #[error("{0}")]
    Scenario(String),
    /// Something asked of the steward that cannot be done now.
    #[error("{what}\nhelp: {help}")]
    Refused {
        /// What.
        what: String,
        /// What can be done.
        help: String,
    },
}

impl StewardError {
    /// May the same thing done again, with nothing changed, succeed? A disk that was full, another process
    /// that has the battle, a server that did not answer.
    #[must_use]
    pub fn is_temporary(&self) -> bool {
        match self {
            StewardError::Ledger(LedgerError::Io { source, .. }) => {
                source.kind() != std::io::ErrorKind::NotFound
            }
            StewardError::Ledger(LedgerError::Taken { .. }) => true,
            StewardError::Mail(error) => !error.is_permanent(),
            StewardError::Store { passing, .. } => *passing,
            _ => false,
        }
    }

    /// What cannot be done, and what would be right.
    pub fn refused(what: impl Into<String>, help: impl Into<String>) -> StewardError {
        StewardError::Refused { what: what.into(), help: help.into() }
    }

    pub(super) fn file(
        path: impl Into<PathBuf>,
        what: impl ToString,
        help: impl Into<String>,
    ) -> StewardError {
        StewardError::File { path: path.into(), what: what.to_string(), help: help.into() }
    }
}

impl From<GameError> for StewardError {
    fn from(error: GameError) -> StewardError {
        match error {
            GameError::Scenario(faults) => StewardError::Scenario(faults),
            GameError::Refused { what, help } => StewardError::Refused { what, help },
        }
    }
}

/// What a seat writes beside its log is told as the files of mail are.
impl From<DiskError> for StewardError {
    fn from(error: DiskError) -> StewardError {
        StewardError::Mail(error.into())
    }
}
