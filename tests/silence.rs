//! A side that falls silent where genesis says `default`: the umpire decides for it what the rules have,
//! nobody can decide anything else, and the side comes back when it likes.

use std::path::Path;
use std::sync::Arc;

use crate::seats::{self, Steady, agree, archive, begin, hour, open, pass, position_of, role, settle, wait};
use tesserarius::bot::skirmish::play;
use tesserarius::effects::Question;
use tesserarius::game::Playable;
use tesserarius::gboh::{Gboh, Position};
use tesserarius::ledger::{
    Answer, Consequence, Deadlines, Entry, Event, Kind, Mode, Orders, Role, Signed, SigningKey,
};
use tesserarius::legion::{self, Legion};
use tesserarius::mail::{Origin, RawMail, armour};
use tesserarius::scenario::{Family, Library};
use tesserarius::steward::{Agent, Arrival, Audit, Deed, Nobody, Rulings, verify};
use tesserarius::table::{Wait, opens};

/// Hours for a decision.
const HOURS: u32 = 24;

fn pitched() -> tempfile::TempDir {
    let room = tempfile::tempdir().expect("a folder");
    begin(room.path(), Mode::Umpire, Deadlines { hours: HOURS, then: Consequence::Default, extensions: 0 });
    room
}

/// What the umpire signed by default, by place.
fn defaults(dir: &Path) -> Vec<(u64, Role, Kind)> {
    let seat = open(dir, &role("umpire"));
    let of = |entry: &Entry| match &entry.event().kind {
        Kind::Orders(Orders { for_side: Some(side), .. })
        | Kind::Answer(Answer { for_side: Some(side), .. }) => {
            Some((entry.seq(), side.clone(), entry.event().kind.clone()))
        }
        _ => None,
    };
    seat.ledger().entries().iter().filter_map(of).collect()
}

/// Passes of all but the silent, whose machine is off, until nobody else has anything to do.
fn go_on(dir: &Path, silent: Option<&str>, at: u32) {
    for _ in 0..60 {
        let mut news = 0;
        for who in ["umpire", "rome", "carthage"].into_iter().filter(|who| silent != Some(*who)) {
            let done = pass(dir, &role(who), &mut Steady, hour(at));
            news += done.news() + done.sent.len();
        }
        let over = matches!(wait(dir, "umpire"), Wait::Over(_));
        if over || news == 0 {
            return;
        }
    }
}

/// The umpire claims what is due, a day after another, until so many decisions were taken by default.
fn silence(dir: &Path, silent: &str, clock: &mut u32, decisions: usize) {
    while defaults(dir).len() < decisions && !matches!(wait(dir, "umpire"), Wait::Over(_)) {
        go_on(dir, Some(silent), *clock);
        *clock += HOURS + 1;
        let mut seat = open(dir, &role("umpire"));
        let claimed = seat.claim(hour(*clock), 0).expect("asked");
        drop(seat);
        if claimed.is_some() {
            pass(dir, &role("umpire"), &mut Nobody, hour(*clock));
        }
    }
}

#[test]
fn a_side_falls_silent_and_comes_back() {
    let room = pitched();
    let dir = room.path();
    let mut clock = 1;
    silence(dir, "carthage", &mut clock, 4);
    let taken = defaults(dir);
    assert!(taken.iter().all(|(_, side, _)| *side == role("carthage")), "{taken:?}");
    assert!(
        taken.iter().any(|(_, _, kind)| matches!(kind, Kind::Orders(o) if o.sheet.contains("pass"))),
        "{taken:?}"
    );
    // he comes back, and reads what was done for him
    pass(dir, &role("carthage"), &mut Nobody, hour(clock));
    let report = open(dir, &role("carthage")).report_since(&role("carthage"), 0).expect("a report");
    let told = seats::words(&report);
    assert!(told.contains("was silent, so that the umpire decided by default: `"), "{report}");
    let own = |dir: &Path| {
        let seat = open(dir, &role("umpire"));
        seat.ledger()
            .entries()
            .iter()
            .filter(|e| e.event().by == role("carthage") && e.event().kind.is_action())
            .count()
    };
    let before = own(dir);
    while own(dir) < before + 3 && !matches!(wait(dir, "umpire"), Wait::Over(_)) {
        clock += 1;
        go_on(dir, None, clock);
    }
    // and is gone again for good: the battle still comes to its end
    silence(dir, "carthage", &mut clock, usize::MAX);
    settle(dir, Mode::Umpire, hour(clock));
    agree(dir, Mode::Umpire);
    let bytes = archive(dir, &role("rome"));
    let verified = verify(&bytes, &Library::embedded()).expect("a log that holds");
    assert!(matches!(&verified.rules, Rulings::Hold { wait: Wait::Over(_), .. }), "{:?}", verified.rules);
    assert_eq!(verified.mandates.defaults, defaults(dir).len() as u64);
    let waited = Audit::of(&bytes, &Library::embedded()).clock.roles[&role("carthage")].total;
    assert!(waited >= i64::from(HOURS) * 3600 * 4, "what he let pass is his to answer for: {waited} s");
    let page = Audit::of(&bytes, &Library::embedded()).page();
    assert!(
        page.contains(" by default, for a side that was late")
            && page.contains("default of carthage in event"),
        "{page}"
    );
}

/// The umpire's event, signed by him with something else in it.
fn instead(dir: &Path, event: &Event, change: impl FnOnce(&mut Event)) -> Signed {
    let mut event = event.clone();
    change(&mut event);
    event.sign(&SigningKey::load(&dir.join("umpire/key.pem"), None).expect("a key")).expect("signed")
}

/// What becomes of these events, after those that the umpire has before them, at a seat, which is left as it
/// was.
fn taken(dir: &Path, who: &str, events: &[&Signed]) -> Vec<Arrival> {
    let aside = tempfile::tempdir().expect("a folder");
    seats::copy(dir, aside.path());
    let seat = open(dir, &role("umpire"));
    let before = seat.ledger().entries().iter().filter(|e| e.seq() < events[0].event().seq);
    let all = before.map(|e| &e.signed).chain(events.iter().copied());
    let lines: Vec<Vec<u8>> = all.map(|signed| signed.line().into_bytes()).collect();
    drop(seat);
    let text = format!("From: umpire@example.org\n\n{}", armour::wrap(&lines));
    let mail = RawMail::new(text.into_bytes(), Origin::Memory);
    let mut taken = open(aside.path(), &role(who)).take_mail(&mail, hour(30)).expect("taken").events;
    taken.split_off(taken.len() - events.len())
}

#[test]
fn nobody_can_decide_anything_else_by_default() {
    let room = pitched();
    let dir = room.path();
    let (late, other) = ("carthage", "rome");
    while wait(dir, "umpire").role() != Some(late) {
        go_on(dir, Some(late), 1);
    }
    let early = open(dir, &role("umpire")).time_out(hour(HOURS)).expect_err("not yet");
    assert!(early.to_string().contains("has time until"), "{early}");
    let said = open(dir, &role("umpire")).time_out(hour(HOURS + 2)).expect("late");
    pass(dir, &role("umpire"), &mut Nobody, hour(HOURS + 2));
    let [(seq, _, Kind::Orders(by_default))] = &defaults(dir)[..] else { panic!("{:?}", defaults(dir)) };
    let seat = open(dir, &role("umpire"));
    let right = seat.ledger().entries()[*seq as usize].signed.clone();
    drop(seat);
    let seq = *seq;
    for who in [other, late] {
        assert_eq!(taken(dir, who, &[&said, &right]), [Arrival::New(seq - 1), Arrival::New(seq)]);
    }
    let orders = |sheet: &str, note: Option<&str>| {
        let note = note.map(str::to_owned);
        Kind::Orders(Orders { sheet: sheet.to_owned(), note, ..by_default.clone() })
    };
    let standing = (by_default.for_side.clone(), by_default.standing);
    let (for_side, standing) = standing;
    let answer = Answer { for_side, standing, ..Answer::of("withdraw:x".to_owned(), "no".to_owned()) };
    let seat = open(dir, &role("umpire"));
    let own = Steady.orders(position_of(&seat), &role(late)).expect("a sheet");
    drop(seat);
    assert_ne!(own, by_default.sheet);
    for kind in [
        orders(&own, None),
        orders(&format!("{}\n", by_default.sheet), None),
        orders(&by_default.sheet, Some("ha")),
        Kind::Answer(answer),
    ] {
        let wrong = instead(dir, right.event(), |event| event.kind = kind);
        let [Arrival::New(_), Arrival::Breach(_)] = &taken(dir, other, &[&said, &wrong])[..] else {
            panic!("{:?}", taken(dir, other, &[&said, &wrong]))
        };
    }
    let lost = instead(dir, said.event(), |event| {
        let Kind::Timeout(timeout) = &mut event.kind else { panic!("a timeout") };
        timeout.then = Consequence::Forfeit;
    });
    assert!(matches!(&taken(dir, other, &[&lost])[..], [Arrival::Breach(_)]), "the rules have a default");
    let somebody = instead(dir, said.event(), |event| {
        let Kind::Timeout(timeout) = &mut event.kind else { panic!("a timeout") };
        timeout.side = role(other);
    });
    assert!(matches!(&taken(dir, other, &[&somebody])[..], [Arrival::Breach(_)]), "he is not awaited");
}

/// What a side decided too late crosses the word that its deadline has passed. It gives way, is told so, and
/// goes on.
#[test]
fn a_late_decision_that_crosses_the_word_of_the_deadline_gives_way() {
    let modes = [
        (Mode::Umpire, Consequence::Default),
        (Mode::Umpire, Consequence::Extension),
        (Mode::Umpire, Consequence::Forfeit),
        (Mode::Both, Consequence::Extension),
        (Mode::Direct, Consequence::Forfeit),
    ];
    for (mode, then) in modes {
        let room = tempfile::tempdir().expect("a folder");
        let dir = room.path();
        let extensions = if then == Consequence::Extension { 2 } else { 0 };
        begin(dir, mode, Deadlines { hours: HOURS, then, extensions });
        let due = wait(dir, "rome").role().expect("somebody").to_owned();
        let other = if due == "rome" { "carthage" } else { "rome" };
        let claims = if mode == Mode::Direct { other } else { "umpire" };
        let at = hour(HOURS + 2);
        let seat = open(dir, &role(&due));
        let place = seat.ledger().next_seq();
        let sheet = Steady.orders(position_of(&seat), &role(&due)).expect("a sheet");
        drop(seat);
        seats::act(dir, &due, Deed::Orders(sheet, None), at).expect("signed, too late");
        let said = open(dir, &role(claims)).time_out(at).expect("late");
        assert_eq!(said.event().seq, place, "{mode:?}: the mails have crossed");
        pass(dir, &role(claims), &mut Nobody, at);
        settle(dir, mode, at);
        agree(dir, mode);
        assert_eq!(open(dir, &role(&due)).ledger().entries()[place as usize].id(), said.id());
        let reports = seats::tree(&dir.join(&due).join("reports"));
        let words = |bytes: &Vec<u8>| seats::words(&String::from_utf8_lossy(bytes));
        let crossed = format!("event {place} of yours (orders) has crossed event {place} of");
        assert!(reports.values().any(|report| words(report).contains(&crossed)), "{mode:?}: he is not told");
        if then == Consequence::Extension {
            pass(dir, &role(&due), &mut Steady, hour(HOURS + 3));
            settle(dir, mode, hour(HOURS + 3));
            agree(dir, mode);
            let seat = open(dir, &role(claims));
            let own = |e: &&Entry| e.event().by.as_str() == due && e.event().kind.is_action();
            assert!(seat.ledger().entries().iter().any(|e| own(&e)), "{mode:?}: he has not decided again");
        }
    }
}

/// Only what nobody has built on is taken back, and only for a word that holds.
#[test]
fn nothing_gives_way_to_a_word_that_does_not_hold() {
    let room = pitched();
    let dir = room.path();
    let due = wait(dir, "rome").role().expect("somebody").to_owned();
    let said = {
        let aside = tempfile::tempdir().expect("a folder");
        seats::copy(dir, aside.path());
        open(aside.path(), &role("umpire")).time_out(hour(HOURS + 2)).expect("late")
    };
    let seat = open(dir, &role(&due));
    let sheet = Steady.orders(position_of(&seat), &role(&due)).expect("a sheet");
    drop(seat);
    seats::act(dir, &due, Deed::Orders(sheet, None), hour(1)).expect("in time");
    let early = instead(dir, said.event(), |event| event.at = hour(2));
    let before = archive(dir, &role(&due));
    assert!(matches!(&taken(dir, &due, &[&early])[..], [Arrival::Refused(_)]), "the deadline has not passed");
    // the umpire takes the orders and builds on them: then his other word is a fork, and nothing gives way
    // to it
    pass(dir, &role("umpire"), &mut Nobody, hour(1));
    settle(dir, Mode::Umpire, hour(1));
    assert_ne!(archive(dir, &role(&due)), before, "the umpire has opened his link");
    assert!(!matches!(&taken(dir, &due, &[&said])[..], [Arrival::New(_)]), "built on");
}

/// Says nothing: does what is done for him.
struct Silent<G>(std::marker::PhantomData<G>);

impl<G: Playable> Agent<G::Position> for Silent<G> {
    fn answer(&mut self, _: &G::Position, _: &Role, question: &Question) -> Option<String> {
        Some(question.default.clone())
    }

    fn orders(&mut self, position: &G::Position, side: &Role) -> Option<String> {
        let side = side.as_str();
        G::default_orders(position, side).into_iter().find(|sheet| opens::<G>(position, side, sheet).is_ok())
    }
}

/// A battle in which both sides are silent: turns pass.
fn both_silent<G: Playable>(begun: G::Position, turns: u16) {
    let (mut a, mut b) = (Silent::<G>(std::marker::PhantomData), Silent::<G>(std::marker::PhantomData));
    let fought = play::<G>(begun, [&mut a, &mut b], 1, turns, None);
    assert_eq!(fought.stuck, None);
    assert!(fought.ending.is_some() || G::turn(&fought.position) > turns, "no turn passed");
}

#[test]
fn there_is_always_something_that_does_least() {
    let library = Library::embedded();
    for known in library.list().into_iter().filter(|known| known.good) {
        match library.family(&known.name).expect("a known book") {
            Family::Gboh => {
                let loaded = library.load(&known.name).expect("loads");
                both_silent::<Gboh>(Position::new(Arc::clone(&loaded.setup)), 2);
            }
            Family::Legion => {
                let loaded = library.load_legion(&known.name).expect("loads");
                both_silent::<Legion>(legion::Position::new(Arc::clone(&loaded.setup)), 2);
            }
        }
    }
}
