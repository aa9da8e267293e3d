//! A place for a unit at a glance: a few that a hurried commander thinks of (up to an enemy, some way
//! towards him, back, or round where it stands) instead of all that it could reach.

use super::eye::Use;
use super::place::{AGAIN, Choice, Man, Scene, Seen, between, dislike};
use tess_gboh::Position;
use tess_gboh::movement::preview;
use tess_gboh::order::{Move, Way};
use tess_gboh::piece::UnitId;
use tess_gboh::position::Hexes;
use tess_hex::{Facing, Hex, Hexside};

/// Enemies beside whom a place is looked for: those whom the unit likes best to meet.
const PREY: usize = 3;

/// Places whose way is looked for, the best first.
const TRIED: usize = 3;

/// What a place has to gain to be worth looking for a way, in tenths of hits.
const ENOUGH: i32 = 2;

/// A place in mind, before its way is known.
type Idea = (i32, Hex, Facing);

/// The best place of those that come to mind, if it gains anything.
pub(super) fn best(scene: &Scene<'_>, unit: UnitId) -> Option<Choice> {
    let pos = scene.pos;
    let (hex, facing) = (pos.hex(unit)?, pos.facing(unit)?);
    let man = Man::of(pos, unit);
    let mut mind = Mind { scene, man, two: pos.spec(unit).two_hex, seen: None, ideas: Vec::new() };
    let stays = mind.worth(pos.hexes(unit), facing, 0, false);
    let reach = usize::from(pos.spec(unit).ma);
    let prey = mind.prey(hex, reach as i32);
    for &nth in &prey {
        mind.beside(hex, reach as i32, nth);
    }
    let target = prey.first().copied().or_else(|| mind.nearest(hex));
    let to = target.and_then(|nth| scene.foes[nth].hexes.left);
    if let Some(to) = to {
        let ahead = strides(pos, unit, hex, reach, |h| i32::from(h.distance(to)));
        let back = strides(pos, unit, hex, reach, |h| -i32::from(h.distance(to)));
        for there in ahead.into_iter().chain(back) {
            mind.consider(there, towards(there, facing, to));
        }
    }
    for turned in 1..6 {
        mind.consider(hex, facing.turn(turned));
    }
    let again = i32::from(pos.unit(unit).moved_before);
    let cost = stays + again * (AGAIN + 10);
    mind.ideas.sort_by_key(|&(worth, hex, facing)| (-worth, hex, facing));
    let ideas: Vec<Idea> = mind.ideas.iter().copied().filter(|i| i.0 - cost > ENOUGH).take(TRIED).collect();
    ideas.into_iter().find_map(|(_, hex, facing)| {
        let way = Way::To { hex, facing: Some(facing), fire: None };
        let hits = i32::from(preview(pos, &Move::by(unit, way)).ok()?.hits) + again;
        let worth = mind.worth(Hexes::of(hex, facing, mind.two), facing, hits, true);
        let gain = worth - again * AGAIN - stays;
        (gain > ENOUGH).then_some(Choice { hex, facing, gain })
    })
}

/// A unit with the places that have come to mind.
struct Mind<'a> {
    scene: &'a Scene<'a>,
    man: Man,
    two: bool,
    seen: Seen,
    ideas: Vec<Idea>,
}

impl Mind<'_> {
    fn worth(&mut self, there: Hexes, facing: Facing, hits: i32, moved: bool) -> i32 {
        let sight = self.scene.look(&mut self.seen, &self.man, there);
        self.scene.worth(&self.man, sight, facing, hits, moved)
    }

    /// Takes a place into mind if nobody else stands there.
    fn consider(&mut self, hex: Hex, facing: Facing) {
        let there = Hexes::of(hex, facing, self.two);
        if there.iter().all(|h| is_free(self.scene.pos, self.man.id, h)) {
            let worth = self.worth(there, facing, 0, true);
            self.ideas.push((worth, hex, facing));
        }
    }

    /// The enemies within reach whom it likes best to meet.
    fn prey(&self, hex: Hex, reach: i32) -> Vec<usize> {
        let here = Hexes::one(hex);
        let foes = self.scene.foes.iter().enumerate();
        let mut near: Vec<(i32, usize)> = foes
            .filter_map(|(nth, foe)| {
                let far = between(here, foe.hexes);
                (far <= reach + 1).then(|| (far * 5 + dislike(self.man.kind, here, foe), nth))
            })
            .collect();
        near.sort_unstable();
        near.into_iter().take(PREY).map(|(_, nth)| nth).collect()
    }

    /// The enemy to whom it is nearest.
    fn nearest(&self, hex: Hex) -> Option<usize> {
        let here = Hexes::one(hex);
        (0..self.scene.foes.len()).min_by_key(|&nth| between(here, self.scene.foes[nth].hexes))
    }

    /// The places beside an enemy from which it would have him in front; lights keep a hex between.
    fn beside(&mut self, from: Hex, reach: i32, nth: usize) {
        let foe = self.scene.foes[nth].hexes;
        let around = foe.iter().flat_map(|f| f.neighbours().map(move |(_, h)| (f, h)));
        let mut places: Vec<(Hex, Hex)> = around.filter(|&(_, h)| !foe.contains(h)).collect();
        if self.man.kind == Use::Light {
            places = places.iter().flat_map(|&(f, h)| h.neighbours().map(move |(_, n)| (f, n))).collect();
            places.retain(|&(_, h)| foe.distance(Hexes::one(h)) == Some(2));
        }
        places.sort_unstable_by_key(|&(f, h)| (h, f));
        places.dedup_by_key(|&mut (_, h)| h);
        for (foe, hex) in places {
            if i32::from(hex.distance(from)) > reach {
                continue;
            }
            for facing in Facing::ALL {
                let fronts = [facing.left_front(), facing.right_front()];
                if fronts.iter().any(|&side| leads_to(hex, side, foe)) {
                    self.consider(hex, facing);
                }
            }
        }
    }
}

/// Does a side of a hex look at another hex, beside it or one farther?
fn leads_to(hex: Hex, side: Hexside, to: Hex) -> bool {
    hex.neighbour(side).is_some_and(|h| h.distance(to) < hex.distance(to))
}

/// Hexes on the way that makes something least, hex by hex: the last, the last but one and the middle one.
fn strides(pos: &Position, unit: UnitId, from: Hex, most: usize, least: impl Fn(Hex) -> i32) -> Vec<Hex> {
    let mut way = Vec::with_capacity(most);
    let mut here = from;
    while way.len() < most {
        let next = here.neighbours().map(|(_, h)| h).filter(|&h| is_free(pos, unit, h));
        let Some(next) = next.min_by_key(|&h| (least(h), h)).filter(|&h| least(h) < least(here)) else {
            break;
        };
        way.push(next);
        here = next;
    }
    let last = way.len();
    let mut stops: Vec<usize> =
        [last, last.saturating_sub(1), last / 2].into_iter().filter(|&n| n > 0).collect();
    stops.dedup();
    stops.into_iter().map(|n| way[n - 1]).collect()
}

/// The facing of both of whose front hexes most are nearer to a hex; of equals the one that it has.
fn towards(hex: Hex, now: Facing, to: Hex) -> Facing {
    let nearer =
        |f: Facing| [f.left_front(), f.right_front()].iter().filter(|&&s| leads_to(hex, s, to)).count();
    let best = Facing::ALL.into_iter().max_by_key(|&f| (nearer(f), f == now));
    best.unwrap_or(now)
}

/// May a unit stand in this hex, as far as others are concerned?
fn is_free(pos: &Position, unit: UnitId, hex: Hex) -> bool {
    pos.set.field.is_open(hex) && pos.stack(hex).units().all(|u| u == unit)
}
