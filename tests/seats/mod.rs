//! Seats of a battle in a folder, with the mail between them in Maildirs: for the tests of crashes and of
//! deeds.

#![allow(dead_code, reason = "crash and killed use their part")]

pub mod served;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use tesserarius::bot::sensible;
use tesserarius::effects::Question;
use tesserarius::game::Seeing;
use tesserarius::gboh::Position;
use tesserarius::ledger::{At, Consequence, Deadlines, Mode, Role, Setting, Signed, SigningKey};
use tesserarius::mail::{Envelope, Maildir, Origin, RawMail};
use tesserarius::scenario::Library;
use tesserarius::steward::{
    Agent, Card, Deed, Entropy, Nobody, Offer, Pass, Seat, Settings, WayIn, found, join, make_card,
};
use tesserarius::table::Wait;

/// Links of each chain.
pub const LINKS: u32 = 64;

pub fn role(name: &str) -> Role {
    name.parse().expect("a role")
}

/// So many hours after the first of January.
pub fn hour(n: u32) -> At {
    format!("2026-01-{:02}T{:02}:00:00Z", n / 24 + 1, n % 24).parse().expect("a time")
}

pub fn no_deadlines() -> Deadlines {
    Deadlines { hours: 0, then: Consequence::Forfeit, extensions: 0 }
}

/// A folder in memory where the system has one: a pass waits for the disk at each of its steps, and a test
/// makes many.
pub fn quick_room() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.expect("a folder")
}

/// The roles of a mode, those first who come first in the log.
pub fn roles(mode: Mode) -> Vec<Role> {
    let umpire = (mode != Mode::Direct).then(|| role("umpire"));
    umpire.into_iter().chain([role("rome"), role("carthage")]).collect()
}

/// Keys, cards, seats, offer and accept.
pub fn begin(dir: &Path, mode: Mode, deadlines: Deadlines) {
    begin_with(dir, mode, deadlines, "spqr/skirmish");
}

/// The files of the battle: those in the seats' own folder before those in the program.
pub fn library(dir: &Path) -> Library {
    let own = dir.join("library");
    if own.exists() { Library::with_dir(&own) } else { Library::embedded() }
}

/// Keys, cards, seats, offer and accept of another scenario.
pub fn begin_with(dir: &Path, mode: Mode, deadlines: Deadlines, scenario: &str) {
    begin_agreed(dir, mode, deadlines, scenario, &[]);
}

/// The same, with options such as `press=log`.
pub fn begin_agreed(dir: &Path, mode: Mode, deadlines: Deadlines, scenario: &str, options: &[&str]) {
    let options: BTreeMap<String, Setting> = options.iter().filter_map(|o| Setting::named(o)).collect();
    let library = library(dir);
    let cards: Vec<(Role, Card)> = roles(mode).into_iter().map(|r| (r.clone(), card(dir, &r))).collect();
    let rome = role("rome");
    let own = Settings {
        role: rome.clone(),
        key: "key.pem".into(),
        transport: transport(dir),
        library: None,
        voice: tesserarius::game::Voice::default(),
        pictures: true,
        maps: false,
        telephone: false,
    };
    let key = SigningKey::load(&dir.join("rome/key.pem"), None).expect("a key");
    let offer = Offer { mode, scenario: scenario.into(), options, deadlines, cards };
    let mut entropy = Entropy::seeded(1, "genesis");
    found(&dir.join("rome"), offer, &library, &key, &own, hour(0), &mut entropy).expect("founded");
    pass(dir, &rome, &mut Nobody, hour(0));
    for role in roles(mode).into_iter().filter(|r| *r != rome) {
        enter(dir, &role, &role);
        pass(dir, &role, &mut Nobody, hour(0));
    }
    settle(dir, mode, hour(0));
}

/// A key, a chain and a card in the folder of a role.
pub fn card(dir: &Path, role: &Role) -> Card {
    let seat = dir.join(role.as_str());
    fs::create_dir_all(&seat).expect("a folder");
    let mut entropy = Entropy::seeded(1, &format!("{role} card"));
    let key = SigningKey::from_secret(&entropy.secret());
    key.save(&seat.join("key.pem"), None).expect("saved");
    make_card(&seat, role.as_str(), &format!("{role}@example.org"), &key, LINKS, &mut entropy)
        .expect("a card")
}

/// Joins from all mails that have come for an address, and accepts if that is due.
pub fn enter(dir: &Path, folder: &Role, user: &Role) {
    let mut log: Vec<Signed> = Vec::new();
    for mail in new_mails(dir, user) {
        for line in Envelope::open(&mail).expect("a mail").lines {
            log.push(Signed::parse(&line).expect("an event"));
        }
    }
    log.sort_by_key(|s| s.event().seq);
    log.dedup_by_key(|s| s.id());
    enter_with(dir, folder, &log);
}

/// Joins with a log, and accepts if that is due.
pub fn enter_with(dir: &Path, folder: &Role, log: &[Signed]) {
    let way = WayIn {
        key: "key.pem".into(),
        passphrase: None,
        transport: transport(dir),
        library: None,
        telephone: false,
    };
    let place = dir.join(folder.as_str());
    let entropy = Entropy::seeded(1, &format!("{folder} joins"));
    let mut seat = join(&place, log, &library(dir), &way, entropy).expect("joined");
    let me = seat.role().clone();
    if seat.ledger().to_accept().contains(&me) {
        seat.act(Deed::Accept, hour(0)).expect("accepted");
    }
}

pub fn transport(dir: &Path) -> String {
    format!("maildir:{}", dir.join("mail").join("{user}").display())
}

pub fn inbox(dir: &Path, role: &Role) -> Maildir {
    Maildir::create(&dir.join("mail").join(role.as_str())).expect("a maildir")
}

pub fn new_mails(dir: &Path, role: &Role) -> Vec<RawMail> {
    let inbox = inbox(dir, role);
    inbox.list(false).expect("a list").iter().map(|p| inbox.read(p).expect("a mail")).collect()
}

pub fn archive(dir: &Path, role: &Role) -> Vec<u8> {
    fs::read(dir.join(role.as_str()).join("archive.tess")).expect("an archive")
}

/// A seat, which may have been copied, mails to where it is now; its settings.
pub fn send_here(dir: &Path, who: &str) -> Settings {
    let place = dir.join(who);
    let mut own = Settings::read(&place).expect("settings");
    own.transport = transport(dir);
    own.write(&place).expect("written");
    own
}

/// The position that the log at a seat has settled.
pub fn position_of(seat: &Seat) -> &Position {
    seat.table().position().of().expect("a Great Battle")
}

/// Opens a seat. Its random bytes follow from its place in the log, so that what is signed again is the
/// same.
pub fn open(dir: &Path, role: &Role) -> Seat {
    let place = dir.join(role.as_str());
    let own = send_here(dir, role.as_str());
    let bytes = archive(dir, role);
    let whole = bytes.iter().rposition(|b| *b == b'\n').map_or(0, |end| end + 1);
    let said = bytes[..whole]
        .split(|b| *b == b'\n')
        .filter_map(|line| Signed::parse(line).ok())
        .filter(|s| s.event().by == own.role)
        .count();
    patiently(|| {
        let mut entropy = Entropy::seeded(2, &format!("{role} events"));
        entropy.fill(&mut vec![0; 16 * said]);
        Seat::open(&place, &library(dir), None, entropy)
    })
}

/// Opens what is under a lock. A process that another test starts holds the locks of this one for a moment.
pub fn patiently<T, E: std::fmt::Debug>(mut open: impl FnMut() -> Result<T, E>) -> T {
    for _ in 0..100 {
        match open() {
            Err(error) if format!("{error:?}").contains("Taken {") => {
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            opened => return opened.expect("it opens"),
        }
    }
    open().expect("it opens")
}

/// What `tess process` does.
pub fn pass(dir: &Path, role: &Role, agent: &mut dyn Agent<Position>, at: At) -> Pass {
    let mut seat = open(dir, role);
    let at = at.max(head_time(&seat));
    let inbox = inbox(dir, role);
    let mails = new_mails(dir, role);
    let mut done = |mail: &RawMail| {
        if let Origin::Maildir(path) = &mail.origin {
            inbox.mark_seen(path)?;
        }
        Ok(())
    };
    seat.pass(&mails, &mut Seeing::new(agent), &mut || at, &mut done).expect("a pass")
}

/// A text as it reads, wherever its lines are broken.
pub fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Passes without anybody deciding, until nothing new happens.
pub fn settle(dir: &Path, mode: Mode, at: At) {
    let at = at.max(latest(dir, mode));
    for _ in 0..20 {
        let mut news = 0;
        for role in roles(mode) {
            let pass = pass(dir, &role, &mut Nobody, at);
            news += pass.news() + pass.sent.len();
        }
        if news == 0 {
            return;
        }
    }
    panic!("the mail goes round and round");
}

/// A deed at a seat, and its mail.
pub fn act(dir: &Path, who: &str, deed: Deed, at: At) -> Result<Signed, String> {
    let mut seat = open(dir, &role(who));
    let at = at.max(head_time(&seat));
    let signed = seat.act(deed, at).map_err(|e| e.to_string())?;
    seat.post().expect("posted");
    Ok(signed)
}

pub fn wait(dir: &Path, who: &str) -> Wait {
    open(dir, &role(who)).wait().expect("a wait")
}

/// Orders and answers of both sides, until the log has so many events.
pub fn fight(dir: &Path, mode: Mode, events: u64) {
    for n in 1..200 {
        let at = hour(n / 8).max(latest(dir, mode));
        for role in roles(mode) {
            pass(dir, &role, &mut Steady, at);
        }
        if open(dir, &role("rome")).ledger().next_seq() >= events {
            return settle(dir, mode, at);
        }
    }
    panic!("the battle stands still");
}

/// The time of a seat's last event: its clock is not behind that.
fn head_time(seat: &Seat) -> At {
    seat.ledger().entries().last().expect("an event").event().at
}

/// The time of the latest event in anybody's archive.
pub fn latest(dir: &Path, mode: Mode) -> At {
    let logs = roles(mode).into_iter().map(|role| archive(dir, &role));
    let times = logs.flat_map(|log| {
        let lines = log.split(|b| *b == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
        lines.into_iter().filter_map(|line| Some(Signed::parse(&line).ok()?.event().at))
    });
    times.max().expect("an event")
}

/// Puts standing orders in place at a seat and gives them to the umpire under a seal, as `tess standing
/// --give` does.
pub fn give_standing(dir: &Path, who: &str, text: &str) {
    fs::write(dir.join(who).join("standing.txt"), text).expect("written");
    open(dir, &role(who)).entrust(Some(text.to_owned()), false).expect("entrusted");
}

/// All archives of a battle are the same.
pub fn agree(dir: &Path, mode: Mode) {
    let all: Vec<Vec<u8>> = roles(mode).iter().map(|r| archive(dir, r)).collect();
    assert!(all.windows(2).all(|w| w[0] == w[1]), "the archives differ");
}

/// Decides the same in the same position, however often the program was started anew.
pub struct Steady;

impl Agent<Position> for Steady {
    fn answer(&mut self, position: &Position, side: &Role, question: &Question) -> Option<String> {
        sensible(7).answer(position, side, question)
    }

    fn orders(&mut self, position: &Position, side: &Role) -> Option<String> {
        sensible(7).orders(position, side)
    }
}

/// Every file below a folder, by its path from there.
pub fn tree(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(dir).expect("below").to_owned();
                found.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    found
}

/// Copies a folder; files keep their modes.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("copied");
        }
    }
}
