//! `tess process` cut off after any of its steps on the disk, or in the middle of one, and run again: the same log,
//! no second roll, no lost mail.
//!
//! A pass is run undisturbed. From what it has left behind follows the list of its steps, in the order in which the
//! steward takes them; that the list is whole is checked by taking all of them. Then the pass is cut before each
//! step and in its middle, the seat is opened anew, and everything must end as it did undisturbed.

mod camp;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use camp::{Steady, archive, copy, hour, new_mails, open, pitch, roles, tree};
use tesserarius::ledger::{Mode, Role, Signed};
use tesserarius::mail::Envelope;

/// A step on the disk; paths are from the folder of the whole camp.
#[derive(Debug, Clone)]
enum Step {
    /// A whole file comes into being, by way of a part that nobody looks at.
    Write(PathBuf, Vec<u8>),
    /// A line is added to a file.
    Append(PathBuf, Vec<u8>),
    /// A file is moved.
    Move(PathBuf, PathBuf),
}

impl Step {
    fn take(&self, dir: &Path) {
        match self {
            Step::Write(path, bytes) => {
                let path = dir.join(path);
                fs::create_dir_all(path.parent().expect("a folder")).expect("made");
                fs::write(path, bytes).expect("written");
            }
            Step::Append(path, bytes) => append(&dir.join(path), bytes),
            Step::Move(from, to) => {
                let to = dir.join(to);
                fs::create_dir_all(to.parent().expect("a folder")).expect("made");
                fs::rename(dir.join(from), to).expect("moved");
            }
        }
    }

    /// Leaves the step half done, if it can be.
    fn tear(&self, dir: &Path) -> bool {
        match self {
            Step::Write(path, bytes) => {
                let path = dir.join(path);
                let folder = path.parent().expect("a folder");
                fs::create_dir_all(folder).expect("made");
                // a Maildir has its own place for parts
                let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                let part = if folder.ends_with("new") {
                    folder.with_file_name("tmp").join(name)
                } else {
                    folder.join(format!(".{name}.1.part"))
                };
                fs::write(part, &bytes[..bytes.len() / 2]).expect("written");
                true
            }
            Step::Append(path, bytes) => {
                append(&dir.join(path), &bytes[..bytes.len() / 2]);
                true
            }
            Step::Move(..) => false,
        }
    }
}

fn append(path: &Path, bytes: &[u8]) {
    let mut file = fs::OpenOptions::new().append(true).open(path).expect("opened");
    file.write_all(bytes).expect("written");
}

/// The steps by which a pass of a role has led from one folder to another, in their order.
fn steps(before: &Path, after: &Path, role: &Role) -> Vec<Step> {
    let seat = PathBuf::from(role.as_str());
    let (old, new) = (tree(before), tree(after));
    let come = |folder: &Path| -> Vec<PathBuf> {
        new.keys().filter(|p| p.parent() == Some(folder) && !old.contains_key(*p)).cloned().collect()
    };
    let mut steps = Vec::new();
    // the new lines of the log, those first that came by mail
    let log = seat.join("archive.tess");
    let added = &new[&log][old[&log].len()..];
    let mut lines = added.split_inclusive(|b| *b == b'\n').peekable();
    for mail in new_mails(before, role) {
        let kept = seat.join("journal").join(format!("{}.eml", mail.id.short()));
        if !old.contains_key(&kept) {
            steps.push(Step::Write(kept, mail.bytes.clone()));
        }
        let carried = Envelope::open(&mail).expect("a mail").lines;
        while let Some(line) = lines.next_if(|l| carried.iter().any(|c| *c == l[..l.len() - 1])) {
            steps.push(Step::Append(log.clone(), line.to_vec()));
        }
        for unseal in carried.iter().filter_map(|line| tesserarius::steward::private(line)) {
            let kept = seat.join("standing").join(format!("{}.json", unseal.seal()));
            steps.push(Step::Write(kept.clone(), new[&kept].clone()));
        }
        let tesserarius::mail::Origin::Maildir(path) = &mail.origin else { panic!("a maildir") };
        let from = path.strip_prefix(before).expect("below").to_owned();
        let name = from.file_name().expect("a name").to_string_lossy().into_owned();
        let to = from.parent().expect("new").with_file_name("cur").join(format!("{name}:2,S"));
        steps.push(Step::Move(from, to));
    }
    // then what was signed here, the journal of the chain before each link
    let opened = seat.join("chain.seed.opened");
    let mut links = new[&opened][old[&opened].len()..].split_inclusive(|b| *b == b'\n');
    for line in lines {
        let signed = Signed::parse(&line[..line.len() - 1]).expect("an event");
        assert_eq!(signed.event().by, *role, "an event that came from nowhere");
        if signed.event().kind.name() == "reveal" {
            steps.push(Step::Append(opened.clone(), links.next().expect("a link").to_vec()));
        }
        steps.push(Step::Append(log.clone(), line.to_vec()));
    }
    assert!(links.next().is_none(), "a link without its event");
    for report in come(&seat.join("reports")) {
        steps.push(Step::Write(report.clone(), new[&report].clone()));
    }
    // mails: into the outbox and noted, party by party; then out and put away
    let sent = come(&seat.join("outbox/sent"));
    let noted = seat.join("posted.json");
    let read = |tree: &BTreeMap<PathBuf, Vec<u8>>| -> BTreeMap<String, u64> {
        tree.get(&noted).map(|b| serde_json::from_slice(b).expect("a map")).unwrap_or_default()
    };
    let (mut posted, end) = (read(&old), read(&new));
    let order: Vec<String> =
        open(before, role).ledger().players().iter().map(|p| p.role.to_string()).collect();
    let mut left = 0;
    for party in order {
        for mail in sent.iter().filter(|p| p.to_string_lossy().contains(&format!("-{party}@"))) {
            let name = mail.file_name().expect("a name");
            steps.push(Step::Write(seat.join("outbox").join(name), new[mail].clone()));
            posted.insert(party.clone(), end[&party]);
            steps.push(Step::Write(noted.clone(), serde_json::to_vec(&posted).expect("json")));
            left += 1;
        }
    }
    assert_eq!(left, sent.len(), "a mail to nobody: {sent:?}");
    for mail in &sent {
        let delivered = new.iter().find(|(path, bytes)| {
            path.starts_with("mail") && !old.contains_key(*path) && **bytes == new[mail]
        });
        let (place, bytes) = delivered.expect("the mail has arrived");
        steps.push(Step::Write(place.clone(), bytes.clone()));
        let name = mail.file_name().expect("a name");
        steps.push(Step::Move(seat.join("outbox").join(name), mail.clone()));
    }
    steps
}

/// The pass itself has taken the steps in this order, as far as the times of its files show it.
#[cfg(unix)]
fn taken_in_order(after: &Path, steps: &[Step]) {
    use std::os::unix::fs::MetadataExt as _;
    let mut last = (0, 0);
    for (i, step) in steps.iter().enumerate() {
        let rest = &steps[i + 1..];
        let again =
            |p: &Path| rest.iter().any(|s| matches!(s, Step::Write(q, _) | Step::Append(q, _) if q == p));
        let time = match step {
            // a file shows the last time it was written only
            Step::Write(path, _) | Step::Append(path, _) if again(path) => continue,
            Step::Write(path, _) | Step::Append(path, _) => {
                let moved = rest.iter().find_map(|s| match s {
                    Step::Move(from, to) if from == path => Some(to),
                    _ => None,
                });
                let found = fs::metadata(after.join(moved.unwrap_or(path))).expect("a file");
                (found.mtime(), found.mtime_nsec())
            }
            Step::Move(_, to) => {
                let found = fs::metadata(after.join(to)).expect("a file");
                (found.ctime(), found.ctime_nsec())
            }
        };
        assert!(time >= last, "step {i} was taken before the one in front of it: {step:?}");
        last = time;
    }
}

/// What must be the same whether a pass was disturbed or not.
#[derive(Debug, PartialEq)]
struct Outcome {
    log: String,
    opened: String,
    files: BTreeMap<PathBuf, Vec<u8>>,
    /// Mails as they lie with everybody; twice is as good as once.
    delivered: BTreeSet<(PathBuf, Vec<u8>)>,
    unread: usize,
}

fn outcome(dir: &Path, role: &Role) -> Outcome {
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
    Outcome {
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
    let right = outcome(after, role);
    let (mut cuts, room) = (0, tempfile::tempdir().expect("a folder"));
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
                assert_eq!(outcome(&dir, role), right, "the list of steps is not whole");
            }
            camp::pass(&dir, role, &mut Steady, hour(at));
            let found = outcome(&dir, role);
            let place = format!("{role}, cut after step {done} (half done: {torn}), before {next:?}");
            assert_eq!(found.log, right.log, "{place}: another log");
            assert_eq!(found.opened, right.opened, "{place}: other links");
            assert_eq!(found.unread, 0, "{place}: mail left");
            let names = |o: &Outcome| o.files.keys().cloned().collect::<Vec<_>>();
            assert_eq!(names(&found), names(&right), "{place}: other files");
            for (name, bytes) in &found.files {
                assert!(*bytes == right.files[name], "{place}: {} differs", name.display());
            }
            assert!(found.delivered == right.delivered, "{place}: other mails");
            if torn {
                let again = camp::pass(&dir, role, &mut Steady, hour(at));
                assert_eq!((again.news(), again.sent.len()), (0, 0), "{place}: a third pass does something");
            }
            fs::remove_dir_all(&dir).expect("removed");
            cuts += 1;
        }
    }
    cuts
}

/// Fights some passes of a battle, and cuts those of which the most can be learned.
fn a_battle_survives(mode: Mode) {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path().join("camp");
    pitch(&dir, mode, camp::no_deadlines());
    let (mut cuts, mut with_links, mut without) = (0, BTreeMap::new(), BTreeMap::new());
    for n in 1..40 {
        for role in roles(mode) {
            let before = room.path().join("before");
            copy(&dir, &before);
            let pass = camp::pass(&dir, &role, &mut Steady, hour(n));
            let links = pass.signed.iter().filter(|s| s.1 == "reveal").count();
            let seen = if links > 0 { &mut with_links } else { &mut without };
            let seen: &mut u32 = seen.entry(role.clone()).or_default();
            // passes without links are much alike in all modes
            let learns = links > 0 || mode == Mode::Umpire;
            if pass.news() > 0 && learns && *seen < 1 {
                *seen += 1;
                cuts += cut_everywhere(&before, &dir, &role, n);
            }
            fs::remove_dir_all(&before).expect("removed");
        }
        let openers = if mode == Mode::Umpire { 1 } else { 2 };
        if with_links.len() >= openers && n > 2 {
            break;
        }
    }
    assert!(!with_links.is_empty(), "no link was opened in this battle");
    assert!(cuts > 20, "only {cuts} cuts");
    println!("{mode:?}: {cuts} cuts, with links {with_links:?}, without {without:?}");
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

/// Both sides give standing orders to the umpire: the pass in which they come, and one in which he answers by them.
#[test]
fn an_umpire_who_holds_standing_orders_can_be_cut_anywhere() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path().join("camp");
    let (mode, umpire) = (Mode::Umpire, camp::role("umpire"));
    pitch(&dir, mode, camp::no_deadlines());
    camp::give_standing(&dir, "rome", tesserarius::bot::STANDING);
    camp::give_standing(&dir, "carthage", tesserarius::bot::STANDING);
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
            let pass = camp::pass(&dir, &role, &mut Steady, hour(n));
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
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path();
    pitch(dir, Mode::Umpire, camp::no_deadlines());
    let side = camp::wait(dir, "rome").role().expect("a side begins").to_owned();
    camp::give_standing(dir, &side, tesserarius::bot::STANDING);
    let pending = dir.join(&side).join("standing/pending.json");
    let bytes = fs::read(&pending).expect("it waits to be given");
    let who = camp::role(&side);
    let given = |at| {
        let pass = camp::pass(dir, &who, &mut tesserarius::steward::Nobody, hour(at));
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
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path();
    pitch(dir, Mode::Direct, camp::no_deadlines());
    let side = ["rome", "carthage"]
        .into_iter()
        .map(camp::role)
        .find(|r| camp::wait(dir, r.as_str()).role() == Some(r.as_str()))
        .expect("a side begins");
    open(dir, &side).act(tesserarius::steward::Deed::Resign, hour(1)).expect("resigned");
    let sent = camp::pass(dir, &side, &mut Steady, hour(2)).sent;
    assert_eq!(sent.len(), 1);
    camp::settle(dir, Mode::Direct, hour(3));
    camp::agree(dir, Mode::Direct);
    assert!(String::from_utf8(archive(dir, &side)).expect("text").contains("resign"));
}

/// The program itself, killed by the system at moments spread over its run.
#[test]
fn the_program_killed_at_any_moment_goes_on_where_it_stopped() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path().join("camp");
    let (mode, umpire) = (Mode::Umpire, camp::role("umpire"));
    pitch(&dir, mode, camp::no_deadlines());
    let before = room.path().join("before");
    let mut found = false;
    for n in 1..40 {
        for role in roles(mode) {
            if role == umpire {
                copy(&dir, &before);
            }
            let pass = camp::pass(&dir, &role, &mut Steady, hour(n));
            found |= role == umpire && pass.signed.iter().any(|s| s.1 == "reveal");
            if found {
                break;
            }
            if role == umpire {
                fs::remove_dir_all(&before).expect("removed");
            }
        }
        if found {
            break;
        }
    }
    assert!(found, "no link was opened");
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
        camp::pass(&dir, &umpire, &mut Steady, hour(50));
        assert_eq!(what(&dir), right, "killed after {} ms", 4 * n);
        tesserarius::steward::verify::<tesserarius::gboh::Gboh>(
            &archive(&dir, &umpire),
            &tesserarius::scenario::Library::embedded(),
        )
        .expect("the archive holds");
    }
    assert!(cut_off > 0, "it was never killed in time");
}
