//! How fast a battle is replayed: the rules alone, and a whole verified log.
//!
//!     cargo bench

use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use ed25519_dalek::{Signature, VerifyingKey, verify_batch};

use tesserarius::bot::{Duel, sensible};
use tesserarius::effects::{Answer, Answered, Dice, Game, Oracle, Outcome};
use tesserarius::gboh::read::{Reader, What};
use tesserarius::gboh::written::Sheet;
use tesserarius::gboh::{Gboh, Position, Setup, Side};
use tesserarius::ledger::{Checks, Kind, Ledger, Mode, read_lines};
use tesserarius::scenario::Library;
use tesserarius::steward::Agent;
use tesserarius::table::{Table, perform};

fn main() {
    divan::main();
}

/// The fields on which the bars are measured: a small one and a great one.
const FIELDS: [&str; 2] = ["spqr/bagradas-255bc", "spqr/cannae-216bc"];

/// A sensible battle, as bytes.
fn battle(field: &str, events: u64) -> (String, Arc<Setup>) {
    let loaded = Library::embedded().load(field).expect("a battle of the book");
    let mut duel = Duel::begin(&loaded, Mode::Umpire, 3).expect("a battle");
    let mut agents: [Box<dyn Agent<Position>>; 2] = [Box::new(sensible(1)), Box::new(sensible(2))];
    duel.fight(&mut agents, 30, events).expect("fought");
    (duel.archive(), Arc::clone(&duel.begun.set))
}

fn ledger(archive: &str, checks: Checks) -> Ledger {
    Ledger::verify_all(read_lines(archive.as_bytes()).expect("lines"), checks).expect("it holds")
}

/// One action of the log, read once: its side, its lines, the dice of its stretches, its answers.
struct Action {
    side: String,
    lines: Vec<tesserarius::gboh::written::Line>,
    first: Dice,
    answers: Vec<Answered>,
}

fn actions(ledger: &Ledger) -> Vec<Action> {
    let mut all: Vec<Action> = Vec::new();
    for entry in ledger.entries() {
        let dice = || {
            let key = ledger.action(&entry.id()).and_then(|a| a.roll_key.clone());
            key.map_or(Dice::Closed, Dice::Keyed)
        };
        match &entry.event().kind {
            Kind::Orders(orders) => all.push(Action {
                side: entry.event().by.to_string(),
                lines: Sheet::parse(&orders.sheet).0.lines,
                first: dice(),
                answers: Vec::new(),
            }),
            Kind::Answer(answer) => {
                if let Some(action) = all.last_mut() {
                    action.answers.push(Answered {
                        question: answer.question.clone(),
                        answer: Answer(answer.answer.clone()),
                        dice: dice(),
                    });
                }
            }
            _ => {}
        }
    }
    all
}

/// Carries every action out once.
fn run(position: &mut Position, actions: &[Action]) {
    for action in actions {
        let Action { side, lines, first, answers } = action;
        perform::<Gboh>(position, side, lines, first.clone(), answers, &[], true);
    }
}

/// How many orders the actions hold that are carried out whole: `all fwd 3` is one for each unit or stack
/// that it moves, a `stop` is none, a line that is cut short counts for none of its orders.
fn count_orders(setup: &Arc<Setup>, actions: &[Action]) -> usize {
    let (mut orders, mut position) = (0, Position::new(Arc::clone(setup)));
    for action in actions {
        let side = position.set.find_side(&action.side).expect("a side");
        let mut oracle = Oracle::new(action.first.clone(), &action.answers).quiet();
        for line in &action.lines {
            oracle.next_order();
            let said = Reader::new(&position, side).line(line);
            match Gboh::carry_out(&mut position, &action.side, line, &mut oracle) {
                Ok(Outcome::Done) => {
                    orders += said.iter().filter(|line| matches!(line.what, What::Order(_))).count();
                }
                _ => break,
            }
        }
    }
    orders
}

/// The rules without signatures: orders a second on one core.
///
/// Only orders are counted, see [`count_orders`]. What they bring with them is worked through in the same
/// time and counts for nothing: the enemy's answers, reaction fire, withdrawals, shock, routs and rampages,
/// the ends of turns, the reading of the written lines, and the copies on which they are tried.
#[divan::bench(args = FIELDS)]
fn rules_replay(bencher: Bencher<'_, '_>, field: &str) {
    let (archive, setup) = battle(field, 4000);
    let actions = actions(&ledger(&archive, Checks::Strict));
    bencher
        .counter(ItemsCount::new(count_orders(&setup, &actions)))
        .with_inputs(|| Position::new(Arc::clone(&setup)))
        .bench_values(|mut position| {
            run(&mut position, &actions);
            position
        });
}

/// Simple orders: a unit marches two hexes in the open and back, far from everybody.
#[divan::bench]
fn simple_moves(bencher: Bencher<'_, '_>) {
    let loaded = Library::embedded().load("spqr/bagradas-255bc").expect("the Bagradas");
    let mut start = Position::new(Arc::clone(&loaded.setup));
    let leader = loaded.setup.find_leader("REG").expect("Regulus");
    start.stage =
        tesserarius::gboh::state::stage::Stage::Orders(tesserarius::gboh::state::stage::Phase::new(
            leader,
            Side::First,
            tesserarius::gboh::state::stage::PhaseKind::Initial,
        ));
    let near: Vec<tesserarius::gboh::UnitId> = start
        .unit_ids()
        .filter(|&u| tesserarius::gboh::command::may_order(&start, leader, u).is_ok())
        .take(5)
        .collect();
    let orders: Vec<tesserarius::gboh::Order> = near
        .iter()
        .map(|&unit| {
            let way = tesserarius::gboh::order::Way::Steps(vec![tesserarius::gboh::order::Step::Turn(1)]);
            tesserarius::gboh::Order::Move(tesserarius::gboh::order::Move::by(unit, way))
        })
        .collect();
    bencher.counter(ItemsCount::new(orders.len())).with_inputs(|| start.clone()).bench_values(
        |mut position| {
            let mut oracle = Oracle::new(Dice::Closed, &[]).quiet();
            let mut done = 0;
            for order in &orders {
                oracle.next_order();
                done += u32::from(
                    tesserarius::gboh::play::obey(&mut position, Side::First, order, &mut oracle).is_ok(),
                );
            }
            done
        },
    );
}

/// Signatures alone, in the batches in which a log is read: nothing is read, hashed or looked up here but
/// what the checks themselves need.
#[divan::bench(args = FIELDS)]
fn signatures_batched(bencher: Bencher<'_, '_>, field: &str) {
    const BATCH: usize = 256;
    let (archive, _) = battle(field, 500);
    let ledger = ledger(&archive, Checks::Batch);
    let (mut messages, mut signatures, mut keys) = (Vec::new(), Vec::new(), Vec::new());
    for entry in ledger.entries() {
        messages.push([b"TESSERA/E1\0", entry.signed.text().as_bytes()].concat());
        let line = entry.signed.line();
        let base64 = &line.as_bytes()[line.len() - 90..line.len() - 2];
        let bytes = data_encoding::BASE64.decode(base64).expect("base64");
        signatures.push(Signature::from_slice(&bytes).expect("64 bytes"));
        keys.push(VerifyingKey::from_bytes(&entry.key.0).expect("a key"));
    }
    let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
    bencher.counter(ItemsCount::new(signatures.len())).bench(|| {
        for start in (0..signatures.len()).step_by(BATCH) {
            let part = start..signatures.len().min(start + BATCH);
            verify_batch(&messages[part.clone()], &signatures[part.clone()], &keys[part]).expect("they hold");
        }
    });
}

/// A log read: its form, signatures in batches, chain, links, dice; no rules.
#[divan::bench(args = FIELDS)]
fn log_read(bencher: Bencher<'_, '_>, field: &str) {
    let (archive, _) = battle(field, 500);
    bencher.counter(ItemsCount::new(archive.lines().count())).bench(|| ledger(&archive, Checks::Batch));
}

/// A whole replay, of which `signatures_batched` is a part: signatures in batches, chain, links, dice,
/// rules, states.
#[divan::bench(args = FIELDS)]
fn verified_replay(bencher: Bencher<'_, '_>, field: &str) {
    let (archive, setup) = battle(field, 500);
    bencher.counter(ItemsCount::new(archive.lines().count())).bench(|| {
        let lines = read_lines(archive.as_bytes()).expect("lines");
        let replayed = Ledger::verify_beside(lines, Checks::Batch, |ledger| {
            let mut table: Table<Gboh> = Table::new(Position::new(Arc::clone(&setup))).quiet();
            table.follow(ledger).expect("it holds");
            table.state(ledger).expect("a state")
        });
        replayed.expect("it holds").1
    });
}
