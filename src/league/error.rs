//! What can go wrong with a league's files, and what would be right.

use std::path::{Path, PathBuf};

/// A file, a name or a rule of a league that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LeagueError {
    /// A file that cannot be read or written.
    #[error("{}: {what}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        what: String,
        /// What would be right.
        help: String,
    },
    /// Something is not as it has to be.
    #[error("{what}")]
    Wrong {
        /// What, and where.
        what: String,
        /// What would be right.
        help: String,
    },
}

impl LeagueError {
    /// Something is wrong, and that would be right.
    pub fn wrong(what: impl Into<String>, help: impl Into<String>) -> LeagueError {
        LeagueError::Wrong { what: what.into(), help: help.into() }
    }

    /// A file or folder that fails.
    pub fn file(path: &Path, error: impl std::fmt::Display, help: &str) -> LeagueError {
        LeagueError::File { path: path.to_owned(), what: error.to_string(), help: help.to_owned() }
    }

    /// What would be right.
    #[must_use]
    pub fn help(&self) -> &str {
        match self {
            LeagueError::File { help, .. } | LeagueError::Wrong { help, .. } => help,
        }
    }
}
