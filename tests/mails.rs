//! How many mails a battle takes of its players when both have given sensible standing orders to the umpire:
//! at most one for each orders phase and one for each trump.

use tesserarius::bot::{Duel, STANDING, sensible};
use tesserarius::gboh::Position;
use tesserarius::ledger::{Entry, Kind, Mode};
use tesserarius::scenario::Library;
use tesserarius::steward::{Agent, Rulings, Tally, verify};

/// Who is asked though he has given standing orders for everything.
struct Unasked(Box<dyn Agent<Position>>);

impl Agent<Position> for Unasked {
    fn answer(
        &mut self,
        _: &Position,
        side: &tesserarius::ledger::Role,
        question: &tesserarius::effects::Question,
    ) -> Option<String> {
        panic!("{side} is asked {}", question.id);
    }

    fn orders(&mut self, position: &Position, side: &tesserarius::ledger::Role) -> Option<String> {
        self.0.orders(position, side)
    }
}

/// A battle between two bots with standing orders; the mails it took, and each turn's.
fn fought(name: &str, mode: Mode, seed: u64, last_turn: u16) -> Tally {
    let library = Library::embedded();
    let loaded = library.load(name).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
    let mut duel = Duel::begin(&loaded, mode, seed).expect("a battle");
    let sides: Vec<_> = duel.ledger.sides().cloned().collect();
    for side in &sides {
        duel.give(side, STANDING).expect("given");
    }
    let bot = |n| Box::new(Unasked(Box::new(sensible(n)))) as Box<dyn Agent<Position>>;
    let mut agents = [bot(2 * seed), bot(2 * seed + 1)];
    let (mut before, mut seen) = (Tally::default(), 0);
    for turn in 1..=last_turn {
        duel.fight(&mut agents, turn, 20_000).expect("fought");
        let now = Tally::of_battle(&duel.ledger, &duel.table);
        let mails = now.mails() - before.mails();
        let (phases, trumps) = (now.phases - before.phases, now.trumps - before.trumps);
        println!("{name} seed {seed} turn {turn}: {mails} mails, {phases} orders phases, {trumps} trumps");
        // The word with which a battle opens belongs to no phase; an action in hand may not have come to its
        // own yet.
        let hand = u64::from(duel.table.in_hand().is_some());
        if now.mails() > now.phases + now.trumps + 1 + hand {
            panic!("{name} seed {seed}: turn {turn} took {mails} mails\n{}", sheets(&duel, seen));
        }
        seen = duel.ledger.next_seq();
        before = now;
        if duel.table.position().turn <= turn {
            break;
        }
    }
    println!("{name} seed {seed}: {}", before.text());
    let tally = before;
    let opening = duel
        .ledger
        .entries()
        .iter()
        .filter(|e| matches!(&e.event().kind, Kind::Orders(orders) if orders.sheet.trim() == "begin"));
    let hand = u64::from(duel.table.in_hand().is_some());
    let bar = tally.phases + tally.trumps + opening.count() as u64 + hand;
    assert!(tally.mails() <= bar, "{name} seed {seed}: {}", tally.text());
    assert!(tally.delegated > 0, "{name} seed {seed}: nobody was asked anything");
    let verified = verify(duel.archive().as_bytes(), &library).expect("an archive that holds");
    assert!(matches!(verified.rules, Rulings::Hold { .. }), "{:?}", verified.rules);
    assert_eq!((verified.mandates.follow, verified.mandates.sealed), (tally.delegated, 0));
    tally
}

/// The sheets from an event on, for who wants to know what they were for.
fn sheets(duel: &Duel, from: u64) -> String {
    let sheet = |e: &Entry| match &e.event().kind {
        Kind::Orders(orders) => Some(format!("-- {} {}\n{}", e.seq(), e.event().by, orders.sheet)),
        Kind::Reveal(reveal) => reveal.stopped_at.as_ref().map(|at| format!("   stopped at {at}\n")),
        _ => None,
    };
    duel.ledger.entries().iter().filter(|e| e.seq() >= from).filter_map(sheet).collect()
}

#[test]
fn a_battle_on_the_bagradas_takes_a_mail_for_each_phase_and_trump() {
    for (seed, mode) in [(1, Mode::Umpire), (2, Mode::Both)] {
        let tally = fought("spqr/bagradas-255bc", mode, seed, 30);
        assert!(tally.phases > 20, "{}", tally.text());
    }
}

/// Two turns of the largest battle; its bots take their time.
#[test]
fn a_turn_of_cannae_takes_a_mail_for_each_phase_and_trump() {
    let tally = fought("spqr/cannae-216bc", Mode::Umpire, 1, 2);
    assert!(tally.phases > 10, "{}", tally.text());
}

#[test]
fn a_skirmish_takes_a_mail_for_each_phase_and_trump() {
    for seed in 0..10 {
        fought("spqr/skirmish", Mode::Umpire, seed, 30);
    }
}
