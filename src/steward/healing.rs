//! A fork that both sides heal: they go on from before it, on the record (protocol section 5).
//!
//! Two copies of one folder sign two events for one place, and every seat stops. One side proposes to heal
//! that, at the end of the log that it has, and sends all of it from the fork on. Who has the other log
//! keeps this one beside it, and takes it over when he agrees; the umpire, and the second copy, take it over
//! when both have agreed. What was signed since the fork counts nowhere then, and stays in the log that
//! stands.

use super::act::Deed;
use super::storage::Section;
use super::{Arrival, Seat, StewardError};
use tess_ledger::{At, Kind, Ledger, Proposal, Propose, Reply, Role, Signed};
use tess_mail::{Envelope, RawMail};
use tess_table::Wait;

/// The paper with the log, from the fork on, in which somebody has proposed to heal it.
const OTHER_LOG: &str = "healing.tess";
/// The paper of a seat whose own player signed his word for a healing in it, and nowhere else.
const HEALER: &str = "healer.txt";
/// The paper of a folder that is a copy, and not the one in which its player goes on.
const COPY: &str = "second-copy.txt";

impl Seat {
    /// Agrees to a healing, or declines it, if the deed is about one: then the battle has stopped, and
    /// nothing else can be done.
    pub(super) fn answer_healing(&mut self, deed: &Deed, at: At) -> Result<Option<Signed>, StewardError> {
        match deed {
            Deed::Agree => self.agree_to_heal(at),
            Deed::Decline if self.ledger.healing_proposed().is_some() => {
                let Some(proposal) = self.ledger.proposal().map(tess_ledger::Entry::id) else {
                    return Ok(None);
                };
                self.sign(Kind::Decline(Reply { proposal }), at).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Proposes to go on from before the fork, and sends everybody all that is here since.
    pub(super) fn propose_healing(&mut self, note: Option<String>, at: At) -> Result<Signed, StewardError> {
        let forks = self.accusations()?.into_iter().filter(|found| found.file.starts_with("fork-"));
        let Some(fork) = forks.min_by_key(|found| found.seq) else {
            return Err(StewardError::refused(
                "no fork has stopped this battle",
                "to go back to an earlier event, say `tess propose take-back N`",
            ));
        };
        let bytes = self.storage.paper(Section::Seat, &fork.file)?.unwrap_or_default();
        let (one, two) = tess_ledger::Fork::read(&String::from_utf8_lossy(&bytes))?;
        let second = if self.ledger.find(&one.id()).is_some() { two.id() } else { one.id() };
        let to = self.before_the_fork(fork.seq)?;
        let propose = Propose { what: Proposal::Heal, to: Some(to), note, until: None, second: Some(second) };
        let signed = self.sign(Kind::Propose(propose), at)?;
        self.my_word_is_here(&signed)?;
        for role in self.partners() {
            self.write_again_from(&role, fork.seq)?;
        }
        Ok(signed)
    }

    /// The last event before a place after which no action is in hand: one that is cut in two would count
    /// for nothing.
    fn before_the_fork(&self, place: u64) -> Result<u64, StewardError> {
        let mut next = place;
        loop {
            let ledger = self.ledger.before(next)?;
            let mut table = self.start.begin(false);
            table.follow(&ledger)?;
            let in_hand = match table.wait(&ledger)? {
                Wait::Link { action, .. } | Wait::Answer { action, .. } | Wait::Reject { action, .. } => {
                    ledger.action(&action).map(|action| action.seq)
                }
                _ => None,
            };
            match in_hand {
                Some(seq) if seq > 0 => next = seq,
                _ => return Ok(next.saturating_sub(1)),
            }
        }
    }

    /// Agrees to a healing that waits for this side's word, in the log here or in the other; nothing when
    /// none does.
    fn agree_to_heal(&mut self, at: At) -> Result<Option<Signed>, StewardError> {
        if !self.may_agree_to_heal(&self.ledger) {
            let branch = self.other_log()?;
            let Some(battle) = branch.first().map(|_| self.battle_with(&branch)).transpose()?.flatten()
            else {
                return Ok(None);
            };
            if !self.may_agree_to_heal(&battle.0) {
                return Ok(None);
            }
            self.take_over(&branch, battle)?;
        }
        let Some(proposal) = self.ledger.proposal().map(tess_ledger::Entry::id) else { return Ok(None) };
        let signed = self.sign(Kind::Agree(Reply { proposal }), at)?;
        self.my_word_is_here(&signed)?;
        Ok(Some(signed))
    }

    /// Does a log wait for this side's word to a healing?
    fn may_agree_to_heal(&self, ledger: &Ledger) -> bool {
        let me = &self.settings.role;
        !me.is_umpire() && ledger.healing_proposed().is_some_and(|(by, _)| by != me)
    }

    fn my_word_is_here(&mut self, signed: &Signed) -> Result<(), StewardError> {
        self.storage.put_paper(Section::Seat, HEALER, signed.id().to_string().as_bytes())
    }

    /// The log beside the one here, from the fork on.
    fn other_log(&self) -> Result<Vec<Signed>, StewardError> {
        let bytes = self.storage.paper(Section::Seat, OTHER_LOG)?.unwrap_or_default();
        let lines = bytes.split(|b| *b == b'\n').filter(|line| !line.is_empty());
        Ok(lines.map(Signed::parse).collect::<Result<_, _>>()?)
    }

    /// Looks whether an event for a place that is taken begins a log in which a fork is healed, or is to be.
    /// Where both have agreed, it takes the place of the one here; nothing when it does not.
    pub(super) fn take_healing(
        &mut self,
        first: &Signed,
        others: &[Signed],
    ) -> Result<Option<Arrival>, StewardError> {
        let place = first.event().seq;
        let heals = |signed: &Signed| matches!(&signed.event().kind, Kind::Propose(p) if p.what == Proposal::Heal && p.to.is_some_and(|to| to < place));
        if !others.iter().any(heals) || !self.is_right_before(first) {
            return Ok(None);
        }
        let branch = self.branch(first, others)?;
        let Some(battle) = self.battle_with(&branch)? else { return Ok(None) };
        if battle.0.is_healed(place) && self.gives_way_to_healing(&branch, &battle.0) {
            self.take_over(&branch, battle)?;
            return Ok(Some(Arrival::New(place)));
        }
        if !self.ledger.is_healed(place) {
            self.keep_other_log(&branch, &battle.0)?;
        }
        Ok(None)
    }

    /// Keeps a log in which a healing waits for a word, if it does: for the player here to agree to, and for
    /// an umpire to show the sides, who hear from nobody else.
    fn keep_other_log(&mut self, branch: &[Signed], ledger: &Ledger) -> Result<(), StewardError> {
        let Some((by, to)) = ledger.healing_proposed() else { return Ok(()) };
        let text: String = branch.iter().map(|signed| signed.line() + "\n").collect();
        let known = self.storage.paper(Section::Seat, OTHER_LOG)?;
        if known.is_some_and(|known| known == text.as_bytes()) {
            return Ok(());
        }
        let me = self.settings.role.clone();
        if me.is_umpire() {
            let end = self.ledger.next_seq();
            for role in self.partners() {
                self.write_again_from(&role, end)?;
            }
        } else if *by != me {
            let said = format!(
                "{by} proposes to heal the fork: both go on after event {to}, and what has been signed since counts for \
                 nothing; say `tess agree`, or nothing"
            );
            self.keep_notice(&me, &said)?;
        }
        self.storage.put_paper(Section::Seat, OTHER_LOG, text.as_bytes())
    }

    /// An umpire shows the sides a healing of his own log, and what came of it, with all since the fork: who
    /// has the other log lacks it.
    pub(super) fn pass_healing_on(&mut self, event: &tess_ledger::Event) -> Result<(), StewardError> {
        let to = match &event.kind {
            Kind::Propose(Propose { what: Proposal::Heal, to, .. }) => *to,
            Kind::Agree(_) => {
                self.ledger.healed().find(|healed| healed.1 == event.seq).map(|healed| healed.0)
            }
            _ => None,
        };
        let Some(to) = to.filter(|_| self.settings.role.is_umpire()) else { return Ok(()) };
        for role in self.partners() {
            self.write_again_from(&role, to + 1)?;
        }
        Ok(())
    }

    /// What an umpire shows the sides of a log that he does not have himself: one in which a healing waits
    /// for their word.
    pub(super) fn shown_log(&self) -> Result<Vec<Vec<u8>>, StewardError> {
        if !self.settings.role.is_umpire() {
            return Ok(Vec::new());
        }
        Ok(self.other_log()?.iter().map(|signed| signed.line().into_bytes()).collect())
    }

    /// Does an event follow the one that stands before its place here?
    fn is_right_before(&self, signed: &Signed) -> bool {
        let place = signed.event().seq.checked_sub(1).and_then(|n| usize::try_from(n).ok());
        let before = place.and_then(|n| self.ledger.entries().get(n));
        before.is_some_and(|entry| signed.event().prev == Some(entry.id()))
    }

    /// Whether the log here gives way to another in which this fork is healed: always when it is not healed
    /// here; and where both have agreed twice, on two logs at once, to that in which somebody has acted
    /// since, which only one can be, or else to that with the lower id.
    fn gives_way_to_healing(&self, branch: &[Signed], other: &Ledger) -> bool {
        let place = branch[0].event().seq;
        let here = usize::try_from(place).ok().and_then(|n| self.ledger.entries().get(n));
        let is_lower = here.is_some_and(|here| branch[0].id() < here.id());
        !self.ledger.is_healed(place)
            || !self.ledger.went_on_after_healing(place) && (other.went_on_after_healing(place) || is_lower)
    }

    /// The log of a healing comes in the place of the one here.
    fn take_over(&mut self, branch: &[Signed], battle: super::give_way::Battle) -> Result<(), StewardError> {
        let me = self.settings.role.clone();
        let place = branch[0].event().seq;
        let forks = self.accusations()?;
        let own = forks.iter().any(|found| found.role == me && found.file.starts_with("fork-"));
        let agreed = battle.0.is_healed(place);
        // an umpire gives no word: which of his folders goes on is for whoever keeps them to see to
        if own && agreed && !me.is_umpire() && self.storage.paper(Section::Seat, HEALER)?.is_none() {
            self.storage.put_paper(Section::Seat, COPY, b"")?;
        }
        let said = format!(
            "the fork at event {place} is healed in another log than the one that was here: that one stands now, and what \
             was here from event {place} on counts for nothing"
        );
        self.take_instead(branch, battle, &[said])?;
        self.storage.drop_paper(Section::Seat, OTHER_LOG)
    }

    /// The last event that some mail shows and the log here lacks, and whether this side has signed one of
    /// them elsewhere, or something before them that no mail shows. Whoever signed now could make a fork.
    #[must_use]
    pub fn lacks(&self, mails: &[RawMail]) -> Option<(u64, bool)> {
        let (me, next) = (&self.settings.role, self.ledger.next_seq());
        let game = Some(self.ledger.game());
        let lines = mails.iter().filter_map(|mail| Envelope::open(mail).ok()).flat_map(|mail| mail.lines);
        let events = lines.filter_map(|line| Signed::parse(&line).ok());
        let new = events.filter(|signed| {
            let event = signed.event();
            event.game == game && event.seq >= next && self.ledger.is_signed(signed)
        });
        let new: Vec<Signed> = new.collect();
        let last = new.iter().map(|signed| signed.event().seq).max()?;
        let gap = !new.iter().any(|signed| signed.event().seq == next);
        Some((last, gap || new.iter().any(|signed| signed.event().by == *me)))
    }

    /// What there is to tell when an event has come which this seat itself has signed, and which its log
    /// does not reach yet: it is an old copy, or was brought back from one. Nobody else can make it believe
    /// so. Until what is missing has come it signs nothing, since each of its words could be the second for
    /// its place.
    ///
    /// # Errors
    /// When the seat's papers cannot be read.
    pub(super) fn signed_elsewhere(&self) -> Result<Option<String>, StewardError> {
        // who knows of a fork is told so, and may heal it
        if !self.accusations()?.is_empty() {
            return Ok(None);
        }
        let (me, next) = (&self.settings.role, self.ledger.next_seq());
        let head = self.ledger.entries().last().map(|entry| entry.event().at);
        let given_up = self.given_up()?;
        // what is older than the head follows another log, and what was given up here was signed here
        let own = |signed: &Signed| {
            let event = signed.event();
            event.by == *me && event.seq > next && Some(event.at) >= head && !given_up.contains(&signed.id())
        };
        let last =
            self.waiting()?.into_iter().map(|(_, signed)| signed).filter(own).map(|s| s.event().seq).max();
        Ok(last.map(|seq| {
            format!(
                "this seat has signed event {seq} elsewhere and is at event {next} here: it is an old copy, and signs \
                 nothing until it has what is missing"
            )
        }))
    }

    /// A folder that is a copy signs nothing any more.
    pub(super) fn check_no_copy(&self) -> Result<(), StewardError> {
        if let Some(what) = self.signed_elsewhere()? {
            return Err(StewardError::refused(
                what,
                "take in the mail that brings what is missing, or go on in the folder that has signed it",
            ));
        }
        if !self.is_copy()? {
            return Ok(());
        }
        Err(StewardError::refused(
            "this folder is a second copy of a battle that its player goes on with in another",
            "go on there, and take this folder away: two that sign for one role make a fork",
        ))
    }

    /// Is this folder the copy in which its player did not say that the fork be healed?
    pub(super) fn is_copy(&self) -> Result<bool, StewardError> {
        Ok(self.storage.paper(Section::Seat, COPY)?.is_some())
    }

    /// Anchors the new chain that this role owes since a fork was healed; nothing while it is another's to
    /// do so first. Of two copies of a folder only that one does, in which its player has given his word.
    pub(super) fn owed_chain(&mut self, at: At) -> Result<Option<Signed>, StewardError> {
        let me = self.settings.role.clone();
        if self.ledger.owes_chain() != Some(&me) {
            return Ok(None);
        }
        if !me.is_umpire() && self.storage.paper(Section::Seat, HEALER)?.is_none() {
            return Ok(None);
        }
        let links = self.ledger.player(&me).map_or(super::LINKS, |player| player.chain.links);
        self.reanchor(links, at).map(Some)
    }

    /// Does somebody owe a new chain, so that nobody may act?
    pub(super) fn awaits_chain(&self) -> Option<&Role> {
        self.ledger.owes_chain()
    }
}
