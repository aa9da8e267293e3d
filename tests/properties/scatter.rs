//! Random positions: parts of two armies thrown together on a piece of their field, in any state.

use std::sync::Arc;

use super::chance::Chance;
use tesserarius::gboh::piece::{Class, Rank, Side, UnitType};
use tesserarius::gboh::position::{Hexes, Morale, Place, Supply};
use tesserarius::gboh::state::asks::Finer;
use tesserarius::gboh::{Position, Setup, UnitId};
use tesserarius::hex::{Facing, Hex};
use tesserarius::scenario::Library;

/// The battles whose armies are thrown together.
pub const ARMIES: [(&str, [&str; 4]); 3] = [
    ("spqr", ["spqr/skirmish", "spqr/cannae-216bc", "spqr/zama-202bc", "spqr/beneventum-275bc"]),
    (
        "cataphract",
        ["cataphract/skirmish", "cataphract/dara-530", "cataphract/taginae-552", "cataphract/casilinum-554"],
    ),
    (
        "alexander",
        [
            "alexander/skirmish",
            "alexander/hydaspes-326bc",
            "alexander/gaugamela-331bc",
            "alexander/heraclea-280bc",
        ],
    ),
];

/// A battle in which nobody stands anywhere yet.
pub fn bare(name: &str) -> Setup {
    let loaded = Library::embedded().load(name);
    let mut set = Setup::clone(&loaded.unwrap_or_else(|faults| panic!("{name}: {faults:?}")).setup);
    set.units.iter_mut().for_each(|u| u.start = None);
    set.leaders.iter_mut().for_each(|l| l.start = None);
    // Sealed choices have a room of their own in the tests.
    set.special.prearranged = false;
    set
}

/// The two armies as their battle draws them up.
pub fn drawn_up(name: &str, set: &Arc<Setup>) -> Position {
    let loaded = Library::embedded().load(name).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
    let begun = Position::new(Arc::clone(&loaded.setup));
    let mut pos = Position::new(Arc::clone(set));
    for unit in begun.unit_ids() {
        if let Place::Field { hex, facing } = begun.unit(unit).place {
            pos.put(unit, hex, facing);
        }
        let place = pos.unit(unit).place;
        *pos.unit_mut(unit) = *begun.unit(unit);
        pos.unit_mut(unit).place = place;
    }
    for leader in begun.leader_ids() {
        pos.place_leader(leader, begun.leader(leader).hex);
    }
    asked_about_all(&mut pos);
    pos
}

/// Both sides are asked about whatever the book leaves to them.
fn asked_about_all(pos: &mut Position) {
    for asks in &mut pos.course.asks {
        Finer::ALL.into_iter().for_each(|finer| asks.set(finer, true));
    }
}

/// Eight to twenty units of each army within a few hexes, their leaders among them.
pub fn scattered(set: &Arc<Setup>, seed: u64) -> Position {
    let mut chance = Chance::new(seed);
    let mut pos = Position::new(Arc::clone(set));
    let open: Vec<Hex> = set.field.hexes().filter(|&h| set.field.is_open(h)).collect();
    let middle = *chance.pick(&open);
    let near: Vec<Hex> = open.into_iter().filter(|h| h.distance(middle) <= 5).collect();
    for side in Side::BOTH {
        let mine: Vec<UnitId> = pos.unit_ids().filter(|&u| pos.side(u) == side && fights(&pos, u)).collect();
        for _ in 0..8 + chance.below(12) {
            place(&mut pos, *chance.pick(&mine), &near, &mut chance);
        }
        lead(&mut pos, side, &near, &mut chance);
    }
    asked_about_all(&mut pos);
    pos
}

/// Elephants of leaders come with them.
fn fights(pos: &Position, unit: UnitId) -> bool {
    !pos.is_leader_elephant(unit)
}

fn is_line(pos: &Position, unit: UnitId) -> bool {
    let spec = pos.set.unit(unit);
    spec.kind == UnitType::LG && matches!(spec.class, Class::HA | Class::PR)
}

fn place(pos: &mut Position, unit: UnitId, near: &[Hex], chance: &mut Chance) {
    let (hex, facing) = (*chance.pick(near), *chance.pick(&Facing::ALL));
    let home = Facing::E;
    let side = pos.side(unit);
    // Most look towards the enemy.
    let ahead = if side == Side::First { home } else { Facing::W };
    let facing = if chance.once_in(3) { facing } else { ahead };
    let two = pos.set.unit(unit).two_hex;
    let hexes = Hexes::of(hex, facing, two);
    let free = |h: Hex| pos.set.field.is_open(h) && pos.stack(h).is_empty();
    let is_whole = hexes.iter().count() == if two { 2 } else { 1 };
    // A legion's second line may stand below its first.
    let above = pos.stack(hex).top.filter(|&u| pos.stack(hex).bottom.is_none() && !pos.is_routed(u));
    let joins = above.filter(|&u| pos.side(u) == side && is_line(pos, u) && is_line(pos, unit));
    let facing = joins.and_then(|u| pos.facing(u)).unwrap_or(facing);
    let stands = joins.is_some() || is_whole && hexes.iter().all(free);
    if pos.unit(unit).place != Place::Waiting || !stands {
        return;
    }
    pos.put(unit, hex, facing);
    let tq = usize::from(pos.set.unit(unit).tq);
    let is_engine = pos.set.unit(unit).class == Class::SC;
    let routed = chance.once_in(8) && joins.is_none();
    let it = pos.unit_mut(unit);
    (it.left_setup, it.done.shifted) = (false, false);
    it.morale = if routed { Morale::Routed } else { Morale::Steady { hits: chance.below(tq) as u8 } };
    it.moved_before = chance.once_in(4);
    it.supply = *chance.pick(&[Supply::Full, Supply::Full, Supply::Low, Supply::No]);
    it.limbered = is_engine && chance.once_in(3);
}

/// The overall commander and some others, most of them with their men.
fn lead(pos: &mut Position, side: Side, near: &[Hex], chance: &mut Chance) {
    let ids: Vec<_> = pos.leader_ids().filter(|&l| pos.leader_spec(l).side == side).collect();
    for leader in ids {
        let rank = pos.leader_spec(leader).rank;
        let plays = !matches!(rank, Rank::Replacement | Rank::ElephantLeader);
        if !plays || rank != Rank::Overall && !chance.once_in(3) {
            continue;
        }
        let ours = |h: &Hex| {
            pos.stack(*h).units().all(|u| pos.side(u) == side)
                && pos.leaders_in(*h).all(|l| pos.leader_spec(l).side == side)
        };
        let mut places: Vec<Hex> = near.iter().copied().filter(ours).collect();
        let alone = chance.once_in(4);
        places.retain(|&h| alone || !pos.stack(h).is_empty());
        if pos.own_elephant(leader).is_some() {
            places.retain(|&h| pos.stack(h).is_empty());
        }
        if !places.is_empty() {
            pos.place_leader(leader, Some(*chance.pick(&places)));
        }
    }
}
