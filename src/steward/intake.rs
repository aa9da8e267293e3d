//! From a mail to events in the log.

use super::heal::Reply;
use super::papers::Papers;
use super::storage::Section;
use super::{Seat, StewardError, deadline, private};
use tess_ledger::{At, Consequence, Id, Kind, LedgerError, Role, Signed, Unseal, Word, short};
use tess_mail::{Envelope, RawMail};

/// Places after the head up to which an event is kept.
const MOST_AHEAD: u64 = 4096;
/// Events that are kept until those before them have come.
const MOST_HELD: usize = 512;

/// What became of one mail.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Taken {
    /// First digits of the mail's hash, its name in the journal.
    pub mail: String,
    /// The place where the log ended when the mail was begun the first time. What it brought is judged
    /// against that: a pass that was cut off in the middle of it finds some of its events in the log
    /// already.
    pub began: u64,
    /// Its events, in the order of their places.
    pub events: Vec<Arrival>,
    /// Damaged blocks and the like, a text each.
    pub complaints: Vec<String>,
    /// Orders typed by hand without a signature, when the mail carries no event.
    pub draft: Option<String>,
    /// Who was answered in words.
    pub answered: Option<Role>,
    /// Lines of words that were taken, or were here already.
    pub words: usize,
}

/// What became of one event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrival {
    /// Taken into the log at this place.
    New(u64),
    /// In the log already.
    Known(u64),
    /// Kept until the events before it have come.
    Held(u64),
    /// Not taken; why.
    Refused(String),
    /// The author's log has another event before it than the one here.
    Apart(u64),
    /// Signed for this place by its author, and yet against log or rules; it stands in this file.
    Breach(String),
    /// Signed for a place that another's word has filled which crossed it and stands before it; its author
    /// is shown that.
    Crossed(u64),
    /// Kept until its time has come: it lies ahead of the clock here.
    Ahead(u64),
    /// Not taken: it came in a damaged mail, or past the umpire, who holds this side's standing orders and
    /// may have decided by them what it brings up. Whoever decided now himself would sign for a place that
    /// is filled.
    Doubtful(u64),
    /// One role has signed two events for one place; the proof stands in this file.
    Fork(String),
}

impl Seat {
    /// Takes a mail in: journal first, then its events, then those that had waited for them; and sees to it
    /// that whoever lacks something gets it, and that a mail which cannot be used is answered.
    ///
    /// # Errors
    /// Only when the seat's own files fail; whatever is wrong with the mail stands in [`Taken`].
    pub fn take_mail(&mut self, raw: &RawMail, now: At) -> Result<Taken, StewardError> {
        match Envelope::open(raw) {
            Ok(envelope) => self.take_opened(raw, &envelope, now),
            Err(error) => {
                let mut taken = self.begin(raw)?;
                self.unread(&error)?;
                taken
                    .complaints
                    .push(format!("the mail is kept in the journal, but cannot be read: {error}"));
                Ok(taken)
            }
        }
    }

    /// Takes in a mail that has been opened already; see [`Seat::take_mail`].
    pub(super) fn take_opened(
        &mut self,
        raw: &RawMail,
        envelope: &Envelope,
        now: At,
    ) -> Result<Taken, StewardError> {
        self.clock = Some(now);
        let mut taken = self.begin(raw)?;
        let newest = self.take_lines(envelope, &mut taken)?;
        if envelope.signals.report {
            self.take_bounce(raw)?;
        }
        // who quotes an old report and asks something under it lacks nothing
        if taken.draft.as_ref().is_some_and(|draft| !draft.is_empty())
            || !self.help_on(&taken, newest, envelope, now)?
        {
            taken.answered = self.answer_in_words(&taken, envelope, now)?;
        }
        self.by_telephone(&taken, envelope, now)?;
        self.ask(&taken, newest, envelope, now)?;
        Ok(taken)
    }

    /// A mail is in the journal before anything is made of it.
    fn begin(&mut self, raw: &RawMail) -> Result<Taken, StewardError> {
        let began = self.storage.keep_mail(raw, self.ledger.next_seq())?;
        Ok(Taken { mail: raw.id.short(), began, ..Taken::default() })
    }

    /// Takes the lines of a mail; the place of its newest event.
    fn take_lines(&mut self, envelope: &Envelope, taken: &mut Taken) -> Result<Option<u64>, StewardError> {
        taken.complaints.extend(envelope.complaints.iter().map(ToString::to_string));
        let mut events: Vec<Signed> = Vec::new();
        let mut entrusted: Vec<Unseal> = Vec::new();
        let mut words: Vec<Word> = Vec::new();
        for line in &envelope.lines {
            if let Some(unseal) = private(line) {
                entrusted.push(unseal);
                continue;
            }
            if Word::is_one(line) {
                match Word::parse(line) {
                    Ok(word) => words.push(word),
                    Err(error) => taken.complaints.push(error.told()),
                }
                continue;
            }
            match Signed::parse(line) {
                Ok(signed) => events.push(signed),
                Err(error) => taken.complaints.push(error.told()),
            }
        }
        events.sort_by_key(|signed| signed.event().seq);
        let newest = events.last().map(|signed| signed.event().seq);
        let next = self.ledger.next_seq();
        let new = newest.is_some_and(|seq| seq >= next);
        let doubtful = new && self.may_lack_an_answer(envelope, &events, &taken.complaints);
        for signed in &events {
            let seq = signed.event().seq;
            let arrival = if doubtful && seq >= self.ledger.next_seq() {
                Arrival::Doubtful(seq)
            } else {
                self.take_event(signed, &events)?
            };
            taken.events.push(arrival);
        }
        let known = taken.events.iter().all(|arrival| matches!(arrival, Arrival::Known(_)));
        // beside a block that is known, which a mail that came twice has too, only what asks for something; but
        // where it is quoted, and was here before, the words are what the mail was written for
        let old = |arrival: &Arrival| matches!(arrival, Arrival::Known(seq) if *seq < taken.began);
        let quotes = envelope.quotes && taken.events.iter().all(old);
        let bare = envelope.lines.is_empty() && envelope.complaints.is_empty();
        if known
            && entrusted.is_empty()
            && words.is_empty()
            && envelope.is_by_hand()
            && (bare || quotes || self.asks(envelope)?)
        {
            taken.draft = Some(envelope.draft.trim().to_owned());
        }
        self.take_held(taken)?;
        // after the events, which may bring the key that they are signed with
        for word in words {
            match self.take_word(&word)? {
                Some(why) => taken.complaints.push(why),
                None => taken.words += 1,
            }
        }
        for unseal in entrusted {
            if !self.take_private(&unseal)? {
                taken.complaints.push(format!(
                    "what is said to be under the seal {} opens no seal of this log",
                    unseal.seal()
                ));
            }
        }
        Ok(newest)
    }

    /// May there be an event, which the mail does not hold, by which the umpire has decided for this side?
    /// So there may while he holds this side's standing orders, or decides for whoever is late, when the
    /// mail is damaged or has come past him.
    fn may_lack_an_answer(&mut self, envelope: &Envelope, events: &[Signed], complaints: &[String]) -> bool {
        let me = self.settings.role.clone();
        let held = self.ledger.player(&me).is_some_and(|me| me.standing.is_some());
        if me.is_umpire() || !held && self.ledger.genesis().deadlines.then != Consequence::Default {
            return false;
        }
        if self.is_past_the_umpire(envelope) {
            let what = "a mail that has not come from the umpire holds events that he may have decided on for you: he is \
                        asked for them";
            self.tell(&me, what.to_owned());
            return true;
        }
        let renewed = |signed: &Signed| matches!(signed.event().kind, Kind::Rekey(_) | Kind::Handover(_));
        let bent = || events.iter().any(|signed| !self.ledger.is_signed(signed));
        !complaints.is_empty() || bent() && !events.iter().any(renewed)
    }

    /// Does a mail come from somebody else than the umpire and this side itself, by what it says? A block
    /// without a mail around it says nothing.
    fn is_past_the_umpire(&self, envelope: &Envelope) -> bool {
        let (umpire, me) = (Role::umpire(), &self.settings.role);
        let [from] = envelope.from.as_slice() else { return false };
        let known = || [&umpire, me].iter().any(|role| self.is_address_of(role, &from.address));
        // on a list the sender may be another, but never the id
        let game = &self.ledger.game().to_string()[..16];
        let by_umpire = || {
            let id =
                envelope.message_id.as_ref().and_then(|id| id.as_str().split('@').next()).unwrap_or_default();
            let mut words = id.split('.');
            words.next() == Some(game) && words.nth(1) == Some(umpire.as_str())
        };
        self.ledger.player(&umpire).is_some() && !known() && !by_umpire()
    }

    /// Whoever shows us an old end of the log lacks what came after it, and whoever does not show what has
    /// stopped the battle lacks that: he is written to again. `From` proves nothing, but all it can do is
    /// that a player is written to at the address in the log, some times a day.
    fn help_on(
        &mut self,
        taken: &Taken,
        newest: Option<u64>,
        envelope: &Envelope,
        now: At,
    ) -> Result<bool, StewardError> {
        let (Some(seq), Some(sender)) = (newest, self.sender(envelope)) else { return Ok(false) };
        let known = taken.events.iter().all(|a| matches!(a, Arrival::Known(_)));
        let crossed = taken.events.iter().filter_map(|a| match a {
            Arrival::Crossed(place) | Arrival::Ahead(place) => Some(*place),
            _ => None,
        });
        let from = match crossed.min() {
            Some(place) => Some(place),
            None if known && seq + 1 < taken.began => Some(seq + 1),
            None => self.is_in_the_dark(envelope)?.then_some(taken.began),
        };
        let Some(from) = from.filter(|_| self.partners().contains(&sender)) else { return Ok(false) };
        if self.silence_to(envelope, true).is_ok()
            && self.may_reply(&taken.mail, &sender, Reply::Events, now)?
        {
            self.write_again_from(&sender, from)?;
            self.replied(&taken.mail, &sender, Reply::Events, now)?;
        }
        Ok(true)
    }

    /// Has the battle stopped here by a fork, and does a mail not show it? Whoever knows of one shows it in
    /// every mail.
    fn is_in_the_dark(&self, envelope: &Envelope) -> Result<bool, StewardError> {
        let proofs = self.proofs()?;
        Ok(!proofs.is_empty() && !envelope.lines.iter().any(|line| proofs.contains(line)))
    }

    /// Where we lack something ourselves, we show our own end to all who could have it.
    fn ask(
        &mut self,
        taken: &Taken,
        newest: Option<u64>,
        envelope: &Envelope,
        now: At,
    ) -> Result<(), StewardError> {
        let short = |a: &Arrival| matches!(a, Arrival::Held(_) | Arrival::Apart(_) | Arrival::Doubtful(_));
        let lacks = taken.events.iter().any(short);
        let next = self.ledger.next_seq();
        if !lacks || newest.is_none_or(|seq| seq < next) || !self.accusations()?.is_empty() {
            return Ok(());
        }
        // counted for the sender if he is known, else for the first who is asked
        let partners = self.partners();
        let Some(whom) = self.sender(envelope).or_else(|| partners.first().cloned()) else { return Ok(()) };
        if self.may_reply(&taken.mail, &whom, Reply::Events, now)? {
            for role in &partners {
                self.write_again_from(role, next)?;
            }
            self.replied(&taken.mail, &whom, Reply::Events, now)?;
        }
        Ok(())
    }

    /// Takes an event into the log if it can; `others` came with it.
    pub(super) fn take_event(&mut self, held: &Signed, others: &[Signed]) -> Result<Arrival, StewardError> {
        let (seq, id, by) = (held.event().seq, held.id(), held.event().by.clone());
        if self.ledger.find(&id).is_none() && self.is_ahead(held) {
            if self.may_hold(held)? {
                return self.hold_ahead(held);
            }
            return Ok(refused(
                seq,
                &id,
                &format!("it is dated {}, ahead of the clock here", held.event().at),
            ));
        }
        match self.admit(held.clone()) {
            Ok(()) => {
                self.pass_healing_on(held.event())?;
                Ok(self.absolve(seq)?.map_or(Arrival::New(seq), Arrival::Fork))
            }
            Err(StewardError::Ledger(LedgerError::Known { seq })) => Ok(Arrival::Known(seq)),
            Err(StewardError::Ledger(error @ LedgerError::Gap { .. })) => {
                if self.may_hold(held)? {
                    self.hold(held)
                } else {
                    Ok(refused(seq, &id, &error.told()))
                }
            }
            Err(StewardError::Ledger(error @ LedgerError::UnknownPrev { .. })) => {
                if !self.ledger.is_signed(held) {
                    return Ok(refused(seq, &id, &error.told()));
                }
                self.note(&format!(
                    "event {seq} of {by} follows another event {} than the one in the log here; he has been shown ours",
                    seq.saturating_sub(1)
                ))?;
                Ok(Arrival::Apart(seq))
            }
            Err(StewardError::Ledger(LedgerError::Fork(fork))) => {
                // the proof first, as it stays whatever becomes of the battle
                let file = self.accuse_of_fork(&fork)?;
                Ok(self.take_healing(held, others)?.unwrap_or(Arrival::Fork(file)))
            }
            Err(StewardError::Ledger(error @ LedgerError::Stale { .. })) => {
                if let Some(arrival) = self.take_healing(held, others)? {
                    return Ok(arrival);
                }
                let crossed = self.cross(held, others)?;
                if matches!(crossed, Some(Arrival::Crossed(_))) {
                    self.note(&too_late(held, &error))?;
                }
                Ok(crossed.unwrap_or_else(|| refused(seq, &id, &error.told())))
            }
            Err(error @ (StewardError::Ledger(_) | StewardError::Table(_))) => {
                if self.ledger.is_next(held) {
                    return Ok(Arrival::Breach(self.accuse_of_breach(held, &error.to_string())?));
                }
                if matches!(error, StewardError::Ledger(LedgerError::Signature { .. })) {
                    self.note(&format!(
                        "event {seq}, said to be of {by}, is not signed by {by}: it was not taken"
                    ))?;
                }
                Ok(refused(seq, &id, &error.told()))
            }
            Err(error) => Err(error),
        }
    }

    /// Whether an event lies ahead of the clock here, as far as that is known.
    fn is_ahead(&self, signed: &Signed) -> bool {
        self.clock.is_some_and(|now| deadline::is_ahead(&signed.event().at, &now))
    }

    /// Keeps an event until its time has come, and says so: its author's clock may be wrong, or the one
    /// here.
    fn hold_ahead(&mut self, signed: &Signed) -> Result<Arrival, StewardError> {
        let event = signed.event();
        let now = self.clock.map_or_else(String::new, |now| now.to_string());
        self.note(&format!(
            "event {} of {} is dated {}, and here it is {now}: it waits until that time has come; the clock of {} may be \
             wrong, or the one of {}",
            event.seq, event.by, event.at, event.by, self.settings.role
        ))?;
        self.hold(signed)?;
        Ok(Arrival::Ahead(event.seq))
    }

    /// An event of the future is kept when it is signed with the key that its author has now. One that is
    /// not may come after a new key: then it comes again with the events before it.
    fn may_hold(&self, signed: &Signed) -> Result<bool, StewardError> {
        let ahead = signed.event().seq.checked_sub(self.ledger.next_seq());
        Ok(ahead.is_some_and(|places| places < MOST_AHEAD)
            && self.ledger.is_signed(signed)
            && self.storage.names(Section::Held)?.len() < MOST_HELD)
    }

    fn hold(&mut self, signed: &Signed) -> Result<Arrival, StewardError> {
        let seq = signed.event().seq;
        let name = format!("{seq:08}-{}.tess", short(&signed.id()));
        self.storage.put_paper(Section::Held, &name, signed.line().as_bytes())?;
        Ok(Arrival::Held(seq))
    }

    /// Takes those of the held events whose turn has come.
    pub(super) fn take_held(&mut self, taken: &mut Taken) -> Result<(), StewardError> {
        for (name, signed) in self.waiting()? {
            if signed.event().seq > self.ledger.next_seq() || self.is_ahead(&signed) {
                continue;
            }
            let arrival = self.take_event(&signed, &[])?;
            if !matches!(arrival, Arrival::Known(_)) {
                taken.events.push(arrival);
            }
            self.storage.drop_paper(Section::Held, &name)?;
        }
        Ok(())
    }

    /// The events that wait, the earliest first, with the names of their papers.
    pub(super) fn waiting(&self) -> Result<Vec<(String, Signed)>, StewardError> {
        let mut held = Vec::new();
        for name in waiting_in(&*self.storage)? {
            let line = self.storage.paper(Section::Held, &name)?.unwrap_or_default();
            held.extend(Signed::parse(&line).ok().map(|signed| (name, signed)));
        }
        Ok(held)
    }

    /// When the time of an event has come that waits for it, in seconds; the first such time.
    ///
    /// # Errors
    /// When the seat's papers cannot be read.
    pub fn waits_until(&self) -> Result<Option<i64>, StewardError> {
        let times =
            self.waiting()?.into_iter().map(|(_, signed)| deadline::time_of(&signed.event().at).timestamp());
        let now = self.clock.map_or(i64::MIN, |now| deadline::time_of(&now).timestamp());
        Ok(times.filter(|time| *time > now).min())
    }
}

/// What is told of an event for a place that is taken.
fn too_late(signed: &Signed, error: &LedgerError) -> String {
    format!("an event of {} came too late and was not taken: {}", signed.event().by, first(error))
}

/// The names of held events, the earliest first.
fn waiting_in<P: Papers + ?Sized>(papers: &P) -> Result<Vec<String>, StewardError> {
    let mut names = papers.pages(Section::Held)?;
    names.retain(|name| name.ends_with(".tess"));
    Ok(names)
}

/// What is missing, for the reports: events that wait for those before them, of which `next` is the first.
pub(super) fn missing_in<P: Papers + ?Sized>(papers: &P, next: u64) -> Result<Option<String>, StewardError> {
    let held = waiting_in(papers)?;
    let ahead = held.iter().filter_map(|name| name.get(..8)?.parse::<u64>().ok()).min();
    Ok(ahead.filter(|first| *first > next).map(|first| {
        let lost = if first == next + 1 {
            format!("event {next} is")
        } else {
            format!("events {next} to {} are", first - 1)
        };
        format!("{lost} missing here and asked for; event {first} has come and waits")
    }))
}

fn refused(seq: u64, id: &Id, why: &str) -> Arrival {
    Arrival::Refused(format!("event {seq} {}: {why}", short(id)))
}

/// The first line of an error.
fn first(error: &LedgerError) -> String {
    error.to_string().lines().next().unwrap_or_default().to_owned()
}
