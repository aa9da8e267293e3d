//! How fast the log of one field of each book is verified: signatures in batches, chain, links, dice,
//! rules, states.
//!
//!     cargo bench --bench books
//!
//! The battles are fought by sensible bots; how many actions each has is counted, and a throughput is of
//! actions.

use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;

use tesserarius::bot::{Duel, legion, sensible};
use tesserarius::effects::Game;
use tesserarius::game::{Agent, Offered, Playable};
use tesserarius::gboh::Gboh;
use tesserarius::ledger::{Checks, Kind, Ledger, Mode, read_lines};
use tesserarius::legion::Legion;
use tesserarius::scenario::Library;
use tesserarius::table::Table;

fn main() {
    divan::main();
}

/// Events of a battle, at most.
const EVENTS: u64 = 500;

/// A battle as bytes, and how it began.
struct Battle<G: Game> {
    archive: String,
    begun: G::Position,
}

/// Sensible bots fight until the end of a turn or as many events as are allowed.
fn fought<G: Playable>(
    offered: &Offered,
    begun: G::Position,
    mut bots: [Box<dyn Agent<G::Position>>; 2],
    turns: u16,
) -> Battle<G> {
    let mut duel: Duel<G> = Duel::of(offered, begun, Mode::Umpire, 3).expect("a battle");
    duel.fight(&mut bots, turns, EVENTS).expect("fought");
    Battle { archive: duel.archive(), begun: duel.begun }
}

fn great(field: &str) -> Battle<Gboh> {
    let loaded = Library::embedded().load(field).expect("a battle of the book");
    let begun = tesserarius::gboh::Position::new(Arc::clone(&loaded.setup));
    fought(&Offered::from(&loaded), begun, [Box::new(sensible(1)), Box::new(sensible(2))], 30)
}

fn miniatures(field: &str) -> Battle<Legion> {
    let loaded = Library::embedded().load_legion(field).expect("a battle of the book");
    let begun = tesserarius::legion::Position::new(Arc::clone(&loaded.setup));
    fought(&Offered::from(&loaded), begun, [Box::new(legion::sensible(1)), Box::new(legion::sensible(2))], 30)
}

/// The archive is verified again and again.
fn verified<G: Game>(bencher: Bencher<'_, '_>, battle: &Battle<G>)
where
    G::Position: Clone + Sync,
{
    let lines = read_lines(battle.archive.as_bytes()).expect("lines");
    let ledger = Ledger::verify_all(lines, Checks::Strict).expect("it holds");
    let actions = ledger.entries().iter().filter(|e| matches!(e.event().kind, Kind::Orders(_))).count();
    bencher.counter(ItemsCount::new(actions)).bench(|| {
        let lines = read_lines(battle.archive.as_bytes()).expect("lines");
        let replayed = Ledger::verify_beside(lines, Checks::Batch, |ledger| {
            let mut table: Table<G> = Table::new(battle.begun.clone()).quiet();
            table.follow(ledger).expect("it holds");
            table.state(ledger).expect("a state")
        });
        replayed.expect("it holds").1
    });
}

#[divan::bench(args = ["spqr/bagradas-255bc", "cataphract/dara-530", "alexander/granicus-334bc"])]
fn great_battles(bencher: Bencher<'_, '_>, field: &str) {
    verified(bencher, &great(field));
}

#[divan::bench(args = ["legion/trebbia-218bc", "legion/teutoburg-ad9"])]
fn legion_and_empire(bencher: Bencher<'_, '_>, field: &str) {
    verified(bencher, &miniatures(field));
}
