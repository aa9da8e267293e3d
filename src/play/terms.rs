//! Who plays against whom.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tess_bot::Level;
use tess_disk::durable;
use tess_ledger::Role;
use tess_steward::StewardError;

/// The file that makes a folder one of these.
pub const FILE: &str = "play.toml";

/// What is in `play.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The person's side.
    pub you: Role,
    /// The commander's.
    pub foe: Role,
    /// How well he fights: `easy`, `normal` or `hard`. It may be changed at any time.
    pub level: String,
    /// Folder with scenarios of one's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<PathBuf>,
}

impl Terms {
    /// Reads them.
    ///
    /// # Errors
    /// When the file is missing or not of the form; the message says what would be right.
    pub fn read(dir: &Path) -> Result<Terms, StewardError> {
        let path = dir.join(FILE);
        let fault = |what: String| StewardError::File {
            path: path.clone(),
            what,
            help: "name the folder of a battle that `tess play` made".to_owned(),
        };
        let text = std::fs::read_to_string(&path).map_err(|e| fault(e.to_string()))?;
        let terms: Terms = toml::from_str(&text).map_err(|e| fault(e.to_string()))?;
        terms.level()?;
        Ok(terms)
    }

    /// Writes them.
    pub(super) fn write(&self, dir: &Path) -> Result<(), StewardError> {
        let text = toml::to_string(self)
            .map_err(|e| StewardError::refused(e.to_string(), "name another folder for the battle"))?;
        Ok(durable::write(dir, FILE, text.as_bytes())?)
    }

    /// How well the commander fights.
    ///
    /// # Errors
    /// When the word is no level.
    pub fn level(&self) -> Result<Level, StewardError> {
        self.level.parse().map_err(|e: tess_bot::NoLevel| {
            StewardError::refused(format!("{FILE}: {e}"), format!("write level = \"normal\" into {FILE}"))
        })
    }
}
