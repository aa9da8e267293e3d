//! Checks of new keys, new chains and substitutes.

use super::judge::misplaced;
use super::signature::{check_key, check_proof};
use super::{Action, Anchor, Handover, Key, Ledger, LedgerError, Player, Rekey, Role};

impl Ledger {
    pub(super) fn judge_rekey(&self, by: &Role, rekey: &Rekey) -> Result<(), LedgerError> {
        let key = check_key(&rekey.key, by.as_str())?;
        self.judge_new_key(&rekey.key)?;
        check_proof(&key, &self.game(), &rekey.proof, by)
    }

    fn judge_new_key(&self, key: &Key) -> Result<(), LedgerError> {
        if self.players.iter().all(|player| player.key != *key) {
            return Ok(());
        }
        Err(misplaced("a key that is in use here", "make a new one with tess key"))
    }

    pub(super) fn judge_handover(&self, by: &Role, handover: &Handover) -> Result<(), LedgerError> {
        check_key(&handover.key, by.as_str())?;
        self.judge_new_key(&handover.key)?;
        self.judge_chain(&handover.chain)
    }

    /// An umpire may not use this to make a side sign its action again, so he
    /// must need it: his chain is lost, or nearly used up, or nothing has
    /// been thrown yet.
    pub(super) fn judge_reanchor(&self, by: &Role, chain: &Anchor) -> Result<(), LedgerError> {
        self.judge_chain(chain)?;
        let Some(player) = self.player(by).filter(|p| p.code == 0) else {
            return Ok(());
        };
        let old = &player.chain;
        if old.lost || old.left() <= old.links / 8 || self.actions.is_empty() {
            return Ok(());
        }
        let what = "a new chain of the umpire while a side may act";
        Err(misplaced(what, "wait until an eighth of the old one is left"))
    }

    fn judge_chain(&self, chain: &Anchor) -> Result<(), LedgerError> {
        tess_dice::check_length(chain.links)?;
        if self.pending().is_some_and(Action::is_half_open) {
            let what = "a new chain while an action waits for a link";
            return Err(misplaced(what, "open the links first"));
        }
        let used = |player: &Player| player.chain.id == chain.id;
        if self.players.iter().any(used) {
            return Err(misplaced("a chain that is in use here", "make a new one"));
        }
        Ok(())
    }
}
