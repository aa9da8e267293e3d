//! An umpire who holds a side's standing orders decides for it at once; the side that learned of the
//! decision past him might decide it too, and sign for a place that is filled. What is done against that,
//! and what is said where nothing helps.

use std::fs;
use std::path::Path;

use crate::seats::{
    self, Steady, agree, begin, copy, hour, inbox, new_mails, no_deadlines, open, pass, position_of, role,
    roles, settle,
};
use tesserarius::bot::STANDING;
use tesserarius::ledger::{Mode, Role, Signed};
use tesserarius::mail::{Envelope, armour};
use tesserarius::steward::{Agent as _, Arrival, Deed, Nobody, Pass};
use tesserarius::table::Wait;

const BOTH_WITH_AN_UMPIRE: [Mode; 2] = [Mode::Umpire, Mode::Both];

/// A battle in which the umpire holds the standing orders of both sides.
fn entrusted(dir: &Path, mode: Mode) {
    begin(dir, mode, no_deadlines());
    ["rome", "carthage"].iter().for_each(|side| seats::give_standing(dir, side, STANDING));
}

fn other(side: &Role) -> Role {
    role(if side.as_str() == "rome" { "carthage" } else { "rome" })
}

/// Has the seat decided something in this pass?
fn decides(pass: &Pass) -> bool {
    pass.signed.iter().any(|(_, kind)| ["answer", "orders"].contains(kind))
}

/// The newest mail of a side that waits for the umpire.
fn last_word(dir: &Path, side: &Role) -> Option<Vec<Vec<u8>>> {
    let from = format!("{side}@example.org");
    let opened = new_mails(dir, &role("umpire")).into_iter().filter_map(|mail| Envelope::open(&mail).ok());
    let mut own = opened.filter(|mail| mail.from.first().is_some_and(|sender| sender.address == from));
    own.next_back().map(|mail| mail.lines)
}

/// Brings events past the umpire to a side, in a mail with these fields.
fn leak(dir: &Path, lines: &[Vec<u8>], to: &Role, fields: &str) {
    let events: Vec<Vec<u8>> = lines.iter().filter(|line| Signed::parse(line).is_ok()).cloned().collect();
    let mail = format!("{fields}\n{}", armour::wrap(&events));
    inbox(dir, to).deliver(mail.as_bytes(), 9_999_999_999).expect("delivered");
}

/// Plays on until a side's word, which the umpire has not seen yet, calls for a decision of the other side
/// without any die: that side would take it if it knew, and the umpire by the standing orders that he holds.
/// Gives back the speaker and what he wrote.
fn until_a_word_calls_for_the_other(dir: &Path, mode: Mode) -> (Role, Vec<Vec<u8>>) {
    for n in 1..100 {
        for who in roles(mode) {
            pass(dir, &who, &mut Steady, hour(n));
            let Some(lines) = last_word(dir, &who) else { continue };
            if calls_for_the_other(dir, &who, &lines, n) {
                return (who, lines);
            }
        }
    }
    panic!("no word calls for the other side's decision");
}

fn calls_for_the_other(dir: &Path, who: &Role, lines: &[Vec<u8>], n: u32) -> bool {
    let room = seats::quick_room();
    let (past, by) = (room.path().join("past the umpire"), room.path().join("by the umpire"));
    copy(dir, &past);
    leak(&past, lines, &other(who), "");
    if !decides(&pass(&past, &other(who), &mut Steady, hour(n))) {
        return false;
    }
    copy(dir, &by);
    pass(&by, &role("umpire"), &mut Nobody, hour(n));
    let umpire = open(&by, &role("umpire"));
    let next = usize::try_from(open(dir, &role("umpire")).ledger().next_seq()).expect("small");
    let new = umpire.ledger().entries().iter().skip(next);
    new.take(lines.len() + 1).any(|entry| entry.event().kind.for_side() == Some(&other(who)))
}

#[test]
fn what_comes_past_the_umpire_is_not_decided_on_while_he_holds_standing_orders() {
    for (mode, by_stranger) in [(Mode::Umpire, false), (Mode::Both, true)] {
        let room = seats::quick_room();
        let dir = room.path();
        entrusted(dir, mode);
        let (speaker, lines) = until_a_word_calls_for_the_other(dir, mode);
        let reader = other(&speaker);
        let sender =
            if by_stranger { "eve@example.net".to_owned() } else { format!("{speaker}@example.org") };
        leak(dir, &lines, &reader, &format!("From: <{sender}>\n"));
        let pass = pass(dir, &reader, &mut Steady, hour(105));
        let events = &pass.taken.last().expect("the mail").events;
        assert!(events.iter().any(|event| matches!(event, Arrival::Doubtful(_))), "{mode:?}: {events:?}");
        assert!(!decides(&pass), "{mode:?}: {:?}", pass.signed);
        assert!(pass.told.iter().any(|told| told.contains("not come from the umpire")), "{:?}", pass.told);
        // the umpire brings it, with what he has decided
        settle(dir, mode, hour(110));
        agree(dir, mode);
        let seat = open(dir, &reader);
        let newest = seat.ledger().entries().iter().rev().take(12);
        let for_reader = newest.filter(|entry| entry.event().kind.for_side() == Some(&reader)).count();
        assert!(for_reader > 0, "{mode:?}: the umpire has decided nothing");
    }
}

/// A block that somebody hands over without a mail around it cannot be told from one that came by the
/// umpire. Then two decide for one place. One of the two words stands, everywhere; no dice are thrown twice,
/// nobody is accused, and whose word is taken back is told.
#[test]
fn what_is_fed_in_past_the_umpire_parts_no_logs() {
    let room = seats::quick_room();
    let (dir, mode) = (room.path(), Mode::Both);
    entrusted(dir, mode);
    let (speaker, lines) = until_a_word_calls_for_the_other(dir, mode);
    let reader = other(&speaker);
    leak(dir, &lines, &reader, "");
    assert!(decides(&pass(dir, &reader, &mut Steady, hour(105))));
    // the two mails pass each other
    let inbox = inbox(dir, &role("umpire"));
    let words = inbox.list(false).expect("a list").pop().expect("the reader's mail");
    let bytes = fs::read(&words).expect("a mail");
    fs::remove_file(&words).expect("taken out");
    assert!(decides(&pass(dir, &role("umpire"), &mut Nobody, hour(105))));
    inbox.deliver(&bytes, 9_999_999_999).expect("delivered");
    settle(dir, mode, hour(110));
    agree(dir, mode);
    let told = |who: &Role, words: &str| {
        let seat = open(dir, who);
        assert!(seat.accusations().expect("readable").is_empty(), "{who} accuses somebody");
        let papers = seats::tree(&dir.join(who.as_str()));
        let all: Vec<String> =
            papers.values().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).collect();
        let all = seats::words(&all.join("\n"));
        assert!(all.contains(words), "{who} is not told: {words}");
    };
    told(&reader, "of yours (");
    told(&reader, "it is taken back here; what you still want of it, say again");
    told(&role("umpire"), &format!("an event of {reader} came too late"));
}

/// A side that was asked gives its standing orders with the answer, and the answer brings up the next
/// question: its player has that before his eyes at once, and may answer before the umpire's word could
/// reach him.
#[test]
fn an_umpire_leaves_to_a_side_what_its_own_word_has_brought_up() {
    for mode in BOTH_WITH_AN_UMPIRE {
        let room = seats::quick_room();
        let dir = room.path();
        begin(dir, mode, no_deadlines());
        let (side, first) = until_an_answer_calls_for_another(dir, mode);
        open(dir, &side).entrust(Some(STANDING.to_owned()), false).expect("entrusted");
        seats::act(dir, side.as_str(), first, hour(104)).expect("answered");
        let umpire = pass(dir, &role("umpire"), &mut Nobody, hour(105));
        assert!(umpire.news() >= 2, "{mode:?}: the standing orders and the answer have not come");
        assert!(!decides(&umpire), "{mode:?}: {:?}", umpire.signed);
        assert!(decides(&pass(dir, &side, &mut Steady, hour(106))), "{mode:?}: {side} decides nothing");
        settle(dir, mode, hour(110));
        agree(dir, mode);
    }
}

/// Plays on until a side is asked, and its answer would have it asked again without any die; the side and
/// that answer.
fn until_an_answer_calls_for_another(dir: &Path, mode: Mode) -> (Role, Deed) {
    for n in 1..100 {
        for who in roles(mode) {
            pass(dir, &who, &mut Nobody, hour(n));
            if let Some(answer) = answer_that_calls_for_another(dir, &who, n) {
                return (who, answer);
            }
            pass(dir, &who, &mut Steady, hour(n));
        }
    }
    panic!("no answer brings up another question for the same side");
}

fn answer_that_calls_for_another(dir: &Path, who: &Role, n: u32) -> Option<Deed> {
    let asks = |wait: Wait| match wait {
        Wait::Answer { side, question, .. } if side == *who => Some(question),
        _ => None,
    };
    let question = asks(seats::wait(dir, who.as_str()))?;
    let choice = Steady.answer(position_of(&open(dir, who)), who, &question)?;
    let deed = Deed::Answer { question: None, choice };
    let room = seats::quick_room();
    let trial = room.path().join("trial");
    copy(dir, &trial);
    seats::act(&trial, who.as_str(), deed.clone(), hour(n)).ok()?;
    asks(seats::wait(&trial, who.as_str())).map(|_| deed)
}
