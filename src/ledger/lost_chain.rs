//! A chain that is lost while an action waits for its link.
//!
//! Whoever loses it may know what dice the link would make. So the loss is his own: the action stays bound,
//! and it becomes void only if those agree who would be the worse for it (protocol section 5).

use super::judge::misplaced;
use super::{Entry, Id, Kind, Ledger, LedgerError, Role};

impl Ledger {
    /// `void` comes from whoever has to open the next link.
    pub(super) fn judge_loss(&self, by: &Role, id: &Id) -> Result<(), LedgerError> {
        match self.pending_for(id)?.next_opener() {
            Some(next) if next == by => Ok(()),
            Some(next) => {
                let what = format!("a void by {by}");
                Err(misplaced(&what, &format!("that is for {next}, whose link is due")))
            }
            None => Err(misplaced("a void of an action whose links are open", "its dice stand")),
        }
    }

    /// How many sides have to agree that an action is void: each but the loser.
    #[must_use]
    pub fn consents_needed(&self, loser: &Role) -> usize {
        self.sides().filter(|side| *side != loser).count()
    }

    /// How many sides have agreed to what stands in this event.
    pub(super) fn consents(&self, asked: &Entry) -> usize {
        self.replies(asked).count()
    }

    /// Whether a side has agreed to it already.
    #[must_use]
    pub fn has_consented(&self, asked: &Entry, side: &Role) -> bool {
        self.replies(asked).any(|entry| entry.event().by == *side)
    }

    /// The `void` by whose `agree`, that of this event, an action became void: who had lost his chain, and
    /// the action.
    #[must_use]
    pub fn voided_by(&self, agree: &Entry) -> Option<(&Role, &Id)> {
        let Kind::Agree(reply) = &agree.event().kind else { return None };
        let asked = self.find(&reply.proposal)?;
        let Kind::Void(void) = &asked.event().kind else { return None };
        let until_then = self.replies(asked).filter(|entry| entry.seq() <= agree.seq()).count();
        let loser = &asked.event().by;
        (until_then == self.consents_needed(loser)).then_some((loser, &void.action))
    }

    fn replies(&self, asked: &Entry) -> impl Iterator<Item = &Entry> {
        let id = asked.id();
        let after = self.entries().iter().skip(usize::try_from(asked.seq()).unwrap_or(usize::MAX));
        after.filter(move |entry| matches!(&entry.event().kind, Kind::Agree(reply) if reply.proposal == id))
    }
}
