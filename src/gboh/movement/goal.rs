//! Where a way is to lead, and what the rest of it costs at least.
//!
//! An order that names a hex has the cheapest way looked for. Without this bound the search would walk
//! through everything that the unit can reach; with it, it leaves out whatever cannot come to the hex within
//! the points that are known to do. That is what this layer buys: for the moves of a battle the bench is
//! `rules_replay` in `benches/replay.rs`, and `books.rs` beside it for a field of every book. The bound is
//! never above what a way costs, so that the way found is the one of a search without it.

use crate::movement::cost;
use crate::movement::march::{Body, March};
use crate::position::{Formation, Position};
use tess_hex::{Facing, Hex};

/// A hex to reach, facing so at the end or anyhow, within so many points.
pub(crate) struct Goal {
    pub hex: Hex,
    pub facing: Option<Facing>,
    /// Points that the way may cost.
    pub most: u8,
    /// Half points that a hex costs at least: one where there are Roman roads.
    pub least: u8,
    /// What turning costs; `None` where moves alone turn the unit too.
    pub turns: Option<Turns>,
}

/// Half points for turning.
pub(crate) struct Turns {
    /// So many vertices.
    by: [u8; 4],
    rate: Rate,
}

/// What turns are paid by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rate {
    /// Each vertex costs so much.
    Vertex(u8),
    /// Each turn costs so much, however far it goes: the first one, and the second at least. Instead of the
    /// second a hex more may do, which counts where that costs less.
    Turn(u8, u8),
}

/// The turns without which nobody comes to a place over open ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Needed {
    /// Vertices in all, at least.
    vertices: u8,
    /// Turns in which so few vertices are turned.
    turns: u8,
    /// Turns at least, by however many vertices.
    fewest: u8,
}

/// [`Needed`] by how many vertices to the right the facing at the end lies of the facing now, last for any
/// facing at the end, and by the facings from which the goal lies before the unit, counted from the facing
/// now.
///
/// Going on through front sides needs no more hexes than there are between, so the sides that lead nearer to
/// the goal are entered and no others, and each of them has to be a front side of a facing taken on the way:
/// of the one now, of the one at the end, or of one between the two.
static NEEDED: [[Needed; 64]; 7] = needed();

const fn needed() -> [[Needed; 64]; 7] {
    const fn fronts(facing: usize) -> u8 {
        (1 << (facing % 6)) | (1 << ((facing + 1) % 6))
    }
    const fn vertices(from: usize, to: usize) -> u8 {
        let right = (to + 6 - from) % 6;
        (if right > 3 { 6 - right } else { right }) as u8
    }
    const fn fewer(a: Needed, b: Needed) -> Needed {
        let less = b.vertices < a.vertices || b.vertices == a.vertices && b.turns < a.turns;
        let (vertices, turns) = if less { (b.vertices, b.turns) } else { (a.vertices, a.turns) };
        Needed { vertices, turns, fewest: if b.fewest < a.fewest { b.fewest } else { a.fewest } }
    }
    let never = Needed { vertices: u8::MAX, turns: u8::MAX, fewest: u8::MAX };
    let mut table = [[never; 64]; 7];
    let mut before = 0;
    while before < 64 {
        // Sides that lead nearer are front sides of all those facings.
        let (mut nearer, mut facing) = (0b11_1111, 0);
        while facing < 6 {
            if before >> facing & 1 == 1 {
                nearer &= fronts(facing);
            }
            facing += 1;
        }
        let mut end = 0;
        while end < 6 {
            let mut least = never;
            let mut between = 0;
            while between < 6 {
                let known = fronts(0) | fronts(end) | fronts(between);
                if nearer & !known == 0 {
                    let turns = (between != 0) as u8 + (between != end) as u8;
                    let by = vertices(0, between) + vertices(between, end);
                    least = fewer(least, Needed { vertices: by, turns, fewest: turns });
                }
                between += 1;
            }
            table[end][before] = least;
            table[6][before] = fewer(table[6][before], least);
            end += 1;
        }
        before += 1;
    }
    table
}

impl Turns {
    fn new(by: [u8; 4], least: u8) -> Turns {
        let [_, one, two, three] = by;
        let rate = if one > 0 && two == one.saturating_mul(2) && three == one.saturating_mul(3) {
            Rate::Vertex(one)
        } else {
            Rate::Turn(one, one.min(least))
        };
        Turns { by, rate }
    }

    /// So many vertices.
    pub(crate) fn by(&self, vertices: u8) -> u8 {
        self.by[usize::from(vertices)]
    }

    /// Is what [`Turns::least`] says what open ground costs, not only the least it may cost?
    pub(crate) fn are_exact(&self) -> bool {
        match self.rate {
            Rate::Vertex(_) => true,
            Rate::Turn(one, more) => self.by[2] == one && self.by[3] == one && more == one,
        }
    }

    /// Half points and turns from a facing to reach what looks so, facing so at the end or anyhow, over open
    /// ground: the least that it may cost.
    #[inline]
    pub(crate) fn least(&self, start: Facing, end: Option<Facing>, outlook: Outlook) -> (u8, u8) {
        let now = start as usize;
        let right = end.map_or(6, |end| start.clockwise_to(end) as usize);
        let before = usize::from(outlook.before);
        let needed = &NEEDED[right][(before >> now | before << (6 - now)) & 63];
        match self.rate {
            Rate::Vertex(each) => (each.saturating_mul(needed.vertices), needed.turns),
            Rate::Turn(first, more) => {
                let turns = needed.fewest;
                let halves = match turns {
                    0 => 0,
                    1 => first,
                    _ => first.saturating_add(more),
                };
                (halves, turns)
            }
        }
    }
}

/// How a goal looks from a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Outlook {
    /// Hexes to it.
    far: u8,
    /// A bit for each facing from which it is reached by going on through the two front sides, without a
    /// turn.
    before: u8,
}

/// The facings before which something lies, by the signs of the three axial differences: -, 0, +.
static BEFORE: [[[u8; 3]; 3]; 3] = before();

const fn before() -> [[[u8; 3]; 3]; 3] {
    let mut table = [[[0; 3]; 3]; 3];
    let mut n = 0;
    while n < 27 {
        let (q, r, s) = (n / 9, n / 3 % 3, n % 3);
        table[q][r][s] = ((q >= 1 && s >= 1) as u8) << Facing::NE as u8
            | ((r <= 1 && s <= 1) as u8) << Facing::E as u8
            | ((q >= 1 && r >= 1) as u8) << Facing::SE as u8
            | ((q <= 1 && s <= 1) as u8) << Facing::SW as u8
            | ((r >= 1 && s >= 1) as u8) << Facing::W as u8
            | ((q <= 1 && r <= 1) as u8) << Facing::NW as u8;
        n += 1;
    }
    table
}

impl Outlook {
    /// The outlook from one hex to another. A goal lies before a facing when neither of its ways from here
    /// leads back past one of the two front sides: the signs of the three axial differences tell.
    #[inline]
    pub(crate) fn between(from: Hex, to: Hex) -> Outlook {
        let ((q1, r1), (q2, r2)) = (from.axial(), to.axial());
        let (q, r) = (q2 - q1, r2 - r1);
        let s = -q - r;
        let sign = |difference: i32| (difference.signum() + 1) as usize;
        let before = BEFORE[sign(q)][sign(r)][sign(s)];
        let far = q.unsigned_abs().max(r.unsigned_abs()).max(s.unsigned_abs()) as u8;
        Outlook { far, before }
    }

    /// Hexes to it.
    pub(crate) fn far(self) -> u8 {
        self.far
    }

    /// Is it reached from that facing by going on through the two front sides, without a turn?
    #[inline]
    pub(crate) fn is_before(self, facing: Facing) -> bool {
        self.before >> facing as u8 & 1 == 1
    }
}

impl Goal {
    pub(crate) fn new(pos: &Position, body: &Body, hex: Hex, facing: Option<Facing>) -> Goal {
        let least = if pos.set.field.has_roman_roads() { 1 } else { 2 };
        let turns = (!body.two_hex).then(|| {
            let by = [0, 1, 2, 3].map(|n| cost::turning_points(pos, body.unit, n).saturating_mul(2));
            Turns::new(by, least)
        });
        Goal { hex, facing, most: body.allowance, least, turns }
    }

    /// The points that the way may cost, in halves.
    pub(crate) fn most_halves(&self) -> u8 {
        self.most.saturating_mul(2)
    }

    /// How the goal looks from a hex.
    #[inline]
    pub(crate) fn outlook(&self, from: Hex) -> Outlook {
        Outlook::between(from, self.hex)
    }

    /// Half points that the rest of the way costs at least: the hexes, and the turns without which the unit
    /// does not get there or does not face so at the end. Never more for a step than the step costs, so that
    /// a bound leaves out whole ways only.
    pub(crate) fn rest(&self, body: &Body, march: &March) -> u8 {
        let outlook = self.outlook(march.hex);
        if body.two_hex || march.formation != Formation::Line {
            return self.far(outlook);
        }
        self.rest_of(outlook, march.facing)
    }

    /// Half points that the rest of the way costs a one-hex unit in line at least.
    #[inline]
    pub(crate) fn rest_of(&self, outlook: Outlook, facing: Facing) -> u8 {
        let far = self.far(outlook);
        self.turns
            .as_ref()
            .map_or(far, |turns| far.saturating_add(turns.least(facing, self.facing, outlook).0))
    }

    /// Half points for the hexes that lie between.
    #[inline]
    pub(crate) fn far(&self, outlook: Outlook) -> u8 {
        outlook.far.saturating_mul(self.least)
    }

    /// Half points for turning so many vertices, at least.
    #[inline]
    pub(crate) fn turning(&self, vertices: u8) -> u8 {
        self.turns.as_ref().map_or(0, |turns| turns.by(vertices))
    }

    /// Is a way that has come so far not worth following any further?
    pub(crate) fn is_beyond(&self, body: &Body, march: &March) -> bool {
        march.halves().saturating_add(self.rest(body, march)) > self.most_halves()
    }

    /// Does the bound rule a hex out before its cost is known?
    pub(crate) fn is_vain_hex(&self, body: &Body, march: &March, hex: Hex) -> bool {
        if !body.two_hex && self.turns.is_none() || march.formation != Formation::Line {
            return false;
        }
        let rest = self.rest(body, &March { hex, ..*march });
        march.halves().saturating_add(self.least).saturating_add(rest) > self.most_halves()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proving_ground::hex;

    /// Going on through the front sides only, `far` steps: where one comes to.
    fn comes_to(from: Hex, facing: Facing, far: u8) -> Vec<Hex> {
        let mut edge = vec![from];
        for _ in 0..far {
            let sides = [facing.left_front(), facing.right_front()];
            edge = edge.iter().flat_map(|h| sides.into_iter().filter_map(|s| h.neighbour(s))).collect();
        }
        edge
    }

    /// What the table says is what the cheapest of all ways over open ground costs, or no more where it is
    /// not exact.
    #[test]
    fn the_turns_needed_are_those_of_the_cheapest_way() {
        use std::collections::{BTreeMap, BTreeSet};
        let start = hex(3030);
        for (by, least) in [
            ([0, 2, 4, 6], 2),
            ([0, 4, 8, 12], 2),
            ([0, 2, 4, 6], 1),
            ([0, 2, 2, 2], 2),
            ([0, 2, 2, 2], 1),
            ([0, 0, 0, 0], 2),
            ([0, 4, 4, 4], 2),
        ] {
            let turns = Turns::new(by, least);
            let mut settled: BTreeMap<(Hex, Facing), (u8, u8)> = BTreeMap::new();
            let mut open = BTreeSet::from([(0, 0, start, Facing::NE)]);
            while let Some((halves, steps, at, facing)) = open.pop_first() {
                if at.distance(start) > 8 || settled.contains_key(&(at, facing)) {
                    continue;
                }
                settled.insert((at, facing), (halves, steps));
                for side in [facing.left_front(), facing.right_front()] {
                    open.extend(at.neighbour(side).map(|to| (halves + least, steps + 1, to, facing)));
                }
                for n in 1..6_u8 {
                    let cost = by[usize::from(n.min(6 - n))];
                    open.insert((halves + cost, steps + 1, at, facing.turn(n as i8)));
                }
            }
            let near = |at: &Hex| at.distance(start) <= 5;
            for (&(at, facing), &(halves, steps)) in settled.iter().filter(|((at, _), _)| near(at)) {
                let outlook = Outlook::between(start, at);
                let (paid, turned) = turns.least(Facing::NE, Some(facing), outlook);
                let told = (outlook.far * least + paid, outlook.far + turned);
                if turns.are_exact() {
                    assert_eq!(told, (halves, steps), "{at} {facing} {by:?} {least}");
                } else {
                    assert!(told.0 <= halves, "{at} {facing} {by:?} {least}");
                }
                let anyhow = Facing::ALL.map(|f| settled[&(at, f)]).into_iter().min();
                let (paid, turned) = turns.least(Facing::NE, None, outlook);
                let told = (outlook.far * least + paid, outlook.far + turned);
                if turns.are_exact() {
                    assert_eq!(Some(told), anyhow, "{at} {by:?} {least}");
                } else {
                    assert!(Some(told.0) <= anyhow.map(|a| a.0), "{at} {by:?} {least}");
                }
            }
        }
    }

    #[test]
    fn a_goal_lies_before_a_facing_when_its_front_sides_lead_there() {
        for from in [hex(2010), hex(2110)] {
            for n in 0..15 * 15 {
                let to = Hex::new(from.col() - 7 + n % 15, from.row() - 7 + n / 15);
                let outlook = Outlook::between(from, to);
                assert_eq!(outlook.far, from.distance(to));
                for facing in Facing::ALL {
                    let lies = comes_to(from, facing, outlook.far).contains(&to);
                    assert_eq!(outlook.is_before(facing), lies, "{from} {to} {facing}");
                }
            }
        }
    }
}
