//! How much mail one sender may bring in a day: what is too much is not kept, and a player is told so once.

use std::path::Path;

use crate::seats::served::{Witness, adopt, counted, courier, opened, service};
use crate::seats::{self, Steady, begin, hour, inbox, new_mails, no_deadlines, quick_room, role};
use tesserarius::ledger::Mode;
use tesserarius::mail::{Envelope, Inbox, MailError, MaildirBox, Origin, RawMail};
use tesserarius::server::{Entered, Rates, Service, Setting, State};
use tesserarius::steward::Nobody;

const MOST: u64 = 100_000;

/// A service over a battle of rome and carthage.
fn served(dir: &Path) -> Service<Witness> {
    let rates = Rates { bytes: MOST, ..Rates::default() };
    served_with(dir, Setting { rates, ..Setting::default() })
}

fn served_with(dir: &Path, setting: Setting) -> Service<Witness> {
    begin(dir, Mode::Umpire, no_deadlines());
    adopt(&opened(&dir.join("store")).expect("a store"), &dir.join("umpire"));
    service(dir, setting, Witness::new(hour(1)))
}

/// Passes without anybody deciding, so that whoever is to order knows it.
fn settle_in(dir: &Path, service: &mut Service<Witness>) {
    for _ in 0..4 {
        for side in ["rome", "carthage"] {
            seats::pass(dir, &role(side), &mut Nobody, hour(1));
        }
        service.take_in(&mut MaildirBox::new(inbox(dir, &role("umpire"))), usize::MAX).expect("taken in");
        service.round(&mut courier(dir)).expect("a round");
    }
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
    let store = opened(&room.path().join("store")).expect("a store");
    let enter = |n: u32, now: i64| store.enter(&large("a@b.test", n), MOST, now).expect("entered");
    assert_eq!([enter(1, 0), enter(2, 0), enter(1, 0)], [Entered::New, Entered::TooMuch, Entered::Known]);
    assert_eq!([enter(2, 24 * 3600 - 1), enter(2, 24 * 3600)], [Entered::TooMuch, Entered::New]);
}

/// A short mail without an event, that names the battle as the program's own mails do.
fn forged(from: &str, tag: &str, n: u32) -> RawMail {
    let text =
        format!("From: {from}\r\nSubject: Re: [tess {tag}] your orders\r\n\r\nNothing, {n} times.\r\n");
    RawMail::new(text.into_bytes(), Origin::Memory)
}

/// What `docs/umpire.md` promises: a flood in whoever's name holds up nobody's orders for longer than an
/// hour. Here they are dealt with as soon as they are fetched.
#[test]
fn a_flood_in_a_players_name_holds_up_no_orders() {
    let room = quick_room();
    let dir = room.path();
    let mut service = served_with(dir, Setting { most_waiting: 500, ..Setting::default() });
    settle_in(dir, &mut service);
    let battle = service.store().battles().expect("a list")[0].clone();
    let flood = |n: u32| match n % 3 {
        0 => forged("rome@example.org", &battle.tag(), n),
        1 => forged("carthage@example.org", &battle.tag(), n),
        _ => forged(&format!("eve{}@example.org", n % 50), &battle.tag(), n),
    };
    let mails: Vec<RawMail> = (0..2000).map(flood).collect();
    let mut box_of_mails = Heap(mails.into());
    for _ in 0..6 {
        service.watch.at = hour(2);
        service.take_in(&mut box_of_mails, usize::MAX).expect("taken in");
        service.round(&mut courier(dir)).expect("a round");
    }
    assert!(box_of_mails.0.is_empty(), "{} are not even fetched", box_of_mails.0.len());
    // now a side orders, in the middle of one more flood
    let before = service.store().battle(battle.number).expect("the battle").events;
    for side in ["rome", "carthage"] {
        seats::pass(dir, &role(side), &mut Steady, hour(5));
    }
    let mut mails: Vec<RawMail> = (2000..2600).map(flood).collect();
    mails.extend(new_mails(dir, &role("umpire")));
    mails.extend((2600..3200).map(flood));
    service.watch.at = hour(5);
    let mut box_of_mails = Heap(mails.into());
    for _ in 0..4 {
        service.take_in(&mut box_of_mails, usize::MAX).expect("taken in");
        service.round(&mut courier(dir)).expect("a round");
    }
    let after = service.store().battle(battle.number).expect("the battle").events;
    assert!(after > before, "{:?}", service.watch.said.iter().rev().take(9).collect::<Vec<_>>());
    // and whatever of it waits still has its turn in the next hour
    let waits = service.store().mails(State::Waiting).expect("a count");
    service.watch.at = hour(6);
    service.round(&mut courier(dir)).expect("a round");
    assert!(waits > 0 && service.store().mails(State::Waiting).expect("a count") == 0, "{waits}");
}

#[test]
fn a_players_orders_are_kept_when_others_have_used_up_his_bytes() {
    let room = quick_room();
    let dir = room.path();
    let mut service = served(dir);
    settle_in(dir, &mut service);
    let flood: Vec<RawMail> = ["rome", "carthage"]
        .iter()
        .flat_map(|who| (0..2).map(move |n| large(&format!("{who}@example.org"), n)))
        .collect();
    service.enter(&flood).expect("entered");
    let full = RawMail::new(vec![b'x'; 39_000], Origin::Memory);
    for who in ["rome", "carthage"] {
        let text = [format!("From: {who}@example.org\n\n").into_bytes(), full.bytes.clone()].concat();
        service.enter(&[RawMail::new(text, Origin::Memory)]).expect("entered");
        seats::pass(dir, &role(who), &mut Steady, hour(2));
    }
    let refused = service.metrics.over_quota;
    let orders = new_mails(dir, &role("umpire"));
    assert!(!orders.is_empty());
    service.enter(&orders).expect("entered");
    assert_eq!(service.metrics.over_quota, refused, "{:?}", service.watch.said);
}

#[test]
fn those_who_play_nowhere_have_a_day_together() {
    let room = tempfile::tempdir().expect("a folder");
    let store = opened(&room.path().join("store")).expect("a store");
    let enter = |n: u32| store.enter(&large(&format!("eve{n}@b.test"), n), MOST, 0).expect("entered");
    let kept = (0..100).filter(|n| enter(*n) == Entered::New).count();
    assert_eq!(kept, 16, "sixteen of these are nearly ten times what one may bring");
}

#[test]
fn thousands_of_senders_hold_up_nobody_and_leave_little() {
    let room = quick_room();
    let dir = room.path();
    let mut service = served_with(dir, Setting::default());
    settle_in(dir, &mut service);
    let battle = service.store().battles().expect("a list")[0].clone();
    let stranger = |n: u32| {
        let text = format!("From: eve{n}@host{n}.test\r\nSubject: {n}\r\n\r\nHello, hello.\r\n");
        RawMail::new(text.into_bytes(), Origin::Memory)
    };
    for side in ["rome", "carthage"] {
        seats::pass(dir, &role(side), &mut Steady, hour(2));
    }
    let mut mails: Vec<RawMail> = (0..3000).map(stranger).collect();
    mails.extend(new_mails(dir, &role("umpire")));
    service.watch.at = hour(2);
    service.take_in(&mut Heap(mails.into()), usize::MAX).expect("taken in");
    // the orders are the first that are dealt with, though they came last
    let first = &service.store().waiting(i64::MAX, 1).expect("a list")[0];
    assert!(service.store().mail(first.number).expect("a mail").bare_subject().contains(&battle.tag()));
    service.round(&mut courier(dir)).expect("a round");
    assert!(service.store().battle(battle.number).expect("the battle").events > battle.events);
    assert_eq!(service.store().mails(State::Waiting).expect("a count"), 0);
    // three days later nothing is counted any more
    service.watch.at = hour(2 + 3 * 24);
    service.prune(0).expect("pruned");
    assert_eq!(counted(&dir.join("store"), "SELECT COUNT(*) FROM rate"), 0);
}

#[test]
fn small_mails_of_strangers_count_too() {
    let room = tempfile::tempdir().expect("a folder");
    let store = opened(&room.path().join("store")).expect("a store");
    let enter = |n: u32| {
        let text = format!("From: eve{n}@x.test\n\n{n}\n");
        store.enter(&RawMail::new(text.into_bytes(), Origin::Memory), MOST, 0).expect("entered")
    };
    assert_eq!((0..200).filter(|n| enter(*n) == Entered::New).count(), 61, "a million bytes by 16 KiB");
}

/// Mails in a heap, from which each is taken once.
struct Heap(std::collections::VecDeque<RawMail>);

impl Inbox for Heap {
    fn name(&self) -> String {
        "a heap".to_owned()
    }

    fn fetch(&mut self, most: usize) -> Result<Vec<RawMail>, MailError> {
        Ok(self.0.iter().take(most).cloned().collect())
    }

    fn acknowledge(&mut self, mail: &RawMail) -> Result<(), MailError> {
        self.0.retain(|other| other.id != mail.id);
        Ok(())
    }

    fn leave(&mut self, _: &RawMail) {}
}
