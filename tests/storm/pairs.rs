//! Two mails cross: every pair of words that two roles can sign for one place, in every mode. Whatever they
//! are and whoever is heard first, one stands everywhere, the other is taken back, and the battle goes on.

use std::path::Path;
use std::sync::Mutex;

use super::seats::{
    self, Steady, act, agree, begin, card, copy, hour, open, pass, position_of, role, roles, settle, wait,
};
use tesserarius::bot::STANDING;
use tesserarius::ledger::{Consequence, Deadlines, Kind, Mode, Proposal, Signed, SigningKey};
use tesserarius::steward::{Agent as _, Deed, Nobody};
use tesserarius::table::Wait;

const HOURS: u32 = 24;
/// The hour at which both sign: the deadline has passed.
const LATE: u32 = HOURS + 2;

/// Everything that a person signs, and `link`, which his program does.
const WORDS: [&str; 11] = [
    "orders", "propose", "agree", "decline", "resign", "standing", "rekey", "reanchor", "handover",
    "timeout", "link",
];

/// What has come before the two words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    /// Orders are awaited.
    Orders,
    /// And the side that is to give them has proposed a draw.
    Proposal,
    /// Orders have been given, and a link is due.
    Link,
}

struct Pair {
    one: (String, &'static str),
    other: (String, &'static str),
    /// Is the first word heard, and what follows from it done, before the second is?
    apart: bool,
}

/// Signs a word at a seat and mails it; nothing when it cannot be said now.
fn say(dir: &Path, who: &str, word: &str) -> Option<Signed> {
    let me = role(who);
    let deed = match word {
        "orders" => Deed::Orders(Steady.orders(position_of(&open(dir, &me)), &me)?, None),
        "propose" => Deed::Propose(Proposal::Adjourn, None),
        "agree" => Deed::Agree,
        "decline" => Deed::Decline,
        "resign" => Deed::Resign,
        _ => return say_otherwise(dir, who, word),
    };
    act(dir, who, deed, hour(LATE)).ok()
}

fn say_otherwise(dir: &Path, who: &str, word: &str) -> Option<Signed> {
    let me = role(who);
    let mut seat = open(dir, &me);
    let next = usize::try_from(seat.ledger().next_seq()).expect("small");
    match word {
        "standing" => {
            if me.is_umpire() {
                return None;
            }
            seat.entrust(Some(STANDING.to_owned()), true).ok()?;
            seat.do_duties(&mut Nobody, &mut || hour(LATE)).ok()?;
        }
        "rekey" => {
            let key = SigningKey::from_secret(&[77; 32]);
            key.save(&dir.join(who).join("second.pem"), None).expect("saved");
            seat.rekey(&key, Path::new("second.pem"), hour(LATE)).ok()?;
        }
        "reanchor" => drop(seat.reanchor(seats::LINKS, hour(LATE)).ok()?),
        "handover" => {
            let aside = seats::quick_room();
            let mut substitute = card(aside.path(), &role("hanno"));
            // the mail goes where it went before
            substitute.address = format!("{who}@example.org");
            seat.hand_over(substitute, hour(LATE)).ok()?;
        }
        "timeout" => drop(seat.time_out(hour(LATE)).ok()?),
        _ => {
            if !matches!(seat.wait().expect("a wait"), Wait::Link { opener, .. } if opener == me) {
                return None;
            }
            seat.do_duties(&mut Nobody, &mut || hour(LATE)).ok()?;
        }
    }
    seat.post().expect("posted");
    seat.ledger().entries().get(next).filter(|entry| entry.event().by == me).map(|entry| entry.signed.clone())
}

/// Has his program opened a link with this word of his, or after it? Then that is never given up.
fn has_opened(dir: &Path, who: &str, word: &Signed) -> bool {
    let seat = open(dir, &role(who));
    let from = usize::try_from(word.event().seq).expect("small");
    let mut rest = seat.ledger().entries().iter().skip(from);
    rest.any(|entry| matches!(entry.event().kind, Kind::Reveal(_)))
}

/// The stage before the two words.
fn stage(dir: &Path, mode: Mode, then: Consequence, before: Before) {
    let extensions = if then == Consequence::Extension { 2 } else { 0 };
    begin(dir, mode, Deadlines { hours: HOURS, then, extensions });
    let due = wait(dir, "rome").role().expect("somebody").to_owned();
    match before {
        Before::Orders => {}
        Before::Proposal => {
            act(dir, &due, Deed::Propose(Proposal::Adjourn, None), hour(1)).expect("proposed");
            settle(dir, mode, hour(1));
        }
        Before::Link => {
            say(dir, &due, "orders").expect("ordered");
            // all have them, and nobody has opened a link: mail is taken, and nothing done
            for _ in 0..2 {
                for who in roles(mode) {
                    let mut seat = open(dir, &who);
                    for mail in seats::new_mails(dir, &who) {
                        seat.take_mail(&mail, hour(LATE)).expect("taken");
                        let tesserarius::mail::Origin::Maildir(path) = &mail.origin else {
                            panic!("a maildir")
                        };
                        seats::inbox(dir, &who).mark_seen(path).expect("seen");
                    }
                    seat.post().expect("posted");
                }
            }
        }
    }
}

fn pairs(mode: Mode) -> Vec<Pair> {
    let names: Vec<String> = roles(mode).iter().map(ToString::to_string).collect();
    let mut all = Vec::new();
    for one in &names {
        for other in names.iter().filter(|other| *other != one) {
            for a in WORDS {
                for b in WORDS {
                    // both orders are in the list, so each is heard first once
                    all.push(Pair { one: (one.clone(), a), other: (other.clone(), b), apart: true });
                    if one < other {
                        all.push(Pair { one: (one.clone(), a), other: (other.clone(), b), apart: false });
                    }
                }
            }
        }
    }
    all
}

/// How strongly a word stands, by the table of docs/protocol.md, section 6.
fn strength(word: &str, rival: &str, mode: Mode, then: Consequence) -> u32 {
    match (word, then) {
        ("link", _) => 9,
        ("resign", _) => 8,
        ("timeout", Consequence::Forfeit) => 5,
        // late by its own word
        ("orders", Consequence::Extension) if rival == "timeout" && mode != Mode::Direct => 2,
        ("orders", _) => 4,
        ("timeout", _) => 3,
        ("agree", _) => 2,
        ("rekey" | "handover" | "reanchor", _) => 1,
        _ => 0,
    }
}

/// Whether the pair could be said; everything that must hold then does.
fn cross(stage: &Path, mode: Mode, then: Consequence, pair: &Pair) -> bool {
    let room = seats::quick_room();
    let dir = room.path();
    copy(stage, dir);
    let Some(first) = say(dir, &pair.one.0, pair.one.1) else { return false };
    let first_opened = has_opened(dir, &pair.one.0, &first);
    if pair.apart {
        for who in roles(mode).into_iter().filter(|who| who.as_str() != pair.other.0) {
            pass(dir, &who, &mut Nobody, hour(LATE));
        }
    }
    let Some(second) = say(dir, &pair.other.0, pair.other.1) else { return false };
    let second_opened = has_opened(dir, &pair.other.0, &second);
    let place = usize::try_from(first.event().seq).expect("small");
    if second.event().seq != first.event().seq {
        return false;
    }
    let name = format!("{mode:?}, {then:?}: {:?} and {:?}, apart {}", pair.one, pair.other, pair.apart);
    settle(dir, mode, hour(LATE + 1));
    agree(dir, mode);
    let seat = open(dir, &role("rome"));
    let stands = seat.ledger().entries()[place].signed.clone();
    drop(seat);
    // a link that a third one opened for that place, when neither word had reached him, stands before both
    let by_third = ![first.event(), second.event()].iter().any(|said| said.by == stands.event().by);
    let third = by_third && matches!(stands.event().kind, Kind::Reveal(_));
    assert!([first.id(), second.id()].contains(&stands.id()) || third, "{name}: neither stands");
    if !pair.apart {
        let (one, other) = (pair.one.1, pair.other.1);
        let strength = |word, rival, opened| if opened { 10 } else { strength(word, rival, mode, then) };
        let (of_one, of_other) = (strength(one, other, first_opened), strength(other, one, second_opened));
        let order = |who: &str| roles(mode).iter().position(|role| role.as_str() == who);
        let wins = of_one > of_other || of_one == of_other && order(&pair.one.0) < order(&pair.other.0);
        assert_eq!(stands.id(), if wins { first.id() } else { second.id() }, "{name}: the other stands");
    }
    for who in roles(mode) {
        assert!(open(dir, &who).accusations().expect("readable").is_empty(), "{name}: {who} accuses");
    }
    // who has lost his word is told
    for (said, loser) in [(&first, &pair.one.0), (&second, &pair.other.0)] {
        let papers = seats::tree(&dir.join(loser));
        let told = |bytes: &Vec<u8>| seats::words(&String::from_utf8_lossy(bytes)).contains("of yours (");
        let lost = said.id() != stands.id();
        assert!(!lost || papers.values().any(told), "{name}: {loser} is not told");
    }
    // and the battle goes on
    for n in 2..5 {
        for who in roles(mode) {
            pass(dir, &who, &mut Steady, hour(LATE + n));
        }
    }
    settle(dir, mode, hour(LATE + 5));
    agree(dir, mode);
    true
}

/// Of so many pairs one is crossed at each moment, other ones at each; with `TESS_STORM` all of them at all,
/// which takes minutes.
const SHARE: usize = 3;

fn cross_all(mode: Mode, then: Consequence) {
    let mut done = std::collections::BTreeSet::new();
    let wrong = Mutex::new(Vec::new());
    let share = if std::env::var_os("TESS_STORM").is_some() { 1 } else { SHARE };
    for (nth, before) in [Before::Orders, Before::Proposal, Before::Link].into_iter().enumerate() {
        let room = seats::quick_room();
        stage(room.path(), mode, then, before);
        let some = pairs(mode).into_iter().enumerate().filter(|(at, _)| at % share == nth % share);
        let todo = Mutex::new(some.map(|(_, pair)| pair).collect::<Vec<_>>());
        let said = Mutex::new(std::collections::BTreeSet::new());
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    loop {
                        let Some(pair) = todo.lock().expect("pairs").pop() else { return };
                        // deadlines matter to what is said of them, and to nothing else
                        let of_time = pair.one.1 == "timeout" || pair.other.1 == "timeout";
                        if !of_time && then != Consequence::Forfeit {
                            continue;
                        }
                        let crossed = std::panic::catch_unwind(|| cross(room.path(), mode, then, &pair));
                        let name =
                            format!("{before:?}: {:?}, {:?}, apart {}", pair.one, pair.other, pair.apart);
                        if crossed.is_err() {
                            wrong.lock().expect("pairs").push(name);
                        } else if crossed.is_ok_and(|said| said) {
                            let names = (pair.one.0, pair.one.1, pair.other.0, pair.other.1, pair.apart);
                            said.lock().expect("pairs").insert(names);
                        }
                    }
                });
            }
        });
        let said = said.into_inner().expect("pairs");
        println!("{mode:?}, {then:?}, {before:?}: {} pairs", said.len());
        done.extend(said);
    }
    let wrong = wrong.into_inner().expect("pairs");
    assert!(wrong.is_empty(), "{mode:?}, {then:?}: {} pairs went wrong:\n{}", wrong.len(), wrong.join("\n"));
    let least = if then == Consequence::Forfeit { 80 } else { 6 } / share;
    assert!(done.len() >= least, "{mode:?}: only {} pairs", done.len());
}

#[test]
fn of_two_words_for_one_place_one_stands_everywhere_without_an_umpire() {
    cross_all(Mode::Direct, Consequence::Forfeit);
    cross_all(Mode::Direct, Consequence::Extension);
}

#[test]
fn of_two_words_for_one_place_one_stands_everywhere_with_an_umpire() {
    cross_all(Mode::Umpire, Consequence::Forfeit);
    cross_all(Mode::Umpire, Consequence::Extension);
}

#[test]
fn of_two_words_for_one_place_one_stands_everywhere_with_both() {
    cross_all(Mode::Both, Consequence::Forfeit);
    cross_all(Mode::Both, Consequence::Extension);
}
