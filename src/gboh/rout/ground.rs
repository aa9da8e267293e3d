//! Which hexes a routed unit may run into, and what it meets there (10.22, 10.23, 6.69).

use crate::piece::{Side, UnitId, UnitType};
use crate::position::{Hexes, Position, Stack};
use crate::rout::sides::rings;
use crate::variant::charts::{Going, Trample, Tread};
use tess_hex::{Hex, Hexside};

/// What one step of a running unit leads into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stride {
    /// Where it stands then.
    pub to: Hexes,
    /// The slot of that, or of its left half.
    pub slot: u16,
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
    /// What a step over clear ground costs it, where it may go there at all.
    clear: Option<u8>,
    /// The sides that lead into each ring on its way home, from even columns and from odd ones.
    rings: [[u8; 3]; 2],
}

impl<'a> Runner<'a> {
    /// Of this unit, which stands on the map.
    #[must_use]
    pub fn new(pos: &'a Position, unit: UnitId) -> Runner<'a> {
        let spec = pos.spec(unit);
        let tread = tread(spec.kind);
        let clear = open(&pos.set.variant.charts.movement.clear, tread);
        let rings = [false, true].map(|odd| rings(pos.set.field.retreat[spec.side], odd));
        Runner { pos, unit, side: spec.side, start: pos.hexes(unit), tread, clear, rings }
    }

    /// The sides of a hex that lead nearer to the edge, as near, and further, a bit for each.
    #[inline]
    pub(crate) fn rings(&self, hex: Hex) -> [u8; 3] {
        self.rings[usize::from(hex.col() & 1)]
    }

    /// **spqr 6.27.** The slot to which the way from a hex across a side leads, and the points; `None` when
    /// this kind of troops may not go there. `here` is the slot of the hex: a half of a unit may stick out
    /// over the map.
    #[inline]
    pub(crate) fn points(&self, from: Hex, here: Option<usize>, side: Hexside) -> Option<(usize, u8)> {
        let field = &self.pos.set.field;
        match here {
            Some(slot) if field.is_plain(slot, side) => Some((field.slot_beside(slot, side)?, self.clear?)),
            _ => self.points_by_chart(from, here, side),
        }
    }

    /// The slot and the points of a step over whatever ground, from the chart of movement.
    #[inline(never)]
    fn points_by_chart(&self, from: Hex, here: Option<usize>, side: Hexside) -> Option<(usize, u8)> {
        let field = &self.pos.set.field;
        let chart = &self.pos.set.variant.charts.movement;
        let open = |going: &Going| open(going, self.tread);
        let (here, near) = match here {
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

    /// **spqr 10.22.** One step of a running unit with all its hexes; `None` when it is blocked by enemies,
    /// by closed ground, or by an enemy zone without friends. An enemy leader by himself blocks the first
    /// step only: once the unit comes next to him on its way he has withdrawn or is lost (4.72).
    #[must_use]
    pub fn stride(&self, from: Hexes, side: Hexside) -> Option<Stride> {
        let left = from.left?;
        let half = |hex| self.footing(from, hex, self.pos.set.field.slot(hex), side);
        let mut stride = half(left)?;
        if let Some(right) = from.right {
            let other = half(right)?;
            stride.to.right = other.to.left;
            (stride.class, stride.mp) = (stride.class.max(other.class), stride.mp.max(other.mp));
        }
        Some(stride)
    }

    /// The step of one of its hexes, which lies in this slot.
    fn footing(&self, from: Hexes, hex: Hex, here: Option<usize>, side: Hexside) -> Option<Stride> {
        let (slot, mp) = self.points(hex, here, side)?;
        let to = hex.neighbour(side)?;
        let starts = |half: Option<Hex>| half.is_none_or(|h| self.start.contains(h));
        let class = self.class(to, slot, starts(from.left) && starts(from.right))?;
        Some(Stride { to: Hexes::one(to), slot: slot as u16, side, class, mp })
    }

    /// **spqr 10.22.** The class of a hex in this slot; `None` when it is blocked. `first`: for the first
    /// step of the way.
    #[inline]
    pub(crate) fn class(&self, hex: Hex, slot: usize, first: bool) -> Option<u8> {
        let stack = self.pos.stack_at(slot);
        if !stack.is_empty() {
            return self.among(stack, hex);
        }
        let barred =
            self.pos.in_enemy_zoc(self.side, hex) || first && self.pos.is_held_by_leader(self.side, hex);
        (!barred).then_some(1)
    }

    /// The class of a hex in which somebody stands, perhaps in an enemy zone; `None` when it is blocked.
    fn among(&self, stack: Stack, at: Hex) -> Option<u8> {
        let pos = self.pos;
        if stack.units().any(|u| pos.side(u) != self.side) || is_closed(pos, stack) {
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

    /// [`Runner::way_home`] of a hex in a slot.
    #[inline]
    pub(crate) fn way_home_from(&self, slot: u16) -> u8 {
        self.pos.set.field.slot_to_retreat(self.side, usize::from(slot))
    }

    /// Does it take its first step from this hex?
    #[inline]
    pub(crate) fn starts_in(&self, hex: Hex) -> bool {
        self.start.contains(hex)
    }

    /// Enemy and friendly neighbours of where a step leads, each counted once for each hexside that touches.
    #[must_use]
    #[inline]
    pub fn touching(&self, s: &Stride) -> (u8, u8) {
        let Some(left) = s.to.left else { return (0, 0) };
        let (mut foes, mut friends) = self.beside(left, usize::from(s.slot));
        if let Some(right) = s.to.right
            && let Some(slot) = self.pos.set.field.slot(right)
        {
            let (more_foes, more_friends) = self.beside(right, slot);
            (foes, friends) = (foes + more_foes, friends + more_friends);
        }
        (foes, friends)
    }

    /// Enemy and friendly neighbours of one hex, each counted once for each hexside that touches.
    fn beside(&self, hex: Hex, slot: usize) -> (u8, u8) {
        let pos = self.pos;
        let (mut foes, mut friends) = (0, 0);
        for side in Hexside::in_mask(pos.presence().beside(hex)) {
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
        (foes, friends)
    }
}

/// The points for a kind of going, where these troops may go at all.
fn open(going: &Going, tread: Tread) -> Option<u8> {
    going.hits[tread as usize].map(|_| going.mp)
}

/// Is it a phalanx in double depth, which nobody may enter (9.52)?
fn is_closed(pos: &Position, stack: Stack) -> bool {
    stack.bottom.is_some_and(|u| pos.spec(u).two_hex) && stack.top.is_some_and(|u| pos.spec(u).two_hex)
}

/// **spqr 6.69, mandatory movement.** What a stationary unit suffers from a runner that passes through, or
/// would stop.
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
    let side = pos.side(runner);
    let mut found = [None; 4];
    let mut count = 0;
    for u in at.iter().flat_map(|h| pos.stack(h).units()) {
        if u != runner && pos.side(u) == side && !found.contains(&Some(u)) {
            found[count] = Some(u);
            count += 1;
        }
    }
    found.into_iter().flatten()
}
