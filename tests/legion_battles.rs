//! Whole battles of Legion and Empire between bots: they go on and come to an end, and nobody is lost or
//! doubled on the way.
//!
//! `TESS_BATTLES` asks for more battles of each kind, `TESS_FIELD` for the scenarios with these letters in
//! their name.
//!
//! The digests in `tests/vectors/legion/battles.txt` are of whole archives. The same files tested with
//! another compiler setting or on another machine must give the same bytes: `cargo test --test house
//! legion_battles` and the same with `--release` prove it. Whoever changes a rule, a bot or a scenario
//! writes them anew with `TESS_BLESS=1 cargo test --test house legion_battles two_machines`.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::count::legion::Count;
use crate::noted;
use sha2::{Digest as _, Sha256};
use tesserarius::bot::skirmish::{Fought, Watcher, play};
use tesserarius::bot::{Duel, legion};
use tesserarius::effects::Game;
use tesserarius::ledger::Mode;
use tesserarius::legion::cards::Used;
use tesserarius::legion::setup::Deal;
use tesserarius::legion::state::Place;
use tesserarius::legion::{Legion, Position, Setup, Side};
use tesserarius::report::refusal::Words as _;
use tesserarius::scenario::{Family, Library};
use tesserarius::steward::{Agent, Offered, Rulings, verify};
use tesserarius::table::{Run, Table};

/// Turns after which a battle without a limit of its own is left undecided.
const TURNS: u16 = 20;

type Bots = [Box<dyn Agent<Position>>; 2];

/// How many battles of a kind.
fn battles(few: u64) -> u64 {
    std::env::var("TESS_BATTLES").ok().and_then(|n| n.parse().ok()).unwrap_or(few)
}

/// All scenarios of this game that the program has.
fn fields() -> Vec<(String, Arc<Setup>)> {
    let library = Library::embedded();
    let wanted = std::env::var("TESS_FIELD").unwrap_or_default();
    let names = library.list().into_iter().map(|entry| entry.name);
    let own = names.filter(|name| library.family(name) == Ok(Family::Legion) && name.contains(&wanted));
    let load = |name: String| match library.load_legion(&name) {
        Ok(loaded) => (name, Arc::clone(&loaded.setup)),
        Err(faults) => panic!("{name}: {faults:?}"),
    };
    own.map(load).collect()
}

fn randoms(seed: u64) -> Bots {
    [Box::new(legion::random(2 * seed)), Box::new(legion::random(2 * seed + 1))]
}

fn thinkers(seed: u64) -> Bots {
    [Box::new(legion::sensible(2 * seed)), Box::new(legion::sensible(2 * seed + 1))]
}

/// The bytes of a position are read to one that has the same bytes.
fn comes_back(pos: &Position, set: &Arc<Setup>) {
    let (mut there, mut back) = (Vec::new(), Vec::new());
    pos.encode(&mut there);
    let read = Position::decode(set, &there).unwrap_or_else(|fault| panic!("{}: {fault}", set.name));
    read.encode(&mut back);
    assert_eq!(there, back, "{}", set.name);
    noted::comes_back(pos, &Position::new(Arc::clone(set)));
}

/// Fights and counts everybody after every action.
fn battle(name: &str, set: &Arc<Setup>, [mut a, mut b]: Bots, seed: u64, turns: u16) -> Fought<Position> {
    let begun = Position::new(Arc::clone(set));
    let mut count = Count::new(set);
    let mut wrong = count.look(&begun).err();
    let mut watch = |sheet: &str, run: &Run<Legion>| {
        comes_back(&run.position, set);
        if wrong.is_none()
            && let Err(why) = count.look(&run.position)
        {
            let record: String = run.record.iter().map(|entry| format!("{entry:?}\n")).collect();
            wrong = Some(format!("after\n{sheet}{why}\n{record}"));
        }
    };
    let fought = play::<Legion>(begun, [a.as_mut(), b.as_mut()], seed, turns, Some(&mut watch));
    assert!(wrong.is_none(), "{name}, seed {seed}: {}", wrong.unwrap_or_default());
    assert_eq!(fought.stuck, None, "{name}, seed {seed}");
    assert!(fought.ending.is_some() || fought.position.turn > turns, "{name}, seed {seed}: no end");
    if let Some(ending) = &fought.ending {
        let right = count.end(&fought.position, ending);
        assert!(right.is_ok(), "{name}, seed {seed}: {right:?}, {}", Legion::end(&fought.position));
    }
    let ending =
        fought.ending.as_ref().map_or_else(|| "no end".to_owned(), |_| Legion::end(&fought.position));
    println!("{name} seed {seed}: turn {}, {} actions, {ending}", fought.position.turn, fought.actions);
    fought
}

#[test]
fn whatever_is_legal_may_be_tried_and_nobody_is_lost() {
    for (name, set) in fields() {
        for seed in 0..battles(2) {
            battle(&name, &set, randoms(seed), seed, 4);
        }
    }
}

#[test]
fn who_wants_to_win_fights_to_a_decision() {
    let all = fields();
    let mut decided = 0;
    for (name, set) in &all {
        for seed in 0..battles(1) {
            let fought = battle(name, set, thinkers(seed), seed, TURNS);
            decided += u64::from(fought.ending.is_some_and(|e| e.winner.is_some()));
        }
    }
    let fought = all.len() as u64 * battles(1);
    assert!(decided * 2 >= fought, "only {decided} of {fought} battles had a winner");
}

/// All scenarios with three cards for each side; the points battle is set up by its players as well.
fn with_cards() -> Vec<(String, Arc<Setup>)> {
    let mut all = fields();
    for (name, set) in &mut all {
        let set = Arc::make_mut(set);
        set.choices.cards = Deal::Number(3);
        set.choices.set_up = name.ends_with("points-400");
    }
    all
}

#[test]
fn battles_with_cards_come_to_an_end_too() {
    let (mut shown, mut down) = (0, 0);
    for (name, set) in with_cards() {
        // Whole battles of players who want to win take long.
        let small = name.ends_with("skirmish") || set.choices.set_up || battles(1) > 1;
        for seed in 0..battles(1) {
            for (bots, turns) in [(thinkers(seed), if small { TURNS } else { 1 }), (randoms(seed), 3)] {
                let fought = battle(&name, &set, bots, seed, turns);
                let hands = Side::BOTH.into_iter().flat_map(|side| &fought.position.cards.hands[side]);
                let used: Vec<Used> = hands.map(|slot| slot.used).collect();
                assert_eq!(used.len(), 6, "{name} seed {seed}");
                shown += used.iter().filter(|u| matches!(u, Used::Shown(_))).count();
                down += used.iter().filter(|u| matches!(u, Used::Down)).count();
            }
        }
    }
    assert!(shown > 0 && down > 0, "{shown} cards played openly, {down} face down");
}

fn bytes(position: &Position) -> Vec<u8> {
    let mut out = Vec::new();
    Legion::encode(position, &mut out);
    out
}

#[test]
fn it_is_the_same_battle_whether_anybody_takes_it_down_or_not() {
    for (name, set) in fields() {
        let fight = |watched: bool| {
            let [mut a, mut b] = [legion::random(3), legion::random(4)];
            let mut watch = |_: &str, _: &Run<Legion>| {};
            let watcher: Option<Watcher<'_, Legion>> = if watched { Some(&mut watch) } else { None };
            let fought = play::<Legion>(Position::new(Arc::clone(&set)), [&mut a, &mut b], 5, 2, watcher);
            (bytes(&fought.position), fought.actions, fought.dice, fought.stuck)
        };
        assert_eq!(fight(true), fight(false), "{name}");
    }
}

/// A battle over a signed log, so many turns long at most.
fn duel(name: &str, mode: Mode, seed: u64, mut bots: Bots, turns: u16) -> Duel<Legion> {
    let loaded = Library::embedded().load_legion(name).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
    let begun = Position::new(Arc::clone(&loaded.setup));
    let mut duel: Duel<Legion> =
        Duel::of(&Offered::from(&loaded), begun, mode, seed).unwrap_or_else(|e| panic!("{name}: {e}"));
    duel.fight(&mut bots, turns, 2_000).unwrap_or_else(|e| panic!("{name}, {mode:?}: {e}"));
    duel
}

#[test]
fn the_log_alone_leads_there_again_in_every_mode_and_holds() {
    for (name, _) in fields() {
        for (mode, seed) in [(Mode::Umpire, 11), (Mode::Direct, 12), (Mode::Both, 13)] {
            let fought = duel(&name, mode, seed, randoms(seed), 1);
            let mut again: Table<Legion> = Table::new(fought.begun.clone());
            again.follow(&fought.ledger).unwrap_or_else(|e| panic!("{name}, {mode:?}: {e}"));
            assert_eq!(bytes(again.position()), bytes(fought.table.position()), "{name}, {mode:?}");
            let verified = verify(fought.archive().as_bytes(), &Library::embedded()).expect("holds");
            assert!(matches!(verified.rules, Rulings::Hold { .. }), "{name}, {mode:?}: {:?}", verified.rules);
        }
    }
}

#[test]
fn two_machines_agree_to_the_byte() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/legion/battles.txt");
    let mut found = String::new();
    for (mode, seed) in [(Mode::Umpire, 1), (Mode::Direct, 2)] {
        let name = "legion/skirmish";
        let fought = duel(name, mode, seed, thinkers(seed), TURNS);
        let archive = fought.archive();
        let digest: String = Sha256::digest(archive.as_bytes()).iter().map(|b| format!("{b:02x}")).collect();
        let (turn, events) = (fought.table.position().turn, archive.lines().count());
        writeln!(found, "{name} {mode:?} {seed}: turn {turn}, {events} events, sha256 {digest}")
            .expect("written");
    }
    if std::env::var_os("TESS_BLESS").is_some() {
        std::fs::write(path, &found).expect("written");
    }
    let known = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(found, known, "another battle: see the head of tests/legion_battles.rs");
}

/// A count that would notice nothing is worth nothing.
#[test]
fn the_count_notices_who_is_lost_doubled_or_comes_back() {
    let set = Library::embedded().load_legion("legion/skirmish").expect("loads").setup;
    let whole = Position::new(Arc::clone(&set));
    let mut count = Count::new(&set);
    assert_eq!(count.look(&whole), Ok(()));
    let unit = whole.find_unit("H1").expect("hastati");
    let mut fewer = whole.clone();
    fewer.unit_mut(unit).stands.pop();
    assert!(count.look(&fewer).is_err_and(|why| why.contains("H1 was listed with 8 half stands; 6")));
    let mut twice = whole.clone();
    twice.units.push(whole.unit(unit).clone());
    assert!(count.look(&twice).is_err_and(|why| why.contains("two units H1")));
    let mut count = Count::new(&set);
    let mut gone = whole.clone();
    gone.unit_mut(unit).place = Place::Gone;
    assert_eq!(count.look(&gone), Ok(()));
    assert!(count.look(&whole).is_err_and(|why| why.contains("H1 is back")));
}
