//! What can go wrong at the desk.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use tess_disk::DiskError;
use tess_game::GameError;
use tess_steward::StewardError;
use tess_table::TableError;

/// Something that cannot be done, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Deserialize)]
#[error("{what}")]
pub struct Trouble {
    /// What.
    pub what: String,
    /// What would be right.
    pub help: Option<String>,
    /// How a web server says so.
    pub status: u16,
}

impl Trouble {
    /// What is said of a thing that somebody else has just now.
    pub const TAKEN: u16 = 503;

    /// Something that cannot be done now.
    pub fn new(what: impl Into<String>, help: impl Into<String>) -> Trouble {
        Trouble { what: what.into(), help: Some(help.into()), status: 400 }
    }

    /// There is no such thing.
    pub(crate) fn nowhere() -> Trouble {
        Trouble { what: "there is nothing of this name".to_owned(), help: None, status: 404 }
    }

    /// Somebody else has changed it meanwhile.
    pub(crate) fn overtaken(what: impl Into<String>) -> Trouble {
        let help = "look at it as it is now".to_owned();
        Trouble { what: what.into(), help: Some(help), status: 409 }
    }
}

impl From<StewardError> for Trouble {
    fn from(error: StewardError) -> Trouble {
        let status = if error.is_temporary() { Trouble::TAKEN } else { 400 };
        Trouble { what: error.to_string(), help: error.help(), status }
    }
}

impl From<GameError> for Trouble {
    fn from(error: GameError) -> Trouble {
        StewardError::from(error).into()
    }
}

impl From<TableError> for Trouble {
    fn from(error: TableError) -> Trouble {
        StewardError::from(error).into()
    }
}

impl From<DiskError> for Trouble {
    fn from(error: DiskError) -> Trouble {
        StewardError::from(error).into()
    }
}
