//! The ways of an orderly withdrawal (6.51, 6.52, 6.55).

use crate::field::Terrain;
use crate::movement::march::{Body, March, tread};
use crate::movement::{cost, plain, stacking, step};
use crate::piece::Side;
use crate::position::{Hexes, Position};
use crate::questions::company;
use crate::questions::near::distance;
use std::cmp::Reverse;
use tess_hex::{Facing, Hex, Hexside};

/// One way of withdrawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Retreat {
    /// Hex by hex (left half).
    pub way: Vec<Hex>,
    /// Points.
    pub mp: u8,
    /// Hits of ground and of passing through friends, of the top unit.
    pub hits: u8,
}

impl Retreat {
    /// Where it ends.
    pub fn end(&self) -> Option<Hex> {
        self.way.last().copied()
    }

    /// What is best by itself: fewest hits, then farthest, then how the hex lies.
    pub(crate) fn merit(&self, pos: &Position, side: Side) -> (u8, Reverse<usize>, Option<u128>) {
        (self.hits, Reverse(self.way.len()), self.end().map(|hex| company(pos, side, hex)))
    }
}

/// How far a unit may withdraw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leeway {
    /// Points.
    pub mp: u8,
    /// Hexes whatever they cost: the right of skirmishers.
    pub hexes: u8,
}

/// What one hex of a withdrawal costs in points and hits; `None` where it may not go: a hex with an enemy in
/// it is closed, a leader by himself too (4.72 is for whoever moves up to him).
pub(crate) fn one_hex(
    pos: &Position,
    body: &Body,
    from: Hex,
    facing: Facing,
    side: Hexside,
) -> Option<(u8, u8)> {
    let (mut mp, mut hits) = (0, 0);
    let place = Hexes::of(from, facing, body.two_hex);
    let clear = &pos.set.variant.charts.movement.clear;
    for h in place.iter() {
        let to = h.neighbour(side)?;
        // Most ways lead over open ground, where there are but its points to pay.
        if clear.hits[body.tread as usize] == Some(0) && plain::is_vacant(pos, body.side, h, side) {
            if pos.is_held_by_leader(body.side, to) {
                return None;
            }
            mp = clear.mp.max(mp);
            continue;
        }
        let climbed = pos.unit(body.unit).done.climbed;
        let entry = cost::entry(pos, body.kind, body.tread, false, h, side, climbed).ok()?;
        let shut = if pos.set.variant.choices.movement.withdrawal_shuns_rough {
            pos.is_rough_for(body.unit, to)
        } else {
            matches!(pos.set.field.cell(to).terrain, Terrain::Woods | Terrain::Marsh)
        };
        if shut || pos.in_enemy_zoc(body.side, to) {
            return None;
        }
        let enemy = pos.stack(to).units().any(|u| pos.side(u) != body.side);
        if enemy || pos.is_held_by_leader(body.side, to) {
            return None;
        }
        let passes = pos.set.variant.choices.movement.columns_pass_friends;
        let barred =
            stacking::friends(pos, body, to).any(|f| pos.in_column(f) && !passes || pos.in_double_depth(f));
        if barred {
            return None;
        }
        let elephants = if body.kind.is_cavalry() { step::beside_elephant(pos, body, to).ok()? } else { 0 };
        mp = entry.mp.max(mp);
        hits = hits.max(entry.total() + elephants + stacking::through_hits(pos, body, to));
    }
    Some((mp, hits))
}

/// A hex come to in a withdrawal.
struct Stop {
    hex: Hex,
    /// How far from the mover.
    off: u8,
    mp: u8,
    hits: u8,
    /// Hexes gone.
    far: u8,
    /// The stop before it.
    parent: usize,
}

/// **spqr 6.51, 6.55.** Every hex to which a unit (or stack) may withdraw before a mover, with the cheapest
/// way: each hex further from the mover than the one before, no enemy zone, no woods, no marsh, stacking as
/// in any move.
pub(crate) fn options(pos: &Position, body: &Body, mover: Hexes, reach: Leeway) -> Vec<Retreat> {
    let Some(flight) = Flight::of(pos, body, mover, reach) else { return Vec::new() };
    let stops = flight.stops(pos, |_, _| true, |_| false);
    let mut ends: Vec<usize> = (1..stops.len()).collect();
    ends.sort_by_key(|&n| (stops[n].hex, stops[n].hits, stops[n].mp));
    ends.dedup_by_key(|n| stops[*n].hex);
    ends.retain(|&n| flight.may_rest(pos, stops[n].hex));
    ends.into_iter().map(|n| way_to(&stops, n)).collect()
}

/// The one of the [`options`] that ends in a hex. Each hex of a way is one further from the mover than the
/// one before: so how far off a hex is tells how many are left to the end, and those too far from it lead
/// elsewhere.
pub(crate) fn option_to(
    pos: &Position,
    body: &Body,
    mover: Hexes,
    reach: Leeway,
    end: Hex,
) -> Option<Retreat> {
    let flight = Flight::of(pos, body, mover, reach).filter(|f| f.may_rest(pos, end))?;
    let last = flight.distance_at(end);
    let stops = flight.stops(pos, |hex, off| hex.distance(end).saturating_add(off) <= last, |_| false);
    let ends = (1..stops.len()).filter(|&n| stops[n].hex == end);
    ends.min_by_key(|&n| (stops[n].hits, stops[n].mp)).map(|n| way_to(&stops, n))
}

/// All ways to a hex of the [`options`], whatever each costs.
pub(crate) fn ways_to(pos: &Position, body: &Body, mover: Hexes, reach: Leeway, end: Hex) -> Vec<Retreat> {
    let Some(flight) = Flight::of(pos, body, mover, reach).filter(|f| f.may_rest(pos, end)) else {
        return Vec::new();
    };
    let last = flight.distance_at(end);
    let mut found = Vec::new();
    let mut open = vec![Retreat { way: Vec::new(), mp: 0, hits: 0 }];
    while let Some(so_far) = open.pop() {
        let from = so_far.end().unwrap_or(flight.start);
        let (now, far) = (flight.distance_at(from), so_far.way.len());
        for (side, to) in from.neighbours() {
            let off = flight.distance_at(to);
            if off <= now || to.distance(end).saturating_add(off) > last {
                continue;
            }
            let Some((mp, hits)) = one_hex(pos, body, from, flight.facing, side) else { continue };
            let (mp, hits) = (so_far.mp + mp, so_far.hits + hits);
            if mp > reach.mp && far >= usize::from(reach.hexes) {
                continue;
            }
            let way = so_far.way.iter().copied().chain([to]).collect();
            let on = Retreat { way, mp, hits };
            if to == end { found.push(on) } else { open.push(on) }
        }
    }
    found
}

/// Are there any [`options`]?
pub(crate) fn is_possible(pos: &Position, body: &Body, mover: Hexes, reach: Leeway) -> bool {
    let Some(flight) = Flight::of(pos, body, mover, reach) else { return false };
    let mut possible = false;
    flight.stops(
        pos,
        |_, _| true,
        |to| {
            possible = flight.may_rest(pos, to);
            possible
        },
    );
    possible
}

/// The way by which a stop was come to.
fn way_to(stops: &[Stop], end: usize) -> Retreat {
    let mut way = vec![stops[end].hex; usize::from(stops[end].far)];
    let mut at = end;
    for step in way.iter_mut().rev() {
        *step = stops[at].hex;
        at = stops[at].parent;
    }
    Retreat { way, mp: stops[end].mp, hits: stops[end].hits }
}

/// Who withdraws, from where, before whom, and how far he may.
struct Flight<'a> {
    body: &'a Body,
    start: Hex,
    facing: Facing,
    mover: Hexes,
    reach: Leeway,
}

impl Flight<'_> {
    /// `None`: not on the map.
    fn of<'a>(pos: &Position, body: &'a Body, mover: Hexes, reach: Leeway) -> Option<Flight<'a>> {
        let (start, facing) = pos.hex(body.unit).zip(pos.facing(body.unit))?;
        Some(Flight { body, start, facing, mover, reach })
    }

    /// How far it is from the mover when it stands there.
    fn distance_at(&self, hex: Hex) -> u8 {
        distance(Hexes::of(hex, self.facing, self.body.two_hex), self.mover)
    }

    /// May a withdrawal end there?
    fn may_rest(&self, pos: &Position, hex: Hex) -> bool {
        stacking::may_end(pos, self.body, &March::at(pos, self.body.unit, hex, self.facing))
    }

    /// Where withdrawals lead, the start first, each stop after its parent; of two that end in one hex the
    /// later is cheaper. Only hexes that are `wanted`, told with their distance from the mover; it ends with
    /// one that is `enough`.
    fn stops(
        &self,
        pos: &Position,
        wanted: impl Fn(Hex, u8) -> bool,
        mut enough: impl FnMut(Hex) -> bool,
    ) -> Vec<Stop> {
        let mut stops = Vec::with_capacity(24);
        stops.push(Stop {
            hex: self.start,
            off: self.distance_at(self.start),
            mp: 0,
            hits: 0,
            far: 0,
            parent: 0,
        });
        let mut n = 0;
        while let Some(&Stop { hex: from, off: now, mp, hits, far, .. }) = stops.get(n) {
            for (side, to) in from.neighbours() {
                let off = self.distance_at(to);
                if off <= now || !wanted(to, off) {
                    continue;
                }
                let Some((more_mp, more_hits)) = one_hex(pos, self.body, from, self.facing, side) else {
                    continue;
                };
                let (mp, hits) = (mp + more_mp, hits + more_hits);
                let reached = mp <= self.reach.mp || far < self.reach.hexes;
                let better = |o: &Stop| o.far > 0 && o.hex == to && (o.hits, o.mp) <= (hits, mp);
                if reached && !stops.iter().any(better) {
                    stops.push(Stop { hex: to, off, mp, hits, far: far + 1, parent: n });
                    if enough(to) {
                        return stops;
                    }
                }
            }
            n += 1;
        }
        stops
    }
}

/// Hits of ground for the unit below on the same way.
pub(crate) fn hits_below(pos: &Position, body: &Body, facing: Facing, start: Hex, way: &[Hex]) -> u8 {
    let Some(below) = body.with else { return 0 };
    let kind = pos.spec(below).kind;
    let mut from = start;
    let mut hits = 0;
    for &to in way {
        if let Some(side) = from.side_towards(to) {
            hits += Hexes::of(from, facing, body.two_hex)
                .iter()
                .filter_map(|h| cost::entry(pos, kind, tread(kind), false, h, side, 0).ok())
                .map(|e| e.total())
                .max()
                .unwrap_or(0);
            hits += stacking::through_hits(pos, body, to);
        }
        from = to;
    }
    hits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proving_ground::{Chance, rough_field, u};
    use std::sync::Arc;

    /// Whether there is a way, and the way to one hex, is found out sooner than all the ways, and comes to
    /// the same.
    #[test]
    fn what_is_asked_of_one_way_is_what_all_the_ways_tell() {
        let (mut chance, mut some, mut none) = (Chance(23), 0, 0);
        for _ in 0..100 {
            let pos = Position::new(Arc::new(rough_field(&mut chance)));
            for n in 0..14 {
                let body = Body::unordered(&pos, u(n), None);
                let mover = Hexes::one(chance.hex());
                let reach = Leeway { mp: chance.below(4) as u8, hexes: chance.below(3) as u8 };
                let ways = options(&pos, &body, mover, reach);
                assert_eq!(is_possible(&pos, &body, mover, reach), !ways.is_empty(), "{body:?} {reach:?}");
                *(if ways.is_empty() { &mut none } else { &mut some }) += 1;
                let start = pos.hex(u(n)).expect("on the map");
                for end in pos.set.field.hexes().filter(|h| h.distance(start) <= 5) {
                    let way = option_to(&pos, &body, mover, reach, end);
                    assert_eq!(way.as_ref(), ways.iter().find(|w| w.end() == Some(end)), "{body:?} {end}");
                    let all = ways_to(&pos, &body, mover, reach, end);
                    let least = all.iter().map(|w| (w.hits, w.mp)).min();
                    assert_eq!(least, way.as_ref().map(|w| (w.hits, w.mp)), "{body:?} {end}");
                    assert!(way.is_none_or(|way| all.contains(&way)), "{body:?} {end}");
                }
            }
        }
        assert!(some > 100 && none > 100, "{some} {none}");
    }
}
