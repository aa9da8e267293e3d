//! An archive of any bytes; and a log whose events may say anything, but are properly signed and stand in
//! their places: what log and rules accept of it must verify again.

#![no_main]

use std::cell::RefCell;

use libfuzzer_sys::fuzz_target;
use tesserarius::bot::Duel;
use tesserarius::gboh::{Gboh, Position};
use tesserarius::ledger::{Checks, Event, Fork, Ledger, Mode, Role, Signed, SigningKey, read_lines};
use tesserarius::scenario::Library;
use tesserarius::steward::Entropy;
use tesserarius::table::Table;

/// The seed of the battle whose keys sign.
const SEED: u64 = 1;
/// Lines of a log that are looked at.
const MOST: usize = 60;

struct Start {
    ledger: Ledger,
    position: Position,
    keys: Vec<(Role, SigningKey)>,
}

thread_local! {
    static START: RefCell<Start> = RefCell::new(start());
}

/// A battle offered, with the keys of everybody in it, as [`Duel::begin`] makes them of its seed.
fn start() -> Start {
    let loaded = Library::embedded().load("spqr/skirmish").expect("the skirmish");
    let duel = Duel::begin(&loaded, Mode::Both, SEED).expect("a battle");
    let genesis = duel.ledger.entries()[0].signed.clone();
    let ledger = Ledger::found(genesis).expect("a genesis");
    let mut entropy = Entropy::seeded(SEED, "duel");
    let mut keys = Vec::new();
    for player in ledger.players() {
        let key = SigningKey::from_secret(&entropy.secret());
        assert_eq!(key.public(), player.key, "the keys of a duel are made in another way now");
        entropy.fill(&mut [0; 16]);
        let _ = entropy.secret();
        keys.push((player.role.clone(), key));
    }
    Start { ledger, position: duel.begun.clone(), keys }
}

/// Lines are archive lines or bare events.
fn event_of(line: &str) -> Option<Event> {
    if line.starts_with("{\"event\"") {
        return Signed::parse(line.as_bytes()).ok().map(|signed| signed.event().clone());
    }
    Event::decode(line).ok()
}

fn signed_anew(start: &Start, text: &str) {
    let mut ledger = start.ledger.clone();
    let mut table: Table<Gboh> = Table::new(start.position.clone());
    for event in text.lines().take(MOST).filter_map(event_of) {
        let Some((_, key)) = start.keys.iter().find(|(role, _)| *role == event.by) else { continue };
        let Ok(state) = table.state(&ledger) else { break };
        let event = Event {
            game: Some(ledger.game()),
            seq: ledger.next_seq(),
            prev: Some(ledger.head()),
            state: Some(state),
            ..event
        };
        let Ok(signed) = event.sign(key) else { continue };
        if ledger.append(signed).is_err() {
            continue;
        }
        if table.follow(&ledger).is_err() || table.wait(&ledger).is_err() {
            break;
        }
    }
    let lines: Vec<String> = ledger.entries().iter().map(|e| e.signed.line()).collect();
    let again = Ledger::verify_all(lines.iter().map(String::as_bytes), Checks::Batch);
    let again = again.expect("what was accepted verifies");
    assert_eq!(again.head(), ledger.head());
}

// the battle is set up before any input, which has its time limit for itself
fuzz_target!(init: START.with_borrow(|_| ()), |data: &[u8]| {
    if let (Ok(one), Ok(other)) = (read_lines(data), read_lines(data)) {
        let batch = Ledger::verify_all(one, Checks::Batch).map(|l| l.head());
        let strict = Ledger::verify_all(other, Checks::Strict).map(|l| l.head());
        assert_eq!(batch.ok(), strict.ok(), "strict and batch checks differ");
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    let _ = Fork::verify(text);
    START.with_borrow(|start| signed_anew(start, text));
});
