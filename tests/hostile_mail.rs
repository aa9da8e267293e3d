//! Runs `tests/vectors/mail/battle/*.eml`: mails from every section of the corpus, with events of a real
//! battle put in where `{{...}}` stands, fed to the seats of an umpire and of a player. Beside each lies its
//! `.expect`: what becomes of its events, what is answered, and what the next report says.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::seats::{self, Steady, begin, hour, no_deadlines, open, role};
use data_encoding::BASE64;
use tesserarius::ledger::{
    Digest, Event, Id, Kind, Mode, Proposal, Propose, Resign, Role, Signed, SigningKey,
};
use tesserarius::mail::{Origin, RawMail, armour};
use tesserarius::steward::{Agent, Arrival, Deed, Look};
use tesserarius::table::Wait;

/// Events of the battle before the mail comes.
const FOUGHT: u64 = 14;

/// A battle that waits for orders of one side, and the lines that a mail of his may hold.
struct Scene {
    seats: PathBuf,
    sender: Role,
    to: Role,
    game: Id,
    lines: BTreeMap<&'static str, Vec<u8>>,
    sheet: String,
}

impl Scene {
    /// The receiver is the umpire, or in a battle without one the other player.
    fn set(dir: &Path, mode: Mode) -> Scene {
        let seats = dir.join("seats");
        begin(&seats, mode, no_deadlines());
        seats::fight(&seats, mode, FOUGHT);
        let sender = Scene::to_order(&seats, mode);
        let others = seats::roles(mode).into_iter().filter(|r| *r != sender);
        let to = others.min_by_key(|r| !r.is_umpire()).expect("another");
        let mut scene =
            Scene { seats, sender, to, game: Id([0; 32]), lines: BTreeMap::new(), sheet: String::new() };
        scene.write_lines(dir);
        scene
    }

    /// Goes on until a side is to send orders and everybody knows it.
    fn to_order(seats: &Path, mode: Mode) -> Role {
        for n in 0..40 {
            seats::settle(seats, mode, hour(20));
            if let Wait::Orders(deed) = open(seats, &role("rome")).wait().expect("a wait") {
                return deed.side.parse().expect("a role");
            }
            for who in seats::roles(mode) {
                seats::pass(seats, &who, &mut Steady, hour(20 + n));
            }
        }
        panic!("nobody is ever to order");
    }

    /// What the sender signs in a copy of the seats.
    fn signs(&self, dir: &Path, name: &str, deeds: Vec<Deed>) -> Vec<Signed> {
        let place = dir.join(name);
        seats::copy(&self.seats, &place);
        let mut seat = open(&place, &self.sender);
        deeds.into_iter().map(|deed| seat.act(deed, hour(30)).expect("signed")).collect()
    }

    fn write_lines(&mut self, dir: &Path) {
        let mut seat = open(&self.seats, &self.sender);
        let log: Vec<Signed> = seat.ledger().entries().iter().map(|e| e.signed.clone()).collect();
        self.game = seat.ledger().game();
        let key =
            SigningKey::load(&self.seats.join(self.sender.as_str()).join("key.pem"), None).expect("a key");
        let stranger = SigningKey::from_secret(&[5; 32]);
        seat.wait().expect("a wait");
        self.sheet = Steady.orders(seats::position_of(&seat), &self.sender).expect("a sheet");
        drop(seat);
        let orders = self.signs(dir, "orders", vec![Deed::Orders(self.sheet.clone(), None)]).remove(0);
        let propose = |what| Deed::Propose(what, None);
        let two = self.signs(dir, "two", vec![propose(Proposal::Adjourn), propose(Proposal::Draw)]);
        let last = log.last().expect("a log").clone();
        let own =
            log.iter().rev().find(|s| s.event().by == self.sender && s.event().seq > 2).expect("his own");
        let alien =
            log.iter().rev().find(|s| s.event().by != self.sender && s.event().seq > 2).expect("others'");
        let resign =
            |event: &Event| Event { by: self.sender.clone(), kind: Kind::Resign(Resign {}), ..event.clone() };
        let next = two[0].event().clone();
        let sign = |event: Event, key: &SigningKey| event.sign(key).expect("signed").line().into_bytes();
        let of = |signed: &Signed| signed.line().into_bytes();
        let mut changed = of(&orders);
        let at = changed.windows(8).position(|w| w == b"\"nonce\":").expect("a nonce");
        let at = (at + 9..at + 41).find(|i| (b'1'..b'9').contains(&changed[*i])).expect("a digit");
        changed[at] += 1;
        let pause = Propose {
            what: Proposal::Draw,
            to: None,
            until: None,
            note: Some("no".to_owned()),
            second: None,
        };
        self.lines = BTreeMap::from([
            ("next", of(&orders)),
            ("last", of(&last)),
            ("old", [of(&log[3]), b"\n".to_vec(), of(&log[4])].concat()),
            ("first", of(&two[0])),
            ("ahead", of(&two[1])),
            ("other", sign(Event { kind: Kind::Propose(pause), ..next.clone() }, &key)),
            ("fork", sign(resign(own.event()), &key)),
            ("late", sign(resign(alien.event()), &key)),
            ("elsewhere", sign(Event { game: Some(Id([7; 32])), ..resign(&next) }, &key)),
            ("forged", sign(resign(&next), &stranger)),
            ("forged-ahead", sign(Event { seq: next.seq + 50, ..resign(&next) }, &stranger)),
            ("changed", changed),
            ("breach", sign(Event { state: Some(Digest([3; 32])), ..next.clone() }, &key)),
            ("nobody", sign(Event { by: role("gaul"), ..resign(&next) }, &stranger)),
        ]);
    }

    /// The mail of a template.
    fn mail(&self, template: &str) -> RawMail {
        let mut text = template.to_owned();
        let address = |role: &Role| format!("{role}@example.org");
        let plain = [
            ("{{sender}}", address(&self.sender)),
            ("{{to}}", address(&self.to)),
            ("{{role}}", self.sender.to_string()),
            ("{{me}}", self.to.to_string()),
            ("{{game}}", self.game.to_string()[..16].to_owned()),
            ("{{sheet}}", self.sheet.clone()),
            ("{{megabyte}}", "x\n".repeat(600_000)),
        ];
        for (mark, value) in plain {
            text = text.replace(mark, &value);
        }
        for (name, line) in &self.lines {
            let lines: Vec<Vec<u8>> = line.split(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
            let block = armour::wrap(&lines);
            let each = |f: &dyn Fn(&str) -> String| block.lines().map(|l| f(l) + "\n").collect::<String>();
            for (form, value) in [
                ("block", block.clone()),
                ("half", block.chars().take(block.len() / 2).collect()),
                ("html", each(&|l| format!("<div>{l}</div>"))),
                ("quoted", each(&|l| format!(">> SC> {l}"))),
                ("stuffed", each(&|l| format!(" {l} "))),
                ("rewrapped", rewrapped(&block)),
                (
                    "utf-16",
                    BASE64.encode(&block.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>()),
                ),
                ("winmail", BASE64.encode(&winmail(&armour::archive(&lines)))),
            ] {
                text = text.replace(&format!("{{{{{form} {name}}}}}"), value.trim_end());
            }
        }
        assert!(!text.contains("{{"), "an unknown mark in\n{text:.2000}");
        RawMail::new(text.into_bytes(), Origin::Memory)
    }
}

/// A block in lines of 45 letters with empty lines in between, the closing mark on the last of them.
fn rewrapped(block: &str) -> String {
    let (begin, rest) = block.split_once('\n').expect("a block");
    let (letters, end) = rest.trim_end().rsplit_once('\n').expect("a block");
    let letters: Vec<char> = letters.chars().filter(|c| *c != '\n').collect();
    let lines: Vec<String> = letters.chunks(45).map(|line| line.iter().collect()).collect();
    format!("{begin} {} {end}", lines.join("\n\n"))
}

/// `winmail.dat` with one attachment.
fn winmail(content: &[u8]) -> Vec<u8> {
    let mut out = vec![0x78, 0x9f, 0x3e, 0x22, 1, 0];
    let mut put = |id: u32, data: &[u8]| {
        out.push(2);
        out.extend(id.to_le_bytes());
        out.extend(u32::try_from(data.len()).expect("small").to_le_bytes());
        out.extend(data);
        out.extend(data.iter().fold(0_u16, |sum, b| sum.wrapping_add(u16::from(*b))).to_le_bytes());
    };
    put(0x0006_9002, &[0; 14]);
    put(0x0001_8010, b"turn.tess\0");
    put(0x0006_800f, content);
    out
}

fn word(arrival: &Arrival) -> &'static str {
    match arrival {
        Arrival::New(_) => "new",
        Arrival::Known(_) => "known",
        Arrival::Held(_) => "held",
        Arrival::Refused(_) => "refused",
        Arrival::Fork(_) => "fork",
        Arrival::Crossed(_) => "crossed",
        Arrival::Ahead(_) => "ahead",
        Arrival::Apart(_) => "apart",
        Arrival::Doubtful(_) => "doubtful",
        Arrival::Breach(_) => "breach",
    }
}

/// What became of a mail, in the words of the `.expect` files.
struct Found {
    takes: String,
    answers: &'static str,
    report: String,
    /// What `tess report` says at the receiver's own seat.
    own: String,
    answer: String,
    accused: Vec<Role>,
    next: u64,
}

/// Feeds a mail to the receiver, and posts.
fn feed(scene: &Scene, seats: &Path, mail: &RawMail, at: u32) -> Found {
    let mut seat = open(seats, &scene.to);
    let sent = seats.join(scene.to.as_str()).join("outbox/sent");
    let names = || -> Vec<String> {
        let all = fs::read_dir(&sent).expect("a folder").map(|e| e.expect("an entry").file_name());
        all.map(|n| n.into_string().expect("a name")).collect()
    };
    let before = names();
    let taken = seat.take_mail(mail, hour(at)).expect("taken");
    let readers: Vec<Role> = seat.ledger().players().iter().map(|p| p.role.clone()).collect();
    let report: String = readers.iter().map(|r| seat.report_since(r, 0).expect("a report")).collect();
    seat.post().expect("posted");
    let mut new = names();
    new.retain(|n| !before.contains(n));
    let mut look =
        Look::own(&seats.join(scene.to.as_str()), &scene.to, &seats::library(seats)).expect("a look");
    let own = look.report(&scene.to, None).expect("a report");
    let words = new.iter().find(|n| n.contains(".answer"));
    let events = new.iter().any(|n| n.contains(".again") || n.contains(".halt"));
    let answer = words.map(|n| fs::read(sent.join(n)).expect("a mail"));
    let text = |bytes: Vec<u8>| {
        let mail = tesserarius::mail::Envelope::open(&RawMail::new(bytes, Origin::Memory)).expect("a mail");
        assert!(mail.lines.is_empty() && mail.signals.auto_submitted.as_deref() == Some("auto-replied"));
        assert_eq!(mail.to[0].address, format!("{}@example.org", scene.sender));
        mail.draft
    };
    Found {
        takes: taken.events.iter().map(word).collect::<Vec<_>>().join(" "),
        answers: if words.is_some() {
            "words"
        } else if events {
            "events"
        } else {
            "nothing"
        },
        report: seats::words(&report),
        own: seats::words(&own),
        answer: seats::words(&answer.map(text).unwrap_or_default()),
        accused: seat.accusations().expect("readable").into_iter().map(|a| a.role).collect(),
        next: seat.ledger().next_seq(),
    }
}

fn templates() -> Vec<(String, String, BTreeMap<String, String>)> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/mail/battle");
    let mut found = Vec::new();
    for entry in fs::read_dir(&dir).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|e| e == "eml") {
            let expect = fs::read_to_string(path.with_extension("expect")).expect("an expectation beside it");
            let pairs = expect.lines().filter(|l| !l.starts_with('#'));
            let pairs = pairs.map(|l| l.split_once(':').expect("key: value"));
            let pairs = pairs.map(|(k, v)| (k.to_owned(), v.trim().to_owned())).collect();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            found.push((name, fs::read_to_string(&path).expect("a mail"), pairs));
        }
    }
    found.sort();
    found
}

fn check(name: &str, found: &Found, expect: &BTreeMap<String, String>, sender: &Role) -> Vec<String> {
    let mut wrong = Vec::new();
    for (key, value) in expect {
        let (good, got) = match key.as_str() {
            "takes" => (found.takes == *value, format!("{} {}", found.takes, found.answer)),
            "answers" => (found.answers == value, found.answers.to_owned()),
            "says" => {
                let both = found.report.contains(value) && found.own.contains(value);
                (both, format!("{} / {}", found.report, found.own))
            }
            "answer-says" => (found.answer.contains(value), found.answer.clone()),
            "stops" => (found.accused == [sender.clone()], format!("{:?}", found.accused)),
            other => panic!("{name}: what is {other}?"),
        };
        if !good {
            wrong.push(format!("{name}: {key} should be `{value}`, is `{got}`"));
        }
    }
    if !expect.contains_key("stops") && !found.accused.is_empty() {
        wrong.push(format!("{name}: {:?} is accused", found.accused));
    }
    wrong
}

fn every_mail(mode: Mode) {
    let room = tempfile::tempdir().expect("a folder");
    let scene = Scene::set(room.path(), mode);
    let all = templates();
    assert!(all.len() >= 35, "mails are missing: {}", all.len());
    let mut wrong = Vec::new();
    for (name, template, expect) in all {
        let seats = room.path().join(&name);
        seats::copy(&scene.seats, &seats);
        let mail = scene.mail(&template);
        let once = feed(&scene, &seats, &mail, 40);
        wrong.extend(check(&name, &once, &expect, &scene.sender));
        // the same mail once more changes nothing and is not answered
        let twice = feed(&scene, &seats, &mail, 41);
        if twice.answers != "nothing" || twice.next != once.next || twice.accused != once.accused {
            wrong.push(format!("{name}: fed twice, it answers {}", twice.answers));
        }
        fs::remove_dir_all(&seats).expect("removed");
    }
    assert!(wrong.is_empty(), "{mode:?}\n{}", wrong.join("\n"));
}

#[test]
fn an_umpire_takes_every_mail_as_it_says_beside_it() {
    every_mail(Mode::Umpire);
}

#[test]
fn a_player_takes_every_mail_as_it_says_beside_it() {
    every_mail(Mode::Direct);
}

/// Whoever mends his own event after it was refused has signed two for one place.
#[test]
fn another_event_after_a_breach_is_a_fork() {
    let room = tempfile::tempdir().expect("a folder");
    let scene = Scene::set(room.path(), Mode::Umpire);
    let mail = |block: &str| {
        scene
            .mail(&format!("From: <{{{{sender}}}}>\nTo: <{{{{to}}}}>\nSubject: x\n\n{{{{block {block}}}}}\n"))
    };
    let first = feed(&scene, &scene.seats, &mail("breach"), 40);
    assert_eq!((first.takes.as_str(), first.accused.as_slice()), ("breach", &[scene.sender.clone()][..]));
    let second = feed(&scene, &scene.seats, &mail("first"), 41);
    assert_eq!((second.takes.as_str(), second.accused.as_slice()), ("fork", &[scene.sender.clone()][..]));
    assert!(second.report.contains("has signed two events") && second.next == first.next + 1);
}

#[test]
fn nobody_is_answered_more_than_twelve_times_a_day() {
    let room = tempfile::tempdir().expect("a folder");
    let scene = Scene::set(room.path(), Mode::Umpire);
    let mut answered = Vec::new();
    for (n, at) in (0..14).map(|n| (n, 30 + n / 4)).chain([(14, 55)]) {
        let text =
            format!("From: {}@example.org\nTo: x@y.example\nSubject: {n}\n\nHow is it {n}?\n", scene.sender);
        let found = feed(&scene, &scene.seats, &RawMail::new(text.into_bytes(), Origin::Memory), at);
        let is_last = found.answer.contains("the last answer in words");
        assert_eq!(is_last, n == 11, "{n}");
        answered.push(found.answers);
    }
    let (today, tomorrow) = (answered[..14].to_vec(), &answered[14]);
    assert_eq!(today, [vec!["words"; 12], vec!["nothing"; 2]].concat());
    assert_eq!(*tomorrow, "words");
}
