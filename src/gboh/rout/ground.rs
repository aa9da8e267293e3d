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

/// A unit that runs from where it stands, with what every step of its way asks again.
#[derive(Clone, Copy)]
pub struct Runner<'a> {
    /// The position in which it runs.
    pub pos: &'a Position,
    /// Who.
    pub unit: UnitId,
    /// Whose.
    pub side: Side,
    start: Hexes,
    tread: Tread,
}

impl<'a> Runner<'a> {
    /// Of this unit, which stands on the map.
    #[must_use]
    pub fn new(pos: &'a Position, unit: UnitId) -> Runner<'a> {
        let spec = pos.spec(unit);
        Runner { pos, unit, side: spec.side, start: pos.hexes(unit), tread: tread(spec.kind) }
    }

    /// **spqr 6.27.** The slot to which the way from a hex across a side leads, and the points; `None` when this kind of troops
    /// may not go there.
    #[inline]
    fn points(&self, from: Hex, side: Hexside) -> Option<(usize, u8)> {
        let field = &self.pos.set.field;
        let chart = &self.pos.set.variant.charts.movement;
        let open = |going: &Going| going.hits[self.tread as usize].map(|_| going.mp);
        let (here, near) = match field.slot(from) {
            Some(slot) if field.is_plain(slot, side) => {
                let near = field.slot_beside(slot, side as usize)?;
                return open(&chart.clear).map(|mp| (near, mp));
            }
            Some(slot) => (*field.cell_at(slot), field.slot_across(slot, side)?),
            None if field.can_cross(from, side) => (field.cell(from), field.slot(from.neighbour(side)?)?),
            None => return None,
        };
        let there = field.cell_at(near);
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
        Some((near, mp))
    }

    /// **spqr 10.22.** One step of a running unit with all its hexes; `None` when it is blocked by enemies, by closed ground,
    /// or by an enemy zone without friends. An enemy leader by himself blocks the first step only: once the unit comes next to
    /// him on its way he has withdrawn or is lost (4.72).
    #[must_use]
    pub fn stride(&self, from: Hexes, side: Hexside) -> Option<Stride> {
        let (left, mut class, mut mp) = self.footing(from, from.left?, side)?;
        let mut to = Hexes::one(left);
        if let Some(half) = from.right {
            let (right, other_class, other_mp) = self.footing(from, half, side)?;
            to.right = Some(right);
            (class, mp) = (class.max(other_class), mp.max(other_mp));
        }
        Some(Stride { to, side, class, mp })
    }

    /// The same for one of its hexes: where that comes to, what it meets there, and the points.
    #[inline]
    fn footing(&self, from: Hexes, hex: Hex, side: Hexside) -> Option<(Hex, u8, u8)> {
        let pos = self.pos;
        let (slot, mp) = self.points(hex, side)?;
        let to = hex.neighbour(side)?;
        let stack = pos.stack_at(slot);
        if stack.is_empty() {
            let starts = |half: Option<Hex>| half.is_none_or(|h| self.start.contains(h));
            let held = || {
                pos.has_leader(self.side.other(), to)
                    && starts(from.left)
                    && starts(from.right)
                    && pos.is_held_by_leader(self.side, to)
            };
            let barred = pos.in_enemy_zoc(self.side, to) || held();
            return (!barred).then_some((to, 1, mp));
        }
        let class = self.among(stack, to)?;
        Some((to, class, mp))
    }

    /// The class of a hex in which somebody stands, perhaps in an enemy zone; `None` when it is blocked.
    fn among(&self, stack: Stack, at: Hex) -> Option<u8> {
        let pos = self.pos;
        if stack.units().any(|u| pos.spec(u).side != self.side) || is_closed(pos, stack) {
            return None;
        }
        match (stack.units().any(|u| u != self.unit), pos.in_enemy_zoc(self.side, at)) {
            (false, false) => Some(1),
            (true, false) => Some(2),
            (true, true) => Some(3),
            (false, true) => None,
        }
    }

    /// Hexes to go to the edge, of the nearer half.
    #[must_use]
    #[inline]
    pub fn way_home(&self, at: Hexes) -> u8 {
        let far = |h: Hex| self.pos.set.field.to_retreat(self.side, h);
        match (at.left, at.right) {
            (Some(left), Some(right)) => far(left).min(far(right)),
            (Some(one), None) | (None, Some(one)) => far(one),
            (None, None) => 0,
        }
    }

    /// Enemy and friendly neighbours of a place on the map, each counted once for each hexside that touches.
    #[must_use]
    pub fn touching(&self, at: Hexes) -> (u8, u8) {
        let pos = self.pos;
        let (mut foes, mut friends) = (0, 0);
        for hex in at.iter() {
            let mut held = pos.presence().beside(hex);
            let Some(slot) = pos.set.field.slot(hex).filter(|_| held != 0) else { continue };
            while held != 0 {
                let side = held.trailing_zeros() as usize;
                held &= held - 1;
                let Some(near) = pos.set.field.slot_beside(slot, side) else { continue };
                for other in pos.stack_at(near).units().filter(|&u| u != self.unit) {
                    // Whichever counter stands for it, it is of the same side.
                    if pos.set.unit(other).side == self.side {
                        friends += 1;
                    } else {
                        foes += 1;
                    }
                }
            }
        }
        (foes, friends)
    }
}

/// Is it a phalanx in double depth, which nobody may enter (9.52)?
fn is_closed(pos: &Position, stack: Stack) -> bool {
    stack.bottom.is_some_and(|u| pos.spec(u).two_hex) && stack.top.is_some_and(|u| pos.spec(u).two_hex)
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
pub fn friends_in(pos: &Position, runner: UnitId, at: Hexes) -> impl Iterator<Item = UnitId> {
    let side = pos.spec(runner).side;
    let mut found = [None; 4];
    let mut count = 0;
    for u in at.iter().flat_map(|h| pos.stack(h).units()) {
        if u != runner && pos.spec(u).side == side && !found.contains(&Some(u)) {
            found[count] = Some(u);
            count += 1;
        }
    }
    found.into_iter().flatten()
}
