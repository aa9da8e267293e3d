//! How much mail one sender may bring in a day: what is too much is not kept, and a player is told so once.

use std::path::Path;

use crate::seats::served::{Witness, adopt, courier, service};
use crate::seats::{begin, hour, new_mails, no_deadlines, role};
use tesserarius::ledger::Mode;
use tesserarius::mail::{Envelope, Origin, RawMail};
use tesserarius::server::{Entered, Rates, Service, Setting, State, Store};

const MOST: u64 = 100_000;

/// A service over a battle of rome and carthage.
fn served(dir: &Path) -> Service<Witness> {
    begin(dir, Mode::Umpire, no_deadlines());
    adopt(&Store::open(&dir.join("store")).expect("a store"), &dir.join("umpire"));
    let rates = Rates { bytes: MOST, ..Rates::default() };
    service(dir, Setting { rates, ..Setting::default() }, Witness::new(hour(1)))
}

/// A mail of 60 000 bytes and a few.
fn large(from: &str, n: u32) -> RawMail {
    let text = format!("Subject: {n}\nFROM: Somebody <{from}>\n\n{}", "x\n".repeat(30_000));
    RawMail::new(text.into_bytes(), Origin::Memory)
}

/// The subjects of what has come for a player so far about too much mail.
fn told(dir: &Path, who: &str) -> Vec<String> {
    let mails = new_mails(dir, &role(who));
    let subjects = mails.iter().map(|mail| Envelope::open(mail).expect("a mail").subject);
    subjects.filter(|subject| subject.contains("too much mail")).collect()
}

#[test]
fn too_much_in_a_day_is_not_kept_and_told_once() {
    let room = tempfile::tempdir().expect("a folder");
    let dir = room.path();
    let mut service = served(dir);
    let mails: Vec<RawMail> = (0..4).map(|n| large("Rome@example.org", n)).collect();
    service.enter(&mails).expect("entered");
    assert_eq!(service.store().mails(State::Waiting).expect("a count"), 1, "{:?}", service.watch.said);
    assert_eq!(service.metrics.over_quota, 3);
    service.enter(&mails[..1]).expect("the same again");
    assert_eq!(service.metrics.over_quota, 3, "what is kept already is not counted twice");
    service.enter(&[large("carthage@example.org", 1)]).expect("entered");
    assert_eq!(service.metrics.over_quota, 3, "each has his own");
    service.round(&mut courier(dir)).expect("a round");
    assert_eq!(told(dir, "rome").len(), 1, "once, not three times");
    assert!(told(dir, "carthage").is_empty());
    // strangers are told nothing
    service.enter(&[large("eve@example.org", 1), large("eve@example.org", 2)]).expect("entered");
    assert_eq!(service.metrics.over_quota, 4);
    assert!(service.metrics.text().contains("tess_over_quota_total 4\n"));
    // the next day has its own measure
    service.watch.at = hour(24);
    service.enter(&mails[1..]).expect("entered");
    assert_eq!(service.metrics.over_quota, 6, "one of these three is kept");
    service.round(&mut courier(dir)).expect("a round");
    assert_eq!(told(dir, "rome").len(), 2, "once a day");
}

#[test]
fn a_pipe_is_told_to_keep_what_is_too_much() {
    let room = tempfile::tempdir().expect("a folder");
    let store = Store::open(&room.path().join("store")).expect("a store");
    let enter = |n: u32, now: i64| store.enter(&large("a@b.test", n), MOST, now).expect("entered");
    assert_eq!([enter(1, 0), enter(2, 0), enter(1, 0)], [Entered::New, Entered::TooMuch, Entered::Known]);
    assert_eq!([enter(2, 24 * 3600 - 1), enter(2, 24 * 3600)], [Entered::TooMuch, Entered::New]);
}
