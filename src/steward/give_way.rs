//! Two mails have crossed: an event for a place that another role's event has filled here.
//!
//! Which of the two stands, the log decides by rule, the same everywhere
//! ([`tess_ledger::Ledger::gives_way_to`]). Where it is the one here, whoever sent the other is shown it.
//! Where it is the other, what is here is taken back as one step, and everybody is told; what a player has
//! lost by it he can say again.

use std::collections::BTreeSet;

use super::mandate::check;
use super::storage::Section;
use super::{Arrival, Seat, StewardError};
use tess_game::AnyTable;
use tess_ledger::{Event, Id, Kind, Ledger, Role, Signed, short};

/// The paper that marks the mails of a log of which something was taken back: the first digits of the event
/// that came in its place. Without it two mails about one place would have one name.
const MARK: &str = "crossed.txt";
/// The paper with the ids of this role's own events that were taken back for another log.
const GIVEN_UP: &str = "given-up.txt";
/// The paper that names the key before the last `rekey`.
pub(super) const FORMER_KEY: &str = "former-key.txt";

/// A log and the battle that it leads to.
pub(super) type Battle = (Ledger, Box<dyn AnyTable>);

impl Seat {
    /// Decides between an event and the one in its place here; `others` came with it and may follow it.
    /// Nothing when it is not for that place, or not signed with its author's key.
    pub(super) fn cross(
        &mut self,
        signed: &Signed,
        others: &[Signed],
    ) -> Result<Option<Arrival>, StewardError> {
        let place = signed.event().seq;
        let before = place.checked_sub(1).and_then(|n| self.ledger.entries().get(usize::try_from(n).ok()?));
        let follows = before.is_some_and(|entry| signed.event().prev == Some(entry.id()));
        if !follows || !self.ledger.is_signed(signed) {
            return Ok(None);
        }
        // which of two logs that are healed stands has another rule
        if self.ledger.is_healed(place) {
            return Ok(Some(Arrival::Crossed(place)));
        }
        let mut branch = self.branch(signed, others)?;
        while self.ledger.gives_way_to(&branch) {
            if let Some(battle) = self.battle_with(&branch)? {
                let lost = self.ledger.entries().iter().filter(|entry| entry.seq() >= place);
                let me = &self.settings.role;
                let notices: Vec<String> =
                    lost.map(|entry| taken_back(entry.event(), branch[0].event(), me)).collect();
                self.take_instead(&branch, battle, &notices)?;
                return Ok(Some(Arrival::New(place)));
            }
            branch.pop();
        }
        Ok((!branch.is_empty()).then_some(Arrival::Crossed(place)))
    }

    /// An event, and what follows it of what came with it or waits here.
    pub(super) fn branch(&self, first: &Signed, others: &[Signed]) -> Result<Vec<Signed>, StewardError> {
        let mut pool: Vec<Signed> = self.waiting()?.into_iter().map(|(_, signed)| signed).collect();
        pool.extend_from_slice(others);
        let mut branch = vec![first.clone()];
        while let Some(next) = branch.last().and_then(|last| {
            let follows = |e: &Event| {
                e.prev == Some(last.id()) && e.seq == last.event().seq + 1 && e.game == last.event().game
            };
            pool.iter().find(|signed| follows(signed.event()))
        }) {
            branch.push(next.clone());
        }
        Ok(branch)
    }

    /// The battle with these events in the place of all from the first one's place on, each checked as it is
    /// when it comes alone; nothing when log or rules refuse one.
    pub(super) fn battle_with(&mut self, branch: &[Signed]) -> Result<Option<Battle>, StewardError> {
        let mut ledger = self.ledger.before(branch[0].event().seq)?;
        let mut table = self.start.begin(false);
        if table.follow(&ledger).is_err() {
            return Ok(None);
        }
        for signed in branch {
            if let Some((_, standing)) = signed.event().kind.delegation()
                && let Some(text) = self.standing_text(standing)?
                && (ledger.would_append(signed).is_err()
                    || check(&ledger, &mut *table, signed.event(), &text).is_err())
            {
                return Ok(None);
            }
            let held = ledger.append(signed.clone()).is_ok()
                && table.follow(&ledger).is_ok()
                && table.wait(&ledger).is_ok();
            if !held {
                return Ok(None);
            }
        }
        Ok(Some((ledger, table)))
    }

    /// Takes back what is here and takes the other in. What is noted comes first and is the same when it is
    /// noted once more: cut off before the log is changed, this is done again when the mail is.
    pub(super) fn take_instead(
        &mut self,
        branch: &[Signed],
        battle: Battle,
        notices: &[String],
    ) -> Result<(), StewardError> {
        let (me, first) = (self.settings.role.clone(), &branch[0]);
        let place = first.event().seq;
        let lost: Vec<Event> = self
            .ledger
            .entries()
            .iter()
            .skip(usize::try_from(place).unwrap_or(usize::MAX))
            .map(|entry| entry.event().clone())
            .collect();
        for notice in notices {
            self.keep_notice(&me, notice)?;
        }
        for role in self.partners() {
            self.write_again_from(&role, place)?;
        }
        let mut posted = self.posted()?;
        posted.values_mut().for_each(|to| *to = (*to).min(place));
        self.set_posted(&posted)?;
        for name in self.storage.names(Section::Reports)? {
            if name.trim_end_matches(".txt").parse::<u64>().is_ok_and(|seq| seq >= place) {
                self.storage.drop_paper(Section::Reports, &name)?;
            }
        }
        self.storage.put_paper(Section::Seat, MARK, &short(&first.id()).as_bytes()[..8])?;
        let own = |event: &&Event| event.by == me;
        self.give_up(place)?;
        if lost.iter().filter(own).any(|event| matches!(event.kind, Kind::Rekey(_))) {
            self.back_to_the_former_key()?;
        }
        self.storage.replace_from(first)?;
        for signed in &branch[1..] {
            self.storage.append(signed)?;
        }
        (self.ledger, self.table) = battle;
        self.take_up_chain()
    }

    /// Notes which of this role's own events are given up with what is here from a place on: should they
    /// come back by mail, nobody has signed them elsewhere.
    fn give_up(&mut self, place: u64) -> Result<(), StewardError> {
        let me = &self.settings.role;
        let lost = self.ledger.entries().iter().filter(|e| e.seq() >= place && e.event().by == *me);
        let mut all = self.given_up()?;
        let known = all.len();
        all.extend(lost.map(tess_ledger::Entry::id));
        if all.len() == known {
            return Ok(());
        }
        let text: String = all.iter().map(|id| format!("{id}\n")).collect();
        self.storage.put_paper(Section::Seat, GIVEN_UP, text.as_bytes())
    }

    /// Events of this role's own that were taken back here for another log.
    pub(super) fn given_up(&self) -> Result<BTreeSet<Id>, StewardError> {
        let bytes = self.storage.paper(Section::Seat, GIVEN_UP)?.unwrap_or_default();
        Ok(String::from_utf8_lossy(&bytes).lines().filter_map(|line| line.parse().ok()).collect())
    }

    /// Opens the chain that the log names now, which may be another than before.
    pub(super) fn take_up_chain(&mut self) -> Result<(), StewardError> {
        let named = self.ledger.player(&self.settings.role).map(|player| player.chain.id);
        let Some(named) = named else { return Ok(()) };
        if self.chain.as_ref().is_some_and(|open| open.anchor().id == named) {
            return Ok(());
        }
        // the old one lets go of its journal first
        self.chain = None;
        self.chain = self.storage.chain(&named)?;
        Ok(())
    }

    /// The `rekey` has been taken back: the log has the old key again, and its file is named again.
    fn back_to_the_former_key(&mut self) -> Result<(), StewardError> {
        let Some(bytes) = self.storage.paper(Section::Seat, FORMER_KEY)? else { return Ok(()) };
        self.settings.key = String::from_utf8_lossy(&bytes).into_owned().into();
        self.storage.put_paper(Section::Seat, "seat.toml", self.settings.text()?.as_bytes())
    }

    /// What marks the mails of this log, if something of it was taken back.
    pub(super) fn mark(&self) -> Result<String, StewardError> {
        let bytes = self.storage.paper(Section::Seat, MARK)?.unwrap_or_default();
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// What a player is told of an event that was taken back.
fn taken_back(event: &Event, instead: &Event, me: &Role) -> String {
    let whose = if event.by == *me { "of yours".to_owned() } else { format!("of {}", event.by) };
    let mut text = format!(
        "event {} {whose} ({}) has crossed event {} of {} ({}), which stands: it is taken back here",
        event.seq,
        event.kind.name(),
        instead.seq,
        instead.by,
        instead.kind.name()
    );
    if event.by == *me {
        text.push_str("; what you still want of it, say again");
    }
    text
}
