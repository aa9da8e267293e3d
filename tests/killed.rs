//! The service over a store, killed after any of its steps as by `kill -9`, and started again: the same log
//! but for what it signs anew, no link is opened for two actions, no mail is lost, and one that comes twice
//! has one Message-ID.

mod seats;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use seats::served::{Witness, adopt, opened, serve, stored};
use seats::{Steady, archive, begin, copy, hour, new_mails, role, roles};
use tesserarius::bot::STANDING;
use tesserarius::ledger::{Mode, Role, Signed};
use tesserarius::mail::{Envelope, Maildir};
use tesserarius::scenario::Library;
use tesserarius::server::Milestone;
use tesserarius::steward::{Nobody, verify};

/// Not a test of its own: what the others start and kill.
#[test]
fn killed_after_a_step() {
    let (Ok(dir), Ok(step)) = (std::env::var("TESS_TEST_STORE"), std::env::var("TESS_TEST_STEP")) else {
        return;
    };
    let mut watch = Witness::new(hour(2));
    watch.fatal = Some(step.parse().expect("a number"));
    serve(Path::new(&dir), watch);
}

/// What a round of the service must do for a test to be about it: who signed what, and what the battle waits
/// for then.
struct Round {
    mode: Mode,
    /// Whose seat is in the store.
    served: Role,
    wanted: fn(&[(Role, &'static str)], waits: &str) -> bool,
}

#[test]
fn an_umpires_service_that_rolls_and_asks_can_be_killed_after_every_step() {
    killed_after_every_step(&Round { mode: Mode::Umpire, served: role("umpire"), wanted: rolls_and_asks });
}

#[test]
fn an_umpires_service_that_is_answered_and_rolls_can_be_killed_after_every_step() {
    let wanted = |events: &[(Role, &str)], _: &str| has(events, "answer") && has(events, "reveal");
    killed_after_every_step(&Round { mode: Mode::Umpire, served: role("umpire"), wanted });
}

#[test]
fn a_service_can_be_killed_after_every_step_when_both_open_links() {
    killed_after_every_step(&Round { mode: Mode::Both, served: role("umpire"), wanted: rolls_and_asks });
}

/// A player's seat, without an umpire: it is answered, opens a link, and the rules ask once more.
#[test]
fn a_players_service_that_is_answered_and_rolls_can_be_killed_after_every_step() {
    let wanted =
        |events: &[(Role, &str)], waits: &str| has(events, "answer") && rolls_and_asks(events, waits);
    killed_after_every_step(&Round { mode: Mode::Direct, served: role("carthage"), wanted });
}

/// It is asked, and answers by the player's standing orders.
#[test]
fn a_players_service_that_answers_by_itself_can_be_killed_after_every_step() {
    let wanted = |events: &[(Role, &str)], _: &str| events.contains(&(role("carthage"), "answer"));
    killed_after_every_step(&Round { mode: Mode::Direct, served: role("carthage"), wanted });
}

fn rolls_and_asks(events: &[(Role, &str)], waits: &str) -> bool {
    has(events, "reveal") && waits.starts_with("a question for")
}

fn has(events: &[(Role, &str)], kind: &str) -> bool {
    events.iter().any(|(_, found)| *found == kind)
}

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn killed_after_every_step(round: &Round) {
    // A process that is being started holds for a moment what is open in this one, the locks of other tests
    // too.
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let room = seats::quick_room();
    let before = room.path().join("before");
    let (right, steps) = until(round, room.path(), &before);
    for step in [
        Milestone::Entered,
        Milestone::Acknowledged,
        Milestone::Written,
        Milestone::Settled,
        Milestone::Sent,
        Milestone::Noted,
    ] {
        assert!(steps.contains(&step), "{step:?} was never taken");
    }
    for (number, step) in (1..).zip(&steps) {
        let place = room.path().join("killed");
        copy(&before, &place);
        let child = Command::new(std::env::current_exe().expect("this test"))
            .args(["--exact", "killed_after_a_step"])
            .env("TESS_TEST_STORE", &place)
            .env("TESS_TEST_STEP", number.to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .expect("started");
        assert!(!child.success(), "it was not killed after step {number}, {step:?}");
        serve(&place, Witness::new(hour(2)));
        let at = format!("killed after step {number}, {step:?}");
        assert_eq!(letters(&place), right, "{at}: other mails");
        assert_eq!(new_mails(&place, &round.served).len(), 0, "{at}: mail left");
        goes_on(round, &place, &at);
        fs::remove_dir_all(&place).expect("removed");
    }
}

/// Fights to the round that is wanted. In `before` lie the seats as they are then, the served one in its
/// store; what is given back is which letters the round brings, and its steps.
fn until(round: &Round, room: &Path, before: &Path) -> (BTreeSet<String>, Vec<Milestone>) {
    let dir = room.join("seats");
    begin(&dir, round.mode, seats::no_deadlines());
    if !round.served.is_umpire() {
        fs::write(dir.join(round.served.as_str()).join("standing.txt"), STANDING).expect("written");
    }
    let others = || roles(round.mode).into_iter().filter(|role| *role != round.served);
    for _ in 0..40 {
        for other in others() {
            seats::pass(&dir, &other, &mut Steady, hour(1));
        }
        copy(&dir, before);
        let store = opened(&before.join("store")).expect("a store");
        assert_eq!(adopt(&store, &before.join(round.served.as_str())).role, round.served);
        drop(store);
        let (served, log) = (room.join("served"), stored(before).len());
        copy(before, &served);
        let steps = serve(&served, Witness::new(hour(2))).watch.milestones;
        let added = stored(&served)[log..].to_vec();
        let events: Vec<(Role, &str)> = added
            .split(|b| *b == b'\n')
            .filter_map(|line| Signed::parse(line).ok())
            .map(|signed| (signed.event().by.clone(), signed.event().kind.name()))
            .collect();
        let waits =
            opened(&served.join("store")).expect("a store").battles().expect("a list")[0].waits.clone();
        if (round.wanted)(&events, &waits) {
            return (letters(&served), steps);
        }
        fs::remove_dir_all(&served).expect("removed");
        fs::remove_dir_all(before).expect("removed");
        seats::pass(&dir, &round.served, &mut Steady, hour(1));
    }
    panic!("no such round in this battle");
}

/// The battle goes on from there, on one log.
fn goes_on(round: &Round, place: &Path, at: &str) {
    verify(&stored(place), &Library::embedded()).expect("the log holds");
    let others: Vec<Role> = roles(round.mode).into_iter().filter(|role| *role != round.served).collect();
    for n in 3..6 {
        others.iter().for_each(|other| drop(seats::pass(place, other, &mut Steady, hour(n))));
        serve(place, Witness::new(hour(n)));
    }
    for _ in 0..6 {
        others.iter().for_each(|other| drop(seats::pass(place, other, &mut Nobody, hour(6))));
        serve(place, Witness::new(hour(6)));
    }
    for other in others {
        assert!(stored(place) == archive(place, &other), "{at}: {other} has another log");
    }
}

/// The Message-IDs of all mails that lie with the players, each once.
fn letters(dir: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for side in ["rome", "carthage"] {
        let maildir = Maildir::create(&dir.join("mail").join(side)).expect("a maildir");
        for path in maildir.list(true).expect("a list") {
            let mail = maildir.read(&path).expect("a mail");
            let envelope = Envelope::open(&mail).expect("opened");
            found.insert(envelope.message_id.expect("an id").to_string());
        }
    }
    found
}
