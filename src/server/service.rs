//! One round after the other: mail into the journal, out of the journal into battles, what is due, mail
//! out.

use super::courier::Courier;
use super::desk::{Cache, Desk, Keys};
use super::easel::Easel;
use super::journal::{Entered, State};
use super::line::{Level, Line};
use super::metrics::Metrics;
use super::porch::Porch;
use super::rate::Rates;
use super::store::{Battle, Store};
use tess_diagnostic::tame_line;
use tess_ledger::{At, Kind, Ledger};
use tess_mail::{Envelope, Inbox, RawMail};
use tess_steward::{Arrival, Pass, Seat, StewardError, deadline};

/// Mails that are fetched at once.
const BATCH: usize = 50;

/// Seconds until a mail is tried again that came upon a passing trouble.
pub(super) const TROUBLE: i64 = 60;

/// Seconds of a day.
const DAY: i64 = 24 * 3600;

/// A point in the work of the service after which a crash leaves the store in a state of its own: told to
/// whoever watches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Milestone {
    /// Mails are in the journal, and not yet acknowledged.
    Entered,
    /// A mail is acknowledged where it came from.
    Acknowledged,
    /// Work on some mails is noted to begin.
    Begun,
    /// The events and letters of a mail are written and not yet for good.
    Written,
    /// Those of all mails of a group are.
    Settled,
    /// A mail is sent and not yet noted as sent.
    Sent,
    /// It is.
    Noted,
}

/// What a service does not know by itself.
pub trait Watch {
    /// The time.
    fn now(&mut self) -> At;

    /// Something happened, in one line.
    fn say(&mut self, line: &Line);

    /// Shall the service end?
    fn stops(&mut self) -> bool;

    /// The work has come so far.
    fn reached(&mut self, _: Milestone) {}
}

/// What an operator may set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setting {
    /// How much one sender and one battle may bring.
    pub rates: Rates,
    /// Mails that may wait in the journal; while there are more, none is fetched.
    pub most_waiting: u64,
    /// Battles that are kept open between mails.
    pub most_open: usize,
    /// Days that mails dealt with are kept in the journal.
    pub keep_days: u32,
    /// Hours after which a passed deadline is claimed, if it is without a person: counted from the deadline
    /// and from the last time that mail could not be read, of which the start of the service is the first.
    pub claim: Option<u32>,
}

impl Default for Setting {
    fn default() -> Setting {
        Setting { rates: Rates::default(), most_waiting: 10_000, most_open: 200, keep_days: 90, claim: None }
    }
}

/// The service over one store.
pub struct Service<W: Watch> {
    pub(super) store: Store,
    pub(super) setting: Setting,
    cache: Cache,
    /// Battles that are open, the one used last at the end.
    pub(super) desks: Vec<(i64, Desk)>,
    /// Battles in which the mail in hand has done something.
    pub(super) touched: Vec<i64>,
    /// Where battles begin by mail, if they may.
    pub(super) porch: Option<Porch>,
    /// When it is looked at next.
    porch_due: i64,
    /// Since when all mail that had come could be read.
    reads_since: i64,
    /// Where the pictures of mails are drawn.
    pub(super) easel: Easel,
    /// What has been counted.
    pub metrics: Metrics,
    /// The world outside.
    pub watch: W,
}

impl<W: Watch> Service<W> {
    /// A service over a store.
    pub fn new(store: Store, setting: Setting, keys: Keys, mut watch: W) -> Service<W> {
        let (desks, metrics, cache) = (Vec::new(), Metrics::default(), Cache::new(keys));
        let reads_since = deadline::time_of(&watch.now()).timestamp();
        Service {
            store,
            setting,
            cache,
            desks,
            porch: None,
            porch_due: 0,
            reads_since,
            easel: Easel::default(),
            metrics,
            watch,
            touched: Vec::new(),
        }
    }

    /// Lets battles begin by mail.
    pub fn keep_lobby(&mut self, porch: Porch) {
        self.porch = Some(porch);
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Everything that can be done now, but for fetching mail: mails that wait, what is due, mail out. A
    /// trouble that may pass is said and left for the next round.
    ///
    /// # Errors
    /// When the store itself fails for good.
    pub fn round(&mut self, courier: &mut Courier) -> Result<(), StewardError> {
        let done = self.work().and_then(|()| self.watch_times()).and_then(|()| self.send(courier));
        let is_sound = done.is_ok();
        let done = done.and_then(|()| self.counted());
        self.metrics.last_round = self.seconds();
        // a battle or a mail in trouble is said and does not stop the others
        if is_sound && done.is_ok() {
            self.metrics.last_sound = self.metrics.last_round;
        }
        self.or_later("this round", done).map(drop)
    }

    fn counted(&mut self) -> Result<(), StewardError> {
        self.metrics.waiting = self.store.mails(State::Waiting)?;
        self.metrics.outbox = self.store.letters()?.0;
        self.metrics.battles = self.store.count_battles()?;
        Ok(())
    }

    /// What was done; nothing, and a word about it, when a trouble has come between that may pass.
    fn or_later<T>(&mut self, what: &str, done: Result<T, StewardError>) -> Result<Option<T>, StewardError> {
        match done {
            Err(error) if error.is_temporary() => {
                // what was not written for good, an open battle still has in memory
                self.desks.clear();
                self.trouble(what, &error);
                Ok(None)
            }
            done => done.map(Some),
        }
    }

    /// Forgets old mail once a day; gives back when that was done last.
    ///
    /// # Errors
    /// When the store fails.
    pub fn prune(&mut self, last: i64) -> Result<i64, StewardError> {
        let now = self.seconds();
        if now < last + DAY {
            return Ok(last);
        }
        let done = self.forgotten(now);
        Ok(self.or_later("forgetting old mail", done)?.map_or(last, |()| now))
    }

    fn forgotten(&mut self, now: i64) -> Result<(), StewardError> {
        self.store.forget_counts(now - 2 * DAY)?;
        let gone = self.store.prune(now - i64::from(self.setting.keep_days) * DAY)?;
        if gone > 0 {
            self.watch.say(&Line::new(format!("{gone} old mails are gone from the journal")));
        }
        let stripped = self.store.strip_finished(now - DAY)?;
        if stripped > 0 {
            let text = format!("{stripped} battles are over, and kept as their archives");
            self.watch.say(&Line::new(text));
        }
        Ok(())
    }

    /// Takes mail from an inbox into the journal, at most `most`; how many came. A trouble that may pass is
    /// said, and the mail left where it is.
    ///
    /// # Errors
    /// When the store itself fails for good.
    pub fn take_in(&mut self, inbox: &mut dyn Inbox, most: usize) -> Result<usize, StewardError> {
        let done = self.fetched(inbox, most);
        let came = self.or_later("taking mail in", done)?;
        if came.is_none() {
            self.unreadable();
        }
        Ok(came.unwrap_or_default())
    }

    /// Mail that has come cannot be read now: nobody shall lose by that, whichever worker looks at the
    /// clock.
    fn unreadable(&mut self) {
        self.reads_since = self.seconds();
        if self.store.is_shared() {
            // where the store is what cannot be reached, every worker notes it for himself
            let _ = self.store.note_unreadable(self.reads_since);
        }
    }

    fn fetched(&mut self, inbox: &mut dyn Inbox, most: usize) -> Result<usize, StewardError> {
        let mut came = 0;
        while came < most && !self.watch.stops() {
            if self.store.unread()? >= self.setting.most_waiting {
                let text = "too many mails wait already; none is fetched until they are dealt with";
                self.watch.say(&Line::new(text).warned());
                self.unreadable();
                break;
            }
            let mails = match inbox.fetch(BATCH.min(most - came)) {
                Ok(mails) => mails,
                Err(error) => {
                    self.metrics.troubles += 1;
                    self.watch.say(&Line::trouble(format!("{}: {}", inbox.name(), flat(&error))));
                    self.unreadable();
                    break;
                }
            };
            if mails.is_empty() {
                break;
            }
            came += mails.len();
            self.enter(&mails)?;
            for mail in &mails {
                if let Err(error) = inbox.acknowledge(mail) {
                    // it comes again, and is known then; but not in a circle
                    self.metrics.troubles += 1;
                    self.watch.say(&Line::trouble(format!("{}: {}", inbox.name(), flat(&error))));
                    self.unreadable();
                    return Ok(came);
                }
                self.watch.reached(Milestone::Acknowledged);
            }
        }
        Ok(came)
    }

    /// Writes mails into the journal; they are safe when this returns.
    ///
    /// # Errors
    /// When the store fails; then none is in it.
    pub fn enter(&mut self, mails: &[RawMail]) -> Result<(), StewardError> {
        let (now, bytes) = (self.seconds(), self.setting.rates.bytes);
        let entered: Vec<Entered> = self.store.as_one(|| {
            mails.iter().map(|mail| self.store.enter(mail, bytes, now)).collect::<Result<_, _>>()
        })?;
        self.watch.reached(Milestone::Entered);
        for (mail, entered) in mails.iter().zip(entered) {
            self.metrics.mails_in += 1;
            let what = match entered {
                Entered::New => continue,
                Entered::Known => "came again, and waits already",
                Entered::Again => "came again; it is dealt with once more",
                Entered::TooMuch => {
                    self.too_much(mail)?;
                    continue;
                }
            };
            self.watch.say(&Line::new(what).of_mail(mail.id.short()));
        }
        Ok(())
    }

    /// Says that a mail is not kept, and writes to its sender if he plays here: once a day, as the name of
    /// that mail says.
    fn too_much(&mut self, mail: &RawMail) -> Result<(), StewardError> {
        self.metrics.over_quota += 1;
        let sender = mail.bare_sender();
        let line = Line::new(format!("not kept, {sender} has brought too many bytes today"))
            .of_mail(mail.id.short())
            .warned();
        self.watch.say(&line);
        let Some(battle) = self.store.battle_of(&sender)? else { return Ok(()) };
        let (store, now, most) = (self.store.clone(), self.watch.now(), self.setting.rates.bytes);
        store.as_one(|| self.at_desk(&battle, |seat| seat.refuse_bytes(&sender, most, now)))
    }

    /// After how many hours a passed deadline may be claimed now, if at all. Nobody shall lose by a failing
    /// of this machine: all mail that has come and may bring something must be dealt with, and for that
    /// long it must have been possible to read it.
    fn claims(&mut self) -> Result<Option<u32>, StewardError> {
        let Some(hours) = self.setting.claim else { return Ok(None) };
        let since = self.store.unreadable_at()?.map_or(self.reads_since, |at| at.max(self.reads_since));
        let reads = self.seconds() >= since + i64::from(hours) * 3600;
        let dealt_with = self.store.unread()? == 0;
        Ok(Some(hours).filter(|_| reads && dealt_with))
    }

    /// A pass over one battle, and the note of how it stands then. The battle must be held.
    pub(super) fn pass(
        &mut self,
        battle: &Battle,
        mail: Option<(&RawMail, &Envelope)>,
        claim: Option<u32>,
    ) -> Result<Pass, StewardError> {
        let mut desk = self.take_desk(battle)?;
        let watch = &mut self.watch;
        let pass = desk.pass(mail, claim, &mut || watch.now())?;
        let now = self.seconds();
        self.store.note(&desk.stand(battle, now, self.setting.claim)?)?;
        let arrived = pass.taken.iter().flat_map(|taken| &taken.events);
        if arrived.clone().any(|a| matches!(a, Arrival::New(seq) if changes_hands(desk.ledger(), *seq))) {
            self.store.note_players(battle.number, desk.ledger())?;
        }
        self.put_desk(battle, desk)?;
        Ok(pass)
    }

    /// Does something in one battle that is no pass. What fails leaves it closed.
    pub(super) fn at_desk(
        &mut self,
        battle: &Battle,
        work: impl FnOnce(&mut Seat) -> Result<(), StewardError>,
    ) -> Result<(), StewardError> {
        let battle = self.store.wait_for(battle.number)?;
        let mut desk = self.take_desk(&battle)?;
        work(&mut desk.seat)?;
        self.put_desk(&battle, desk)
    }

    /// The open battle, if nobody else has written to it since, or else opened anew.
    fn take_desk(&mut self, battle: &Battle) -> Result<Desk, StewardError> {
        self.touched.push(battle.number);
        if let Some(at) = self.desks.iter().position(|(number, _)| *number == battle.number) {
            let (_, desk) = self.desks.remove(at);
            if desk.version == battle.version && desk.ledger().next_seq() == battle.events {
                return Ok(desk);
            }
        }
        self.cache.open(&self.store, battle)
    }

    /// Closes the battles in which something was done since the last time: what is taken back in the store,
    /// an open battle still has in memory.
    pub(super) fn close_touched(&mut self) {
        let touched = std::mem::take(&mut self.touched);
        self.desks.retain(|(number, _)| !touched.contains(number));
    }

    /// Leaves a battle open for the next mail, and closes the one not used for longest when too many are.
    fn put_desk(&mut self, battle: &Battle, desk: Desk) -> Result<(), StewardError> {
        let version = self.store.touch(battle.number)?;
        self.desks.push((battle.number, Desk { version, ..desk }));
        if self.desks.len() > self.setting.most_open {
            self.desks.remove(0);
        }
        Ok(())
    }

    /// Battles in which something is due without a mail.
    fn watch_times(&mut self) -> Result<(), StewardError> {
        let now = self.seconds();
        if let Some(porch) = self.porch.as_ref().filter(|_| now >= self.porch_due) {
            self.porch_due = now + TROUBLE;
            for heard in porch.tick(&self.store, self.watch.now())? {
                self.watch.say(&Line::new(format!("{}: {}", heard.mail, flat(&heard.done))).of_lobby());
            }
        }
        for battle in self.store.battles_due(now)? {
            if self.watch.stops() {
                break;
            }
            let (store, claim) = (self.store.clone(), self.claims()?);
            self.touched.clear();
            let done = store.as_one(|| match store.hold(battle.number)? {
                // what another worker has, or has seen to just now, is in good hands
                Some(held) if held.due.is_some_and(|due| due <= now) => {
                    self.pass(&held, None, claim).map(Some)
                }
                _ => Ok(None),
            });
            match done {
                Ok(None) => {}
                Ok(Some(pass)) => self.tell(None, &battle, &pass),
                Err(error) => {
                    self.close_touched();
                    self.trouble(&format!("battle {}", battle.tag()), &error);
                    let later = Battle { due: Some(now + TROUBLE * 60), ..battle.clone() };
                    self.store.note(&later)?;
                }
            }
        }
        Ok(())
    }

    /// What a pass did, a line for each happening.
    pub(super) fn tell(&mut self, mail: Option<&str>, battle: &Battle, pass: &Pass) {
        let tag = battle.tag();
        let line = |text: String| {
            let line = Line::new(text).of_battle(tag.clone());
            match mail {
                Some(name) => line.of_mail(name),
                None => line,
            }
        };
        for taken in &pass.taken {
            for arrival in &taken.events {
                let told = match arrival {
                    Arrival::New(seq) => {
                        self.metrics.events_in += 1;
                        format!("event {seq}")
                    }
                    Arrival::Known(_) => continue,
                    Arrival::Held(seq) => format!("event {seq} waits for those before it"),
                    Arrival::Refused(why) => {
                        self.metrics.refused += 1;
                        format!("refused: {}", flat(why))
                    }
                    Arrival::Fork(file) => {
                        self.metrics.forks += 1;
                        format!("FORK, somebody has signed twice; the proof is {file}")
                    }
                    Arrival::Breach(file) => {
                        self.metrics.refused += 1;
                        format!("BREACH, a signed event against the rules; it is in {file}")
                    }
                    Arrival::Doubtful(seq) => format!("event {seq} waits for a whole mail of the umpire"),
                    Arrival::Crossed(seq) => format!("event {seq} has crossed another, which stands"),
                    Arrival::Ahead(seq) => format!("event {seq} is ahead of the clock here, and waits"),
                    Arrival::Apart(seq) => format!("event {seq} follows another event than the one here"),
                };
                let line = line(told);
                self.watch.say(&match arrival {
                    Arrival::Fork(_) | Arrival::Breach(_) => Line { level: Level::Error, ..line },
                    Arrival::Refused(_) => line.warned(),
                    _ => line,
                });
            }
            for complaint in &taken.complaints {
                self.watch.say(&line(flat(complaint)).warned());
            }
            if let Some(sender) = &taken.answered {
                self.watch.say(&line(format!("{sender} is told what could not be used")));
            }
        }
        for (seq, kind) in &pass.signed {
            self.metrics.events_signed += 1;
            self.watch.say(&Line::new(format!("signed event {seq}, {kind}")).of_battle(tag.clone()));
        }
        for told in &pass.told {
            self.watch.say(&Line::new(flat(told)).of_battle(tag.clone()));
        }
    }

    pub(super) fn trouble(&mut self, what: &str, error: &StewardError) {
        self.metrics.troubles += 1;
        self.watch.say(&Line::trouble(format!("TROUBLE with {what}: {}", flat(error))));
    }

    pub(super) fn seconds(&mut self) -> i64 {
        deadline::time_of(&self.watch.now()).timestamp()
    }
}

fn changes_hands(ledger: &Ledger, seq: u64) -> bool {
    let entry = ledger.entries().get(usize::try_from(seq).unwrap_or(usize::MAX));
    entry.is_some_and(|e| matches!(e.event().kind, Kind::Handover(_) | Kind::Rekey(_)))
}

/// A message on one line, without characters that a terminal or a log would obey.
pub(super) fn flat(text: &impl ToString) -> String {
    let text = text.to_string();
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = text.lines().map(words).filter(|line| !line.is_empty()).collect();
    tame_line(&lines.join("; ")).chars().take(500).collect()
}
