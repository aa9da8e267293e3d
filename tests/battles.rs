//! Whole battles between bots: they end, and no unit is lost or doubled on the way.

use std::sync::Arc;

use crate::count::gboh::Count;
use crate::noted;
use tesserarius::bot::skirmish::{Fought, fight, fight_watched};
use tesserarius::bot::{random, sensible};
use tesserarius::effects::Game;
use tesserarius::gboh::piece::{LeaderId, Rank, Side, leader_elephant};
use tesserarius::gboh::position::Place;
use tesserarius::gboh::variant::options::SWITCHES;
use tesserarius::gboh::{Gboh, Position, Setup, UnitId};
use tesserarius::ledger::Role;
use tesserarius::scenario::Library;
use tesserarius::steward::Agent;

/// The battles of history.
const FIELDS: [&str; 14] = [
    "spqr/beneventum-275bc",
    "spqr/bagradas-255bc",
    "spqr/cannae-216bc",
    "spqr/zama-202bc",
    "spqr/cynoscephalae-197bc",
    "cataphract/dara-530",
    "cataphract/callinicum-531",
    "cataphract/taginae-552",
    "cataphract/casilinum-554",
    "alexander/granicus-334bc",
    "alexander/gaugamela-331bc",
    "alexander/hydaspes-326bc",
    "alexander/heraclea-280bc",
    "alexander/chaeronea-338bc",
];

/// How many battles of a kind: `TESS_BATTLES` asks for more.
fn battles(few: u64) -> u64 {
    std::env::var("TESS_BATTLES").ok().and_then(|n| n.parse().ok()).unwrap_or(few)
}

/// The fields of which the name has `TESS_FIELD` in it.
fn fields() -> impl Iterator<Item = &'static str> {
    let wanted = std::env::var("TESS_FIELD").unwrap_or_default();
    FIELDS.into_iter().filter(move |name| name.contains(&wanted))
}

/// Turns after which a battle is left undecided.
const TURNS: u16 = 30;

fn setup(name: &str) -> Arc<Setup> {
    let loaded = Library::embedded().load(name);
    Arc::clone(&loaded.unwrap_or_else(|faults| panic!("{name}: {faults:?}")).setup)
}

/// Fights and counts everybody after every action.
fn battle(name: &str, set: &Arc<Setup>, agents: [Box<dyn Agent<Position>>; 2], seed: u64) -> Fought {
    let fought = battle_until(name, set, agents, seed, TURNS);
    assert!(fought.ending.is_some() || fought.position.turn > TURNS, "{name}, seed {seed}: no end");
    fought
}

/// The bytes of a position are read to one that has the same bytes.
fn comes_back(pos: &Position, set: &Arc<Setup>) {
    let (mut there, mut back) = (Vec::new(), Vec::new());
    pos.encode(&mut there);
    let read =
        Position::decode(Arc::clone(set), &there).unwrap_or_else(|fault| panic!("{}: {fault}", set.name));
    read.encode(&mut back);
    assert_eq!(there, back, "{}", set.name);
    noted::comes_back(pos, &Position::new(Arc::clone(set)));
}

fn battle_until(
    name: &str,
    set: &Arc<Setup>,
    mut agents: [Box<dyn Agent<Position>>; 2],
    seed: u64,
    turns: u16,
) -> Fought {
    let [first, second] = &mut agents;
    let mut count = Count::new(set);
    let mut wrong = count.look(&Position::new(Arc::clone(set))).err();
    let fought = fight_watched(set, [first.as_mut(), second.as_mut()], seed, turns, |sheet, run| {
        comes_back(&run.position, set);
        if wrong.is_none()
            && let Err(why) = count.look(&run.position)
        {
            let record: String = run.record.iter().map(|entry| format!("{entry:?}\n")).collect();
            wrong = Some(format!("after\n{sheet}{why}\n{record}"));
        }
    });
    assert!(wrong.is_none(), "{name}, seed {seed}: {}", wrong.unwrap_or_default());
    assert_eq!(fought.stuck, None, "{name}, seed {seed}");
    if let Some(ending) = &fought.ending {
        let right = count.end(&fought.position, ending);
        assert!(right.is_ok(), "{name}, seed {seed}: {right:?}");
    }
    let winner = fought.ending.as_ref().map(|e| e.winner.clone().unwrap_or_else(|| "draw".into()));
    println!(
        "{name} seed {seed}: turn {}, {} actions ({} cut short), {} questions, {} dice, {}",
        fought.position.turn,
        fought.actions,
        fought.cut_short,
        fought.questions,
        fought.dice,
        winner.as_deref().unwrap_or("no end")
    );
    fought
}

#[test]
fn random_battles_come_to_an_end_and_lose_nobody() {
    let set = setup("spqr/skirmish");
    for seed in 0..20 {
        battle("random", &set, [Box::new(random(seed)), Box::new(random(seed + 100))], seed);
    }
}

/// spqr 4.8, 4.9: both commanders ride elephants, and elephant leaders' counters come into play.
fn with_elephants() -> Arc<Setup> {
    let mut set = Setup::clone(&setup("spqr/skirmish"));
    for side in Side::BOTH {
        let Some(nth) = set.leaders.iter().position(|l| l.side == side && l.rank == Rank::Overall) else {
            continue;
        };
        let unit = UnitId(set.units.len() as u16);
        set.units.push(leader_elephant(
            format!("SUR{}", side.index()),
            &set.leaders[nth],
            6,
            side == Side::Second,
        ));
        set.special.leader_elephants.push((LeaderId(nth as u16), unit));
    }
    for code in ["ELX", "ELY"] {
        let mut counter = set.leaders[0].clone();
        (counter.code, counter.name) = (code.to_owned(), code.to_owned());
        (counter.side, counter.rank, counter.initiative) = (Side::Second, Rank::ElephantLeader, 1);
        (counter.line_commands, counter.strategy, counter.elite, counter.start) = (1, None, false, None);
        set.leaders.push(counter);
    }
    set.special.elephant_command = true;
    Arc::new(set)
}

/// Alexander 6.5, 6.14, 9.7: hoplites who press on and drift, cavalry in charge formation and its pursuit.
fn with_forms(name: &str) -> Arc<Setup> {
    let mut set = Setup::clone(&setup(name));
    set.special.inertia = true;
    set.special.drift = true;
    set.special.charge_formation = true;
    for unit in &mut set.units {
        unit.professional = false;
    }
    Arc::new(set)
}

#[test]
fn battles_with_charge_formations_come_to_an_end() {
    // With `TESS_FIELD` the battles of history, too.
    let fields = fields().filter(|f| f.starts_with("alexander/") && std::env::var_os("TESS_FIELD").is_some());
    for name in std::iter::once("alexander/skirmish").chain(fields) {
        let set = with_forms(name);
        for seed in 0..battles(4) {
            battle(name, &set, [Box::new(random(seed)), Box::new(random(seed + 100))], seed);
            battle(name, &set, [Box::new(sensible(seed)), Box::new(sensible(seed + 100))], seed);
        }
    }
}

#[test]
fn sensible_horsemen_form_up_for_the_charge() {
    let set = with_forms("alexander/skirmish");
    let mut formed = 0;
    for seed in 0..3 {
        let (mut first, mut second) = (sensible(seed), sensible(seed + 100));
        let fought = fight_watched(&set, [&mut first, &mut second], seed, TURNS, |sheet, _| {
            formed += usize::from(sheet.to_string().contains(" wedge"));
        });
        assert_eq!(fought.stuck, None, "seed {seed}");
    }
    assert!(formed > 0, "nobody formed up in three battles");
}

#[test]
fn random_battles_with_leaders_on_elephants_come_to_an_end() {
    let set = with_elephants();
    for seed in 0..6 {
        battle("elephants", &set, [Box::new(random(seed)), Box::new(random(seed + 100))], seed);
    }
}

#[test]
fn sensible_battles_are_fought_out() {
    let set = setup("spqr/skirmish");
    let mut decided = 0;
    for seed in 0..5 {
        let fought =
            battle("sensible", &set, [Box::new(sensible(seed)), Box::new(sensible(seed + 100))], seed);
        decided += usize::from(fought.ending.is_some_and(|e| e.winner.is_some()));
    }
    assert!(decided >= 3, "only {decided} of 5 sensible battles had a winner");
}

#[test]
fn who_thinks_beats_who_does_not() {
    let set = setup("spqr/skirmish");
    let mut won = 0;
    for seed in 0..3 {
        let rome = battle("rome thinks", &set, [Box::new(sensible(seed)), Box::new(random(seed))], seed);
        won += usize::from(rome.ending.is_some_and(|e| e.winner.as_deref() == Some("rome")));
        let punic = battle("carthage thinks", &set, [Box::new(random(seed)), Box::new(sensible(seed))], seed);
        won += usize::from(punic.ending.is_some_and(|e| e.winner.as_deref() == Some("carthage")));
    }
    assert!(won >= 4, "the sensible side won only {won} of 6");
}

#[test]
fn the_same_seeds_give_the_same_battle() {
    let set = setup("spqr/skirmish");
    let bytes = || {
        let (mut a, mut b) = (sensible(3), random(4));
        let fought = fight(&set, [&mut a, &mut b], 5, 6);
        let mut bytes = Vec::new();
        Gboh::encode(&fought.position, &mut bytes);
        (bytes, fought.actions, fought.dice)
    };
    assert_eq!(bytes(), bytes());
}

/// A field with every optional rule that its book has.
fn with_every_option(name: &str) -> Arc<Setup> {
    let book = &setup(name).variant.book.clone();
    let options =
        SWITCHES.iter().filter(|s| s.rule(book).is_some()).map(|s| (s.name.to_owned(), true)).collect();
    let loaded = Library::embedded().load_with(name, &options);
    Arc::clone(&loaded.unwrap_or_else(|faults| panic!("{name}: {faults:?}")).setup)
}

/// Whoever plays with all of them meets no position without a legal order, and loses nobody.
#[test]
fn battles_with_every_option_of_their_book_go_on() {
    for (name, turns) in [
        ("alexander/granicus-334bc", 3),
        ("alexander/skirmish", 8),
        ("cataphract/skirmish", 8),
        ("spqr/skirmish", 8),
    ] {
        let set = with_every_option(name);
        for seed in 0..battles(2) {
            battle_until(name, &set, [Box::new(random(seed)), Box::new(random(seed + 100))], seed, turns);
            battle_until(name, &set, [Box::new(sensible(seed)), Box::new(random(seed))], seed, turns.min(4));
        }
    }
}

/// A player who has nothing to say.
struct Mute;

impl Agent<Position> for Mute {
    fn answer(&mut self, _: &Position, _: &Role, _: &tesserarius::effects::Question) -> Option<String> {
        None
    }

    fn orders(&mut self, _: &Position, _: &Role) -> Option<String> {
        None
    }
}

#[test]
fn a_battle_without_orders_says_where_it_stands() {
    let set = setup("spqr/skirmish");
    let fought = fight(&set, [&mut Mute, &mut Mute], 1, 5);
    assert!(fought.stuck.is_some_and(|why| why.contains("no orders")));
}

/// Sensible players fight every field to the withdrawal of an army.
#[test]
fn the_fields_are_fought_out() {
    for name in fields() {
        let set = setup(name);
        for seed in 0..battles(1) {
            let bots: [Box<dyn Agent<Position>>; 2] =
                [Box::new(sensible(2 * seed)), Box::new(sensible(2 * seed + 1))];
            let fought = battle(name, &set, bots, seed);
            assert!(fought.ending.is_some(), "{name}, seed {seed}: nobody withdrew in {TURNS} turns");
        }
    }
}

/// Whatever is legal may be tried on every field: nobody is lost, nothing comes to a dead end.
#[test]
fn random_orders_on_the_fields_lose_nobody() {
    for name in fields() {
        let set = setup(name);
        for seed in 0..battles(1) {
            let bots: [Box<dyn Agent<Position>>; 2] =
                [Box::new(random(2 * seed)), Box::new(random(2 * seed + 1))];
            let fought = battle_until(name, &set, bots, seed, 4);
            assert!(fought.actions > 20, "{name}, seed {seed}: {} actions", fought.actions);
        }
    }
}

/// A count that would notice nothing is worth nothing.
#[test]
fn the_count_notices_who_is_lost_and_who_comes_back() {
    let set = setup("spqr/cannae-216bc");
    let whole = Position::new(Arc::clone(&set));
    let mut count = Count::new(&set);
    assert_eq!(count.look(&whole), Ok(()));
    let unit = set.find_unit("C1").expect("the Celts");
    let mut fewer = whole.clone();
    fewer.lift(unit);
    assert!(count.look(&fewer).is_err_and(|why| why.contains("C1 is lost")));
    fewer.unit_mut(unit).place = Place::Eliminated;
    assert_eq!(count.look(&fewer), Ok(()));
    assert!(count.look(&whole).is_err_and(|why| why.contains("C1 is back")));
}
