//! Checks of proposals and of deadlines that passed.

use super::judge::misplaced;
use super::{
    Action, At, Consequence, Event, Fate, Ledger, LedgerError, Mode, Proposal, Propose, Timeout, deadline,
};

impl Ledger {
    pub(super) fn judge_proposal(&self, seq: u64, propose: &Propose) -> Result<(), LedgerError> {
        if propose.until.is_some() && propose.what != Proposal::Adjourn {
            return Err(misplaced("a time without a pause", "leave until away"));
        }
        self.judge_second(propose)?;
        let goes_back = matches!(propose.what, Proposal::TakeBack | Proposal::Heal);
        let Some(to) = propose.to else {
            return if goes_back {
                Err(misplaced("a take-back to nowhere", "name the seq in to"))
            } else {
                Ok(())
            };
        };
        if !goes_back {
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

    pub(super) fn judge_timeout(&self, event: &Event, timeout: &Timeout) -> Result<(), LedgerError> {
        let by = &event.by;
        let side = self.player(&timeout.side).is_some_and(|p| p.code != 0);
        if !side || timeout.side == *by {
            return Err(misplaced("a timeout of nobody else", "name the side that is late"));
        }
        if !by.is_umpire() && self.genesis.mode != Mode::Direct {
            return Err(misplaced("a timeout by a side", "the umpire says so"));
        }
        if (timeout.then == Consequence::Extension) != timeout.until.is_some() {
            let what = "a timeout that mixes up extension and until";
            return Err(misplaced(what, "until goes with extension, and only there"));
        }
        self.judge_lateness(event.at, timeout)?;
        self.judge_outcome(timeout)
    }

    /// The deadline is the one that runs, and has passed, by the times of the events.
    fn judge_lateness(&self, at: At, timeout: &Timeout) -> Result<(), LedgerError> {
        let due = deadline::due(self).filter(|_| self.default_due.is_none());
        let Some(due) = due else {
            return Err(misplaced("a timeout", "no deadline runs now"));
        };
        if timeout.deadline != due {
            let what = format!("a timeout of the deadline {}", timeout.deadline);
            return Err(misplaced(&what, &format!("the one that runs is {due}")));
        }
        if at <= due {
            let help = format!("{} has time until {due}", timeout.side);
            return Err(misplaced(&format!("a timeout at {at}"), &help));
        }
        let longer = deadline::later(&at, self.genesis.deadlines.hours);
        if timeout.until.is_some() && timeout.until != longer {
            let help = longer.map_or_else(String::new, |until| format!("write {until}"));
            return Err(misplaced("an extension by other hours than genesis has", &help));
        }
        Ok(())
    }

    /// What follows is what genesis says. Where it says `default`, the rules tell whether there is one; if
    /// not, the side has lost, which is for the table to check.
    fn judge_outcome(&self, timeout: &Timeout) -> Result<(), LedgerError> {
        let due = deadline::outcome(self, &timeout.side);
        if timeout.then == due || (due, timeout.then) == (Consequence::Default, Consequence::Forfeit) {
            return Ok(());
        }
        let what = format!("a timeout with `{}`", timeout.then.word());
        Err(misplaced(&what, &format!("by genesis `{}` follows for {}", due.word(), timeout.side)))
    }
}
