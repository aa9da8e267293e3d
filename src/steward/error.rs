//! What can go wrong at a seat.

use std::path::PathBuf;

use thiserror::Error;

use tess_disk::DiskError;
use tess_game::GameError;
use tess_ledger::LedgerError;
use tess_mail::MailError;
use tess_table::TableError;

/// A fault at a seat. Shown, it says what is wrong; [`StewardError::help`] says what would be right.
#[derive(Debug, Error)]
pub enum StewardError {
    /// The log.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The rules do not bear out the log.
    #[error("{0}")]
    Table(#[from] TableError),
    /// Mail.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// A file of the seat.
    #[error("{path}: {what}")]
    File {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        what: String,
        /// What would be right.
        help: String,
    },
    /// The umpire's store.
    #[error("{}: {what}", .path.display())]
    Store {
        /// Its file.
        path: PathBuf,
        /// What is wrong.
        what: String,
        /// May it go better the next time?
        passing: bool,
        /// Was another process in the way, so that all of it may be tried again at once?
        clash: bool,
    },
    /// Scenario or charts.
    #[error("{0}")]
    Scenario(String),
    /// Something asked of the steward that cannot be done now.
    #[error("{what}")]
    Refused {
        /// What.
        what: String,
        /// What can be done.
        help: String,
    },
}

impl StewardError {
    /// What would be right, if there is anything to say about it.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        Some(match self {
            StewardError::Ledger(error) => return error.help(),
            StewardError::Table(_) => {
                "compare heads with the others; `tess verify` names the first event that differs".to_owned()
            }
            StewardError::Mail(error) => return error.help().map(str::to_owned),
            StewardError::File { help, .. } | StewardError::Refused { help, .. } => help.clone(),
            StewardError::Store { path, passing: true, .. } if path.starts_with("postgres:") => {
                "try again; see that the server runs and has room".to_owned()
            }
            StewardError::Store { path, .. } if path.starts_with("postgres:") => {
                "see its address, and what name and password it wants".to_owned()
            }
            StewardError::Store { passing: true, .. } => "try again; see that the disk has room".to_owned(),
            StewardError::Store { .. } => "bring the store back from a copy".to_owned(),
            StewardError::Scenario(_) => return None,
        })
    }

    /// What is wrong, and on a line of its own what would be right: for texts that are read as they are.
    #[must_use]
    pub fn told(&self) -> String {
        match self.help() {
            Some(help) => format!("{self}\nhelp: {help}"),
            None => self.to_string(),
        }
    }

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

    /// Was another process in the way, so that all of it may be tried again at once?
    #[must_use]
    pub fn is_clash(&self) -> bool {
        matches!(self, StewardError::Store { clash: true, .. })
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
