//! Checks of actions and standing orders, with the hidden choices in them.

use super::judge::misplaced;
use super::{Digest, Id, Ledger, LedgerError, Role, SealRecord, Standing, Unseal};

impl Ledger {
    pub(super) fn judge_action(
        &self,
        by: &Role,
        (for_side, standing): (&Option<Role>, &Option<Id>),
        seals: &[Digest],
        unseals: &[Unseal],
    ) -> Result<(), LedgerError> {
        if let Some(half) = self.pending().filter(|action| action.is_half_open()) {
            let waiting = half.next_opener().unwrap_or(by);
            return Err(misplaced(
                "an action while another has half its links",
                &format!("{waiting} must open a link first"),
            ));
        }
        self.judge_chains_are_new()?;
        if let Some(due) = &self.default_due {
            let is_plain = seals.is_empty() && unseals.is_empty();
            return judge_default(by, due, (for_side, standing), is_plain);
        }
        let side = self.judge_delegation(by, for_side, standing)?;
        self.judge_seals(side, seals)?;
        self.judge_unseals(side, unseals)
    }

    /// An umpire acts in a side's name, and only under its standing orders.
    fn judge_delegation<'a>(
        &self,
        by: &'a Role,
        for_side: &'a Option<Role>,
        standing: &Option<Id>,
    ) -> Result<&'a Role, LedgerError> {
        if !by.is_umpire() {
            if for_side.is_none() && standing.is_none() {
                return Ok(by);
            }
            let what = "a side that acts in a name with for_side";
            return Err(misplaced(what, "leave for_side and standing away"));
        }
        let (Some(side), Some(standing)) = (for_side, standing) else {
            let what = "an action of the umpire";
            return Err(misplaced(what, "name for_side and its standing"));
        };
        let holder = self.player(side).filter(|player| player.code != 0);
        let Some(holder) = holder else {
            return Err(misplaced("a for_side that is no side", "name one of the two"));
        };
        if holder.standing.as_ref() == Some(standing) {
            return Ok(side);
        }
        let what = format!("standing orders that {side} does not have now");
        Err(misplaced(&what, "name its last standing event"))
    }

    fn judge_seals(&self, side: &Role, seals: &[Digest]) -> Result<(), LedgerError> {
        for (i, seal) in seals.iter().enumerate() {
            if self.seals.contains_key(seal) || seals[..i].contains(seal) {
                let what = format!("a seal of {side} that was given before");
                return Err(misplaced(&what, "take fresh salt for every seal"));
            }
        }
        Ok(())
    }

    fn judge_unseals(&self, side: &Role, unseals: &[Unseal]) -> Result<(), LedgerError> {
        for (i, unseal) in unseals.iter().enumerate() {
            let seal = unseal.seal();
            let closed = |record: &&SealRecord| record.side == *side && record.opened.is_none();
            let twice = unseals[..i].iter().any(|earlier| earlier.seal() == seal);
            if twice || self.seals.get(&seal).filter(closed).is_none() {
                let what = format!("an unseal that opens no seal of {side}");
                return Err(misplaced(&what, "give the salt and value that were sealed"));
            }
        }
        Ok(())
    }

    pub(super) fn judge_standing(&self, by: &Role, standing: &Standing) -> Result<(), LedgerError> {
        if standing.seal.is_some() && standing.text.is_some() {
            let what = "standing orders both sealed and open";
            return Err(misplaced(what, "give seal or text"));
        }
        self.judge_seals(by, standing.seal.as_slice())?;
        self.judge_unseals(by, &standing.unseal)
    }
}

/// After a `timeout` with `default` the next action is the umpire's, in the name of the side that was late.
/// What it says is for the table to check; it hides and shows nothing.
fn judge_default(
    by: &Role,
    (side, timeout): &(Role, Id),
    (for_side, standing): (&Option<Role>, &Option<Id>),
    is_plain: bool,
) -> Result<(), LedgerError> {
    if !by.is_umpire() || for_side.as_ref() != Some(side) || standing.as_ref() != Some(timeout) {
        let what = format!("an action while the default of {side} is due");
        return Err(misplaced(&what, "the umpire takes it in that name, with the timeout as its standing"));
    }
    if !is_plain {
        return Err(misplaced("hidden choices in a default", "leave seal and unseal away"));
    }
    Ok(())
}
