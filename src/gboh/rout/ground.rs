//! Which hexes a routed unit may run into, and what it meets there (10.22, 10.23, 6.69).

use crate::gboh::piece::{Side, UnitId, UnitType};
use crate::gboh::position::{Hexes, Position, Stack};
use crate::gboh::variant::charts::{Going, Trample, Tread};
use crate::hex::{Hex, Hexside};

/// What one step of a running unit leads into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stride {
    /// Where it stands then.
    pub to: Hexes,
    /// Across which side it went.
    pub side: Hexside,
    /// **spqr 10.22.** 1 vacant, 2 friends, 3 friends in an enemy zone; of two halves the worse.
    pub class: u8,
    /// Movement points (10.23).
    pub mp: u8,
}

/// The movement chart's kind of troops (6.27).
#[must_use]
pub fn tread(kind: UnitType) -> Tread {
    use UnitType::*;
    match kind {
        PH | HI => Tread::Heavy,
        LG | MI | BI | LI | LP | SK | SKS => Tread::Medium,
        HC | RC | LN | LC => Tread::Cavalry,
        EL => Tread::Elephant,
        CH => Tread::Chariot,
    }
}

/// **spqr 6.27.** Points to go from a hex across a side, `None` when this kind of troops may not.
#[must_use]
pub fn points(pos: &Position, kind: UnitType, from: Hex, side: Hexside) -> Option<u8> {
    let field = &pos.set.field;
    let chart = &pos.set.variant.charts.movement;
    let open = |going: &Going| going.hits[tread(kind) as usize].map(|_| going.mp);
    let to = from.neighbour(side)?;
    let (here, there) = match field.slot(from) {
        Some(slot) if field.is_plain(slot, side) => return open(&chart.clear),
        Some(slot) => (*field.cell_at(slot), *field.cell_at(field.slot_across(slot, side)?)),
        None if field.can_cross(from, side) => (field.cell(from), field.cell(to)),
        None => return None,
    };
    let mut mp = open(chart.ground(there.terrain)?)?;
    if here.streams & (1 << side as u8) != 0 {
        mp += open(&chart.stream)?;
    }
    if let Some(rampart) = chart.rampart.as_ref().filter(|_| field.has_rampart(from, side)) {
        mp += open(rampart)?;
    }
    if there.level > here.level {
        let up = there.level.saturating_sub(here.level) as u8;
        mp = mp.saturating_add(open(&chart.up_one)?.saturating_mul(up));
    }
    Some(mp)
}

/// Is it a phalanx in double depth, which nobody may enter (9.52)?
fn is_closed(pos: &Position, stack: Stack) -> bool {
    stack.bottom.is_some_and(|u| pos.spec(u).two_hex) && stack.top.is_some_and(|u| pos.spec(u).two_hex)
}

/// **spqr 10.22.** One step of a running unit with all its hexes; `None` when it is blocked by enemies, by closed ground,
/// or by an enemy zone without friends. An enemy leader by himself blocks the first step only: once the unit comes next to
/// him on its way he has withdrawn or is lost (4.72).
#[must_use]
pub fn stride(pos: &Position, unit: UnitId, from: Hexes, side: Hexside) -> Option<Stride> {
    let (left, mut class, mut mp) = footing(pos, unit, from, from.left?, side)?;
    let mut to = Hexes::one(left);
    if let Some(half) = from.right {
        let (right, other_class, other_mp) = footing(pos, unit, from, half, side)?;
        to.right = Some(right);
        (class, mp) = (class.max(other_class), mp.max(other_mp));
    }
    Some(Stride { to, side, class, mp })
}

/// The same for one of its hexes: where that comes to, what it meets there, and the points.
#[inline]
fn footing(pos: &Position, unit: UnitId, from: Hexes, hex: Hex, side: Hexside) -> Option<(Hex, u8, u8)> {
    let spec = pos.spec(unit);
    let mp = points(pos, spec.kind, hex, side)?;
    let to = hex.neighbour(side)?;
    let stack = pos.stack(to);
    let mut friends = false;
    if !stack.is_empty() {
        if stack.units().any(|u| pos.spec(u).side != spec.side) || is_closed(pos, stack) {
            return None;
        }
        friends = stack.units().any(|u| u != unit);
    }
    let class = match (friends, pos.in_enemy_zoc(spec.side, to)) {
        (false, false) => 1,
        (true, false) => 2,
        (true, true) => 3,
        (false, true) => return None,
    };
    let starts = || from.iter().all(|h| pos.hexes(unit).contains(h));
    if stack.is_empty() && starts() && pos.is_held_by_leader(spec.side, to) {
        return None;
    }
    Some((to, class, mp))
}

/// **spqr 6.69, mandatory movement.** What a stationary unit suffers from a runner that passes through, or would stop.
#[must_use]
pub fn trample(pos: &Position, runner: UnitId, friend: UnitId, stopping: bool) -> Trample {
    let chart = &pos.set.variant.charts.stacking;
    let (mover, still) = (pos.spec(runner), pos.spec(friend));
    let pick = |pair: (Trample, Trample)| if stopping { pair.1 } else { pair.0 };
    let spared = Trample { hits: 0, check: false };
    let loose = still.kind.is_skirmisher() || still.is_velites();
    if mover.is_velites() {
        return if loose { spared } else { pick(chart.rout_velites) };
    }
    if !mover.is_roman_foot() {
        return pick(chart.rout_basic);
    }
    // Before two units the runner is a third one and counts as basic (6.63).
    if pos.partner(friend).is_some_and(|p| p != runner) {
        return pick(chart.rout_basic);
    }
    // The chart spares velites of the same legion only, whatever the example says.
    if stopping && still.is_velites() && still.colour == mover.colour {
        return spared;
    }
    if still.is_roman_foot() && !loose && still.colour == mover.colour {
        pick(chart.rout_roman_same)
    } else {
        pick(chart.rout_roman_other)
    }
}

/// How dear a trampling is to the runner's side, in tenths of a hit: certain hits, what a check costs on
/// average, and a routed friend's life.
#[must_use]
pub fn harm(pos: &Position, runner: UnitId, at: Hexes, stopping: bool) -> u32 {
    let mut sum = 0;
    for friend in friends_in(pos, runner, at) {
        let t = trample(pos, runner, friend, stopping);
        let quality = pos.quality(friend);
        let check: u32 =
            if t.check { (0..=9u8).map(|d| u32::from(d.saturating_sub(quality))).sum() } else { 0 };
        sum += if pos.is_routed(friend) && t.hits > 0 {
            10 * u32::from(pos.spec(friend).tq)
        } else {
            10 * u32::from(t.hits) + check
        };
    }
    sum
}

/// Friends of a runner in these hexes, each once, top first.
#[must_use]
pub fn friends_in(pos: &Position, runner: UnitId, at: Hexes) -> Vec<UnitId> {
    let mut found = Vec::new();
    for h in at.iter() {
        for u in pos.stack(h).units() {
            if u != runner && pos.spec(u).side == pos.spec(runner).side && !found.contains(&u) {
                found.push(u);
            }
        }
    }
    found
}

/// Enemy and friendly neighbours of a place on the map, each counted once for each hexside that touches.
#[must_use]
pub fn touching(pos: &Position, unit: UnitId, at: Hexes) -> (u8, u8) {
    let side = pos.spec(unit).side;
    let (mut foes, mut friends) = (0, 0);
    let crowded = |h: &Hex| Side::BOTH.into_iter().any(|s| pos.presence().touches(s, *h));
    for slot in at.iter().filter(crowded).filter_map(|h| pos.set.field.slot(h)) {
        for (_, near) in pos.set.field.around(slot) {
            for other in pos.stack_at(near).units().filter(|&u| u != unit) {
                if pos.spec(other).side == side {
                    friends += 1;
                } else {
                    foes += 1;
                }
            }
        }
    }
    (foes, friends)
}
