//! Whole battles between bots: they end, and no unit is lost or doubled on the way.

use std::collections::BTreeMap;
use std::sync::Arc;

use tesserarius::bot::skirmish::{Fought, fight, fight_watched};
use tesserarius::bot::{random, sensible};
use tesserarius::effects::Game;
use tesserarius::gboh::piece::{LeaderId, Rank, Side, leader_elephant};
use tesserarius::gboh::position::{Morale, Place};
use tesserarius::gboh::{Gboh, Position, Setup, UnitId};
use tesserarius::hex::Hex;
use tesserarius::ledger::Role;
use tesserarius::scenario::Library;
use tesserarius::steward::Agent;

/// Turns after which a battle is left undecided.
const TURNS: u16 = 30;

fn setup(name: &str) -> Arc<Setup> {
    let loaded = Library::embedded().load(name);
    Arc::clone(&loaded.unwrap_or_else(|faults| panic!("{name}: {faults:?}")).setup)
}

/// A second opinion on where everybody is: from the stacks alone.
fn census(pos: &Position) -> Result<(), String> {
    let mut seen: BTreeMap<UnitId, Vec<Hex>> = BTreeMap::new();
    for hex in pos.set.field.hexes() {
        for unit in pos.stack(hex).units() {
            seen.entry(unit).or_default().push(hex);
        }
    }
    for unit in pos.unit_ids() {
        let spec = pos.spec(unit);
        let found = seen.remove(&unit).unwrap_or_default();
        let right = match pos.unit(unit).place {
            Place::Field { hex, facing } => {
                let half = hex.neighbour(facing.right_flank()).filter(|_| spec.two_hex);
                let mut due: Vec<Hex> = std::iter::once(hex).chain(half).collect();
                due.sort_unstable();
                let mut found = found.clone();
                found.sort_unstable();
                // The elephant of a leader stands in the grid only while no unit covers it (4.85).
                let covered = pos.is_leader_elephant(unit)
                    && found.is_empty()
                    && pos.stack(hex).top.is_some_and(|u| pos.spec(u).side == spec.side);
                (found == due || covered)
                    && (!spec.two_hex || half.is_some())
                    && due.iter().all(|&h| pos.set.field.is_open(h))
            }
            Place::Pursuing { .. } | Place::Eliminated | Place::Waiting => found.is_empty(),
        };
        if !right {
            return Err(format!("{} at {:?} is found in {found:?}", spec.code, pos.unit(unit).place));
        }
        if let Morale::Steady { hits } = pos.unit(unit).morale
            && hits > spec.tq + 10
        {
            return Err(format!("{} has {hits} hits", spec.code));
        }
    }
    for leader in pos.leader_ids() {
        let it = pos.leader(leader);
        if it.killed && it.hex.is_some() {
            return Err(format!("{} is dead in {:?}", pos.leader_spec(leader).code, it.hex));
        }
        if it.hex.is_some_and(|h| !pos.set.field.is_open(h)) {
            return Err(format!("{} stands in {:?}", pos.leader_spec(leader).code, it.hex));
        }
    }
    Ok(())
}

/// Fights and looks at the field after every action.
fn battle(name: &str, set: &Arc<Setup>, mut agents: [Box<dyn Agent<Position>>; 2], seed: u64) -> Fought {
    let [first, second] = &mut agents;
    let mut wrong = None;
    let mut last = Position::new(Arc::clone(set)).turn;
    let fought = fight_watched(set, [first.as_mut(), second.as_mut()], seed, TURNS, |sheet, run| {
        if wrong.is_none()
            && let Err(why) = census(&run.position)
        {
            wrong = Some(format!("after\n{sheet}{why}"));
        }
        assert!(run.position.turn >= last, "turns do not go back");
        last = run.position.turn;
    });
    assert_eq!(wrong, None, "{name}, seed {seed}");
    assert_eq!(fought.stuck, None, "{name}, seed {seed}");
    assert!(fought.ending.is_some() || fought.position.turn > TURNS, "{name}, seed {seed}: no end");
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

#[test]
fn beneventum_and_cynoscephalae_can_be_fought() {
    for name in ["spqr/beneventum-275bc", "spqr/cynoscephalae-197bc"] {
        let set = setup(name);
        let (mut a, mut b) = (sensible(1), sensible(2));
        let fought = fight(&set, [&mut a, &mut b], 1, 2);
        assert_eq!(fought.stuck, None, "{name}");
        assert_eq!(census(&fought.position), Ok(()), "{name}");
    }
}

#[test]
fn the_bagradas_can_be_fought() {
    let set = setup("spqr/bagradas-255bc");
    let (mut a, mut b) = (sensible(1), sensible(2));
    let fought = fight(&set, [&mut a, &mut b], 1, 3);
    assert_eq!(fought.stuck, None);
    assert_eq!(census(&fought.position), Ok(()));
}
