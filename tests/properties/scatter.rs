//! Random positions: parts of two armies thrown together on a piece of their field, in any state.

use std::sync::Arc;

use super::chance::Chance;
use tesserarius::gboh::field::Terrain;
use tesserarius::gboh::piece::{Class, Rank, Side, UnitType};
use tesserarius::gboh::position::{Hexes, Morale, Place, ShockMark, Supply};
use tesserarius::gboh::state::asks::Finer;
use tesserarius::gboh::state::stage::{Phase, PhaseKind, Stage};
use tesserarius::gboh::{LeaderId, Position, Setup, UnitId};
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
pub fn drawn_up(name: &str, set: &Arc<Setup>, seed: u64) -> Position {
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
    asked(&mut pos, seed);
    pos
}

/// Both sides are asked about whatever the book leaves to them, or of other seeds about nothing that they
/// need not be: then the careful default decides.
fn asked(pos: &mut Position, seed: u64) {
    if seed % 2 == 1 {
        return;
    }
    for asks in &mut pos.course.asks {
        Finer::ALL.into_iter().for_each(|finer| asks.set(finer, true));
    }
}

/// Are both sides asked about everything?
pub fn is_asked(pos: &Position) -> bool {
    Side::BOTH.into_iter().all(|side| Finer::ALL.into_iter().all(|finer| pos.asks(side, finer)))
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
    asked(&mut pos, seed);
    pos
}

/// The same battle on a field where every third open hex or so is wooded, and cavalry may pursue.
pub fn wooded(set: &Setup) -> Setup {
    let mut rough = Setup::clone(set);
    let mut chance = Chance::new(3);
    for hex in set.field.hexes() {
        let lies_open = set.field.cell(hex).terrain == Terrain::Clear;
        if chance.once_in(3) && lies_open {
            rough.field.cell_mut(hex).expect("on the field").terrain = Terrain::Woods;
        }
    }
    rough.special.pursuit = true;
    rough.roster = Default::default();
    rough
}

/// The same throng with the enemy close, in the orders phase of a commander: before many units of his stands
/// one who is near his rout, or two, and they have come up to shock.
pub fn clashing(set: &Arc<Setup>, seed: u64) -> Position {
    let mut chance = Chance::new(seed ^ 0x0c1a);
    let mut pos = scattered(set, seed);
    let leader = pos.leader_ids().find(|&l| pos.leader(l).hex.is_some()).expect("a commander");
    let mine = pos.leader_spec(leader).side;
    let fit = |u: &UnitId| pos.hex(*u).is_some() && pos.side(*u) == mine && !pos.is_routed(*u);
    let attackers: Vec<UnitId> = pos.unit_ids().filter(fit).collect();
    for unit in attackers {
        pos.unit_mut(unit).shock = *chance.pick(&[ShockMark::MustCheck, ShockMark::NoCheck]);
        let (Some(hex), Some(facing)) = (pos.hex(unit), pos.facing(unit)) else { continue };
        for side in [facing.left_front(), facing.right_front()] {
            let waits = |e: &UnitId| {
                pos.side(*e) != pos.side(unit)
                    && fights(&pos, *e)
                    && !pos.set.unit(*e).two_hex
                    && pos.unit(*e).place == Place::Waiting
            };
            let foes: Vec<UnitId> = pos.unit_ids().filter(waits).collect();
            let free = |h: &Hex| pos.set.field.is_open(*h) && pos.stack(*h).is_empty();
            let Some(there) = hex.neighbour(side).filter(free) else { continue };
            if foes.is_empty() || chance.once_in(3) || pos.leaders_in(there).next().is_some() {
                continue;
            }
            // Skirmishers do not run but are destroyed; then riders ride on without anybody before them.
            let rides = pos.set.unit(unit).kind.is_cavalry();
            let light = foes.iter().find(|&&e| rides && pos.set.unit(e).kind.is_skirmisher());
            let foe = light.copied().unwrap_or_else(|| *chance.pick(&foes));
            pos.put(foe, there, *chance.pick(&Facing::ALL));
            let tq = pos.set.unit(foe).tq;
            let it = pos.unit_mut(foe);
            it.morale = Morale::Steady { hits: tq.saturating_sub(1 + chance.below(2) as u8) };
            (it.left_setup, it.done.shifted) = (false, false);
        }
    }
    pos.stage = Stage::Orders(Phase { acted: true, ..Phase::new(leader, mine, PhaseKind::Initial) });
    pos
}

/// A rider with his commander, before him one who will not stand, and nobody else far and wide; `None` where
/// an army has none of them.
pub fn chased(set: &Arc<Setup>, seed: u64) -> Option<Position> {
    let mut chance = Chance::new(seed ^ 0xc4a5e);
    let mut pos = Position::new(Arc::clone(set));
    let side = *chance.pick(&Side::BOTH);
    let of = |side: Side, fits: &dyn Fn(UnitType) -> bool| -> Vec<UnitId> {
        let kind = |u: UnitId| set.unit(u).kind;
        pos.unit_ids().filter(|&u| pos.side(u) == side && !set.unit(u).two_hex && fits(kind(u))).collect()
    };
    let riders = of(side, &UnitType::is_cavalry);
    let mut prey = of(side.other(), &UnitType::is_skirmisher);
    if prey.is_empty() {
        prey = of(side.other(), &UnitType::is_cavalry);
    }
    let overall =
        |l: &LeaderId| pos.leader_spec(*l).side == side && pos.leader_spec(*l).rank == Rank::Overall;
    let leader = pos.leader_ids().find(overall).filter(|_| !riders.is_empty() && !prey.is_empty())?;
    let open: Vec<Hex> = set.field.hexes().filter(|&h| set.field.is_open(h)).collect();
    let (hex, facing) = (*chance.pick(&open), *chance.pick(&Facing::ALL));
    let there = hex.neighbour(facing.left_front()).filter(|&h| set.field.is_open(h))?;
    let (rider, fled) = (*chance.pick(&riders), *chance.pick(&prey));
    pos.put(rider, hex, facing);
    pos.put(fled, there, *chance.pick(&Facing::ALL));
    for unit in [rider, fled] {
        let it = pos.unit_mut(unit);
        (it.left_setup, it.done.shifted) = (false, false);
    }
    pos.unit_mut(fled).morale = Morale::Steady { hits: set.unit(fled).tq.saturating_sub(1) };
    pos.unit_mut(rider).shock = ShockMark::MustCheck;
    pos.place_leader(leader, Some(hex));
    asked(&mut pos, seed);
    pos.stage = Stage::Orders(Phase { acted: true, ..Phase::new(leader, side, PhaseKind::Initial) });
    Some(pos)
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
