//! What can go wrong when a game is asked.

use thiserror::Error;

use tess_scenario::Fault;

/// Something that a game cannot do, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GameError {
    /// Scenario or charts.
    #[error("{0}")]
    Scenario(String),
    /// Something asked that cannot be done.
    #[error("{what}")]
    Refused {
        /// What.
        what: String,
        /// What can be done.
        help: String,
    },
}

impl GameError {
    /// What cannot be done, and what would be right.
    pub fn refused(what: impl Into<String>, help: impl Into<String>) -> GameError {
        GameError::Refused { what: what.into(), help: help.into() }
    }

    /// What would be right, if there is anything to say about it beside the faults themselves.
    #[must_use]
    pub fn help(&self) -> Option<&str> {
        match self {
            GameError::Refused { help, .. } => Some(help),
            GameError::Scenario(_) => None,
        }
    }
}

/// All faults of a scenario, one below the other.
impl From<Vec<Fault>> for GameError {
    fn from(faults: Vec<Fault>) -> GameError {
        let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
        GameError::Scenario(all.join("\n"))
    }
}
