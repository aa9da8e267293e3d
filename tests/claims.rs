//! Deadlines that the umpire's service claims by itself, and what a person signs beside it: nobody loses by
//! a failing of the umpire's own machine.

use crate::seats::served::{Witness, adopt, courier, opened, service, stored};
use crate::seats::{Steady, archive, begin, hour, inbox, open, pass, role};
use tesserarius::ledger::{Consequence, Deadlines, Kind, Mode, read_lines};
use tesserarius::mail::{Inbox, MailError, MaildirBox, RawMail};
use tesserarius::server::{Battle, Keys, Service, Setting, State};
use tesserarius::steward::Nobody;

/// Hours for a decision, and of grace.
const HOURS: u32 = 24;
const GRACE: u32 = 4;

/// A mailbox whose server does not answer.
struct Broken;

impl Inbox for Broken {
    fn fetch(&mut self, _: usize) -> Result<Vec<RawMail>, MailError> {
        Err(MailError::Empty)
    }

    fn acknowledge(&mut self, _: &RawMail) -> Result<(), MailError> {
        Ok(())
    }

    fn leave(&mut self, _: &RawMail) {}

    fn name(&self) -> String {
        "broken".to_owned()
    }
}

/// A battle in a store, and the service over it since an hour.
fn served(at: u32) -> (tempfile::TempDir, Service<Witness>) {
    let room = tempfile::tempdir().expect("a folder");
    begin(room.path(), Mode::Umpire, Deadlines { hours: HOURS, then: Consequence::Forfeit, extensions: 0 });
    let store = opened(&room.path().join("store")).expect("a store");
    adopt(&store, &room.path().join("umpire"));
    let service =
        service(room.path(), Setting { claim: Some(GRACE), ..Setting::default() }, Witness::new(hour(at)));
    (room, service)
}

/// A round at an hour with these mailboxes; is the battle over then?
fn round(
    room: &tempfile::TempDir,
    service: &mut Service<Witness>,
    at: u32,
    boxes: &mut [&mut dyn Inbox],
) -> bool {
    service.watch.at = hour(at);
    for inbox in boxes {
        service.take_in(*inbox, usize::MAX).expect("taken in");
    }
    service.round(&mut courier(room.path())).expect("a round");
    battle(service).over
}

fn battle(service: &Service<Witness>) -> Battle {
    service.store().battles().expect("a list").remove(0)
}

fn letters(room: &tempfile::TempDir) -> MaildirBox {
    MaildirBox::new(inbox(room.path(), &role("umpire")))
}

#[test]
fn a_deadline_is_claimed_after_the_grace_and_not_before() {
    let (room, mut service) = served(1);
    let mut mail = letters(&room);
    for at in [18, HOURS, HOURS + 1, HOURS + GRACE] {
        assert!(!round(&room, &mut service, at, &mut [&mut mail]), "at hour {at}");
    }
    assert!(round(&room, &mut service, HOURS + GRACE + 1, &mut [&mut mail]), "{:?}", service.watch.said);
    assert!(service.watch.said.iter().any(|line| line.contains("timeout")), "{:?}", service.watch.said);
    for side in ["rome", "carthage"] {
        pass(room.path(), &role(side), &mut Nobody, hour(40));
        assert!(stored(room.path()) == archive(room.path(), &role(side)), "{side} has not heard of it");
    }
}

#[test]
fn what_has_come_counts_though_it_is_late() {
    let (room, mut service) = served(1);
    let late = open(room.path(), &role("rome")).wait().expect("a wait").role().expect("somebody").to_owned();
    pass(room.path(), &role(&late), &mut Steady, hour(60));
    let before = battle(&service).events;
    assert!(!round(&room, &mut service, 60, &mut [&mut letters(&room)]));
    assert!(battle(&service).events > before, "{:?}", service.watch.said);
}

#[test]
fn nothing_is_claimed_after_a_failing_of_this_machine() {
    // it was down when the deadline passed
    let (room, mut service) = served(60);
    let mut mail = letters(&room);
    assert!(!round(&room, &mut service, 60, &mut [&mut mail]));
    // the mailbox could not be read
    assert!(!round(&room, &mut service, 63, &mut [&mut mail, &mut Broken]));
    assert!(!round(&room, &mut service, 66, &mut [&mut mail]));
    assert!(round(&room, &mut service, 63 + GRACE, &mut [&mut mail]));
}

/// Mails in a player's name, without an event.
fn flood(most: u32) -> Vec<RawMail> {
    (0..=most)
        .map(|n| format!("From: rome@example.org\nSubject: {n}\n\nhello\n"))
        .map(|text| RawMail::new(text.into_bytes(), tesserarius::mail::Origin::Memory))
        .collect()
}

#[test]
fn nothing_is_claimed_while_mail_waits_to_be_dealt_with() {
    let (room, mut service) = served(1);
    let at = HOURS + GRACE + 1;
    service.watch.at = hour(at);
    service.enter(&flood(0)).expect("kept");
    // the program has died on it three times: it rests, and nobody knows what is in it
    let now = 1_767_225_600 + i64::from(at) * 3600;
    for _ in 0..3 {
        let waiting = service.store().waiting(i64::MAX, 9).expect("a list");
        service.store().begin(&waiting, now).expect("begun");
    }
    assert!(!round(&room, &mut service, at, &mut []), "a mail waits");
    assert!(round(&room, &mut service, at + 1, &mut []), "{:?}", service.watch.said);
}

/// What waits for its share of an hour has been looked at: no player has signed anything in it. So whoever
/// is late cannot put off what follows by flooding the box.
#[test]
fn a_flood_puts_off_no_claim() {
    let (room, mut service) = served(1);
    let at = HOURS + GRACE + 1;
    service.watch.at = hour(at);
    service.enter(&flood(Setting::default().rates.sender)).expect("kept");
    assert!(round(&room, &mut service, at, &mut []), "{:?}", service.watch.said);
    assert_eq!(service.store().mails(State::Waiting).expect("a count"), 1, "one too many waits");
}

#[test]
fn a_person_signs_in_the_store_while_the_service_runs() {
    let (room, mut service) = served(1);
    let mut mail = letters(&room);
    round(&room, &mut service, 2, &mut [&mut mail]);
    let beside = opened(&room.path().join("store")).expect("a store");
    let mut keys = Keys::new(Box::new(|_| Ok(None)));
    let said = |keys: &mut Keys, at: u32| {
        let whole = battle(&service);
        beside.at_seat(&whole, keys, &mut || hour(at), |seat| {
            let signed = seat.time_out(hour(at))?;
            seat.pass(&[], &mut Nobody, &mut || hour(at), &mut |_| Ok(()))?;
            Ok(signed)
        })
    };
    let log = stored(room.path());
    let early = said(&mut keys, HOURS).expect_err("not yet");
    assert!(early.to_string().contains("has time until"), "{early}");
    assert!(stored(room.path()) == log, "nothing of it is kept");
    let signed = said(&mut keys, HOURS + 1).expect("late");
    assert!(matches!(&signed.event().kind, Kind::Timeout(t) if t.then == Consequence::Forfeit));
    // the service finds it, and sends what goes out
    assert!(round(&room, &mut service, HOURS + 2, &mut [&mut mail]));
    assert!(service.watch.said.iter().any(|line| line.ends_with(": sent")), "{:?}", service.watch.said);
    assert!(!service.watch.said.iter().any(|line| line.contains("TROUBLE")), "{:?}", service.watch.said);
    let log = stored(room.path());
    assert_eq!(read_lines(&log).expect("lines").count() as u64, battle(&service).events);
    pass(room.path(), &role("rome"), &mut Nobody, hour(40));
    assert!(log == archive(room.path(), &role("rome")), "rome has not heard of it");
}
