//! A fork that is healed: one role has signed two events for one place, and both sides agree to go on from
//! before it (protocol section 5).
//!
//! What was opened since may be known to anybody, also from the log that is given up. So with the agreement
//! every chain is given up, and nobody acts before each role has anchored a new one.

use super::judge::misplaced;
use super::{Entry, Id, Kind, Ledger, LedgerError, Proposal, Propose, Role};

/// A healing on which both have agreed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Healing {
    /// The last event that still counts.
    to: u64,
    /// The place of the agreement.
    agreed: u64,
}

impl Ledger {
    /// Whether both sides have agreed to go on from before this place, what was signed twice there included.
    #[must_use]
    pub fn is_healed(&self, place: u64) -> bool {
        self.healings.iter().any(|healing| healing.to < place && place < healing.agreed)
    }

    /// Whether somebody has acted since the last healing of this place: then it is settled for good.
    #[must_use]
    pub fn went_on_after_healing(&self, place: u64) -> bool {
        let of_place = |healing: &&Healing| healing.to < place && place < healing.agreed;
        let Some(healing) = self.healings.iter().rev().find(of_place) else { return false };
        self.actions.last().is_some_and(|action| action.seq > healing.agreed)
    }

    /// Who has to anchor a new chain before anybody may act, since a fork was healed: the first by role
    /// code.
    #[must_use]
    pub fn owes_chain(&self) -> Option<&Role> {
        let last = self.healings.last()?;
        self.players.iter().find(|player| player.chain.since < last.agreed).map(|player| &player.role)
    }

    /// The healing that waits for the other side's word: who has proposed it, and the last event that would
    /// still count.
    #[must_use]
    pub fn healing_proposed(&self) -> Option<(&Role, u64)> {
        let event = self.proposal()?.event();
        match &event.kind {
            Kind::Propose(Propose { what: Proposal::Heal, to: Some(to), .. }) => Some((&event.by, *to)),
            _ => None,
        }
    }

    /// Whether an event is the first chain that its author has anchored since a healing, and nobody has
    /// acted between.
    #[must_use]
    pub fn is_owed_chain(&self, entry: &Entry) -> bool {
        let (seq, by) = (entry.seq(), &entry.event().by);
        let Some(healing) = self.healings.iter().rev().find(|healing| healing.agreed < seq) else {
            return false;
        };
        let mut between = self.entries.iter().filter(|e| healing.agreed < e.seq() && e.seq() < seq);
        matches!(entry.event().kind, Kind::Reanchor(_) | Kind::Handover(_))
            && !between.any(|e| {
                e.action.is_some() || e.event().by == *by && matches!(e.event().kind, Kind::Reanchor(_))
            })
    }

    /// A healing names the other event, which is in another log and not in this one.
    pub(super) fn judge_second(&self, propose: &Propose) -> Result<(), LedgerError> {
        match (propose.what, &propose.second) {
            (Proposal::Heal, _) if self.genesis.is_first_format() => {
                Err(misplaced("a healing in the first format", "a fork ends such a battle"))
            }
            (Proposal::Heal, None) => {
                Err(misplaced("a healing of nothing", "name the other event in second"))
            }
            (Proposal::Heal, Some(id)) if self.by_id.contains_key(id) => {
                Err(misplaced("a healing of an event of this log", "name the one that is not in it"))
            }
            (Proposal::Heal, Some(_)) | (_, None) => Ok(()),
            (_, Some(_)) => Err(misplaced("a second event without a healing", "leave second away")),
        }
    }

    /// Nobody acts while a chain is owed.
    pub(super) fn judge_chains_are_new(&self) -> Result<(), LedgerError> {
        let Some(role) = self.owes_chain() else { return Ok(()) };
        let help = format!("{role} has to anchor a new chain first, which its program does by itself");
        Err(misplaced("an action before each role has a new chain", &help))
    }

    /// Both have agreed: every chain is given up.
    pub(super) fn heal(&mut self, to: u64, agreed: u64) {
        self.healings.push(Healing { to, agreed });
        self.players.iter_mut().for_each(|player| player.chain.lost = true);
    }

    /// The other event that a healing on which both agreed names, with the places of the last event that
    /// counts and of the agreement: for those who look through an archive.
    pub fn healed(&self) -> impl Iterator<Item = (u64, u64, Id)> + '_ {
        self.healings.iter().filter_map(|healing| {
            let agree = self.entries.get(usize::try_from(healing.agreed).ok()?)?;
            let Kind::Agree(reply) = &agree.event().kind else { return None };
            let Kind::Propose(propose) = &self.find(&reply.proposal)?.event().kind else { return None };
            Some((healing.to, healing.agreed, propose.second?))
        })
    }
}
