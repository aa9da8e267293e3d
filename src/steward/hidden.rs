//! What a seat's role has sealed, and what it shows of that when the battle is over.

use super::vault::Vault;
use super::{Seat, StewardError};
use tess_game::AnyPosition;
use tess_ledger::{Kind, Standing};

impl Seat {
    /// What this seat's role has sealed.
    pub(super) fn vault(&self) -> Result<Vault<'_>, StewardError> {
        let role = &self.settings.role;
        let now = self.ledger.player(role).map(|p| p.chain.id);
        let mut salts = self.storage.salts()?;
        if !salts.iter().any(|s| Some(s.chain()) == now) {
            // What other chains sealed they can open; without the one of the log nothing new is sealed.
            return Ok(Vault::new(self.start.game(), &self.ledger, role, salts));
        }
        salts.sort_by_key(|s| Some(s.chain()) != now);
        Ok(Vault::new(self.start.game(), &self.ledger, role, salts))
    }

    /// A position with what this seat's role has sealed, for nobody else to see.
    pub(super) fn confided(
        &self,
        mut position: Box<dyn AnyPosition>,
    ) -> Result<Box<dyn AnyPosition>, StewardError> {
        let vault = self.vault()?;
        position.confide(self.settings.role.as_str(), &|seal| vault.value(seal));
        Ok(position)
    }

    /// At the end of the battle: the event that opens everything that this role has sealed, if there is
    /// anything.
    pub(super) fn last_word(&self) -> Result<Option<Kind>, StewardError> {
        let unseal = self.vault()?.all_unopened();
        Ok((!unseal.is_empty()).then_some(Kind::Standing(Standing { seal: None, text: None, unseal })))
    }
}
