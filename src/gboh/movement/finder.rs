//! The cheapest legal way: fewest hits, then fewest points, then fewest steps.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::bar::Bar;
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
    let mut search = Search::new(pos, body, *start);
    let goal = Goal { hex, facing };
    if let Some(n) = search.run(Some(goal)) {
        return Ok(search.steps_to(n));
    }
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

#[derive(Clone, Copy)]
struct Goal {
    hex: Hex,
    facing: Option<Facing>,
}

struct Node {
    march: March,
    parent: u32,
    step: Option<Step>,
}

/// Hits, points, steps, hex, facing: the order in which places are settled.
type Key = (u8, u8, u8, u16, u8, u32);

struct Search<'a> {
    pos: &'a Position,
    body: &'a Body,
    nodes: Vec<Node>,
    heap: BinaryHeap<Reverse<Key>>,
    /// Fewest points of a settled way to a place; later ways have no fewer hits.
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

    fn push(&mut self, march: March, parent: u32, step: Option<Step>) {
        let id = self.nodes.len() as u32;
        self.nodes.push(Node { march, parent, step });
        let key = (march.hits, march.mp, march.steps, march.hex.number(), march.facing as u8, id);
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
    fn run(&mut self, goal: Option<Goal>) -> Option<u32> {
        while let Some(Reverse((.., id))) = self.heap.pop() {
            let march = self.nodes[id as usize].march;
            let Some(place) = self.place(&march) else { continue };
            if self.best[place] <= march.mp {
                continue;
            }
            if self.best[place] == u8::MAX {
                self.first.push(id);
            }
            self.best[place] = march.mp;
            if let Some(g) = &goal
                && march.hex == g.hex
                && march.steps > 0
                && g.facing.is_none_or(|f| f == march.facing)
                && stacking::may_end(self.pos, self.body, &march)
            {
                return Some(id);
            }
            self.expand(id, &march, goal.as_ref());
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
            if let Ok(taken) = step(self.pos, self.body, march, s, false)
                && goal.is_none_or(|g| self.can_still_reach(&taken.march, g))
                && self.place(&taken.march).is_some_and(|p| self.best[p] > taken.march.mp)
            {
                self.push(taken.march, id, Some(s));
            }
        }
    }

    /// No hex costs less than a point, so a way that is already too long is not followed any further.
    fn can_still_reach(&self, march: &March, goal: &Goal) -> bool {
        u16::from(march.mp) + u16::from(march.hex.distance(goal.hex)) <= u16::from(self.body.allowance)
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
