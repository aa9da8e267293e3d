//! All ways that are as cheap as the one that was found.

use crate::movement::finder::Reach;
use crate::movement::march::{Body, March, muster};
use crate::movement::step::step;
use crate::order::Step;
use crate::piece::UnitId;
use crate::position::Position;
use tess_hex::Hex;

/// The turns that are tried before a step ahead.
const TURNS: [i8; 6] = [0, 1, -1, 2, -2, 3];

/// The hexes into which steps lead.
pub(crate) fn hexes_of(steps: &[Step]) -> Vec<Hex> {
    let entered = |step: &Step| match step {
        Step::Enter(hex) => Some(*hex),
        _ => None,
    };
    steps.iter().filter_map(entered).collect()
}

/// The steps of every way of a unit of one hex to a place that costs no more than the one that was found,
/// each through other hexes; the found one first, and alone for who stands in two hexes.
pub(crate) fn as_cheap(pos: &Position, unit: UnitId, found: &Reach) -> Vec<Vec<Step>> {
    let mut all = vec![found.steps.clone()];
    let Ok((body, start)) = muster(pos, unit, false, false) else { return all };
    let search = Cheap { pos, body: &body, found };
    let mut open = vec![vec![(start, Vec::new())]];
    while !body.two_hex
        && let Some(way) = open.pop()
    {
        let known = |steps: &Vec<Step>| all.iter().any(|other| hexes_of(other) == hexes_of(steps));
        let arrived = way.iter().filter_map(|so_far| search.arrive(so_far)).find(|steps| !known(steps));
        all.extend(arrived);
        open.extend(search.go_on(&way));
    }
    all
}

/// Where a way through certain hexes may have led to, with the steps: one for each facing.
type Ends = Vec<(March, Vec<Step>)>;

/// Ways that cost no more than the one that was found.
struct Cheap<'a> {
    pos: &'a Position,
    body: &'a Body,
    found: &'a Reach,
}

impl Cheap<'_> {
    /// The same way with one hex more, for each hex that comes next.
    fn go_on(&self, way: &Ends) -> Vec<Ends> {
        let mut next: Vec<(Hex, Ends)> = Vec::new();
        for (from, steps) in way {
            for vertices in TURNS {
                let turn = (vertices != 0).then_some(Step::Turn(vertices));
                let Some(turned) = turn.map_or(Some(*from), |turn| self.taken(from, turn)) else { continue };
                for side in [turned.facing.left_front(), turned.facing.right_front()] {
                    // Who comes back to a hex has paid more than for turning in it.
                    let new = |hex: &Hex| !steps.contains(&Step::Enter(*hex));
                    let Some(hex) = turned.hex.neighbour(side).filter(new) else { continue };
                    let Some(there) = self.taken(&turned, Step::Enter(hex)) else { continue };
                    let longer = steps.iter().copied().chain(turn).chain([Step::Enter(hex)]).collect();
                    let ends = match next.iter().position(|(to, _)| *to == hex) {
                        Some(n) => &mut next[n].1,
                        None => {
                            next.push((hex, Vec::new()));
                            let last = next.len() - 1;
                            &mut next[last].1
                        }
                    };
                    keep(ends, there, longer);
                }
            }
        }
        next.into_iter().map(|(_, ends)| ends).collect()
    }

    /// A step that leaves points enough for the rest.
    fn taken(&self, from: &March, by: Step) -> Option<March> {
        let next = step(self.pos, self.body, from, by, false).ok()?.march;
        let roads = self.pos.set.field.has_roman_roads();
        let rest = if roads { 0 } else { next.hex.distance(self.found.hex) };
        (next.hits <= self.found.hits && next.mp.saturating_add(rest) <= self.found.mp).then_some(next)
    }

    /// The steps to the place, facing so, when the way ends in its hex.
    fn arrive(&self, (at, steps): &(March, Vec<Step>)) -> Option<Vec<Step>> {
        let facing = self.found.facing;
        if at.hex != self.found.hex || steps.is_empty() {
            return None;
        }
        let turn = (at.facing != facing).then_some(Step::Face(facing));
        turn.map_or(Some(*at), |turn| self.taken(at, turn))?;
        Some(steps.iter().copied().chain(turn).collect())
    }
}

/// Keeps the cheapest for each facing.
fn keep(ends: &mut Ends, there: March, steps: Vec<Step>) {
    let cost = |march: &March| (march.hits, march.halves());
    match ends.iter_mut().find(|(other, _)| other.facing == there.facing) {
        Some(other) if cost(&other.0) > cost(&there) => *other = (there, steps),
        Some(_) => {}
        None => ends.push((there, steps)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movement::{preview, reachable};
    use crate::order::{Move, Way};
    use crate::proving_ground::{Chance, rough_field, u};
    use std::sync::Arc;

    /// Each of them leads to the place and costs what the one that was found costs.
    #[test]
    fn all_ways_are_legal_and_as_cheap() {
        let (mut chance, mut several) = (Chance(29), 0);
        for _ in 0..6 {
            let pos = Position::new(Arc::new(rough_field(&mut chance)));
            for unit in (0..14).map(u).filter(|&unit| !pos.spec(unit).two_hex) {
                for found in
                    reachable(&pos, unit).into_iter().filter(|r| r.mp <= 4 && r.hex.number() % 3 == 0)
                {
                    let ways = as_cheap(&pos, unit, &found);
                    several += usize::from(ways.len() > 1);
                    for steps in ways {
                        let order = Move::by(unit, Way::Steps(steps.clone()));
                        let seen = preview(&pos, &order).expect("a legal move");
                        let place = (seen.hex, seen.facing, seen.hits, seen.mp);
                        assert_eq!(place, (found.hex, found.facing, found.hits, found.mp), "{steps:?}");
                    }
                }
            }
        }
        assert!(several > 50, "{several}");
    }
}
