//! What a player does of his own will.

use super::{Seat, StewardError};
use tess_ledger::{Accept, At, Kind, Proposal, Propose, Reply, Resign, Signed};
use tess_table::Wait;

/// A deed of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// Accept the battle.
    Accept,
    /// Send a sheet, with words to the other side.
    Orders(String, Option<String>),
    /// Answer the open question.
    Answer {
        /// Its id; may be left out.
        question: Option<String>,
        /// The key of a choice.
        choice: String,
    },
    /// Propose a take-back to an event, a draw, a pause.
    Propose(Proposal, Option<u64>),
    /// Propose one of them with words to the other side, or a time until which it stands.
    Offer(Propose),
    /// Agree with the open proposal.
    Agree,
    /// Decline it.
    Decline,
    /// Propose to go on from before a fork, with words to the other side.
    Heal(Option<String>),
    /// Give the battle up.
    Resign,
}

impl Seat {
    /// Signs and stores a deed. Mail goes out with the next [`Seat::post`].
    ///
    /// # Errors
    /// When it is not this role's to do, or rules or log refuse it; then nothing has changed.
    pub fn act(&mut self, deed: Deed, at: At) -> Result<Signed, StewardError> {
        self.check_not_handed_over()?;
        self.check_no_copy()?;
        if let Some(signed) = self.answer_healing(&deed, at)? {
            return Ok(signed);
        }
        if !matches!(deed, Deed::Heal(_)) {
            self.check_going_on()?;
        }
        let kind = match deed {
            Deed::Accept => Kind::Accept(Accept { game: self.ledger.game() }),
            Deed::Orders(sheet, note) => {
                self.check_turn()?;
                self.vault()?.orders(self.table.position(), &sheet, note.clone())?;
                self.give_pending(false, || at)?;
                // A seal follows from the place of its event, which is known only now.
                Kind::Orders(self.vault()?.orders(self.table.position(), &sheet, note)?)
            }
            Deed::Answer { question, choice } => self.answer(question, &choice, at)?,
            Deed::Propose(what, to) => {
                Kind::Propose(Propose { what, to, note: None, until: None, second: None })
            }
            Deed::Offer(propose) => {
                if let Some(until) = propose.until.filter(|until| *until <= at) {
                    return Err(StewardError::refused(
                        format!("{until} has passed already"),
                        "name a time to come, such as 2026-12-01",
                    ));
                }
                Kind::Propose(propose)
            }
            Deed::Agree | Deed::Decline => {
                let Some(proposal) = self.ledger.proposal().map(tess_ledger::Entry::id) else {
                    return Err(StewardError::refused("nothing has been proposed", "see `tess log`"));
                };
                if deed == Deed::Agree {
                    Kind::Agree(Reply { proposal })
                } else {
                    Kind::Decline(Reply { proposal })
                }
            }
            Deed::Heal(note) => return self.propose_healing(note, at),
            Deed::Resign => Kind::Resign(Resign {}),
        };
        let signed = self.sign(kind, at)?;
        if matches!(signed.event().kind, Kind::Accept(_)) && self.ledger.to_accept().is_empty() {
            self.give_pending(true, || at)?;
        }
        Ok(signed)
    }

    /// Who has handed his side over has done with the battle: that is what he is told, and nothing of keys.
    pub(super) fn check_not_handed_over(&self) -> Result<(), StewardError> {
        let me = &self.settings.role;
        let own = self.key.public();
        if self.ledger.player(me).is_none_or(|player| player.key == own) {
            return Ok(());
        }
        let mut entries = self.ledger.entries().iter().rev();
        let over = entries.find_map(|entry| match &entry.event().kind {
            Kind::Handover(handover) if entry.event().by == *me && handover.key != own => {
                Some((entry.seq(), handover.name.clone()))
            }
            _ => None,
        });
        let Some((seq, name)) = over else { return Ok(()) };
        let name = tess_diagnostic::plain_ascii(&tess_diagnostic::tame_line(&name));
        Err(StewardError::refused(
            format!("this battle is over for you: {name} plays {me} since event {seq}"),
            "there is nothing left to do here; `tess report` still shows the battle as far as it came to you",
        ))
    }

    /// The answer to the open question, if it is put to this side and the choice is one of it.
    fn answer(&mut self, question: Option<String>, choice: &str, at: At) -> Result<Kind, StewardError> {
        let Wait::Answer { side, question: open, .. } = self.wait()? else {
            return Err(StewardError::refused(
                "no question is open",
                "see `tess report` for what comes next",
            ));
        };
        if side != self.settings.role {
            return Err(StewardError::refused(
                format!("the question is put to {side}"),
                "wait for the answer",
            ));
        }
        if question.is_some_and(|q| q != open.id) {
            return Err(StewardError::refused(
                "that question is not open",
                format!("the open one is {}", open.id),
            ));
        }
        if !open.allows(choice) {
            let keys: Vec<&str> = open.choices.iter().map(|c| c.key.as_str()).collect();
            return Err(StewardError::refused(
                format!("`{choice}` is no choice of {}", open.id),
                format!("choose one of: {}", keys.join(", ")),
            ));
        }
        let answer = self.vault()?.answer(&open, choice)?;
        self.give_pending(false, || at)?;
        Ok(Kind::Answer(answer))
    }

    /// A sheet is signed only when it is this side's turn.
    fn check_turn(&mut self) -> Result<(), StewardError> {
        let role = self.settings.role.clone();
        let (what, help) = match self.wait()? {
            Wait::Orders(deed) if deed.side == role.as_str() => return Ok(()),
            Wait::Orders(deed) => {
                (format!("{} is to act, not {role}", deed.side), "wait for the next report".to_owned())
            }
            Wait::Accept(_) => {
                ("the battle has not been accepted by all".to_owned(), "wait for `accept`".to_owned())
            }
            Wait::Answer { side, question, .. } if side == role => (
                "a question is open before new orders".to_owned(),
                format!("answer it: tess answer {} {}", question.id, question.default),
            ),
            Wait::Over(ending) => {
                (format!("the battle is over: {}", ending.text), "verify the archive".to_owned())
            }
            other => {
                let who = other.role().unwrap_or("nobody").to_owned();
                (format!("the battle waits for {who}"), "wait for the next report".to_owned())
            }
        };
        Err(StewardError::refused(what, help))
    }
}
