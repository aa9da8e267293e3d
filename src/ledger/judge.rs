//! Whether an event may stand at its place.

use super::signature;
use super::word::MOST_IN_A_ROW;
use super::{
    Action, Entry, Event, Fork, Id, Kind, Ledger, LedgerError, Player, Press, Role, Signed, may_be_said,
};
use tess_dice::RollKey;

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

    /// Whether the event is signed with the key that its author has now, wherever it may stand. An event of
    /// the past or the future may rightly be signed with another.
    pub fn is_signed(&self, signed: &Signed) -> bool {
        self.player(&signed.event().by).is_some_and(|player| {
            signature::is_valid(&player.verifying, signed.message(), signed.signature())
        })
    }

    /// Whether the event claims the next place after the head, and is signed by its author: whatever else is
    /// wrong with it is his word.
    pub fn is_next(&self, signed: &Signed) -> bool {
        self.place(signed).is_ok() && self.is_signed(signed)
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
        let stranger = || LedgerError::Stranger { by: event.by.clone() };
        let player = self.player(&event.by).ok_or_else(stranger)?;
        let next = self.next_seq();
        if event.seq > next {
            return Err(LedgerError::Gap { seq: event.seq, next });
        }
        if event.seq < next {
            return Err(self.late(signed));
        }
        if event.prev != Some(self.head()) {
            return Err(LedgerError::UnknownPrev { before: next - 1, head: super::short(&self.head()) });
        }
        Ok(player)
    }

    /// What an unknown event for a place that is taken means: of its own author's a fork, of another's that
    /// two mails have crossed.
    fn late(&self, signed: &Signed) -> LedgerError {
        let event = signed.event();
        let seq = event.seq;
        match Fork::find(self, signed) {
            // both have agreed to go on from before it
            Some(fork) if !self.is_healed(seq) => LedgerError::Fork(Box::new(fork)),
            _ => LedgerError::Stale {
                seq,
                taken_by: self.entries[seq as usize].event().by.clone(),
                head: self.next_seq() - 1,
            },
        }
    }

    /// Whether the next event may say what it says.
    pub(super) fn judge(&self, signed: &Signed) -> Result<Verdict, LedgerError> {
        let event = signed.event();
        self.judge_order(event)?;
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
            Kind::Void(void) if self.genesis.is_first_format() => {
                self.judge_refusal(by, &void.action, "void")?;
            }
            Kind::Void(void) => self.judge_loss(by, &void.action)?,
            Kind::Propose(propose) => self.judge_proposal(event.seq, propose)?,
            Kind::Agree(reply) | Kind::Decline(reply) => {
                let open = self.proposal().filter(|open| open.event().by != *by);
                let Some(open) = open.filter(|open| open.id() == reply.proposal) else {
                    let what = "a reply to a proposal that is not open";
                    return Err(misplaced(what, "reply to the other side's last proposal"));
                };
                if self.has_consented(open, by) {
                    return Err(misplaced(
                        "a second reply of the same side",
                        "the other side has to reply, too",
                    ));
                }
            }
            Kind::Resign(_) => {}
            Kind::Timeout(timeout) => self.judge_timeout(event, timeout)?,
            Kind::Rekey(rekey) => self.judge_rekey(by, rekey)?,
            Kind::Handover(handover) => self.judge_handover(by, handover)?,
            Kind::Reanchor(reanchor) => self.judge_reanchor(by, &reanchor.chain)?,
            Kind::Say(say) => self.judge_words(by, &say.text)?,
        }
        Ok(Verdict::default())
    }

    /// No event is older than the one before it: else its author could say that a decision had lain before
    /// the others for longer than it has.
    fn judge_order(&self, event: &Event) -> Result<(), LedgerError> {
        let before = self.entries.last().map_or(event.at, |entry| entry.event().at);
        if event.at >= before || self.genesis.is_first_format() {
            return Ok(());
        }
        let help = format!("write at least {before}, and set the clock right");
        Err(misplaced("an event that is older than the one before it", &help))
    }

    /// Before the battle is open only `accept` can come, after its end only
    /// the opening of seals.
    fn judge_time(&self, event: &Event) -> Result<(), LedgerError> {
        let accept = matches!(event.kind, Kind::Accept(_));
        if accept && !self.to_accept.contains(&event.by) {
            return Err(misplaced("an accept that nobody waits for", "`tess report` says what comes next"));
        }
        if let (false, Some(waiting)) = (accept, self.to_accept.first()) {
            let what = format!("{} before the battle is open", event.kind.name());
            return Err(misplaced(&what, &format!("{waiting} must accept first")));
        }
        if self.ended.is_some() && !matches!(event.kind, Kind::Say(_)) {
            let opens_only = matches!(&event.kind, Kind::Standing(s)
                if s.seal.is_none() && s.text.is_none() && !s.unseal.is_empty());
            if !opens_only {
                let what = format!("{} after the end of the battle", event.kind.name());
                return Err(misplaced(&what, "only a standing with unseal may follow, and words"));
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
                | Kind::Say(_)
        );
        if sides_only && event.by.is_umpire() {
            let what = format!("{} by the umpire", event.kind.name());
            return Err(misplaced(&what, "that is for a side to say"));
        }
        Ok(())
    }

    /// Words stand in the log where its founders have agreed on that, and not without end.
    fn judge_words(&self, by: &Role, text: &str) -> Result<(), LedgerError> {
        if self.genesis.press() != Press::Log {
            return Err(misplaced(
                "words in this log",
                "genesis has no option press=log: they stand beside it",
            ));
        }
        if may_be_said(text)? != text {
            return Err(misplaced("words with blanks around them", "leave the blanks away"));
        }
        if self.said_in_a_row(by) >= MOST_IN_A_ROW {
            let what = format!("more than {MOST_IN_A_ROW} words of {by} in a row");
            return Err(misplaced(&what, "wait until the battle has moved on"));
        }
        Ok(())
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
                Err(misplaced(&what, &format!("that is for {first}, who opens first")))
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
}

/// An event that cannot stand where it does.
pub(super) fn misplaced(what: &str, help: &str) -> LedgerError {
    LedgerError::refused(format!("cannot take {what}"), help)
}
