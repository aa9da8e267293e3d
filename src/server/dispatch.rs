//! Mails out of the journal into battles: several of them in one transaction, each as a part of its own.
//!
//! What a disk takes longest for is to say that something is written for good, so mails are dealt with in
//! groups. One that fails takes back its own part only. A group that the program did not survive is dealt
//! with one by one the next time, so that no other mail suffers for the one that killed it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use super::journal::{State, Waiting};
use super::line::Line;
use super::porch;
use super::service::{Milestone, Service, TROUBLE, Watch, flat};
use super::share::Share;
use super::store::Battle;
use tess_ledger::Id;
use tess_mail::{Envelope, MailError, RawMail};
use tess_steward::StewardError;

/// Mails that are looked up at once.
const BATCH: u32 = 100;

/// Mails in one transaction at most.
const GROUP: usize = 20;

/// Tries after which a mail by which the program dies is set aside.
const MOST_TRIES: u32 = 10;

/// Battles that one mail may be for.
const MOST_BATTLES: usize = 8;

/// What a mail is about, as far as that can be known before a battle is opened.
struct Address {
    sender: String,
    battles: Vec<Battle>,
    /// Games of its events that are not here.
    strange: Vec<Id>,
}

impl<W: Watch> Service<W> {
    /// Deals with all mails that wait and whose time has come.
    ///
    /// # Errors
    /// When the store fails.
    pub fn work(&mut self) -> Result<(), StewardError> {
        loop {
            let now = self.seconds();
            let batch = self.store.waiting(now, BATCH)?;
            let untried = |a: &Waiting, b: &Waiting| a.tries == 0 && b.tries == 0;
            let mut begun = 0;
            for group in batch.chunk_by(untried).flat_map(|group| group.chunks(GROUP)) {
                if self.watch.stops() {
                    return Ok(());
                }
                begun += self.group(group)?;
            }
            // all that is left is in other hands
            if begun == 0 {
                return Ok(());
            }
        }
    }

    /// Deals with some mails in one transaction; on how many work was begun.
    fn group(&mut self, group: &[Waiting]) -> Result<usize, StewardError> {
        let store = self.store.clone();
        let now = self.seconds();
        let begun = store.begin(group, now)?;
        if begun.is_empty() {
            return Ok(0);
        }
        self.watch.reached(Milestone::Begun);
        let mut elsewhere = Vec::new();
        let done = store.as_one(|| {
            let mut founded = Vec::new();
            for waiting in &begun {
                if store.take_mail(waiting.number)? {
                    founded.extend(self.one(waiting)?);
                } else {
                    elsewhere.push(waiting.number);
                }
                self.watch.reached(Milestone::Written);
            }
            Ok(founded)
        });
        match done {
            Ok(founded) => {
                self.watch.reached(Milestone::Settled);
                founded.iter().try_for_each(|room| porch::clear(room))?;
                elsewhere.iter().try_for_each(|number| store.unbegin(*number))?;
            }
            Err(error) => {
                // what the transaction took back, an open battle still has in memory
                self.desks.clear();
                if !error.is_temporary() {
                    return Err(error);
                }
                if error.is_clash() {
                    // two workers were in each other's way; alone each mail gets through
                    for waiting in &begun {
                        store.put_off(waiting.number, now, "")?;
                        if begun.len() > 1 {
                            self.group(std::slice::from_ref(waiting))?;
                        }
                    }
                    return Ok(begun.len());
                }
                self.trouble("some mails", &error);
                let until = self.seconds() + TROUBLE;
                begun.iter().try_for_each(|waiting| store.put_off(waiting.number, until, &flat(&error)))?;
            }
        }
        Ok(begun.len() - elsewhere.len())
    }

    /// Deals with one mail, whatever is in it; the folders of battles that it has founded.
    fn one(&mut self, waiting: &Waiting) -> Result<Vec<PathBuf>, StewardError> {
        if waiting.tries >= MOST_TRIES {
            return self.set_aside(waiting, "the program ended while it worked on this mail");
        }
        let raw = self.store.mail(waiting.number)?;
        let store = self.store.clone();
        self.touched.clear();
        let done = catch_unwind(AssertUnwindSafe(|| store.as_part(|| self.dispatch(waiting, &raw))));
        if let Ok(Ok(founded)) = done {
            return Ok(founded);
        }
        self.close_touched();
        match done {
            Ok(Err(error)) if error.is_clash() => Err(error),
            Ok(Err(error)) if error.is_temporary() => {
                self.trouble(&format!("mail {}", waiting.name), &error);
                let until = self.seconds() + TROUBLE;
                self.put_off(waiting, until, &flat(&error))
            }
            Ok(Err(error)) => self.set_aside(waiting, &flat(&error)),
            _ => self.set_aside(waiting, "the program failed on this mail; please report it"),
        }
    }

    fn set_aside(&mut self, waiting: &Waiting, why: &str) -> Result<Vec<PathBuf>, StewardError> {
        self.metrics.aside += 1;
        self.watch.say(&Line::new(format!("set aside: {why}")).of_mail(&waiting.name).warned());
        self.store.settle(waiting.number, State::Aside, why)?;
        Ok(Vec::new())
    }

    fn put_off(&self, waiting: &Waiting, until: i64, why: &str) -> Result<Vec<PathBuf>, StewardError> {
        self.store.put_off(waiting.number, until, why)?;
        Ok(Vec::new())
    }

    /// The mail's events into its battles, with everything that follows from them.
    fn dispatch(&mut self, waiting: &Waiting, raw: &RawMail) -> Result<Vec<PathBuf>, StewardError> {
        let envelope = match Envelope::open(raw) {
            Ok(envelope) => envelope,
            Err(error) => return self.refuse(waiting, raw, &error),
        };
        let mut address = self.address(&envelope)?;
        if address.battles.len() > MOST_BATTLES {
            return self.set_aside(waiting, &format!("it is for more than {MOST_BATTLES} battles"));
        }
        let now = self.seconds();
        for battle in &mut address.battles {
            match self.store.hold(battle.number)? {
                Some(held) => *battle = held,
                None => return self.put_off(waiting, now + 1, "another worker has its battle"),
            }
        }
        let shares = self.store.shares(&address.sender, &address.battles, self.setting.rates)?;
        let signers = self.signers(&address.battles, &envelope, now)?;
        if signers.is_empty()
            && let Some((share, until)) = self.too_many(&shares, now)?
        {
            return self.put_off_for(waiting, share, until);
        }
        let mut news = 0;
        for battle in &address.battles {
            let pass = self.pass(battle, Some((raw, &envelope)), None)?;
            news += pass.news();
            self.tell(Some(&waiting.name), battle, &pass);
        }
        if news == 0 {
            let counted = shares.iter().map(|share| &share.name).chain(&signers);
            counted.into_iter().try_for_each(|who| self.store.count(who, now))?;
        }
        let mut founded = Vec::new();
        let mut state = State::Done;
        if address.battles.is_empty() {
            match &self.porch {
                Some(porch) if envelope.lines.is_empty() => {
                    self.store.hold_lobby()?;
                    let (heard, rooms) = porch.hear(&self.store, raw, self.watch.now())?;
                    founded = rooms;
                    self.metrics.over_quota += u64::from(heard.over_quota);
                    self.watch.say(&Line::new(flat(&heard.done)).of_mail(&waiting.name).of_lobby());
                }
                _ => {
                    state = State::Stray;
                    self.metrics.strays += 1;
                    self.stray(waiting, &address);
                }
            }
        } else if news == 0 {
            self.watch.say(&Line::new("nothing new in it").of_mail(&waiting.name));
        }
        self.metrics.mails_done += 1;
        self.store.settle(waiting.number, state, "")?;
        self.store.pack(waiting.number, raw, address.battles.first().map(|battle| battle.number))?;
        Ok(founded)
    }

    /// The share of a mail that is used up, and until when it waits.
    fn too_many<'a>(&self, shares: &'a [Share], now: i64) -> Result<Option<(&'a Share, i64)>, StewardError> {
        for share in shares {
            if let Some(until) = self.store.full(&share.name, share.most, now)? {
                return Ok(Some((share, until)));
            }
        }
        Ok(None)
    }

    /// Lets a mail wait for the next hour of its share, if there is room left in that.
    fn put_off_for(
        &mut self,
        waiting: &Waiting,
        share: &Share,
        until: i64,
    ) -> Result<Vec<PathBuf>, StewardError> {
        self.metrics.put_off += 1;
        let whose = &share.whose;
        if !self.store.put_off_for(waiting.number, &share.name, until, share.most)? {
            return self
                .set_aside(waiting, &format!("too many of {whose} wait already, and it brings nothing new"));
        }
        let line = Line::new(format!("put off, {whose} has brought too many in this hour"));
        let line = line.of_mail(&waiting.name).warned();
        self.watch.say(&line);
        Ok(Vec::new())
    }

    /// Who has signed something new in a mail, as counted; without those whose signed events have brought
    /// nothing too often in this hour.
    fn signers(
        &self,
        battles: &[Battle],
        envelope: &Envelope,
        now: i64,
    ) -> Result<Vec<String>, StewardError> {
        let mut found = Vec::new();
        for battle in battles {
            for role in self.store.signers(battle, envelope)? {
                let name = format!("{} signed by {role}", battle.tag());
                if self.store.full(&name, self.setting.rates.sender, now)?.is_none() {
                    found.push(name);
                }
            }
        }
        Ok(found)
    }

    fn stray(&mut self, waiting: &Waiting, address: &Address) {
        let games: Vec<String> =
            address.strange.iter().map(|id| tess_ledger::short(id)[..8].to_owned()).collect();
        let what = match games.as_slice() {
            [] => "no block for a battle in it".to_owned(),
            games => format!("for {}, not here", games.join(", ")),
        };
        self.watch.say(&Line::new(format!("stray: {what}")).of_mail(&waiting.name));
    }

    /// Which battles a mail is for: those its events name, or else the one in its subject.
    fn address(&self, envelope: &Envelope) -> Result<Address, StewardError> {
        let (mut battles, strange) = self.store.named_in(envelope)?;
        if battles.is_empty() && strange.is_empty() {
            battles = self.named(&envelope.subject)?;
        }
        let sender = envelope.from.first().map(|p| p.address.to_ascii_lowercase()).unwrap_or_default();
        Ok(Address { sender, battles, strange })
    }

    /// The battles that a subject names.
    fn named(&self, subject: &str) -> Result<Vec<Battle>, StewardError> {
        let tag = subject.split_once("[tess ").and_then(|(_, rest)| rest.split_once(']'));
        tag.map_or_else(|| Ok(Vec::new()), |(tag, _)| self.store.battles_tagged(tag))
    }

    /// Sets a mail aside that cannot be opened; the battle that its subject names tells of it.
    fn refuse(
        &mut self,
        waiting: &Waiting,
        raw: &RawMail,
        why: &MailError,
    ) -> Result<Vec<PathBuf>, StewardError> {
        for battle in self.named(&raw.bare_subject())? {
            self.at_desk(&battle, |seat| seat.unread(why))?;
        }
        self.set_aside(waiting, &flat(why))
    }
}
