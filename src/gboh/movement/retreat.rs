//! The ways of an orderly withdrawal (6.51, 6.52, 6.55).

use super::cost;
use super::march::{Body, March, tread};
use super::near::distance;
use super::{stacking, step};
use crate::gboh::field::Terrain;
use crate::gboh::position::{Hexes, Position};
use crate::hex::{Facing, Hex, Hexside};

/// One way of withdrawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Retreat {
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
}

/// How far a unit may withdraw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reach {
    /// Points.
    pub mp: u8,
    /// Hexes whatever they cost: the right of skirmishers.
    pub hexes: u8,
}

/// What one hex of a withdrawal costs in points and hits; `None` where it may not go: a hex with an enemy in it is closed, a
/// leader by himself too (4.72 is for whoever moves up to him).
pub(super) fn one_hex(
    pos: &Position,
    body: &Body,
    from: Hex,
    facing: Facing,
    side: Hexside,
) -> Option<(u8, u8)> {
    let (mut mp, mut hits) = (0, 0);
    let place = Hexes::of(from, facing, body.two_hex);
    for h in place.iter() {
        let to = h.neighbour(side)?;
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
        let enemy = pos.stack(to).units().any(|u| pos.spec(u).side != body.side);
        if enemy || pos.is_held_by_leader(body.side, to) {
            return None;
        }
        let passes = pos.set.variant.choices.movement.columns_pass_friends;
        let barred = stacking::friends(pos, body, to)
            .any(|f| pos.in_column(f) && !passes || super::march::is_double(pos, f));
        if barred {
            return None;
        }
        let elephants = if body.kind.is_cavalry() { step::beside_elephant(pos, body, to).ok()? } else { 0 };
        mp = entry.mp.max(mp);
        hits = hits.max(entry.total() + elephants + stacking::through_hits(pos, body, to));
    }
    Some((mp, hits))
}

/// **spqr 6.51, 6.55.** Every hex to which a unit (or stack) may withdraw before a mover, with the cheapest way: each hex further
/// from the mover than the one before, no enemy zone, no woods, no marsh, stacking as in any move.
pub(super) fn options(pos: &Position, body: &Body, mover: Hexes, reach: Reach) -> Vec<Retreat> {
    let (Some(hex), Some(facing)) = (pos.hex(body.unit), pos.facing(body.unit)) else { return Vec::new() };
    let mut found: Vec<Retreat> = Vec::new();
    let mut edge = vec![Retreat { way: Vec::new(), mp: 0, hits: 0 }];
    while !edge.is_empty() {
        let mut next: Vec<Retreat> = Vec::new();
        for r in &edge {
            let from = r.end().unwrap_or(hex);
            let far = distance(Hexes::of(from, facing, body.two_hex), mover);
            for (side, to) in from.neighbours() {
                if distance(Hexes::of(to, facing, body.two_hex), mover) <= far {
                    continue;
                }
                let Some((mp, hits)) = one_hex(pos, body, from, facing, side) else { continue };
                let (mp, hits) = (r.mp + mp, r.hits + hits);
                if mp > reach.mp && r.way.len() >= usize::from(reach.hexes) {
                    continue;
                }
                let mut way = r.way.clone();
                way.push(to);
                let better = |o: &Retreat| o.end() == Some(to) && (o.hits, o.mp) <= (hits, mp);
                if next.iter().any(better) || found.iter().any(better) {
                    continue;
                }
                next.push(Retreat { way, mp, hits });
            }
        }
        found.extend(next.iter().cloned());
        edge = next;
    }
    found.sort_by_key(|r| (r.end(), r.hits, r.mp));
    found.dedup_by_key(|r| r.end());
    found.retain(|r| {
        r.end().is_some_and(|h| stacking::may_end(pos, body, &March::at(pos, body.unit, h, facing)))
    });
    found
}

/// Hits of ground for the unit below on the same way.
pub(super) fn hits_below(pos: &Position, body: &Body, facing: Facing, start: Hex, way: &[Hex]) -> u8 {
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
