//! The cheapest legal way: fewest hits, then fewest points, then fewest steps.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::Refusal;
use crate::events::movement::Leg;
use crate::field::Field;
use crate::movement::bar::Bar;
use crate::movement::goal::Goal;
use crate::movement::march::{Body, March, muster};
use crate::movement::preview::cannot_stop;
use crate::movement::step::{Entering, enter_by_rule, step};
use crate::movement::{inertia, phalanx, plain, stacking, straight};
use crate::order::Step;
use crate::piece::{Class, UnitId, UnitType};
use crate::position::{Formation, Position};
use crate::refusal::movement::Unmoved;
use tess_effects::Rule;
use tess_hex::{Facing, Hex, Hexside};

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

/// Everywhere the unit can go by itself and stop, as the field lies now, by hex and facing; empty when it
/// may not move.
#[must_use]
pub fn reachable(pos: &Position, unit: UnitId) -> Vec<Reach> {
    reachable_as(pos, unit, false, false)
}

/// Everywhere a unit can go and stop, with its stack (6.64), or as a phalanx with its higher allowance
/// (6.41).
#[must_use]
pub fn reachable_as(pos: &Position, unit: UnitId, stack: bool, extended: bool) -> Vec<Reach> {
    let mut reached = settled(pos, unit, stack, extended, |search, n, m| {
        let steps = search.steps_to(n);
        Reach { hex: m.hex, facing: m.facing, mp: m.mp, hits: m.hits, steps }
    });
    reached.sort_unstable_by_key(|r| (r.hex, r.facing));
    reached
}

/// A place that a unit can reach and stop at, whichever way it goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop {
    /// Hex (left half of a two-hex unit).
    pub hex: Hex,
    /// Facing there.
    pub facing: Facing,
    /// Points spent.
    pub mp: u8,
    /// Hits that are certain, a moved-again hit (6.13) not among them.
    pub hits: u8,
}

/// [`reachable`], for who does not ask for the ways.
#[must_use]
pub fn stops(pos: &Position, unit: UnitId) -> Vec<Stop> {
    let stop = |_: &Search<'_>, _, m: &March| Stop { hex: m.hex, facing: m.facing, mp: m.mp, hits: m.hits };
    let mut stops = settled(pos, unit, false, false, stop);
    stops.sort_unstable_by_key(|s| (s.hex, s.facing));
    stops
}

/// What is told of each place where a unit can stop, by the cheapest way there.
fn settled<T>(
    pos: &Position,
    unit: UnitId,
    stack: bool,
    extended: bool,
    tell: impl Fn(&Search<'_>, u32, &March) -> T,
) -> Vec<T> {
    let Ok((body, march)) = muster(pos, unit, stack, extended) else { return Vec::new() };
    let mut search = Search::new(pos, &body);
    search.begin(march, None);
    search.run(None);
    // A column may come to a place twice, as it leads this way and that.
    let mut known = vec![false; search.places.best.len()];
    let mut told = Vec::with_capacity(search.first.len());
    for &n in &search.first {
        let m = &search.nodes[n as usize].march;
        let Some(place) = search.places.of(m.hex).map(|first| first + m.facing as usize) else { continue };
        let rests = || inertia::onward(pos, &body, m, None).is_none();
        if m.steps > 0 && !known[place] && stacking::may_end(pos, &body, m) && rests() {
            known[place] = true;
            told.push(tell(&search, n, m));
        }
    }
    told
}

/// The steps of the cheapest way to a hex, facing so at the end.
pub(crate) fn way(
    pos: &Position,
    body: &Body,
    start: &March,
    hex: Hex,
    facing: Option<Facing>,
) -> Result<Vec<Step>, Refusal> {
    let goal = Goal::new(pos, body, hex, facing);
    match straight::way(pos, body, start, &goal) {
        Some(steps) => Ok(steps),
        None => search(pos, body, start, goal),
    }
}

/// [`way`], wherever it leads.
pub(crate) fn search(
    pos: &Position,
    body: &Body,
    start: &March,
    mut goal: Goal,
) -> Result<Vec<Step>, Refusal> {
    let (hex, facing) = (goal.hex, goal.facing);
    let straight = start.halves().saturating_add(goal.rest(body, start)).div_ceil(2);
    let near = [straight, straight.saturating_add(1), straight.saturating_add(2)];
    let mut search = Search::new(pos, body);
    let fewest = start.hits.saturating_add(least_hits(pos, body, start, &goal));
    for most in near.into_iter().filter(|&m| m < body.allowance).chain([body.allowance]) {
        // A way with the fewest hits of all that keeps within fewer points is the cheapest of all: whatever
        // is cheaper keeps within them too. Ways with more hits are of no use before all points have been
        // tried, and come after all others.
        goal.most = most;
        search.hits = if most == body.allowance { u8::MAX } else { fewest };
        search.begin(*start, Some(&goal));
        if let Some(n) = search.run(Some(&goal)) {
            return Ok(search.steps_to(n));
        }
    }
    // There is none. How it could come there at all tells why.
    goal.turns = None;
    search.sought = Some(hex);
    search.begin(*start, Some(&goal));
    search.run(Some(&goal));
    let unit = body.unit;
    if start.hex == hex && facing.is_none_or(|f| f == start.facing) {
        return Err(Refusal::new(Rule("6.31"), Unmoved::Already(unit, hex)));
    }
    if body.held && start.hex != hex {
        return Err(Bar::Triarii.refusal(pos, body, start));
    }
    if body.spent && start.hex != hex {
        return Err(Bar::Spent.refusal(pos, body, start));
    }
    Err(match search.nodes.iter().find(|n| n.march.hex == hex).map(|n| n.march) {
        Some(m) if !stacking::may_end(pos, body, &m) => cannot_stop(pos, body, &m),
        Some(m) => {
            let (wanted, points) = (facing.unwrap_or(m.facing), body.allowance);
            Refusal::new(Rule("6.25"), Unmoved::Facing { unit, hex, wanted, points, found: m.facing })
        }
        None => Refusal::new(Rule("6.25"), Unmoved::Unreached(unit, hex, body.allowance)),
    })
}

/// Hits without which nobody comes to a goal: those of coming into its hex among friends, or of the pivots
/// to face as it is to face there, where facing about spares some.
fn least_hits(pos: &Position, body: &Body, start: &March, goal: &Goal) -> u8 {
    if !body.two_hex {
        return if goal.hex == start.hex { 0 } else { stacking::through_hits(pos, body, goal.hex) };
    }
    let vertices = goal.facing.filter(|_| start.is_abreast()).map_or(0, |f| start.facing.vertices_to(f));
    vertices.min(3 - vertices) * phalanx::pivot_hits(pos, body)
}

/// Goes on across a side, in one hex and in line.
pub(crate) fn go_on(pos: &Position, body: &Body, march: &March, side: Hexside, to: Hex) -> Option<March> {
    let facing = march.facing;
    let goings = [Some((march.hex, side)), None];
    plain::entered(pos, body, march, goings, to, facing).or_else(|| {
        let entering = Entering { goings, to, facing, extra: 0, wheel: None, last: false };
        enter_by_rule(pos, body, march, &entering, |_| Leg::To(to)).ok().map(|taken| taken.march)
    })
}

/// Turns where it stands, in one hex.
pub(crate) fn turn_to(pos: &Position, body: &Body, march: &March, vertices: i8) -> Option<March> {
    plain::turned(pos, body, march, vertices)
        .or_else(|| step(pos, body, march, Step::Turn(vertices), false).ok().map(|taken| taken.march))
}

struct Node {
    march: March,
    parent: u32,
    step: Option<Step>,
}

/// Hits, half points, steps, hex, facing, and the node: the order in which places are settled, in the bits
/// of one number, which is compared faster than a tuple.
type Key = u64;

/// Bits of a key that name the node; no search comes near so many.
const NODE_BITS: u32 = 23;

fn key(march: &March, node: u32) -> Key {
    let bytes = [march.hits, march.halves(), march.steps].into_iter().fold(0, |k, b| k << 8 | u64::from(b));
    let place = u64::from(march.hex.number()) << 3 | march.facing as u64;
    bytes << (17 + NODE_BITS) | place << NODE_BITS | u64::from(node)
}

/// The hexes of a part of the map, numbered, with what is known of a place: a hex with a way to face.
struct Places {
    first: (u8, u8),
    last: (u8, u8),
    /// Fewest half points of a settled way to a place, 255 where there is none yet; later ways have no fewer
    /// hits.
    best: Vec<u8>,
}

impl Places {
    const NONE: Places = Places { first: (1, 1), last: (0, 0), best: Vec::new() };

    /// Those on ways of so many hexes from one hex to another: each lies no further from either than half of
    /// those and of the hexes between the two.
    fn between_both(&mut self, field: &Field, one: Hex, other: Hex, hexes: u8) {
        let far = hexes.saturating_add(one.distance(other)) / 2;
        let first = |a: u8, b: u8, least: u8| a.max(b).saturating_sub(far).max(least);
        let last = |a: u8, b: u8, most: u8| a.min(b).saturating_add(far).min(most);
        self.between(
            (first(one.col(), other.col(), field.first_col), first(one.row(), other.row(), field.first_row)),
            (last(one.col(), other.col(), field.last_col), last(one.row(), other.row(), field.last_row)),
        );
    }

    /// Those of the whole map.
    fn everywhere(&mut self, field: &Field) {
        self.between((field.first_col, field.first_row), (field.last_col, field.last_row));
    }

    fn between(&mut self, first: (u8, u8), last: (u8, u8)) {
        let span = |first: u8, last: u8| usize::from(last.saturating_sub(first)) + 1;
        (self.first, self.last) = (first, last);
        self.best.clear();
        self.best.resize(span(first.0, last.0) * span(first.1, last.1) * 6, u8::MAX);
    }

    /// The number of the first of the six places in a hex.
    #[inline]
    fn of(&self, hex: Hex) -> Option<usize> {
        let (col, row) = (hex.col(), hex.row());
        if col < self.first.0 || col > self.last.0 || row < self.first.1 || row > self.last.1 {
            return None;
        }
        let rows = usize::from(self.last.1 - self.first.1) + 1;
        Some((usize::from(col - self.first.0) * rows + usize::from(row - self.first.1)) * 6)
    }
}

struct Search<'a> {
    pos: &'a Position,
    body: &'a Body,
    nodes: Vec<Node>,
    heap: BinaryHeap<Reverse<Key>>,
    places: Places,
    /// Ways with more hits are not followed.
    hits: u8,
    /// Nodes settled first at their place.
    first: Vec<u32>,
    /// With the first way to this hex, however it faces there, the search is over.
    sought: Option<Hex>,
    over: bool,
}

impl<'a> Search<'a> {
    fn new(pos: &'a Position, body: &'a Body) -> Search<'a> {
        let (nodes, heap) = (Vec::with_capacity(20), BinaryHeap::with_capacity(32));
        let (places, first) = (Places::NONE, Vec::new());
        Search { pos, body, nodes, heap, places, hits: u8::MAX, first, sought: None, over: false }
    }

    /// Sets out from a start, to no other goal than this from now on.
    fn begin(&mut self, start: March, goal: Option<&Goal>) {
        self.nodes.clear();
        self.heap.clear();
        self.know_places(&start, goal);
        self.first.clear();
        self.over = false;
        self.push(start, 0, None);
    }

    /// Forgets all places but those that a search may come to: a unit in one hex goes no further than the
    /// points to its goal last.
    fn know_places(&mut self, start: &March, goal: Option<&Goal>) {
        let field = &self.pos.set.field;
        match goal.filter(|_| !self.body.two_hex && start.formation == Formation::Line) {
            Some(goal) => {
                let hexes = goal.most_halves() / goal.least;
                self.places.between_both(field, start.hex, goal.hex, hexes);
            }
            None => self.places.everywhere(field),
        }
    }

    fn push(&mut self, march: March, parent: u32, step: Option<Step>) {
        let id = self.nodes.len() as u32;
        self.nodes.push(Node { march, parent, step });
        self.heap.push(Reverse(key(&march, id)));
        self.over |= self.sought == Some(march.hex);
    }

    #[inline]
    fn place(&self, march: &March) -> Option<usize> {
        let way = match march.formation {
            Formation::Column { towards, .. } if !self.body.two_hex => towards as usize,
            _ => march.facing as usize,
        };
        Some(self.places.of(march.hex)? + way)
    }

    /// Settles places until the goal; gives its node.
    fn run(&mut self, goal: Option<&Goal>) -> Option<u32> {
        let simple = self.is_simple();
        while !self.over
            && let Some(Reverse(key)) = self.heap.pop()
        {
            let id = (key & ((1 << NODE_BITS) - 1)) as u32;
            let march = self.nodes[id as usize].march;
            let Some(place) = self.place(&march) else { continue };
            let best = &mut self.places.best[place];
            if *best <= march.halves() {
                continue;
            }
            if *best == u8::MAX && goal.is_none() {
                self.first.push(id);
            }
            *best = march.halves();
            if let Some(g) = goal
                && march.hex == g.hex
                && march.steps > 0
                && g.facing.is_none_or(|f| f == march.facing)
                && stacking::may_end(self.pos, self.body, &march)
            {
                return Some(id);
            }
            if simple && march.formation == Formation::Line {
                self.expand_simple(id, &march, goal);
            } else {
                self.expand(id, &march, goal);
            }
        }
        None
    }

    /// Does it stand in one hex, and turn to go elsewhere?
    fn is_simple(&self) -> bool {
        !self.body.two_hex && self.pos.spec(self.body.unit).class != Class::SC
    }

    fn expand(&mut self, id: u32, march: &March, goal: Option<&Goal>) {
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
            let ahead = crate::movement::ahead::ways_ahead(self.pos, self.body, march);
            for (front, side) in fronts.iter_mut().zip(ahead.sides()) {
                *front = ahead.from.neighbour(side).map(Step::Enter);
            }
            if self.body.two_hex {
                others = &[];
            }
        }
        for s in fronts.into_iter().flatten().chain(others.iter().copied()) {
            // The bound may rule it out before its cost is known.
            let entered = match s {
                Step::Enter(hex) => Some(hex),
                Step::AheadLeft => march.hex.neighbour(march.facing.left_front()),
                Step::AheadRight => march.hex.neighbour(march.facing.right_front()),
                _ => None,
            };
            let vain = |g: &Goal| entered.is_some_and(|hex| g.is_vain_hex(self.body, march, hex));
            let pivots = matches!(s, Step::PivotLeftHalf | Step::PivotRightHalf);
            let hits = if pivots { phalanx::pivot_hits(self.pos, self.body) } else { 0 };
            if !goal.is_some_and(vain) && march.hits.saturating_add(hits) <= self.hits {
                self.try_step(id, march, s, goal);
            }
        }
    }

    /// [`Search::expand`] for who stands in one hex in line, as nearly everybody does. What lies around is
    /// looked up once, and a place that is settled as well as can be, or beyond the bound, needs no look at
    /// the ground. Who must stop (7.23) neither goes nor turns.
    fn expand_simple(&mut self, id: u32, march: &March, goal: Option<&Goal>) {
        let Some(here) = self.places.of(march.hex).filter(|_| !march.stopped && !march.formed) else {
            return;
        };
        let (facing, spent) = (march.facing, march.halves());
        let most = goal.map_or(u8::MAX, Goal::most_halves);
        for side in [facing.left_front(), facing.right_front()] {
            let Some(to) = march.hex.neighbour(side) else { continue };
            let Some(there) = self.places.of(to) else { continue };
            let place = there + facing as usize;
            if self.places.best[place] <= spent {
                continue;
            }
            let (least, rest) = goal.map_or((0, 0), |g| (g.least, g.rest_of(g.outlook(to), facing)));
            let passes = || {
                if self.hits == u8::MAX {
                    return true;
                }
                let hits = stacking::entry_hits(self.pos, self.body, to);
                hits.is_some_and(|hits| march.hits.saturating_add(hits) <= self.hits)
            };
            if spent.saturating_add(least).saturating_add(rest) <= most && passes() {
                let after = go_on(self.pos, self.body, march, side, to);
                self.keep_at(place, id, after, Step::Enter(to), most - rest);
            }
        }
        if self.has_just_turned(id) {
            return;
        }
        let outlook = goal.map(|g| (g, g.outlook(march.hex)));
        for n in [1, -1, 2, -2, 3_i8] {
            let to = facing.turn(n);
            let place = here + to as usize;
            let turned = outlook.map_or(spent, |(g, _)| spent.saturating_add(g.turning(n.unsigned_abs())));
            // The hexes alone rule most turns out.
            if self.places.best[place] <= spent
                || outlook.is_some_and(|(g, o)| turned.saturating_add(g.far(o)) > most)
            {
                continue;
            }
            let rest = outlook.map_or(0, |(g, o)| g.rest_of(o, to));
            if turned.saturating_add(rest) <= most {
                let after = turn_to(self.pos, self.body, march, n);
                self.keep_at(place, id, after, Step::Turn(n), most - rest);
            }
        }
    }

    /// Has it come here by turning, so that to turn again leads nowhere better? Two turns cost no less than
    /// the one to the same facing, and one step more; but chariots count how often they have turned.
    fn has_just_turned(&self, id: u32) -> bool {
        matches!(self.nodes[id as usize].step, Some(Step::Turn(_))) && self.body.kind != UnitType::CH
    }

    /// Keeps where a step leads, when it leads anywhere, unless that place is known better or more is spent
    /// than it may.
    fn keep_at(&mut self, place: usize, id: u32, after: Option<March>, s: Step, most: u8) {
        if let Some(after) = after
            && after.halves() <= most
            && after.hits <= self.hits
            && self.places.best[place] > after.halves()
        {
            self.push(after, id, Some(s));
        }
    }

    /// Takes a step, and keeps where it leads unless that is known better or out of the bound.
    fn try_step(&mut self, id: u32, march: &March, s: Step, goal: Option<&Goal>) {
        if let Ok(taken) = step(self.pos, self.body, march, s, false)
            && goal.is_none_or(|g| !g.is_beyond(self.body, &taken.march))
            && let Some(place) = self.place(&taken.march)
        {
            self.keep_at(place, id, Some(taken.march), s, u8::MAX);
        }
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
    use crate::field::Terrain;
    use crate::piece::{Side, UnitType};
    use crate::proving_ground::{Chance, ground, hex, rough_field, setup, u, unit};
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

    /// No bound leaves out the way that a search without any would find.
    #[test]
    fn the_way_to_a_place_is_the_one_by_which_it_is_reachable() {
        let (mut chance, mut ways) = (Chance(5), 0);
        for _ in 0..30 {
            let pos = Position::new(Arc::new(rough_field(&mut chance)));
            for n in 0..14 {
                let Ok((body, start)) = muster(&pos, u(n), false, false) else { continue };
                for r in reachable(&pos, u(n)) {
                    let goal = Goal::new(&pos, &body, r.hex, Some(r.facing));
                    assert_eq!(search(&pos, &body, &start, goal), Ok(r.steps), "U{n} {} {}", r.hex, r.facing);
                    ways += 1;
                }
            }
        }
        assert!(ways > 10_000, "{ways}");
    }

    #[test]
    fn a_phalanx_finds_its_pivots() {
        let pos = ground(vec![unit("P", Side::First, UnitType::PH, (10, 7, 4), 2010, Facing::E)], vec![]);
        let (hits, mp, steps) = to(&pos, 2110, Some(Facing::SE)).expect("reachable");
        assert_eq!((hits, mp, steps), (1, 1, vec![Step::PivotLeftHalf]));
    }
}
