//! `tess process` cut off after any of its steps on the disk, or in the middle of one, and run again: the
//! same log, no second roll, no lost mail.
//!
//! A pass is run undisturbed. From what it has left behind follows the list of its steps, in the order in
//! which the steward takes them; that the list is whole is checked by taking all of them. Then the pass is
//! cut before each step and in its middle, the seat is opened anew, and everything must end as it did
//! undisturbed.

#[path = "../seats/mod.rs"]
mod seats;
mod steps;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use seats::{Steady, archive, begin, copy, hour, inbox, new_mails, open, role, roles, tree};
use steps::{append, steps, taken_in_order};
use tesserarius::ledger::{Mode, Role, Signed};
use tesserarius::mail::{Envelope, armour};
use tesserarius::steward::{Nobody, Pass};
use tesserarius::table::Wait;

/// What must be the same whether a pass was disturbed or not.
#[derive(Debug, PartialEq)]
struct Traces {
    log: String,
    opened: String,
    files: BTreeMap<PathBuf, Vec<u8>>,
    /// Mails as they lie with everybody; twice is as good as once.
    delivered: BTreeSet<(PathBuf, Vec<u8>)>,
    unread: usize,
}

fn traces(dir: &Path, role: &Role) -> Traces {
    let seat = dir.join(role.as_str());
    let text = |name: &str| String::from_utf8(fs::read(seat.join(name)).expect("a file")).expect("text");
    let mut files = tree(&seat);
    files.retain(|path, _| {
        let name = path.file_name().expect("a name").to_string_lossy();
        // what a crash leaves beside is not read by anybody
        !name.starts_with('.') && !name.starts_with("archive.tess.cut") && name != "seat.toml"
    });
    let mut delivered = BTreeSet::new();
    for (path, bytes) in tree(&dir.join("mail")) {
        let whose = path.iter().next().expect("a user").into();
        if !path.iter().any(|part| part == "tmp") {
            delivered.insert((whose, bytes));
        }
    }
    Traces {
        log: text("archive.tess"),
        opened: text("chain.seed.opened"),
        files,
        delivered,
        unread: new_mails(dir, role).len(),
    }
}

/// Cuts one pass everywhere; how many cuts there were.
fn cut_everywhere(before: &Path, after: &Path, role: &Role, at: u32) -> usize {
    let steps = steps(before, after, role);
    #[cfg(unix)]
    taken_in_order(after, &steps);
    let right = traces(after, role);
    let (mut cuts, room) = (0, seats::quick_room());
    for done in 0..=steps.len() {
        for torn in [false, true] {
            let dir = room.path().join(format!("{done}-{torn}"));
            copy(before, &dir);
            steps[..done].iter().for_each(|step| step.take(&dir));
            let next = steps.get(done);
            if torn && !next.is_some_and(|step| step.tear(&dir)) {
                continue;
            }
            if next.is_none() {
                assert!(traces(&dir, role) == right, "the list of steps is not whole");
            }
            seats::pass(&dir, role, &mut Steady, hour(at));
            let found = traces(&dir, role);
            let place = format!("{role}, cut after step {done} (half done: {torn}), before {next:?}");
            assert_eq!(found.log, right.log, "{place}: another log");
            assert_eq!(found.opened, right.opened, "{place}: other links");
            assert_eq!(found.unread, 0, "{place}: mail left");
            let names = |o: &Traces| o.files.keys().cloned().collect::<Vec<_>>();
            assert_eq!(names(&found), names(&right), "{place}: other files");
            for (name, bytes) in &found.files {
                assert!(*bytes == right.files[name], "{place}: {} differs", name.display());
            }
            assert!(found.delivered == right.delivered, "{place}: other mails");
            if torn {
                let again = seats::pass(&dir, role, &mut Steady, hour(at));
                assert_eq!((again.news(), again.sent.len()), (0, 0), "{place}: a third pass does something");
            }
            fs::remove_dir_all(&dir).expect("removed");
            cuts += 1;
        }
    }
    cuts
}

/// What can be learned by cutting a pass.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Lesson {
    /// Mail is taken in and passed on; much the same in all modes.
    PassesOn(Role),
    /// Links are opened.
    Rolls(Role),
    /// Links are opened, and the rules ask somebody.
    Asks,
    /// Somebody whom the rules have asked answers.
    Answers,
}

fn lessons(mode: Mode, role: &Role, pass: &Pass) -> BTreeSet<Lesson> {
    let signs = |kind| pass.signed.iter().any(|(_, signed)| *signed == kind);
    let mut found = BTreeSet::new();
    if signs("reveal") {
        found.insert(Lesson::Rolls(role.clone()));
        if matches!(pass.wait, Wait::Answer { .. }) {
            found.insert(Lesson::Asks);
        }
    } else if mode == Mode::Umpire && pass.news() > 0 {
        found.insert(Lesson::PassesOn(role.clone()));
    }
    if signs("answer") {
        found.insert(Lesson::Answers);
    }
    found
}

/// Fights some passes of a battle, and cuts those of which something new can be learned, until the rules
/// have rolled, asked and been answered.
fn a_battle_survives(mode: Mode) {
    let room = seats::quick_room();
    let dir = room.path().join("seats");
    begin(&dir, mode, seats::no_deadlines());
    let (mut cuts, mut learned) = (0, BTreeSet::new());
    let openers = if mode == Mode::Umpire { 1 } else { 2 };
    let enough = |learned: &BTreeSet<Lesson>| {
        let rolls = learned.iter().filter(|lesson| matches!(lesson, Lesson::Rolls(_))).count();
        rolls >= openers && [Lesson::Asks, Lesson::Answers].iter().all(|lesson| learned.contains(lesson))
    };
    for n in 1..200 {
        for role in roles(mode) {
            let before = room.path().join("before");
            copy(&dir, &before);
            let pass = seats::pass(&dir, &role, &mut Steady, hour(n));
            let new = lessons(mode, &role, &pass);
            if !new.is_subset(&learned) {
                cuts += cut_everywhere(&before, &dir, &role, n);
                learned.extend(new);
            }
            fs::remove_dir_all(&before).expect("removed");
        }
        if enough(&learned) {
            break;
        }
    }
    assert!(enough(&learned), "this battle has taught only {learned:?}");
    assert!(cuts > 40, "only {cuts} cuts");
    println!("{mode:?}: {cuts} cuts, {learned:?}");
}

#[test]
fn a_pass_under_an_umpire_can_be_cut_anywhere() {
    a_battle_survives(Mode::Umpire);
}

#[test]
fn a_pass_between_two_can_be_cut_anywhere() {
    a_battle_survives(Mode::Direct);
}

#[test]
fn a_pass_with_both_openers_can_be_cut_anywhere() {
    a_battle_survives(Mode::Both);
}

/// Both sides give standing orders to the umpire: the pass in which they come, and one in which he answers
/// by them.
#[test]
fn an_umpire_who_holds_standing_orders_can_be_cut_anywhere() {
    let room = seats::quick_room();
    let dir = room.path().join("seats");
    let (mode, umpire) = (Mode::Umpire, role("umpire"));
    begin(&dir, mode, seats::no_deadlines());
    seats::give_standing(&dir, "rome", tesserarius::bot::STANDING);
    seats::give_standing(&dir, "carthage", tesserarius::bot::STANDING);
    let (mut came, mut answered, mut cuts) = (false, false, 0);
    for n in 1..60 {
        for role in roles(mode) {
            let before = room.path().join("before");
            copy(&dir, &before);
            let mails = if role == umpire { new_mails(&dir, &umpire) } else { Vec::new() };
            let brings = mails.iter().any(|mail| {
                let lines = Envelope::open(mail).expect("a mail").lines;
                lines.iter().any(|line| tesserarius::steward::private(line).is_some())
            });
            let pass = seats::pass(&dir, &role, &mut Steady, hour(n));
            let by_them = role == umpire && pass.signed.iter().any(|s| s.1 == "answer");
            if (brings && !came) || (by_them && !answered) {
                cuts += cut_everywhere(&before, &dir, &role, n);
            }
            (came, answered) = (came || brings, answered || by_them);
            fs::remove_dir_all(&before).expect("removed");
        }
        if came && answered {
            break;
        }
    }
    assert!(came && answered, "no standing orders came, or none answered");
    assert!(cuts > 10, "only {cuts} cuts");
}

/// Standing orders are signed once, wherever a pass that gives them is cut off.
#[test]
fn standing_orders_are_given_once() {
    let room = seats::quick_room();
    let dir = room.path();
    begin(dir, Mode::Umpire, seats::no_deadlines());
    let side = seats::wait(dir, "rome").role().expect("a side begins").to_owned();
    seats::give_standing(dir, &side, tesserarius::bot::STANDING);
    let pending = dir.join(&side).join("standing/pending.json");
    let bytes = fs::read(&pending).expect("it waits to be given");
    let who = role(&side);
    let given = |at| {
        let pass = seats::pass(dir, &who, &mut Nobody, hour(at));
        pass.signed.iter().filter(|s| s.1 == "standing").count()
    };
    assert_eq!(given(1), 1);
    assert!(!pending.exists());
    // cut off after the event was signed, before the note was taken away
    fs::write(&pending, bytes).expect("written");
    assert_eq!(given(2), 0, "given twice");
    assert!(!pending.exists());
}

/// A deed that was signed and not mailed goes out with the next pass.
#[test]
fn a_deed_cut_off_before_its_mail_is_mailed_by_the_next_pass() {
    let room = seats::quick_room();
    let dir = room.path();
    begin(dir, Mode::Direct, seats::no_deadlines());
    let side = ["rome", "carthage"]
        .into_iter()
        .map(role)
        .find(|r| seats::wait(dir, r.as_str()).role() == Some(r.as_str()))
        .expect("a side begins");
    open(dir, &side).act(tesserarius::steward::Deed::Resign, hour(1)).expect("resigned");
    let sent = seats::pass(dir, &side, &mut Steady, hour(2)).sent;
    assert_eq!(sent.len(), 1);
    seats::settle(dir, Mode::Direct, hour(3));
    seats::agree(dir, Mode::Direct);
    assert!(String::from_utf8(archive(dir, &side)).expect("text").contains("resign"));
}

/// An event comes, and those behind it that were kept for it: a pass that was cut off when they were in the
/// log and their papers still there writes nobody more than it would have written undisturbed.
#[test]
fn a_pass_cut_off_between_an_event_and_the_one_kept_for_it_writes_no_needless_mail() {
    let room = seats::quick_room();
    let dir = room.path().join("seats");
    begin(&dir, Mode::Direct, seats::no_deadlines());
    let (rome, carthage) = (role("rome"), role("carthage"));
    let (events, at) = two_at_once(&dir, &carthage, &rome);
    let lines = |log: &[u8]| log.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
    let bring = |line: &[u8], n: i64| {
        let block = armour::wrap(&[line[..line.len() - 1].to_vec()]);
        let mail = format!("From: <carthage@example.org>\nTo: <rome@example.org>\nSubject: {n}\n\n{block}");
        inbox(&dir, &rome).deliver(mail.as_bytes(), n).expect("delivered");
    };
    // what comes by the post itself is lost
    for mail in new_mails(&dir, &rome) {
        let tesserarius::mail::Origin::Maildir(path) = &mail.origin else { panic!("a maildir") };
        fs::remove_file(path).expect("removed");
    }
    bring(&events[1], 2);
    seats::pass(&dir, &rome, &mut Nobody, hour(at));
    assert_eq!(fs::read_dir(dir.join("rome/held")).expect("a folder").count(), 1, "the later event waits");
    bring(&events[0], 1);
    let before = room.path().join("before");
    copy(&dir, &before);
    let old = lines(&archive(&dir, &rome)).len();
    seats::pass(&dir, &rome, &mut Nobody, hour(at));
    let new = lines(&archive(&dir, &rome));
    assert_eq!(new[old..old + 2], events, "both are in the log");
    let journal = |dir: &Path| -> BTreeMap<PathBuf, Vec<u8>> { tree(&dir.join("rome/journal")) };
    let mail = journal(&dir).into_iter().find(|(name, _)| !journal(&before).contains_key(name));
    let (name, bytes) = mail.expect("the mail is kept");
    fs::write(before.join("rome/journal").join(name), bytes).expect("written");
    events.iter().for_each(|line| append(&before.join("rome/archive.tess"), line));
    seats::pass(&before, &rome, &mut Nobody, hour(at));
    assert!(traces(&before, &rome) == traces(&dir, &rome), "another log, other papers, or other mails");
}

/// Passes on both sides until one of them has signed two events or more in one pass, which the other has not
/// got yet; the first two, and when.
fn two_at_once(dir: &Path, signer: &Role, other: &Role) -> (Vec<Vec<u8>>, u32) {
    for n in 1..80 {
        seats::pass(dir, other, &mut Steady, hour(n));
        let pass = seats::pass(dir, signer, &mut Steady, hour(n));
        if pass.signed.len() >= 2 {
            let log = archive(dir, signer);
            let from = usize::try_from(pass.signed[0].0).expect("small");
            let lines = log.split_inclusive(|b| *b == b'\n').skip(from).take(2);
            return (lines.map(<[u8]>::to_vec).collect(), n);
        }
    }
    panic!("{signer} never signs two events at once");
}

/// Passes in turn until the umpire opens a link; `before` holds the seats as they were ahead of that pass.
fn until_a_link_is_opened(dir: &Path, before: &Path) {
    for n in 1..40 {
        for role in roles(Mode::Umpire) {
            if role.is_umpire() {
                copy(dir, before);
            }
            let pass = seats::pass(dir, &role, &mut Steady, hour(n));
            if role.is_umpire() && pass.signed.iter().any(|s| s.1 == "reveal") {
                return;
            }
            if role.is_umpire() {
                fs::remove_dir_all(before).expect("removed");
            }
        }
    }
    panic!("no link was opened");
}

/// The program itself, killed by the system at moments spread over its run.
#[test]
fn the_program_killed_at_any_moment_goes_on_where_it_stopped() {
    let room = seats::quick_room();
    let dir = room.path().join("seats");
    let (mode, umpire) = (Mode::Umpire, role("umpire"));
    begin(&dir, mode, seats::no_deadlines());
    let before = room.path().join("before");
    until_a_link_is_opened(&dir, &before);
    let what = |dir: &Path| {
        let bytes = archive(dir, &umpire);
        let events: Vec<(Role, &str)> = bytes
            .split(|b| *b == b'\n')
            .filter_map(|line| Signed::parse(line).ok())
            .map(|s| (s.event().by.clone(), s.event().kind.name()))
            .collect();
        let mails: BTreeSet<PathBuf> = tree(&dir.join("umpire/outbox/sent")).into_keys().collect();
        let outbox = tesserarius::mail::Outbox::open(&dir.join("umpire/outbox")).expect("an outbox");
        let left = outbox.waiting().expect("a list");
        let links = fs::read_to_string(dir.join("umpire/chain.seed.opened")).expect("a journal");
        (events, mails, left, links)
    };
    let right = what(&dir);
    let mut cut_off = 0;
    for n in 0..16 {
        let dir = room.path().join(format!("killed-{n}"));
        copy(&before, &dir);
        // names this folder's mail in seat.toml
        drop(open(&dir, &umpire));
        let mut tess = std::process::Command::new(env!("CARGO_BIN_EXE_tess"))
            .args(["process", "--battle", "umpire", "--maildir", "mail/umpire"])
            .current_dir(&dir)
            .env("TESS_HOME", dir.join("home"))
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("tess runs");
        std::thread::sleep(std::time::Duration::from_millis(4 * n));
        tess.kill().expect("killed");
        cut_off += u32::from(!tess.wait().expect("an end").success());
        seats::pass(&dir, &umpire, &mut Steady, hour(50));
        assert_eq!(what(&dir), right, "killed after {} ms", 4 * n);
        tesserarius::steward::verify(&archive(&dir, &umpire), &tesserarius::scenario::Library::embedded())
            .expect("the archive holds");
    }
    assert!(cut_off > 0, "it was never killed in time");
}
