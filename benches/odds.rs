//! How fast a sheet is foretold: one of ten orders in the middle of Cannae, and one of the skirmish of
//! Legion.
//!
//!     cargo bench --bench odds
//!
//! A throughput is of runs. 10,000 of the sheet of Cannae are to take less than five seconds of one core.

use divan::Bencher;
use divan::counter::ItemsCount;

use tesserarius::bot::skirmish::play;
use tesserarius::bot::{legion, sensible};
use tesserarius::effects::Hidden;
use tesserarius::game::{Agent, AnyPosition, Playable};
use tesserarius::gboh::Gboh;
use tesserarius::legion::Legion;
use tesserarius::odds::{Effort, Policy, foretell};
use tesserarius::scenario::Library;
use tesserarius::table::Run;

fn main() {
    divan::main();
}

/// Runs of one sample.
const RUNS: u64 = 1_000;

/// Of the sheets of a battle that have so many lines, the one that throws most dice, with the field
/// before it and its side.
fn busiest<G: Playable>(
    field: &str,
    lines: std::ops::RangeInclusive<usize>,
    mut bots: [Box<dyn Agent<G::Position>>; 2],
) -> (G::Position, String, String) {
    let begun = G::opening(&Library::embedded(), field, &[].into()).expect("a battle of the book");
    let mut before = begun.clone();
    let mut found: Option<(usize, G::Position, String, String)> = None;
    let mut watch = |sheet: &str, run: &Run<G>| {
        let dice = run.rolls.len();
        let tess_side = match G::duty(&before) {
            tesserarius::effects::Duty::Orders(deed) => deed.side,
            tesserarius::effects::Duty::Over(_) => return,
        };
        if lines.contains(&sheet.lines().count()) && found.as_ref().is_none_or(|f| f.0 < dice) {
            found = Some((dice, before.clone(), tess_side, sheet.to_owned()));
        }
        before = run.position.clone();
    };
    let [first, second] = &mut bots;
    let _ = play::<G>(begun, [first.as_mut(), second.as_mut()], 3, 4, Some(&mut watch));
    let (_, position, side, sheet) = found.expect("a sheet of so many lines");
    (position, side, sheet)
}

fn runs(bencher: Bencher<'_, '_>, (start, side, sheet): (impl AnyPosition, String, String)) {
    let start: &dyn AnyPosition = &start;
    let read = start.read(&side, &sheet).expect("a sheet of a bot");
    let nothing = |_| None;
    let policy = Policy::new(start, Vec::new(), &nothing);
    let effort = Effort::new(RUNS, 1);
    let once = || foretell(start, &*read, Hidden::default(), &policy, effort, &mut |_, _| {});
    if std::env::var_os("SHOW").is_some() {
        println!("{side}\n{sheet}{}", once().text(1));
    }
    bencher.counter(ItemsCount::new(RUNS)).bench_local(once);
}

#[divan::bench(sample_count = 10)]
fn ten_orders_at_cannae(bencher: Bencher<'_, '_>) {
    runs(
        bencher,
        busiest::<Gboh>("spqr/cannae-216bc", 9..=11, [Box::new(sensible(1)), Box::new(sensible(2))]),
    );
}

#[divan::bench(sample_count = 10)]
fn a_sheet_of_legion(bencher: Bencher<'_, '_>) {
    let bots: [Box<dyn Agent<_>>; 2] = [Box::new(legion::sensible(1)), Box::new(legion::sensible(2))];
    runs(bencher, busiest::<Legion>("legion/skirmish", 2..=12, bots));
}
