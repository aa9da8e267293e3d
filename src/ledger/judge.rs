//! Whether an event may stand at its place.

use super::signature::{self, check_key};
use super::{
    Action, Anchor, Digest, Entry, Event, Fork, Handover, Id, Key, Kind, Ledger, LedgerError, Mode,
    Outcome, Player, Proposal, Propose, Rekey, Role, Signed, Standing, Timeout, Unseal,
};
use crate::dice::RollKey;

/// What was found out while judging, so that applying need not again.
#[derive(Debug, Default)]
pub(super) struct Verdict {
    /// The key of the action's dice, when the last link has been opened.
    pub(super) roll_key: Option<RollKey>,
}

impl Ledger {
    /// Adds the next event after all checks. On an error the ledger is as it
    /// was.
    ///
    /// # Errors
    /// Says what is wrong and what would be right. A steward tells apart
    /// [`LedgerError::Known`] (answer again), [`LedgerError::Gap`] and
    /// [`LedgerError::UnknownPrev`] (hold, ask for what is missing),
    /// [`LedgerError::Stale`] (sign again) and [`LedgerError::Fork`] (stop).
    pub fn append(&mut self, signed: Signed) -> Result<&Entry, LedgerError> {
        let verdict = self.check(&signed)?;
        self.apply(signed, verdict);
        Ok(&self.entries[self.entries.len() - 1])
    }

    /// All checks of [`Ledger::append`], with nothing changed.
    ///
    /// # Errors
    /// As there.
    pub fn would_append(&self, signed: &Signed) -> Result<(), LedgerError> {
        self.check(signed).map(drop)
    }

    fn check(&self, signed: &Signed) -> Result<Verdict, LedgerError> {
        let player = self.place(signed)?;
        if !signature::is_valid(&player.verifying, signed.message(), signed.signature()) {
            let by = player.role.clone();
            return Err(LedgerError::Signature { by });
        }
        self.judge(signed)
    }

    /// Whether the event is the next of this game; gives back its author.
    pub(super) fn place(&self, signed: &Signed) -> Result<&Player, LedgerError> {
        let event = signed.event();
        if let Some(seq) = self.by_id.get(&signed.id()) {
            return Err(LedgerError::Known { seq: *seq });
        }
        if event.game != Some(self.game()) {
            return Err(LedgerError::OtherGame {
                found: super::short(&event.game.unwrap_or(signed.id())),
                here: super::short(&self.game()),
            });
        }
        let stranger = || LedgerError::Stranger {
            by: event.by.clone(),
        };
        let player = self.player(&event.by).ok_or_else(stranger)?;
        let next = self.next_seq();
        if event.seq > next {
            return Err(LedgerError::Gap {
                seq: event.seq,
                next,
            });
        }
        if event.seq < next {
            return Err(self.late(signed));
        }
        if event.prev != Some(self.head()) {
            return Err(LedgerError::UnknownPrev {
                before: next - 1,
                head: super::short(&self.head()),
            });
        }
        Ok(player)
    }

    /// What an unknown event for a place that is taken means.
    fn late(&self, signed: &Signed) -> LedgerError {
        let event = signed.event();
        let seq = event.seq;
        match Fork::find(self, signed) {
            Some(fork) => LedgerError::Fork(Box::new(fork)),
            None => LedgerError::Stale {
                seq,
                taken_by: self.entries[seq as usize].event().by.clone(),
                head: self.next_seq() - 1,
            },
        }
    }

    /// Whether the next event may say what it says.
    pub(super) fn judge(&self, signed: &Signed) -> Result<Verdict, LedgerError> {
        let event = signed.event();
        self.judge_time(event)?;
        self.judge_author(event)?;
        let by = &event.by;
        match &event.kind {
            Kind::Genesis(_) => return Err(misplaced("a second genesis", "one battle, one log")),
            Kind::Accept(accept) => {
                if accept.game != self.game() {
                    let help = format!("write {}", self.game());
                    return Err(misplaced("accept of another game", &help));
                }
            }
            Kind::Orders(orders) => {
                let delegation = (&orders.for_side, &orders.standing);
                self.judge_action(by, delegation, &orders.seal, &orders.unseal)?;
            }
            Kind::Answer(answer) => {
                let delegation = (&answer.for_side, &answer.standing);
                self.judge_action(by, delegation, &answer.seal, &answer.unseal)?;
            }
            Kind::Standing(standing) => self.judge_standing(by, standing)?,
            Kind::Reveal(reveal) => return self.judge_reveal(by, reveal),
            Kind::Reject(reject) => self.judge_refusal(by, &reject.action, "reject")?,
            Kind::Void(void) => self.judge_refusal(by, &void.action, "void")?,
            Kind::Propose(propose) => self.judge_proposal(event.seq, propose)?,
            Kind::Agree(reply) | Kind::Decline(reply) => {
                let open = self.proposal().filter(|open| open.event().by != *by);
                if open.is_none_or(|open| open.id() != reply.proposal) {
                    let what = "a reply to a proposal that is not open";
                    return Err(misplaced(what, "reply to the other side's last proposal"));
                }
            }
            Kind::Resign(_) => {}
            Kind::Timeout(timeout) => self.judge_timeout(by, timeout)?,
            Kind::Rekey(rekey) => self.judge_rekey(by, rekey)?,
            Kind::Handover(handover) => self.judge_handover(by, handover)?,
            Kind::Reanchor(reanchor) => self.judge_reanchor(by, &reanchor.chain)?,
        }
        Ok(Verdict::default())
    }

    /// Before the battle is open only `accept` can come, after its end only
    /// the opening of seals.
    fn judge_time(&self, event: &Event) -> Result<(), LedgerError> {
        let accept = matches!(event.kind, Kind::Accept(_));
        if accept && !self.to_accept.contains(&event.by) {
            return Err(misplaced("an accept that nobody waits for", "go on"));
        }
        if let (false, Some(waiting)) = (accept, self.to_accept.first()) {
            let what = format!("{} before the battle is open", event.kind.name());
            return Err(misplaced(&what, &format!("{waiting} must accept first")));
        }
        if self.ended.is_some() {
            let opens_only = matches!(&event.kind, Kind::Standing(s)
                if s.seal.is_none() && s.text.is_none() && !s.unseal.is_empty());
            if !opens_only {
                let what = format!("{} after the end of the battle", event.kind.name());
                return Err(misplaced(&what, "only a standing with unseal may follow"));
            }
        }
        Ok(())
    }

    /// Some kinds are for sides only, whoever else may have a key.
    fn judge_author(&self, event: &Event) -> Result<(), LedgerError> {
        let sides_only = matches!(
            event.kind,
            Kind::Accept(_)
                | Kind::Standing(_)
                | Kind::Propose(_)
                | Kind::Agree(_)
                | Kind::Decline(_)
                | Kind::Resign(_)
                | Kind::Handover(_)
        );
        if sides_only && event.by.is_umpire() {
            let what = format!("{} by the umpire", event.kind.name());
            return Err(misplaced(&what, "that is for a side to say"));
        }
        Ok(())
    }

    fn judge_action(
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
            return Err(misplaced(
                "a for_side that is no side",
                "name one of the two",
            ));
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
            let closed =
                |record: &&super::SealRecord| record.side == *side && record.opened.is_none();
            let twice = unseals[..i].iter().any(|earlier| earlier.seal() == seal);
            if twice || self.seals.get(&seal).filter(closed).is_none() {
                let what = format!("an unseal that opens no seal of {side}");
                return Err(misplaced(&what, "give the salt and value that were sealed"));
            }
        }
        Ok(())
    }

    fn judge_standing(&self, by: &Role, standing: &Standing) -> Result<(), LedgerError> {
        if standing.seal.is_some() && standing.text.is_some() {
            let what = "standing orders both sealed and open";
            return Err(misplaced(what, "give seal or text"));
        }
        self.judge_seals(by, standing.seal.as_slice())?;
        self.judge_unseals(by, &standing.unseal)
    }

    /// `reject` and `void` come from the first opener, before any link.
    fn judge_refusal(&self, by: &Role, id: &Id, name: &str) -> Result<(), LedgerError> {
        let action = self.pending_for(id)?;
        if !action.opened.is_empty() {
            let what = format!("a {name} after a link was opened");
            return Err(misplaced(&what, "the other openers must open theirs"));
        }
        match action.openers.first() {
            Some(first) if first == by => Ok(()),
            Some(first) => {
                let what = format!("a {name} by {by}");
                Err(misplaced(
                    &what,
                    &format!("that is for {first}, who opens first"),
                ))
            }
            None => Err(misplaced("an action without openers", "see genesis")),
        }
    }

    /// The pending action, which must be the one meant.
    pub(super) fn pending_for(&self, id: &Id) -> Result<&Action, LedgerError> {
        let pending = self.pending();
        if let Some(action) = pending.filter(|action| action.id == *id) {
            return Ok(action);
        }
        let help = match pending {
            Some(action) => format!("links can be opened for seq {}", action.seq),
            None => "no action waits for a link".to_owned(),
        };
        let what = format!("no link can be opened for {}..", super::short(id));
        Err(LedgerError::refused(what, help))
    }

    fn judge_proposal(&self, seq: u64, propose: &Propose) -> Result<(), LedgerError> {
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
                super::Fate::Live => action.opened.last().map_or(0, |opening| opening.seq),
                super::Fate::Rejected(end) | super::Fate::Void(end) => end,
                super::Fate::TakenBack(_) => 0,
            };
            action.seq <= to && end > to
        };
        if let Some(action) = self.actions.iter().find(cut) {
            let what = format!("a take-back between the action {} and its dice", action.seq);
            return Err(misplaced(
                &what,
                &format!("choose {} or less", action.seq - 1),
            ));
        }
        Ok(())
    }

    fn judge_timeout(&self, by: &Role, timeout: &Timeout) -> Result<(), LedgerError> {
        let side = self.player(&timeout.side).is_some_and(|p| p.code != 0);
        if !side || timeout.side == *by {
            return Err(misplaced(
                "a timeout of nobody else",
                "name the side that is late",
            ));
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

    fn judge_rekey(&self, by: &Role, rekey: &Rekey) -> Result<(), LedgerError> {
        let key = check_key(&rekey.key, by.as_str())?;
        self.judge_new_key(&rekey.key)?;
        signature::check_proof(&key, &self.game(), &rekey.proof, by)
    }

    fn judge_new_key(&self, key: &Key) -> Result<(), LedgerError> {
        if self.players.iter().all(|player| player.key != *key) {
            return Ok(());
        }
        Err(misplaced(
            "a key that is in use here",
            "make a new one with tess key",
        ))
    }

    fn judge_handover(&self, by: &Role, handover: &Handover) -> Result<(), LedgerError> {
        check_key(&handover.key, by.as_str())?;
        self.judge_new_key(&handover.key)?;
        self.judge_chain(&handover.chain)
    }

    /// An umpire may not use this to make a side sign its action again, so he
    /// must need it: his chain is lost, or nearly used up, or nothing has
    /// been thrown yet.
    fn judge_reanchor(&self, by: &Role, chain: &Anchor) -> Result<(), LedgerError> {
        self.judge_chain(chain)?;
        let Some(player) = self.player(by).filter(|p| p.code == 0) else {
            return Ok(());
        };
        let old = &player.chain;
        if old.lost || old.left() <= old.links / 8 || self.actions.is_empty() {
            return Ok(());
        }
        let what = "a new chain of the umpire while a side may act";
        Err(misplaced(
            what,
            "wait until an eighth of the old one is left",
        ))
    }

    fn judge_chain(&self, chain: &Anchor) -> Result<(), LedgerError> {
        crate::dice::check_length(chain.links)?;
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

/// An event that cannot stand where it does.
pub(super) fn misplaced(what: &str, help: &str) -> LedgerError {
    LedgerError::refused(format!("cannot take {what}"), help)
}
