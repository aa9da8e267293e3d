//! The umpire's store and the service over it: a battle goes on in it as it would in a folder. What happens
//! when the service is killed stands in `killed.rs`.

use std::fs;
use std::path::Path;

use crate::seats::served::{
    Witness, adopt, counted, courier, meddled, of_the_file, opened, serve, server, service, stored,
};
use crate::seats::{self, Steady, archive, begin, hour, inbox, new_mails, open, role};
use tesserarius::ledger::Mode;
use tesserarius::mail::{Inbox, MaildirBox, Origin, RawMail, Transport};
use tesserarius::scenario::Library;
use tesserarius::server::{Courier, Milestone, Service, Setting, State, Store};
use tesserarius::steward::{Nobody, verify};

/// A battle whose umpire has moved into a store.
fn begin_with_store(dir: &Path) {
    begin(dir, Mode::Umpire, seats::no_deadlines());
    let battle = adopt(&opened(&dir.join("store")).expect("a store"), &dir.join("umpire"));
    assert_eq!(battle.role, role("umpire"));
    assert!(!dir.join("umpire/seat.toml").exists(), "nobody signs in the folder any more");
}

/// Both players act, then the umpire's service.
fn play_on(dir: &Path, n: u32) {
    for side in ["rome", "carthage"] {
        seats::pass(dir, &role(side), &mut Steady, hour(n));
    }
    serve(dir, Witness::new(hour(n)));
}

fn settle(dir: &Path, n: u32) {
    for _ in 0..6 {
        for side in ["rome", "carthage"] {
            seats::pass(dir, &role(side), &mut Nobody, hour(n));
        }
        serve(dir, Witness::new(hour(n)));
    }
}

#[test]
fn a_battle_goes_on_in_the_store() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path();
    begin_with_store(dir);
    let begun = archive(dir, &role("rome")).len();
    for n in 1..12 {
        play_on(dir, n);
    }
    settle(dir, 12);
    let log = stored(dir);
    assert!(log.len() > 2 * begun, "the battle has not moved");
    assert!(log == archive(dir, &role("rome")) && log == archive(dir, &role("carthage")), "logs differ");
    verify(&log, &Library::embedded()).expect("the log holds");
    let store = opened(&dir.join("store")).expect("a store");
    let battle = &store.battles().expect("a list")[0];
    assert_eq!(battle.events, open(dir, &role("rome")).ledger().next_seq());
    assert!(!battle.waits.is_empty() && !battle.over);
}

#[test]
fn a_folder_is_taken_once_and_the_mail_that_waits_in_it_too() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path();
    begin(dir, Mode::Umpire, seats::no_deadlines());
    let store = opened(&dir.join("store")).expect("a store");
    fs::write(dir.join("umpire/outbox/x.eml"), "x").expect("written");
    store.adopt(&dir.join("umpire")).expect_err("a mail that nobody can send");
    assert!(store.battles().expect("a list").is_empty() && dir.join("umpire/seat.toml").exists());
    let mail = fs::read(letter(dir, "rome")).expect("a mail");
    fs::write(dir.join("umpire/outbox/x.eml"), mail).expect("written");
    let battle = adopt(&store, &dir.join("umpire"));
    // cut off before the settings were renamed
    fs::rename(dir.join("umpire/seat.toml.adopted"), dir.join("umpire/seat.toml")).expect("renamed");
    assert_eq!(adopt(&store, &dir.join("umpire")).number, battle.number);
    assert_eq!(store.battles().expect("a list").len(), 1);
    assert_eq!(store.letters().expect("a count"), (1, 0));
}

/// A mail that the umpire has sent.
fn letter(dir: &Path, to: &str) -> std::path::PathBuf {
    let sent = fs::read_dir(dir.join("umpire/outbox/sent")).expect("a folder");
    let mut all = sent.map(|e| e.expect("an entry").path());
    all.find(|p| p.to_string_lossy().contains(&format!("-{to}@"))).expect("a mail")
}

#[test]
fn a_battle_goes_back_into_a_folder_and_comes_again() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path();
    begin_with_store(dir);
    for n in 1..6 {
        play_on(dir, n);
    }
    settle(dir, 6);
    let log = stored(dir);
    let store = opened(&dir.join("store")).expect("a store");
    let tag = store.battles().expect("a list")[0].tag();
    store.release(&tag, &dir.join("umpire")).expect_err("the folder is not empty");
    fs::rename(dir.join("umpire/key.pem"), dir.join("key.pem")).expect("kept");
    fs::remove_dir_all(dir.join("umpire")).expect("removed");
    store.release(&tag, &dir.join("umpire")).expect("given back");
    fs::rename(dir.join("key.pem"), dir.join("umpire/key.pem")).expect("put back");
    assert!(store.battles().expect("a list").is_empty());
    assert!(archive(dir, &role("umpire")) == log, "another log");
    // it goes on in the folder, with the same chain
    for n in 7..10 {
        for who in ["rome", "carthage", "umpire"] {
            seats::pass(dir, &role(who), &mut Steady, hour(n));
        }
    }
    seats::settle(dir, Mode::Umpire, hour(10));
    seats::agree(dir, Mode::Umpire);
    assert!(archive(dir, &role("umpire")).len() > log.len(), "the battle has not moved");
    // and in the store again
    adopt(&store, &dir.join("umpire"));
    for n in 11..14 {
        play_on(dir, n);
    }
    settle(dir, 14);
    assert!(stored(dir) == archive(dir, &role("rome")), "logs differ");
}

#[test]
fn one_bad_mail_is_set_aside_and_stops_nothing() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path();
    begin_with_store(dir);
    for side in ["rome", "carthage"] {
        seats::pass(dir, &role(side), &mut Steady, hour(1));
    }
    let umpire = inbox(dir, &role("umpire"));
    let good = umpire.list(false).expect("a list").len();
    assert!(good > 0, "nothing has come for the umpire");
    let nested = "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n".repeat(20);
    let bad: [Vec<u8>; 3] =
        [vec![b'x'; 1024 * 1024 + 1], b" \n\n".to_vec(), format!("Subject: deep\r\n{nested}").into_bytes()];
    for bytes in &bad {
        umpire.deliver(bytes, 0).expect("delivered");
    }
    umpire.deliver(b"From: eve@example.org\r\nSubject: hello\r\n\r\nHello.\r\n", 0).expect("delivered");
    let before = stored(dir).len();
    let service = serve(dir, Witness::new(hour(1)));
    assert!(stored(dir).len() > before, "the good mail was not dealt with");
    let store = service.store();
    let count = |state| store.mails(state).expect("a count");
    assert_eq!((count(State::Aside), count(State::Stray), count(State::Waiting)), (3, 1, 0));
    assert_eq!(count(State::Done), good as u64);
    assert!(service.watch.said.iter().any(|line| line.contains("set aside: mail is larger")));
    assert_eq!(umpire.list(false).expect("a list").len(), 0, "all are acknowledged");
    let (number, ..) = store.aside().expect("a list")[0];
    assert!(store.retry(number).expect("retried") && !store.retry(9999).expect("none"));
}

#[test]
fn who_floods_the_box_is_put_off_and_who_plays_is_not() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path();
    begin_with_store(dir);
    let store = opened(&dir.join("store")).expect("a store");
    let enter = |text: String| {
        let raw = RawMail::new(text.into_bytes(), Origin::Memory);
        store.enter(&raw, u64::MAX, 0).expect("entered");
    };
    for n in 0..50 {
        enter(format!("From: rome@example.org\r\nSubject: {n}\r\n\r\nNothing.\r\n"));
    }
    let mut flooded = service(dir, Setting::default(), Witness::new(hour(1)));
    flooded.round(&mut courier(dir)).expect("a round");
    assert_eq!((flooded.metrics.put_off, flooded.metrics.strays), (20, 30));
    assert_eq!(store.mails(State::Waiting).expect("a count"), 20);
    // an hour later there is room again
    let mut later = service(dir, Setting::default(), Witness::new(hour(2)));
    later.round(&mut courier(dir)).expect("a round");
    assert_eq!(store.mails(State::Waiting).expect("a count"), 0);
    for n in 3..6 {
        play_on(dir, n);
    }
    assert_eq!(later.store().mails(State::Waiting).expect("a count"), 0, "mails with events are put off");
}

#[test]
fn a_mail_that_comes_again_is_answered_again_and_changes_nothing() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path();
    begin_with_store(dir);
    for n in 1..4 {
        play_on(dir, n);
    }
    settle(dir, 4);
    let log = stored(dir);
    let umpire = inbox(dir, &role("umpire"));
    let newest = umpire.list(true).expect("a list").pop().expect("one");
    umpire.deliver(&umpire.read(&newest).expect("a mail").bytes, 9_999_999_999).expect("delivered");
    let service = serve(dir, Witness::new(hour(4)));
    assert!(service.watch.said.iter().any(|line| line.contains("came again")), "{:?}", service.watch.said);
    assert!(stored(dir) == log, "the log has changed");
    settle(dir, 5);
    assert!(stored(dir) == log && archive(dir, &role("rome")) == log);
}

#[test]
fn mails_are_dealt_with_in_groups_and_one_by_one_when_the_program_died_on_them() {
    let room = tempfile::tempdir().expect("a folder");
    let store = opened(&room.path().join("store")).expect("a store");
    let enter = |n: u32| {
        let text = format!("From: eve{n}@example.org\r\nSubject: {n}\r\n\r\nNothing.\r\n");
        store.enter(&RawMail::new(text.into_bytes(), Origin::Memory), u64::MAX, 0).expect("entered");
        store.waiting(0, 100).expect("a list").pop().expect("the mail")
    };
    let milestones = |strays: u64, aside: u64| {
        let mut service = service(room.path(), Setting::default(), Witness::new(hour(1)));
        service.work().expect("dealt with");
        assert_eq!((service.metrics.strays, service.metrics.aside), (strays, aside));
        service.watch.milestones
    };
    (0..3).for_each(|n| drop(enter(n)));
    assert_eq!(
        milestones(3, 0),
        [Milestone::Begun, Milestone::Written, Milestone::Written, Milestone::Written, Milestone::Settled]
    );
    // the program died on three others, and a fresh one waits behind them
    let tried: Vec<_> = (3..6).map(enter).collect();
    store.begin(&tried, 0).expect("noted");
    enter(6);
    assert_eq!(milestones(4, 0), [Milestone::Begun, Milestone::Written, Milestone::Settled].repeat(4));
    // on the second of these it died once more, and once more: it rests while the others are dealt with
    let now = 1_767_229_200;
    let tried: Vec<_> = (7..10).map(enter).collect();
    store.begin(&tried, now).expect("noted");
    (0..2).for_each(|_| drop(store.begin(&tried[1..2], now).expect("noted")));
    assert_eq!(milestones(2, 0), [Milestone::Begun, Milestone::Written, Milestone::Settled].repeat(2));
    assert_eq!(store.mails(State::Waiting).expect("a count"), 1);
    // ten minutes later it comes back by itself
    let mut later = service(room.path(), Setting::default(), Witness::new(hour(2)));
    later.work().expect("dealt with");
    assert_eq!((later.metrics.strays, store.mails(State::Waiting).expect("a count")), (1, 0));
    // and one by which the program dies whenever it is tried is set aside in the end
    let poison = enter(10);
    for day in 0..10 {
        assert_eq!(store.waiting(now + day * 24 * 3600, 9).expect("a list").len(), 1, "day {day}");
        store.begin(std::slice::from_ref(&poison), now + day * 24 * 3600).expect("noted");
    }
    let mut last = service(room.path(), Setting::default(), Witness::new(hour(24 * 20)));
    last.work().expect("dealt with");
    assert_eq!((last.metrics.strays, last.metrics.aside), (0, 1));
}

#[test]
fn a_store_of_the_first_form_is_taken_over_and_a_log_that_was_changed_in_it_is_found_out() {
    if of_the_file() {
        return;
    }
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path();
    begin_with_store(dir);
    (1..4).for_each(|n| play_on(dir, n));
    let sql = rusqlite::Connection::open(dir.join("store/store.sqlite")).expect("the file");
    let noted = |sql: &rusqlite::Connection| {
        let read = |row: &rusqlite::Row<'_>| {
            let (digest, ladder): (Option<Vec<u8>>, Option<Vec<u8>>) = (row.get(0)?, row.get(1)?);
            Ok((digest.map(|d| d.len()), ladder.is_some()))
        };
        sql.query_row("SELECT checked, ladder FROM battle, chain", [], read).expect("a row")
    };
    assert_eq!(noted(&sql), (Some(32), true));
    let back = "ALTER TABLE battle DROP COLUMN checked; ALTER TABLE chain DROP COLUMN ladder;
        PRAGMA user_version = 1;";
    sql.execute_batch(back).expect("the first form");
    (4..8).for_each(|n| play_on(dir, n));
    settle(dir, 8);
    assert_eq!(noted(&sql), (Some(32), true));
    let log = stored(dir);
    assert!(log == archive(dir, &role("rome")), "logs differ");
    // one character of a signature: no digest of the chain of events shows it
    damage_a_signature(&sql);
    let changed = stored(dir);
    assert!(changed != log && changed.len() == log.len(), "nothing was changed");
    let witness = serve_a_turn(dir);
    assert!(witness.said.iter().any(|line| line.contains("line 3")), "{:?}", witness.said);
    assert!(stored(dir) == changed, "it went on with a damaged log");
}

/// Another character in the signature of the third event.
fn damage_a_signature(sql: &rusqlite::Connection) {
    let read = |row: &rusqlite::Row<'_>| row.get::<_, Vec<u8>>(0);
    let mut line = sql.query_row("SELECT line FROM event WHERE seq = 2", [], read).expect("an event");
    let at = line.windows(7).position(|w| w == b"\"sig\":\"").expect("a signature") + 20;
    line[at] = if line[at] == b'A' { b'B' } else { b'A' };
    sql.execute("UPDATE event SET line = ?1 WHERE seq = 2", [line]).expect("changed");
}

/// Both players act, then the umpire's service, which is told so.
fn serve_a_turn(dir: &Path) -> Witness {
    for side in ["rome", "carthage"] {
        seats::pass(dir, &role(side), &mut Steady, hour(9));
    }
    serve(dir, Witness::new(hour(9))).watch
}

#[test]
fn a_mail_that_is_given_up_is_told_to_the_other_side() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path();
    begin_with_store(dir);
    for n in 1..5 {
        play_on(dir, n);
    }
    let mut desk = service(dir, Setting::default(), Witness::new(hour(3)));
    // a file where carthage's Maildir should be: nothing can be delivered there
    let mail = dir.join("mail");
    let posted = Transport::Maildir(mail.join("{user}"));
    let mut lame = Courier::new(posted);
    seats::pass(dir, &role("carthage"), &mut Steady, hour(3));
    fs::rename(mail.join("carthage"), mail.join("carthage.away")).expect("moved");
    fs::write(mail.join("carthage"), "").expect("written");
    seats::pass(dir, &role("rome"), &mut Steady, hour(3));
    let mut box_of_umpire = MaildirBox::new(inbox(dir, &role("umpire")));
    desk.take_in(&mut box_of_umpire as &mut dyn Inbox, usize::MAX).expect("taken in");
    desk.round(&mut lame).expect("a round");
    let waits = desk.store().letters().expect("a count").0;
    assert!(waits > 0, "nothing went to carthage in this round");
    // two days later it is given up
    for hours in [4, 8, 14, 20, 26, 32, 40, 48, 54, 60] {
        desk.watch.at = hour(hours);
        desk.round(&mut lame).expect("a round");
    }
    // what was written to him again in the meantime may wait still
    assert!(desk.store().letters().expect("a count").1 >= waits);
    assert!(desk.metrics.failures > 3 && desk.metrics.given_up >= waits);
    fs::remove_file(mail.join("carthage")).expect("removed");
    fs::rename(mail.join("carthage.away"), mail.join("carthage")).expect("moved");
    // the next mail to rome says so: carthage has a mailbox again, is written to again, and plays on
    for hours in (72..168).step_by(12) {
        desk.watch.at = hour(hours);
        desk.round(&mut lame).expect("a round");
        seats::pass(dir, &role("carthage"), &mut Steady, hour(hours));
        desk.take_in(&mut box_of_umpire as &mut dyn Inbox, usize::MAX).expect("taken in");
        desk.round(&mut lame).expect("a round");
    }
    let told = new_mails(dir, &role("rome"))
        .iter()
        .any(|mail| String::from_utf8_lossy(&mail.bytes).contains("could not be delivered"));
    assert!(told, "rome is not told: {:?}", desk.watch.said);
}

#[test]
fn a_mail_that_is_refused_unread_is_told_in_the_next_report() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path();
    begin_with_store(dir);
    let game = open(dir, &role("rome")).ledger().game().to_string();
    let head = |subject: &str| format!("From: rome@example.org\r\nSUBJECT: Re: {subject}\r\n\r\n");
    let big =
        |subject: &str| RawMail::new((head(subject) + &"x\n".repeat(600_000)).into_bytes(), Origin::Memory);
    let mut desk = service(dir, Setting::default(), Witness::new(hour(1)));
    desk.enter(&[big(&format!("[tess {}] orders", &game[..8])), big("[tess 00000000] of nobody")])
        .expect("entered");
    desk.round(&mut courier(dir)).expect("a round");
    assert_eq!(desk.store().mails(State::Aside).expect("a count"), 2);
    drop(desk);
    for n in 2..5 {
        play_on(dir, n);
    }
    for side in ["rome", "carthage"] {
        let mails = inbox(dir, &role(side)).list(true).expect("a list");
        let told =
            mails.iter().any(|mail| fs::read_to_string(mail).expect("a mail").contains("set aside unread"));
        assert!(told, "{side} is not told");
    }
}

/// A battle fought to its end in a store, or as far as so many turns go; its archive.
fn fought(dir: &Path, most: u32) -> Vec<u8> {
    begin_with_store(dir);
    for n in 1..most {
        play_on(dir, n);
        if opened(&dir.join("store")).expect("a store").battles().expect("a list")[0].over {
            break;
        }
    }
    settle(dir, most);
    stored(dir)
}

#[test]
fn a_finished_battle_costs_at_most_twice_its_archive() {
    let room = seats::quick_room();
    let dir = room.path();
    let archive = fought(dir, 500);
    let store = opened(&dir.join("store")).expect("a store");
    let battle = store.battles().expect("a list")[0].clone();
    assert!(battle.over && battle.events > 20, "{battle:?}");
    let mut steps = 0;
    let compacted = store.compact(&mut |_, _, _| steps += 1).expect("compacted");
    assert!(steps > 1 && compacted.finished == 1 && compacted.after < compacted.before);
    let empty = opened(&dir.join("empty")).expect("a store");
    let nothing = empty.compact(&mut |_, _, _| ()).expect("compacted").after;
    let costs = compacted.after - nothing;
    eprintln!("a finished battle: {costs} bytes, its archive {}, before {}", archive.len(), compacted.before);
    // a server gives every table pages of its own, which count for nothing with many battles
    let pages = if server().is_some() { 20 * 8192 } else { 0 };
    assert!(costs <= 2 * archive.len() as u64 + pages, "{costs} bytes for an archive of {}", archive.len());
    // and nothing is lost that counts
    assert!(stored(dir) == archive);
    let back = dir.join("back");
    store.release(&battle.tag(), &back).expect("given back");
    assert!(fs::read(back.join("archive.tess")).expect("an archive") == archive);
    verify(&archive, &Library::embedded()).expect("it holds");
}

#[test]
fn a_battle_that_is_over_is_kept_as_its_archive_after_a_day() {
    let room = seats::quick_room();
    let dir = room.path();
    fought(dir, 500);
    let letters = |sql: &str| counted(&dir.join("store"), sql);
    let all = "SELECT COUNT(*) FROM letter WHERE state = 'sent'";
    assert!(letters(all) > 10);
    let whole = "SELECT COUNT(*) FROM letter WHERE length(bytes) > 0";
    assert!(letters(whole) <= 5, "of letters that were sent the last few are kept whole");
    let mut later = service(dir, Setting::default(), Witness::new(hour(600)));
    later.prune(0).expect("pruned");
    assert_eq!(letters(all), 0, "{:?}", later.watch.said);
}

#[test]
fn a_store_that_serves_now_is_not_compacted() {
    let room = tempfile::tempdir().expect("a folder");
    let store = opened(&room.path().join("store")).expect("a store");
    let lock = store.lock().expect("a lock").expect("free");
    let run = || {
        let mut tess = std::process::Command::new(env!("CARGO_BIN_EXE_tess"));
        tess.args(["store", "--store", "store", "compact"]).current_dir(room.path());
        tess.output().expect("tess runs")
    };
    assert!(!run().status.success());
    drop(lock);
    let done = run();
    assert!(String::from_utf8_lossy(&done.stdout).contains("0 battles are kept as their archives"));
}

/// Letters that were sent, as many as a service of some years has.
fn with_letters(dir: &Path, many: u32) -> Service<Witness> {
    begin_with_store(dir);
    let mut service = service(dir, Setting::default(), Witness::new(hour(1)));
    service.round(&mut courier(dir)).expect("a round");
    let db = rusqlite::Connection::open(dir.join("store/store.sqlite")).expect("the file");
    let sql = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1)
        INSERT INTO letter(battle, id, bytes, state, first)
        SELECT 1, 'old' || n, x'', 'sent', 0 FROM n";
    db.execute(sql, [many]).expect("written");
    service
}

/// A round asks for letters by an index, however many were sent: each question in the courier's source is
/// put to the store, which says how it would look for the answer.
#[test]
fn an_idle_round_does_not_look_through_the_letters() {
    if of_the_file() {
        return;
    }
    let room = seats::quick_room();
    let mut service = with_letters(room.path(), 1_000);
    service.round(&mut courier(room.path())).expect("a round");
    drop(service);
    let db = rusqlite::Connection::open(room.path().join("store/store.sqlite")).expect("the file");
    let source = include_str!("../src/server/courier.rs");
    let asked = source.split('"').filter(|text| text.starts_with("SELECT") && text.contains("FROM letter"));
    let mut found = 0;
    for sql in asked {
        let plan = format!("EXPLAIN QUERY PLAN {}", sql.replace("\\\n", " "));
        let mut statement = db.prepare(&plan).unwrap_or_else(|e| panic!("{sql}: {e}"));
        let nothing = vec![rusqlite::types::Null; statement.parameter_count()];
        let params = rusqlite::params_from_iter(nothing);
        let rows = statement.query_map(params, |row| row.get::<_, String>(3)).expect("a plan");
        let steps: Vec<String> = rows.map(|row| row.expect("a step")).collect();
        assert!(
            steps.iter().all(|step| !step.contains("SCAN letter") || step.contains("INDEX")),
            "{sql}: {steps:?}"
        );
        found += 1;
    }
    assert!(found >= 3, "{found} questions about letters");
}

/// What somebody may have done to the tables by hand, or a failing disk.
const MEDDLED: [&str; 30] = [
    "UPDATE battle SET events = 0",
    "UPDATE battle SET events = -5",
    "UPDATE battle SET game = 'zz'",
    "UPDATE battle SET role = 'x y'",
    "UPDATE battle SET waits = x'ff'",
    "UPDATE battle SET due = 'soon'",
    "UPDATE battle SET checked = zeroblob(32)",
    "UPDATE battle SET checked = x'00'",
    "DELETE FROM chain",
    "UPDATE chain SET seed = 'x'",
    "UPDATE chain SET ladder = zeroblob(64)",
    "DELETE FROM link",
    "UPDATE link SET place = place + 100",
    "UPDATE link SET action = 'x'",
    "UPDATE paper SET bytes = x'ff00'",
    "DELETE FROM paper",
    "UPDATE event SET line = x'00' WHERE seq = 2",
    "UPDATE event SET line = 7 WHERE seq = 2",
    "DELETE FROM event WHERE seq = 1",
    "DELETE FROM event",
    "UPDATE letter SET bytes = x'00', state = 'waiting'",
    "UPDATE letter SET state = 'odd', due = 'then'",
    "UPDATE journal SET bytes = x'01', packed = 1, state = 'waiting'",
    "UPDATE journal SET state = 'waiting', tries = -3, due = 0",
    "UPDATE journal SET hash = 'x' || number, state = 'waiting', number = -number",
    "UPDATE rate SET mails = -1",
    "UPDATE player SET address = 'x'",
    "DELETE FROM signer",
    "UPDATE signer SET key = x'00'",
    "INSERT INTO signer VALUES (1, 'gaul', zeroblob(32))",
];

#[test]
fn a_store_that_was_changed_by_hand_is_an_error_and_never_a_crash_nor_another_log() {
    let room = seats::quick_room();
    let dir = room.path().join("before");
    fs::create_dir_all(&dir).expect("a folder");
    begin_with_store(&dir);
    (1..5).for_each(|n| play_on(&dir, n));
    for side in ["rome", "carthage"] {
        seats::pass(&dir, &role(side), &mut Steady, hour(5));
    }
    let log = stored(&dir);
    let lines = |log: &[u8]| -> Vec<Vec<u8>> { log.split(|b| *b == b'\n').map(<[u8]>::to_vec).collect() };
    for sql in MEDDLED {
        let place = room.path().join("changed");
        seats::copy(&dir, &place);
        if server().is_some() {
            // the copy of the folder names the same tables, so it gets its own
            fs::remove_dir_all(place.join("store")).expect("removed");
            let own = opened(&place.join("store")).expect("a store");
            opened(&dir.join("store")).expect("a store").copy_to(&own, &mut |_, _, _| ()).expect("copied");
        }
        if !meddled(&place.join("store"), sql) {
            fs::remove_dir_all(&place).expect("removed");
            continue;
        }
        let worked = std::panic::catch_unwind(|| {
            let store = opened(&place.join("store"))?;
            let keys = tesserarius::server::Keys::new(Box::new(|_| Ok(None)));
            let mut service = Service::new(store, Setting::default(), keys, Witness::new(hour(30)));
            let mut letters = MaildirBox::new(inbox(&place, &role("umpire")));
            service.take_in(&mut letters, usize::MAX)?;
            service.round(&mut courier(&place))?;
            let said = &service.watch.said;
            assert!(!said.iter().any(|line| line.contains("the program failed")), "{said:?}");
            service.store().battles()?.first().map(|b| service.store().archive(b)).transpose()
        });
        let found = worked.unwrap_or_else(|_| panic!("the program crashed: {sql}"));
        // what stood in the log stands in it still, but for what was changed itself
        if let Ok(Some(now)) = found
            && !sql.contains("event")
        {
            let (before, after) = (lines(&log), lines(&now));
            assert!(
                after.len() >= before.len() && before[..before.len() - 1] == after[..before.len() - 1],
                "{sql}"
            );
        }
        fs::remove_dir_all(&place).expect("removed");
    }
}

/// A store goes into another of either kind, and on from there; into one that holds something it does not.
#[test]
fn a_store_is_copied_with_all_that_it_holds_and_goes_on() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path();
    begin_with_store(dir);
    (1..4).for_each(|n| play_on(dir, n));
    let store = opened(&dir.join("store")).expect("a store");
    let file = Store::open(&dir.join("file")).expect("a store in a file");
    let mut steps = Vec::new();
    let rows = store.copy_to(&file, &mut |done, all, _| steps.push((done, all))).expect("copied");
    assert!(rows > 20 && steps.iter().all(|(done, all)| done <= all) && steps.last() == Some(&(rows, rows)));
    assert!(store.copy_to(&file, &mut |_, _, _| ()).is_err(), "what is there would be lost");
    assert!(store.copy_to(&store, &mut |_, _, _| ()).is_err());
    let back = opened(&dir.join("back")).expect("a store");
    assert_eq!(file.copy_to(&back, &mut |_, _, _| ()).expect("copied back"), rows);
    let log = stored(dir);
    drop((store, file, back));
    fs::rename(dir.join("store"), dir.join("old")).expect("moved");
    fs::rename(dir.join("back"), dir.join("store")).expect("moved");
    assert!(stored(dir) == log, "another log");
    // new rows get numbers that none has
    (4..8).for_each(|n| play_on(dir, n));
    settle(dir, 8);
    assert!(stored(dir).len() > log.len() && stored(dir) == archive(dir, &role("rome")));
}

/// Workers that come at the same time share one server's store, and one that was away sees what the others
/// have done meanwhile, before it signs.
#[test]
fn workers_share_a_server_and_nothing_is_done_twice() {
    if server().is_none() {
        eprintln!("left out: a file has one worker");
        return;
    }
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path();
    begin_with_store(dir);
    let mut old = service(dir, Setting::default(), Witness::new(hour(1)));
    old.round(&mut courier(dir)).expect("a round");
    for n in 1..10 {
        for side in ["rome", "carthage"] {
            seats::pass(dir, &role(side), &mut Steady, hour(n));
        }
        let mut letters = MaildirBox::new(inbox(dir, &role("umpire")));
        old.watch.at = hour(n);
        old.take_in(&mut letters, usize::MAX).expect("taken in");
        let work = |worker: u32| {
            let mut at = Witness::new(hour(n));
            at.at = format!("2026-01-01T{n:02}:00:{worker:02}Z").parse().expect("a time");
            service(dir, Setting::default(), at).round(&mut courier(dir)).expect("a round");
        };
        std::thread::scope(|scope| (0..3).for_each(|_| drop(scope.spawn(|| work(0)))));
        // what a worker has passed over is dealt with a second later, by whoever comes
        (2..4).for_each(work);
        assert_eq!(old.store().mails(State::Waiting).expect("a count"), 0, "turn {n}");
    }
    for _ in 0..6 {
        for side in ["rome", "carthage"] {
            seats::pass(dir, &role(side), &mut Nobody, hour(10));
        }
        let mut letters = MaildirBox::new(inbox(dir, &role("umpire")));
        old.watch.at = hour(10);
        old.take_in(&mut letters, usize::MAX).expect("taken in");
        old.round(&mut courier(dir)).expect("a round");
    }
    let log = stored(dir);
    assert!(log == archive(dir, &role("rome")) && log == archive(dir, &role("carthage")), "logs differ");
    verify(&log, &Library::embedded()).expect("the log holds");
    assert!(log.iter().filter(|byte| **byte == b'\n').count() > 15, "the battle has not moved");
    let troubles = old.watch.said.iter().filter(|line| line.contains("elsewhere") || line.contains("FORK"));
    assert_eq!(troubles.count(), 0, "{:?}", old.watch.said);
    // while one serves, nobody has the store alone; and the other way round
    let (one, other) = (opened(&dir.join("store")).expect("open"), opened(&dir.join("store")).expect("open"));
    let serving = one.serve().expect("asked").expect("free");
    assert!(other.serve().expect("asked").is_some() && other.lock().expect("asked").is_none());
    drop(serving);
    let alone = other.lock().expect("asked").expect("free");
    assert!(one.serve().expect("asked").is_none());
    drop(alone);
}
