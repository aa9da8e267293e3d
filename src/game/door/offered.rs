//! What a battle is made of.

use super::error::GameError;
use tess_ledger::Genesis;

/// What genesis says of the battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offered {
    /// The book whose rules are played.
    pub book: String,
    /// The names of the two sides.
    pub sides: [String; 2],
    /// Name and hash of the scenario file.
    pub scenario: (String, String),
    /// Names and hashes of all other files that it rests on.
    pub charts: Vec<(String, String)>,
}

impl Offered {
    /// Are the files of a genesis those that lie here?
    ///
    /// # Errors
    /// The first one that differs or is missing.
    pub fn check(&self, genesis: &Genesis) -> Result<(), GameError> {
        let wanted = std::iter::once(&genesis.scenario).chain(&genesis.charts);
        let have = std::iter::once(&self.scenario).chain(&self.charts);
        for file in wanted {
            let found = have.clone().find(|(name, _)| *name == file.name);
            if found.is_none_or(|(_, sha256)| *sha256 != file.sha256.to_string()) {
                return Err(GameError::refused(
                    format!(
                        "the file {} here is not the one of the battle ({}..)",
                        file.name,
                        &file.sha256.to_string()[..16]
                    ),
                    "get the file from the other side and name its folder as `library` in seat.toml",
                ));
            }
        }
        Ok(())
    }
}
