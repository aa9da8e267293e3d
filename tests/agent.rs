//! A player's agent: what it does while he sleeps, and that it does nothing else in his name.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::seats::{self, Steady, archive, begin, copy, hour, no_deadlines, pass, role, wait};
use tesserarius::ledger::{Mode, Signed};
use tesserarius::mail::Maildir;
use tesserarius::steward::Settings;
use tesserarius::table::Wait;

/// Carthage's agent, once; what it says.
fn agent(dir: &Path) -> String {
    let ran = Command::new(env!("CARGO_BIN_EXE_tess"))
        .args(["agent", "--once", "--battle"])
        .arg(dir.join("carthage"))
        .arg("--from")
        .arg(dir.join("mail/carthage"))
        .env_remove("TESS_FROM")
        .output()
        .expect("ran");
    let said = String::from_utf8(ran.stderr).expect("text");
    assert!(ran.status.success(), "{said}");
    said
}

/// How many events of each kind a log has from carthage.
fn deeds(dir: &Path) -> BTreeMap<&'static str, usize> {
    let mut count = BTreeMap::new();
    for line in archive(dir, &role("carthage")).split(|b| *b == b'\n').filter(|l| !l.is_empty()) {
        let signed = Signed::parse(line).expect("an event");
        if signed.event().by == role("carthage") {
            *count.entry(signed.event().kind.name()).or_default() += 1;
        }
    }
    count
}

/// Plays with both awake, rome first, until rome's last mail brings carthage what is looked for.
fn until(dir: &Path, mut found: impl FnMut(&Path, &Wait) -> bool) {
    for n in 1..400 {
        pass(dir, &role("rome"), &mut Steady, hour(n));
        let waits = wait(dir, "rome");
        if waits.role() == Some("carthage") && found(dir, &waits) {
            return;
        }
        pass(dir, &role("carthage"), &mut Steady, hour(n));
    }
    panic!("what is looked for does not come");
}

/// A copy of the battle in which carthage goes to sleep.
fn asleep(dir: &Path) -> tempfile::TempDir {
    let room = tempfile::tempdir().expect("a folder");
    copy(dir, room.path());
    for who in ["rome", "carthage"] {
        seats::send_here(room.path(), who);
    }
    room
}

#[test]
fn it_opens_links_that_are_due_and_gives_no_orders() {
    let room = tempfile::tempdir().expect("a folder");
    begin(room.path(), Mode::Direct, no_deadlines());
    until(room.path(), |_, waits| matches!(waits, Wait::Link { .. }));
    let dir = asleep(room.path());
    let before = deeds(dir.path());
    let letter = b"From: mother@example.org\r\nSubject: dinner\r\n\r\nDo not be late.\r\n";
    seats::inbox(dir.path(), &role("carthage")).deliver(letter, 5).expect("delivered");
    agent(dir.path());
    let mut links = before.clone();
    *links.entry("reveal").or_default() += 1;
    assert_eq!(deeds(dir.path()), links, "one link was due");
    // rome goes on as long as it can; then carthage is waited for in vain
    for n in 400..420 {
        let at = hour(n).max(seats::latest(dir.path(), Mode::Direct));
        pass(dir.path(), &role("rome"), &mut Steady, at);
        agent(dir.path());
    }
    let (mut after, mut then) = (deeds(dir.path()), before);
    assert!(after.remove("reveal") > then.remove("reveal"));
    assert_eq!(after, then, "it has done something else in his name");
    assert_eq!(wait(dir.path(), "carthage").role(), Some("carthage"));
    let left =
        Maildir::open(&dir.path().join("mail/carthage")).expect("a maildir").list(false).expect("a list");
    assert_eq!(left.len(), 1, "the stranger's mail is left for carthage to read");
}

#[test]
fn it_answers_by_standing_orders_and_not_without() {
    let room = tempfile::tempdir().expect("a folder");
    begin(room.path(), Mode::Direct, no_deadlines());
    until(room.path(), |dir, waits| {
        if !matches!(waits, Wait::Answer { .. }) {
            return false;
        }
        let dir = asleep(dir);
        let before = deeds(dir.path());
        agent(dir.path());
        assert_eq!(deeds(dir.path()), before, "it answers without standing orders");
        assert!(matches!(wait(dir.path(), "carthage"), Wait::Answer { .. }));
        fs::write(dir.path().join("carthage/standing.txt"), tesserarius::bot::STANDING).expect("written");
        agent(dir.path());
        let (mut after, mut then) = (deeds(dir.path()), before);
        let answered = after.remove("answer") > then.remove("answer");
        after.remove("reveal");
        then.remove("reveal");
        assert_eq!(after, then, "it has done something else in his name");
        // the standing orders may be silent about this question; then the next one is waited for
        answered
    });
}

#[test]
fn what_could_not_be_sent_is_tried_again_in_time_also_after_a_restart() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path();
    begin(dir, Mode::Direct, no_deadlines());
    until(dir, |_, waits| matches!(waits, Wait::Link { .. }));
    // nobody listens there
    let place = dir.join("carthage");
    let mut own = Settings::read(&place).expect("settings");
    own.transport = "smtp://127.0.0.1:1".to_owned();
    own.write(&place).expect("written");
    assert!(agent(dir).contains("not mailed"));
    let file = place.join("outbox/tries.json");
    let tries = || -> serde_json::Value {
        let all: serde_json::Value = serde_json::from_slice(&fs::read(&file).expect("tries")).expect("JSON");
        all.as_object().and_then(|all| all.values().next()).expect("a mail").clone()
    };
    let first = tries();
    assert_eq!(first["count"], 1);
    assert!(!agent(dir).contains("not mailed"), "it is not due yet");
    assert_eq!(tries(), first);
    // the same later: the times are moved instead of the clock
    let moved = |word: &str, by: i64| {
        let mut all: serde_json::Value =
            serde_json::from_slice(&fs::read(&file).expect("tries")).expect("JSON");
        for one in all.as_object_mut().expect("mails").values_mut() {
            one[word] = (one[word].as_i64().expect("a time") - by).into();
        }
        fs::write(&file, all.to_string()).expect("written");
    };
    moved("next", 61);
    agent(dir);
    assert_eq!(tries()["count"], 2);
    moved("next", 301);
    moved("first", tesserarius::mail::tries::GIVE_UP);
    let said = agent(dir);
    assert!(said.contains("given up, in outbox/refused"), "{said}");
    assert!(fs::read_dir(place.join("outbox/refused")).expect("a folder").count() > 0);
}
