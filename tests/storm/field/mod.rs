//! A whole battle between bots over the post: the seats, what may befall them, and what must hold whatever
//! does.

mod cheat;

use std::collections::{BTreeMap, BTreeSet};

use tesserarius::bot::{Duel, STANDING};
use tesserarius::game::Seeing;
use tesserarius::gboh::Position;
use tesserarius::ledger::{
    self, At, ChainId, ChainKeeper, Checks, Consequence, Deadlines, Id, Kind, Ledger, Link, Mode, Proposal,
    Role, SigningKey, read_lines,
};
use tesserarius::mail::{Envelope, Origin, RawMail};
use tesserarius::scenario::Library;
use tesserarius::steward::{
    Agent, Deed, Entropy, Nobody, Seat, Settings, StewardError, check_genesis, deadline,
};
use tesserarius::table::Wait;

use super::bot::Bot;
use super::memory::{Disk, Memory, is_cut};
use super::post::{Luck, Post, Weather, letter};
use super::shown::Shown;
pub use cheat::Cheat;

/// Hours for each decision, where there are deadlines.
const HOURS: u32 = 24 * 2;
/// How often in a hundred passes somebody says something besides his orders.
const WORDS: usize = 4;
/// Hours between two passes of a seat.
const STEP: u32 = 6;
/// Links of each chain, as a duel makes them.
const LINKS: u32 = 4096;

/// One role.
struct Man {
    role: Role,
    key: SigningKey,
    memory: Memory,
    seat: Option<Seat>,
    bot: Bot,
    /// Mails that have come and are not dealt with yet.
    tray: Vec<RawMail>,
    /// How often this disk was put back to an old copy.
    era: u64,
}

/// How a battle ended.
#[derive(Debug, Default)]
pub struct Ended {
    pub events: u64,
    pub over: bool,
    pub cheated: Option<Role>,
    /// Has anybody honest been shown two events of the cheat for one place?
    pub shown: bool,
    /// Who accuses whom.
    pub accused: BTreeMap<Role, BTreeSet<Role>>,
    pub equal: bool,
    pub hours: u32,
    pub crashes: u32,
    pub answers: usize,
    pub done: BTreeMap<&'static str, u32>,
}

impl Ended {
    /// Does somebody honest accuse the cheat?
    pub fn found_out(&self) -> bool {
        self.cheated.is_some() && self.accused.keys().any(|role| Some(role) != self.cheated.as_ref())
    }
}

pub struct Field {
    name: String,
    luck: Luck,
    men: Vec<Man>,
    post: Post,
    library: Library,
    cheat: Cheat,
    cheater: usize,
    cheated: Option<u32>,
    shown: Shown,
    crash: usize,
    crashes: u32,
    /// Every mail that went out, by its Message-ID.
    sent: BTreeMap<String, Vec<u8>>,
    /// For which action each link was opened, as anybody's log has it.
    links: BTreeMap<(Role, Link), Id>,
    /// Answers in words a day, from whom to whom.
    answers: BTreeMap<(usize, String, u32), u32>,
}

fn at(hour: u32) -> At {
    let epoch: At = "2026-01-01T00:00:00Z".parse().expect("a time");
    deadline::later(&epoch, hour).expect("a time")
}

impl Field {
    /// A battle that everybody has accepted.
    pub fn new(seed: u64, mode: Mode, weather: Weather, cheat: Cheat, crash: usize) -> Field {
        let library = Library::embedded();
        let loaded = library.load("spqr/skirmish").expect("the skirmish");
        // some battles have deadlines, which so slow a post lets pass now and then
        let duel = if seed % 4 == 1 {
            Duel::timed(
                &loaded,
                mode,
                seed,
                Deadlines { hours: HOURS, then: Consequence::Extension, extensions: 3 },
            )
        } else {
            Duel::begin(&loaded, mode, seed)
        };
        let duel = duel.expect("a battle");
        let mut luck = Luck(seed);
        let mut entropy = Entropy::seeded(seed, "duel");
        let mut men = Vec::new();
        for player in duel.ledger.players() {
            // as a duel makes them
            let key = SigningKey::from_secret(&entropy.secret());
            let mut id = [0; 16];
            entropy.fill(&mut id);
            let text = ChainKeeper::seed_text(key.public(), ChainId(id), LINKS, &entropy.secret());
            assert_eq!(key.public(), player.key, "a duel makes its keys in another way now");
            let chain = (ChainId(id), text.expect("a chain").to_string(), Vec::new());
            let disk = Disk { log: duel.archive().into_bytes(), chains: vec![chain], ..Disk::default() };
            let memory = Memory::default();
            *memory.0.borrow_mut() = disk;
            let bot = Bot { wild: seed.is_multiple_of(3), seed: luck.next() };
            men.push(Man {
                role: player.role.clone(),
                key,
                memory,
                seat: None,
                bot,
                tray: Vec::new(),
                era: 0,
            });
        }
        let names: Vec<String> = men.iter().map(|m| m.role.to_string()).collect();
        let cheater = luck.below(men.len());
        let mut field = Field {
            name: format!("seed {seed}, {mode:?}, {cheat:?} of {}", names[cheater]),
            luck,
            men,
            post: Post::new(seed, weather, names),
            library,
            cheat,
            cheater,
            cheated: None,
            shown: Shown::default(),
            crash,
            crashes: 0,
            sent: BTreeMap::new(),
            links: BTreeMap::new(),
            answers: BTreeMap::new(),
        };
        if mode != Mode::Direct && seed.is_multiple_of(2) {
            field.give_standing_orders();
        }
        field
    }

    fn give_standing_orders(&mut self) {
        for who in 0..self.men.len() {
            if !self.men[who].role.is_umpire() {
                let open = self.luck.percent(50);
                let seat = self.seat(who);
                seat.entrust(Some(STANDING.to_owned()), open).expect("entrusted");
            }
        }
    }

    /// The seat of somebody, opened anew if it has to be.
    fn seat(&mut self, who: usize) -> &mut Seat {
        let (library, man) = (&self.library, &mut self.men[who]);
        if man.seat.is_none() {
            let log = man.memory.0.borrow().log.clone();
            let ledger = Ledger::verify_all(read_lines(&log).expect("whole lines"), Checks::Batch);
            let ledger = ledger.expect("a log that holds");
            let settings = Settings {
                role: man.role.clone(),
                key: "key.pem".into(),
                transport: "file:".into(),
                library: None,
                voice: tesserarius::game::Voice::default(),
                pictures: true,
                maps: true,
                telephone: false,
            };
            // what is signed again after a crash is the same, byte for byte
            let said = ledger.entries().iter().filter(|e| e.event().by == man.role).count();
            let mut entropy = Entropy::seeded(man.era, &format!("{} {}", self.name, man.role));
            entropy.fill(&mut vec![0; 16 * said + 64]);
            let storage = Box::new(man.memory.clone());
            let start = check_genesis(ledger.genesis(), library).expect("a battle that can be played");
            let seat = Seat::on(storage, ledger, settings, man.key.clone(), start, entropy);
            man.seat = Some(seat.expect("opened"));
        }
        man.seat.as_mut().expect("open")
    }

    /// What has come for somebody goes into his tray.
    fn receive(&mut self, who: usize, hour: u32) {
        let come = self.post.arrive(hour, who);
        if self.cheat != Cheat::None {
            let cheat = self.men[self.cheater].role.clone();
            self.seat(who);
            let seat = self.men[who].seat.as_ref().expect("open");
            self.shown.note(who, &come, &cheat, seat.ledger());
        }
        self.men[who].tray.extend(come);
    }

    /// One pass of a seat over what has come; cut off and begun again when the power fails.
    fn pass(&mut self, who: usize, hour: u32, decides: bool) {
        self.receive(who, hour);
        if self.luck.percent(self.crash) {
            let writes = u32::try_from(self.luck.below(12)).expect("small");
            self.men[who].memory.0.borrow_mut().power = Some(writes);
        }
        while let Err(error) = self.try_pass(who, hour, decides) {
            assert!(is_cut(&error), "{}: {}: {error}", self.name, self.men[who].role);
            self.crashes += 1;
            self.men[who].memory.0.borrow_mut().power = None;
            self.men[who].seat = None;
        }
        self.men[who].memory.0.borrow_mut().power = None;
        self.check_links(who);
    }

    fn try_pass(&mut self, who: usize, hour: u32, decides: bool) -> Result<(), StewardError> {
        let tray = self.men[who].tray.clone();
        let mut nobody = Nobody;
        let mut dealt = 0;
        self.seat(who);
        let man = &mut self.men[who];
        let agent: &mut dyn Agent<Position> = if decides { &mut man.bot } else { &mut nobody };
        let mut done = |_: &RawMail| {
            dealt += 1;
            Ok(())
        };
        let seat = man.seat.as_mut().expect("open");
        let passed = seat.pass(&tray, &mut Seeing::new(agent), &mut || at(hour), &mut done);
        man.tray.drain(..dealt);
        passed.map(drop)
    }

    /// The coming pass of a seat, cut off before each of its writes and begun again; how many cuts there
    /// were. The disk is left as it was.
    pub fn cut_everywhere(&mut self, who: usize, hour: u32) -> u32 {
        self.receive(who, hour);
        let (before, tray) = (self.men[who].memory.0.borrow().clone(), self.men[who].tray.clone());
        self.men[who].seat = None;
        self.try_pass(who, hour, true).expect("an undisturbed pass");
        let right = self.men[who].memory.0.borrow().clone();
        let mut cuts = 0;
        loop {
            *self.men[who].memory.0.borrow_mut() = Disk { power: Some(cuts), ..before.clone() };
            self.men[who].tray.clone_from(&tray);
            self.men[who].seat = None;
            let Err(error) = self.try_pass(who, hour, true) else { break };
            assert!(is_cut(&error), "{}: {error}", self.name);
            self.men[who].memory.0.borrow_mut().power = None;
            self.men[who].seat = None;
            self.try_pass(who, hour, true).expect("a pass after the crash");
            let name = format!("{}: {} cut before write {cuts}", self.name, self.men[who].role);
            check_same(&name, &self.men[who].memory.0.borrow(), &right);
            cuts += 1;
        }
        *self.men[who].memory.0.borrow_mut() = before;
        self.men[who].tray = tray;
        self.men[who].seat = None;
        cuts
    }

    /// Fights with cuts at every write of some passes; how many there were.
    pub fn fight_with_cuts(&mut self, days: u32) -> u32 {
        let mut cuts = 0;
        for hour in (STEP..24 * days).step_by(STEP as usize) {
            for who in 0..self.men.len() {
                if self.luck.percent(8) {
                    cuts += self.cut_everywhere(who, hour);
                }
                self.pass(who, hour, true);
                self.collect(who, hour);
            }
        }
        cuts
    }

    /// Now and then somebody says something besides his orders: he proposes, answers a proposal, changes his
    /// standing orders, or anchors a new chain, whatever may be under way to him.
    fn speak(&mut self, who: usize, hour: u32) {
        // where there are deadlines, whoever may say so says soon that one has passed
        if self.luck.percent(30) && self.seat(who).claim(at(hour), 0).is_ok_and(|said| said.is_some()) {
            *self.post.done.entry("timeout").or_default() += 1;
        }
        if !self.luck.percent(WORDS) {
            return;
        }
        let (choice, back, side) = (self.luck.below(6), self.luck.below(6), !self.men[who].role.is_umpire());
        let open = self.luck.percent(50);
        let me = self.men[who].role.clone();
        let seat = self.seat(who);
        if !seat.accusations().expect("readable").is_empty() {
            return;
        }
        let by_other = seat.ledger().proposal().is_some_and(|e| e.event().by != me);
        let place = seat.ledger().next_seq().saturating_sub(1 + back as u64);
        let (word, said) = match choice {
            0 if side && by_other => ("agree", seat.act(Deed::Agree, at(hour)).is_ok()),
            1 if side && by_other => ("decline", seat.act(Deed::Decline, at(hour)).is_ok()),
            2 if side => ("adjourn", seat.act(Deed::Propose(Proposal::Adjourn, None), at(hour)).is_ok()),
            3 if side => {
                ("take-back", seat.act(Deed::Propose(Proposal::TakeBack, Some(place)), at(hour)).is_ok())
            }
            4 => ("reanchor", seat.reanchor(LINKS, at(hour)).is_ok()),
            5 if side => ("standing", seat.entrust(Some(STANDING.to_owned()), open).is_ok()),
            _ => return,
        };
        if said {
            *self.post.done.entry(word).or_default() += 1;
        }
    }

    /// Takes what a seat has posted on its way; `honest` mails are held to what holds for all.
    fn collect(&mut self, who: usize, hour: u32) {
        let mails = std::mem::take(&mut self.men[who].memory.0.borrow_mut().posted);
        for bytes in mails {
            if self.cheated.is_none() || who != self.cheater {
                self.check_mail(who, hour, &bytes);
            }
            self.post.carry(hour, &bytes);
        }
    }

    /// No mail is answered twice, and nobody more than twelve times a day in words and twelve with events:
    /// the same Message-ID is the same mail.
    fn check_mail(&mut self, who: usize, hour: u32, bytes: &[u8]) {
        let mail = Envelope::open(&RawMail::new(bytes.to_vec(), Origin::Memory)).expect("a mail of ours");
        let id = mail.message_id.expect("an id").to_string();
        if let Some(first) = self.sent.get(&id) {
            assert!(first == bytes, "{}: two mails with the id {id}", self.name);
            return;
        }
        if let Some((_, rest)) = id.split_once(".answer") {
            let answered = rest.split('-').next().unwrap_or_default().to_owned();
            let twice = self.sent.keys().any(|old| {
                old.contains(&format!(".answer{answered}-"))
                    && old.contains(&format!(".{}.", self.men[who].role))
            });
            assert!(!twice, "{}: the mail {answered} is answered twice", self.name);
            let count = self.answers.entry((who, mail.to[0].address.clone(), hour / 24)).or_default();
            *count += 1;
            assert!(*count <= 24, "{}: {count} answers a day", self.name);
        }
        self.sent.insert(id, bytes.to_vec());
    }

    /// No roll is made twice: a link stands for one action, in whoever's log.
    fn check_links(&mut self, who: usize) {
        let name = self.name.clone();
        let cheater = self.men[self.cheater].role.clone();
        let cheats = self.cheat != Cheat::None;
        let seat = self.men[who].seat.as_ref().expect("open");
        let mut found = Vec::new();
        for entry in seat.ledger().entries().iter().rev().take(40) {
            if let Kind::Reveal(reveal) = &entry.event().kind {
                found.push(((entry.event().by.clone(), reveal.link), reveal.action));
            }
        }
        for (link, action) in found {
            let first = *self.links.entry(link.clone()).or_insert(action);
            let foul = cheats && link.0 == cheater;
            assert!(first == action || foul, "{name}: link {link:?} is used for two actions");
        }
    }

    fn logs_equal(&self, honest_only: bool) -> bool {
        let mut logs = Vec::new();
        for (i, man) in self.men.iter().enumerate() {
            if !(honest_only && self.cheated.is_some() && i == self.cheater) {
                logs.push(man.memory.0.borrow().log.clone());
            }
        }
        logs.windows(2).all(|w| w[0] == w[1])
    }

    fn accused(&mut self) -> BTreeMap<Role, BTreeSet<Role>> {
        let mut all = BTreeMap::new();
        for who in 0..self.men.len() {
            let found = self.seat(who).accusations().expect("readable");
            let whom: BTreeSet<Role> = found.into_iter().map(|a| a.role).collect();
            if !whom.is_empty() {
                all.insert(self.men[who].role.clone(), whom);
            }
        }
        all
    }

    /// Fights until all is over and everybody has heard it, or the days run out.
    pub fn fight(&mut self, most_events: u64, days: u32) -> Ended {
        let when = 3 + self.luck.below(60) as u64;
        let mut hour = 0;
        let (mut long, mut moved) = (false, (0, 0));
        while hour < 24 * days {
            hour += STEP;
            for who in 0..self.men.len() {
                // nobody looks in vain more than once a day
                if !hour.is_multiple_of(24) && !self.post.has_come(hour, who) && self.men[who].tray.is_empty()
                {
                    continue;
                }
                let next = self.seat(who).ledger().next_seq();
                long |= next >= most_events;
                let armed = self.cheat != Cheat::None && self.cheated.is_none() && next >= when;
                if who == self.cheater && armed {
                    self.try_cheat(hour);
                    continue;
                }
                if !long && self.cheated.is_none() {
                    self.speak(who, hour);
                }
                self.pass(who, hour, !long);
                self.collect(who, hour);
            }
            // by then everybody has written into the silence as often as he does
            let events = self.men.iter().map(|man| man.memory.0.borrow().log.len()).sum();
            if events != moved.0 {
                moved = (events, hour);
            }
            let waited = self.cheated.is_some() && hour > moved.1 + 24 * 200;
            if waited || self.is_done(long) {
                break;
            }
        }
        self.ended(hour)
    }

    /// After a fork that stopped everybody: both sides want it healed, say so when they look at their mail,
    /// and fight on for some events. The place of the fork that was healed, when all logs are equal then.
    pub fn heal(&mut self, ended: &Ended, more: u64, days: u32) -> Option<u64> {
        let (mut hour, mut goal) = (ended.hours, None);
        while hour < ended.hours + 24 * days {
            hour += STEP;
            for who in 0..self.men.len() {
                self.consent(who, hour);
                let ledger = self.seat(who).ledger();
                let (next, healed) = (ledger.next_seq(), ledger.healed().next().is_some());
                if healed && goal.is_none() {
                    goal = Some(next + more);
                }
                self.pass(who, hour, goal.is_some_and(|goal| next < goal));
                self.collect(who, hour);
            }
            let enough = goal.is_some_and(|goal| self.seat(0).ledger().next_seq() >= goal);
            let over = goal.is_some() && matches!(self.seat(0).wait().expect("a wait"), Wait::Over(_));
            if (enough || over) && self.post.is_empty() && self.logs_equal(false) && self.accused().is_empty()
            {
                return self.seat(0).ledger().healed().map(|(to, ..)| to + 1).next();
            }
        }
        None
    }

    /// A side's word to a healing, where one is due.
    fn consent(&mut self, who: usize, hour: u32) {
        if self.men[who].role.is_umpire() || !self.luck.percent(40) {
            return;
        }
        let seat = self.seat(who);
        if seat.accusations().expect("readable").is_empty() {
            return;
        }
        let agreed = seat.act(Deed::Agree, at(hour)).is_ok();
        let proposes = !agreed && seat.ledger().healing_proposed().is_none();
        if agreed || proposes && seat.act(Deed::Heal(None), at(hour)).is_ok() {
            *self.post.done.entry(if agreed { "agreed to heal" } else { "proposed to heal" }).or_default() +=
                1;
        }
    }

    fn is_done(&mut self, long: bool) -> bool {
        if self.cheated.is_some() {
            // all honest seats have seen it
            let honest = self.men.len() - 1;
            let cheater = self.men[self.cheater].role.clone();
            if self.accused().keys().filter(|role| **role != cheater).count() == honest {
                return true;
            }
        }
        let quiet = self.post.is_empty() && self.logs_equal(true);
        quiet
            && (0..self.men.len()).all(|who| {
                let seat = self.seat(who);
                let open = seat.ledger().unopened_seals().count();
                let over = matches!(seat.wait().expect("a wait"), Wait::Over(_)) && open == 0;
                over || long
            })
    }

    fn ended(&mut self, hours: u32) -> Ended {
        let accused = self.accused();
        let over = matches!(self.seat(0).wait().expect("a wait"), Wait::Over(_));
        let (cheater, cheat) = (self.cheater, self.men[self.cheater].role.clone());
        let judge = usize::from(cheater == 0);
        self.seat(judge);
        let log = self.men[judge].seat.as_ref().expect("open").ledger();
        let shown = self.shown.two_to_one(cheater, &cheat, log);
        Ended {
            events: self.seat(0).ledger().next_seq(),
            over,
            cheated: self.cheated.map(|_| self.men[self.cheater].role.clone()),
            shown,
            accused,
            equal: self.logs_equal(true),
            hours,
            crashes: self.crashes,
            answers: self.answers.values().map(|n| *n as usize).sum(),
            done: self.post.done.clone(),
        }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// What everybody sees, for a battle that went wrong.
    pub fn plight(&mut self) -> String {
        let mut text = String::new();
        for who in 0..self.men.len() {
            let role = self.men[who].role.clone();
            let seat = self.seat(who);
            let (next, wait) = (seat.ledger().next_seq(), seat.wait().expect("a wait"));
            text.push_str(&format!(
                "{role}: next {next}, head {}, waits for {wait:?}\n",
                seat.ledger().head()
            ));
            for entry in seat.ledger().entries().iter().rev().take(12).rev() {
                let line: String = entry.signed.line().chars().take(600).collect();
                text.push_str(&format!("  {} {}\n", ledger::short(&entry.id()), line));
            }
            for ((section, name), bytes) in &self.men[who].memory.0.borrow().papers {
                if name.ends_with(".json") {
                    text.push_str(&format!("  {section:?} {name}: {}\n", String::from_utf8_lossy(bytes)));
                } else if !name.starts_with("00") || *section == tesserarius::steward::Section::Held {
                    text.push_str(&format!("  {section:?} {name}\n"));
                }
            }
        }
        text
    }
}

/// A pass that was cut off and begun again has left the same: log, links, papers, and the same mails,
/// perhaps twice.
fn check_same(name: &str, found: &Disk, right: &Disk) {
    assert!(found.log == right.log, "{name}: another log");
    assert_eq!(found.chains, right.chains, "{name}: other links");
    assert_eq!(found.papers.keys().collect::<Vec<_>>(), right.papers.keys().collect::<Vec<_>>(), "{name}");
    for (paper, bytes) in &found.papers {
        let shown = [bytes, &right.papers[paper]].map(|bytes| String::from_utf8_lossy(bytes));
        assert!(
            shown[0] == shown[1],
            "{name}: {paper:?} differs: {:.400}\nand should be: {:.400}",
            shown[0],
            shown[1]
        );
    }
    assert_eq!(found.journal, right.journal, "{name}: another journal");
    assert_eq!(found.waiting, right.waiting, "{name}: other mails wait");
    assert!(found.sent == right.sent, "{name}: other mails were sent");
    let once = |disk: &Disk| disk.posted.iter().cloned().collect::<BTreeSet<_>>();
    assert!(once(found) == once(right), "{name}: other mails went out");
}
