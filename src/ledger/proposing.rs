//! Checks of proposals and of deadlines that passed.

use super::judge::misplaced;
use super::{Action, Fate, Ledger, LedgerError, Mode, Outcome, Proposal, Propose, Role, Timeout};

impl Ledger {
    pub(super) fn judge_proposal(&self, seq: u64, propose: &Propose) -> Result<(), LedgerError> {
        if propose.until.is_some() && propose.what != Proposal::Adjourn {
            return Err(misplaced("a time without a pause", "leave until away"));
        }
        let Some(to) = propose.to else {
            return if propose.what == Proposal::TakeBack {
                Err(misplaced("a take-back to nowhere", "name the seq in to"))
            } else {
                Ok(())
            };
        };
        if propose.what != Proposal::TakeBack {
            return Err(misplaced("a seq without a take-back", "leave to away"));
        }
        if to >= seq || to < self.opened_at {
            let what = format!("a take-back to seq {to}");
            let help = format!("choose from {} to {}", self.opened_at, seq - 1);
            return Err(misplaced(&what, &help));
        }
        // An action cut off from its links would be thrown again.
        let cut = |action: &&Action| {
            let end = match action.fate {
                Fate::Live => action.opened.last().map_or(0, |opening| opening.seq),
                Fate::Rejected(end) | Fate::Void(end) => end,
                Fate::TakenBack(_) => 0,
            };
            action.seq <= to && end > to
        };
        if let Some(action) = self.actions.iter().find(cut) {
            let what = format!("a take-back between the action {} and its dice", action.seq);
            return Err(misplaced(&what, &format!("choose {} or less", action.seq - 1)));
        }
        Ok(())
    }

    pub(super) fn judge_timeout(&self, by: &Role, timeout: &Timeout) -> Result<(), LedgerError> {
        let side = self.player(&timeout.side).is_some_and(|p| p.code != 0);
        if !side || timeout.side == *by {
            return Err(misplaced("a timeout of nobody else", "name the side that is late"));
        }
        if !by.is_umpire() && self.genesis.mode != Mode::Direct {
            return Err(misplaced("a timeout by a side", "the umpire says so"));
        }
        if (timeout.then == Outcome::Extension) != timeout.until.is_some() {
            let what = "a timeout that mixes up extension and until";
            return Err(misplaced(what, "until goes with extension, and only there"));
        }
        Ok(())
    }
}
