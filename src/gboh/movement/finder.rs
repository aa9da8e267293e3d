//! The cheapest legal way: fewest hits, then fewest points, then fewest steps.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::bar::Bar;
use super::cost;
use super::inertia;
use super::march::{Body, March, muster};
use super::preview::cannot_stop;
use super::stacking;
use super::step::step;
use crate::effects::{Refusal, Rule};
use crate::gboh::order::Step;
use crate::gboh::piece::{Class, UnitId};
use crate::gboh::position::{Formation, Position};
use crate::hex::{Facing, Hex};

/// A place that a unit can reach and stop at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Hex (left half of a two-hex unit).
    pub hex: Hex,
    /// Facing there.
    pub facing: Facing,
    /// Points spent.
    pub mp: u8,
    /// Hits that are certain, a moved-again hit (6.13) not among them.
    pub hits: u8,
    /// The cheapest way.
    pub steps: Vec<Step>,
}

/// Everywhere the unit can go by itself and stop, as the field lies now, by hex and facing; empty when it may not move.
#[must_use]
pub fn reachable(pos: &Position, unit: UnitId) -> Vec<Reach> {
    reachable_as(pos, unit, false, false)
}

/// The same for a stack (6.64), or for a phalanx with its higher allowance (6.41).
#[must_use]
pub fn reachable_as(pos: &Position, unit: UnitId, stack: bool, extended: bool) -> Vec<Reach> {
    let Ok((body, march)) = muster(pos, unit, stack, extended) else { return Vec::new() };
    let mut search = Search::new(pos, &body, march);
    search.run(None);
    let mut reached: Vec<Reach> = Vec::new();
    for &n in &search.first {
        let m = search.nodes[n as usize].march;
        let same = reached.iter().any(|r| r.hex == m.hex && r.facing == m.facing);
        let rests = || inertia::onward(pos, &body, &m, None).is_none();
        if m.steps > 0 && !same && stacking::may_end(pos, &body, &m) && rests() {
            let steps = search.steps_to(n);
            reached.push(Reach { hex: m.hex, facing: m.facing, mp: m.mp, hits: m.hits, steps });
        }
    }
    reached.sort_unstable_by_key(|r| (r.hex, r.facing));
    reached
}

/// The steps of the cheapest way to a hex, facing so at the end.
pub(super) fn way(
    pos: &Position,
    body: &Body,
    start: &March,
    hex: Hex,
    facing: Option<Facing>,
) -> Result<Vec<Step>, Refusal> {
    let mut goal = Goal::new(pos, body, hex, facing);
    let mut search = Search::new(pos, body, *start);
    let straight = start.halves().saturating_add(goal.rest(body, start)).div_ceil(2);
    let near = [straight, straight.saturating_add(1), straight.saturating_add(2)];
    for most in near.into_iter().filter(|&m| m < body.allowance).chain([body.allowance]) {
        // A way without further hits that keeps within fewer points is the cheapest of all: whatever is cheaper keeps
        // within them too.
        goal.most = most;
        if let Some(n) = search.run(Some(&goal))
            && (most == body.allowance || search.nodes[n as usize].march.hits == start.hits)
        {
            return Ok(search.steps_to(n));
        }
        search.restart(*start);
    }
    // There is none. Where it could go at all tells why.
    goal.turns = None;
    search.run(Some(&goal));
    let code = &pos.spec(body.unit).code;
    if start.hex == hex && facing.is_none_or(|f| f == start.facing) {
        return Err(Refusal::new(Rule("6.31"), format!("{code} stands there already")));
    }
    if body.held && start.hex != hex {
        return Err(Bar::Triarii.refusal(pos, body, start));
    }
    if body.spent && start.hex != hex {
        return Err(Bar::Spent.refusal(pos, body, start));
    }
    let there = search.nodes.iter().find(|n| n.march.hex == hex).map(|n| n.march);
    Err(match there {
        Some(m) if !stacking::may_end(pos, body, &m) => cannot_stop(pos, body, &m),
        Some(m) => Refusal::new(
            Rule("6.25"),
            format!("{code} can reach {hex} but not face {} there", facing.unwrap_or(m.facing)),
        )
        .help(format!("with {} MP it arrives facing {}", body.allowance, m.facing)),
        None => Refusal::new(Rule("6.25"), format!("{code} cannot reach {hex} with {} MP", body.allowance))
            .help("`tess legal` lists where it can go"),
    }
    .at(hex.to_string()))
}

struct Goal {
    hex: Hex,
    facing: Option<Facing>,
    /// Points that the way may cost.
    most: u8,
    /// Half points that a hex costs at least: one where there are Roman roads.
    least: u8,
    /// Half points for turning so many vertices; `None` where moves alone turn the unit too.
    turns: Option<[u8; 4]>,
}

impl Goal {
    fn new(pos: &Position, body: &Body, hex: Hex, facing: Option<Facing>) -> Goal {
        let turn = |n| cost::turning(pos, body.unit, hex, n).0.saturating_mul(2);
        let turns = (!body.two_hex).then(|| [0, 1, 2, 3].map(turn));
        let least = if pos.set.field.has_roman_roads() { 1 } else { 2 };
        Goal { hex, facing, most: body.allowance, least, turns }
    }

    /// Half points that the rest of the way costs at least: the hexes, and the turns without which the unit does not get there
    /// or does not face so at the end. Never more for a step than the step costs, so that a bound leaves out whole ways only.
    #[inline]
    fn rest(&self, body: &Body, march: &March) -> u8 {
        let far = march.hex.distance(self.hex).saturating_mul(self.least);
        let Some(turns) = self.turns.filter(|_| !body.two_hex && march.formation == Formation::Line) else {
            return far;
        };
        far.saturating_add(turns[self.vertices(march.hex, march.facing)])
    }

    /// How many vertices a one-hex unit in line has still to turn, at least.
    #[inline]
    fn vertices(&self, hex: Hex, facing: Facing) -> usize {
        let round = self.facing.map_or(0, |f| (f as i8 - facing as i8).rem_euclid(6) as usize);
        let last = round.min(6 - round);
        if last == 0 && !is_before(hex, facing, self.hex) { 1 } else { last }
    }

    /// Is a way that has come so far not worth following any further?
    fn is_beyond(&self, body: &Body, march: &March) -> bool {
        march.halves().saturating_add(self.rest(body, march)) > self.most_halves()
    }

    fn most_halves(&self) -> u8 {
        self.most.saturating_mul(2)
    }
}

/// Can the hex be reached by going on through the two front sides, without a turn?
fn is_before(from: Hex, facing: Facing, to: Hex) -> bool {
    /// Axial steps clockwise from N.
    const STEPS: [(i32, i32); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
    let ((q1, r1), (q2, r2)) = (from.axial(), to.axial());
    let (q, r) = (q2 - q1, r2 - r1);
    let left = STEPS[facing.left_front() as usize];
    let right = STEPS[facing.right_front() as usize];
    q * right.1 - r * right.0 >= 0 && left.0 * r - left.1 * q >= 0
}

struct Node {
    march: March,
    parent: u32,
    step: Option<Step>,
}

/// Hits, half points, steps, hex, facing, and the node: the order in which places are settled, in the bits of one number,
/// which is compared faster than a tuple.
type Key = u64;

/// Bits of a key that name the node; no search comes near so many.
const NODE_BITS: u32 = 23;

fn key(march: &March, node: u32) -> Key {
    let bytes = [march.hits, march.halves(), march.steps].into_iter().fold(0, |k, b| k << 8 | u64::from(b));
    let place = u64::from(march.hex.number()) << 3 | march.facing as u64;
    bytes << (17 + NODE_BITS) | place << NODE_BITS | u64::from(node)
}

struct Search<'a> {
    pos: &'a Position,
    body: &'a Body,
    nodes: Vec<Node>,
    heap: BinaryHeap<Reverse<Key>>,
    /// Fewest half points of a settled way to a place, 255 where there is none yet; later ways have no fewer hits.
    best: Vec<u8>,
    /// Nodes settled first at their place.
    first: Vec<u32>,
}

impl<'a> Search<'a> {
    fn new(pos: &'a Position, body: &'a Body, start: March) -> Search<'a> {
        let mut search = Search {
            pos,
            body,
            nodes: Vec::with_capacity(64),
            heap: BinaryHeap::with_capacity(64),
            best: vec![u8::MAX; pos.set.field.count() * 6],
            first: Vec::new(),
        };
        search.push(start, 0, None);
        search
    }

    fn restart(&mut self, start: March) {
        self.nodes.clear();
        self.heap.clear();
        self.best.fill(u8::MAX);
        self.first.clear();
        self.push(start, 0, None);
    }

    fn push(&mut self, march: March, parent: u32, step: Option<Step>) {
        let id = self.nodes.len() as u32;
        self.nodes.push(Node { march, parent, step });
        self.heap.push(Reverse(key(&march, id)));
    }

    fn place(&self, march: &March) -> Option<usize> {
        let slot = self.pos.set.field.slot(march.hex)?;
        let way = match march.formation {
            Formation::Column { towards, .. } if !self.body.two_hex => towards as usize,
            _ => march.facing as usize,
        };
        Some(slot * 6 + way)
    }

    /// Settles places until the goal; gives its node.
    fn run(&mut self, goal: Option<&Goal>) -> Option<u32> {
        while let Some(Reverse(key)) = self.heap.pop() {
            let id = (key & ((1 << NODE_BITS) - 1)) as u32;
            let march = self.nodes[id as usize].march;
            let Some(place) = self.place(&march) else { continue };
            if self.best[place] <= march.halves() {
                continue;
            }
            if self.best[place] == u8::MAX {
                self.first.push(id);
            }
            self.best[place] = march.halves();
            if let Some(g) = goal
                && march.hex == g.hex
                && march.steps > 0
                && g.facing.is_none_or(|f| f == march.facing)
                && stacking::may_end(self.pos, self.body, &march)
            {
                return Some(id);
            }
            self.expand(id, &march, goal);
        }
        None
    }

    fn expand(&mut self, id: u32, march: &March, goal: Option<&Goal>) {
        let plain = !self.body.two_hex && march.formation == Formation::Line;
        if plain && self.pos.spec(self.body.unit).class != Class::SC {
            return self.expand_plain(id, march, goal);
        }
        const TURNS: [Step; 5] =
            [Step::Turn(1), Step::Turn(-1), Step::Turn(2), Step::Turn(-2), Step::Turn(3)];
        const PIVOTS: [Step; 5] =
            [Step::AheadLeft, Step::AheadRight, Step::PivotLeftHalf, Step::PivotRightHalf, Step::Reverse];
        let column = matches!(march.formation, Formation::Column { .. });
        let mut fronts = [None; 6];
        let mut others = &TURNS[..];
        if self.body.two_hex && !column {
            others = &PIVOTS;
        } else {
            let (from, sides) = super::step::ways_ahead(self.pos, self.body, march);
            fronts = sides.map(|side| from.neighbour(side?).map(Step::Enter));
            if self.body.two_hex {
                others = &[];
            }
        }
        for s in fronts.into_iter().flatten().chain(others.iter().copied()) {
            // The bound may rule it out before its cost is known.
            if !goal.is_some_and(|g| self.is_vain(march, s, g)) {
                self.try_step(id, march, s, goal);
            }
        }
    }

    /// [`Search::expand`] for who stands in one hex in line, as nearly everybody does. What lies around is looked up once,
    /// and a place that is settled as well as can be, or beyond the bound, needs no look at the ground. Who must stop
    /// (7.23) neither goes nor turns.
    fn expand_plain(&mut self, id: u32, march: &March, goal: Option<&Goal>) {
        let field = &self.pos.set.field;
        let Some(here) = field.slot(march.hex).filter(|_| !march.stopped && !march.formed) else { return };
        let (facing, spent) = (march.facing, march.halves());
        for side in [facing.left_front(), facing.right_front()] {
            let Some((to, there)) = march.hex.neighbour(side).and_then(|to| Some((to, field.slot(to)?)))
            else {
                continue;
            };
            let step = Step::Enter(to);
            if self.best[there * 6 + facing as usize] > spent
                && !goal.is_some_and(|g| self.is_vain(march, step, g))
            {
                self.try_step(id, march, step, goal);
            }
        }
        let far = goal.map_or(0, |g| march.hex.distance(g.hex).saturating_mul(g.least));
        for n in [1, -1, 2, -2, 3_i8] {
            let turned = facing.turn(n);
            let vain = goal.is_some_and(|g| {
                g.turns.is_some_and(|turns| {
                    let rest = far.saturating_add(turns[g.vertices(march.hex, turned)]);
                    let cost = turns[usize::from(n.unsigned_abs())];
                    spent.saturating_add(cost).saturating_add(rest) > g.most_halves()
                })
            });
            if self.best[here * 6 + turned as usize] > spent && !vain {
                self.try_step(id, march, Step::Turn(n), goal);
            }
        }
    }

    /// Takes a step, and keeps where it leads unless that is known better or out of the bound.
    fn try_step(&mut self, id: u32, march: &March, s: Step, goal: Option<&Goal>) {
        if let Ok(taken) = step(self.pos, self.body, march, s, false)
            && goal.is_none_or(|g| !g.is_beyond(self.body, &taken.march))
            && self.place(&taken.march).is_some_and(|p| self.best[p] > taken.march.halves())
        {
            self.push(taken.march, id, Some(s));
        }
    }

    /// Does the bound rule a step out before its cost is known?
    fn is_vain(&self, march: &March, step: Step, goal: &Goal) -> bool {
        if goal.turns.is_none() || march.formation != Formation::Line {
            return false;
        }
        let Step::Enter(hex) = step else { return false };
        let rest = goal.rest(self.body, &March { hex, ..*march });
        march.halves().saturating_add(goal.least).saturating_add(rest) > goal.most_halves()
    }

    fn steps_to(&self, mut id: u32) -> Vec<Step> {
        let mut steps = Vec::new();
        while let Some(s) = self.nodes[id as usize].step {
            steps.push(s);
            id = self.nodes[id as usize].parent;
        }
        steps.reverse();
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gboh::field::Terrain;
    use crate::gboh::piece::{Side, UnitType};
    use crate::gboh::proving_ground::{ground, hex, setup, u, unit};
    use std::sync::Arc;

    fn to(pos: &Position, n: u16, facing: Option<Facing>) -> Result<(u8, u8, Vec<Step>), Refusal> {
        let (body, march) = muster(pos, u(0), false, false)?;
        let steps = way(pos, &body, &march, hex(n), facing)?;
        let mut m = march;
        for &s in &steps {
            m = step(pos, &body, &m, s, false).expect("a found way is legal").march;
        }
        assert_eq!(m.hex, hex(n));
        Ok((m.hits, m.mp, steps))
    }

    #[test]
    fn straight_ahead_costs_a_point_a_hex() {
        let pos = ground(vec![unit("A", Side::First, UnitType::MI, (4, 5, 5), 2010, Facing::E)], vec![]);
        let (hits, mp, steps) = to(&pos, 2310, None).expect("reachable");
        assert_eq!((hits, mp, steps.len()), (0, 3, 3));
    }

    #[test]
    fn a_way_round_the_woods_is_taken_while_points_last_and_through_them_when_not() {
        let mut set = setup(vec![unit("A", Side::First, UnitType::MI, (4, 5, 5), 2010, Facing::NE)], vec![]);
        for n in [2009, 2109, 1909] {
            set.field.cell_mut(hex(n)).expect("on the map").terrain = Terrain::Woods;
        }
        let pos = Position::new(Arc::new(set));
        let (hits, mp, _) = to(&pos, 2008, None).expect("reachable");
        assert_eq!((hits, mp), (1, 3));
        let pos = ground(vec![unit("A", Side::First, UnitType::MI, (4, 5, 5), 2010, Facing::NE)], vec![]);
        assert_eq!(to(&pos, 2005, None).expect("reachable").1, 5);
        let far = to(&pos, 2004, None).expect_err("too far");
        assert_eq!(far.rule, Rule("6.25"));
    }

    #[test]
    fn an_enemy_zone_ends_the_way_and_an_enemy_hex_bars_it() {
        let pos = ground(
            vec![
                unit("A", Side::First, UnitType::MI, (4, 5, 5), 2010, Facing::NE),
                unit("B", Side::Second, UnitType::HI, (4, 5, 4), 2007, Facing::SE),
            ],
            vec![],
        );
        assert!(to(&pos, 2008, None).is_ok());
        assert!(to(&pos, 2007, None).is_err());
        for r in reachable(&pos, u(0)) {
            assert!(r.mp <= 5 && r.hex != hex(2007), "{r:?}");
        }
    }

    #[test]
    fn a_phalanx_finds_its_pivots() {
        let pos = ground(vec![unit("P", Side::First, UnitType::PH, (10, 7, 4), 2010, Facing::E)], vec![]);
        let (hits, mp, steps) = to(&pos, 2110, Some(Facing::SE)).expect("reachable");
        assert_eq!((hits, mp, steps), (1, 1, vec![Step::PivotLeftHalf]));
    }
}
