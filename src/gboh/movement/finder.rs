//! The cheapest legal way: fewest hits, then fewest points, then fewest steps.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::bar::Bar;
use super::cost;
use super::march::{Body, March, muster};
use super::preview::cannot_stop;
use super::stacking;
use super::step::step;
use crate::effects::{Refusal, Rule};
use crate::gboh::order::Step;
use crate::gboh::piece::UnitId;
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
        if m.steps > 0 && !same && stacking::may_end(pos, &body, &m) {
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
    fn rest(&self, body: &Body, march: &March) -> u8 {
        let far = march.hex.distance(self.hex).saturating_mul(self.least);
        let Some(turns) = self.turns.filter(|_| !body.two_hex && march.formation == Formation::Line) else {
            return far;
        };
        far.saturating_add(turns[self.vertices(march.hex, march.facing)])
    }

    /// How many vertices a one-hex unit in line has still to turn, at least.
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

/// Hits, half points, steps, hex, facing: the order in which places are settled.
type Key = (u8, u8, u8, u16, u8, u32);

struct Search<'a> {
    pos: &'a Position,
    body: &'a Body,
    nodes: Vec<Node>,
    heap: BinaryHeap<Reverse<Key>>,
    /// Fewest half points of a settled way to a place; later ways have no fewer hits.
    best: Vec<u8>,
    /// Nodes settled first at their place.
    first: Vec<u32>,
    pace: Vec<Step>,
}

impl<'a> Search<'a> {
    fn new(pos: &'a Position, body: &'a Body, start: March) -> Search<'a> {
        let mut search = Search {
            pos,
            body,
            nodes: Vec::with_capacity(256),
            heap: BinaryHeap::with_capacity(256),
            best: vec![u8::MAX; pos.set.field.count() * 6],
            first: Vec::new(),
            pace: Vec::with_capacity(8),
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
        let key = (march.hits, march.halves(), march.steps, march.hex.number(), march.facing as u8, id);
        self.heap.push(Reverse(key));
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
        while let Some(Reverse((.., id))) = self.heap.pop() {
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
        self.pace.clear();
        let column = matches!(march.formation, Formation::Column { .. });
        if self.body.two_hex && !column {
            self.pace.extend([
                Step::AheadLeft,
                Step::AheadRight,
                Step::PivotLeftHalf,
                Step::PivotRightHalf,
                Step::Reverse,
            ]);
        } else {
            let fronts = super::step::front_hexes(self.pos, self.body, march);
            self.pace.extend(fronts.into_iter().map(Step::Enter));
            if !self.body.two_hex {
                self.pace.extend([1, -1, 2, -2, 3].map(Step::Turn));
            }
        }
        for i in 0..self.pace.len() {
            let s = self.pace[i];
            if let Some(g) = goal
                && self.is_vain(march, s, g)
            {
                continue;
            }
            if let Ok(taken) = step(self.pos, self.body, march, s, false)
                && goal.is_none_or(|g| !g.is_beyond(self.body, &taken.march))
                && self.place(&taken.march).is_some_and(|p| self.best[p] > taken.march.halves())
            {
                self.push(taken.march, id, Some(s));
            }
        }
    }

    /// Does the bound rule a step out before its cost is known?
    fn is_vain(&self, march: &March, step: Step, goal: &Goal) -> bool {
        let Some(turns) = goal.turns.filter(|_| march.formation == Formation::Line) else { return false };
        let (least, after) = match step {
            Step::Enter(to) => (goal.least, March { hex: to, ..*march }),
            Step::Turn(n) => {
                let facing = march.facing.turn(n);
                (turns[usize::from(n.unsigned_abs().min(3))], March { facing, ..*march })
            }
            _ => return false,
        };
        march.halves().saturating_add(least).saturating_add(goal.rest(self.body, &after)) > goal.most_halves()
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
