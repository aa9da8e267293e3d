//! How good it is for a unit to stand somewhere.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::clash::prospect;
use super::eye::{Use, away, foes, is_armed, is_battered, margin, use_of};
use tess_gboh::movement::reachable;
use tess_gboh::piece::{UnitId, UnitType};
use tess_gboh::position::Hexes;
use tess_gboh::variant::charts::Angle;
use tess_gboh::zone::angle_of;
use tess_gboh::{Position, Side};
use tess_hex::{Facing, Hex};

/// The field as a side looks at it.
pub(super) struct Scene<'a> {
    pos: &'a Position,
    side: Side,
    foes: Vec<Foe>,
    /// How far the middle of the own foot is from the enemy.
    front: i32,
    /// What has been seen from a place, by what the unit there is used for: ways to face share it, and
    /// units beside each other.
    seen: RefCell<BTreeMap<Spot, Rc<Sight>>>,
}

/// A place, and what the unit there is used for.
type Spot = (Use, Option<Hex>, Option<Hex>);

/// What is to be seen from a place, whichever way one faces there.
struct Sight {
    /// How far the nearest enemy is.
    nearest: i32,
    /// Where he stands.
    at: Option<Hex>,
    /// How far and how little liked is whom the unit likes best to meet; nothing when there is nobody.
    way: Option<i32>,
    /// Enemies next to the place.
    beside: Vec<usize>,
}

/// An enemy, with what is asked about him again and again.
struct Foe {
    id: UnitId,
    hexes: Hexes,
    kind: Use,
    facing: Option<Facing>,
}

/// Tenths of hits that a second march in a turn costs beyond its hit (6.13): worn men fight badly.
const AGAIN: i32 = 18;

/// Foot farther from the enemy than this leaves its horse without help.
const LONELY: i32 = 6;

/// A place and what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    pub(super) hex: Hex,
    pub(super) facing: Facing,
    /// More than staying.
    pub(super) gain: i32,
}

impl<'a> Scene<'a> {
    /// How far the middle of the own foot is from the enemy.
    pub(super) fn front(&self) -> i32 {
        self.front
    }

    /// Looks at the field.
    pub(super) fn new(pos: &'a Position, side: Side) -> Scene<'a> {
        let foes = foes(pos, side);
        let mut ways: Vec<i32> = pos
            .on_field(side)
            .filter(|&u| use_of(pos, u) == Use::Foot && !pos.is_routed(u))
            .map(|u| away(pos, u, &foes))
            .collect();
        ways.sort_unstable();
        let front = ways.get(ways.len() / 2).copied().unwrap_or(0);
        let foe = |id| Foe { id, hexes: pos.hexes(id), kind: use_of(pos, id), facing: pos.facing(id) };
        Scene { pos, side, foes: foes.into_iter().map(foe).collect(), front, seen: RefCell::default() }
    }

    /// The best place that the unit can reach, with what it gains over staying.
    pub(super) fn best(&self, unit: UnitId) -> Option<Choice> {
        let pos = self.pos;
        let facing = pos.facing(unit)?;
        let stays = self.worth(unit, pos.hexes(unit), facing, 0, false);
        let two = pos.spec(unit).two_hex;
        reachable(pos, unit)
            .into_iter()
            .map(|r| {
                let there = Hexes::of(r.hex, r.facing, two);
                // A second move in a turn costs a hit (6.13).
                let again = i32::from(pos.unit(unit).moved_before);
                let hits = i32::from(r.hits) + again;
                let gain = self.worth(unit, there, r.facing, hits, true) - again * AGAIN - stays;
                (Choice { hex: r.hex, facing: r.facing, gain }, r.mp)
            })
            .max_by_key(|(c, mp)| (c.gain, std::cmp::Reverse(*mp)))
            .map(|(c, _)| c)
    }

    /// What it is worth to stand there, in tenths of hits.
    fn worth(&self, unit: UnitId, there: Hexes, facing: Facing, hits: i32, moved: bool) -> i32 {
        let pos = self.pos;
        if hits >= margin(pos, unit) {
            return -1000;
        }
        let kind = use_of(pos, unit);
        let mut worth = -hits * 10;
        let sight = self.sight(kind, there);
        if sight.nearest <= 1 {
            worth += self.contact(unit, kind, there, facing, moved, &sight.beside);
        }
        worth += self.approach(unit, kind, &sight);
        worth + self.company(unit, kind, there, facing) + outlook(there, facing, sight.at)
    }

    /// What is to be seen from there, each enemy looked at once.
    fn sight(&self, kind: Use, there: Hexes) -> Rc<Sight> {
        let place = (kind, there.left, there.right);
        if let Some(sight) = self.seen.borrow().get(&place) {
            return Rc::clone(sight);
        }
        let mut sight = Sight { nearest: 99, at: None, way: None, beside: Vec::new() };
        for (number, foe) in self.foes.iter().enumerate() {
            let far = there.distance(foe.hexes).map_or(99, i32::from);
            if number == 0 || far < sight.nearest {
                (sight.nearest, sight.at) = (far, foe.hexes.left);
            }
            if far <= 1 {
                sight.beside.push(number);
            }
            // nobody is liked better than not at all disliked
            if sight.way.is_none_or(|way| far * 5 < way) {
                let way = far * 5 + dislike(kind, there, foe);
                sight.way = Some(sight.way.map_or(way, |least| least.min(way)));
            }
        }
        let sight = Rc::new(sight);
        self.seen.borrow_mut().insert(place, Rc::clone(&sight));
        sight
    }

    /// Next to enemies: the best blow that can be struck, and who strikes from behind.
    fn contact(
        &self,
        unit: UnitId,
        kind: Use,
        there: Hexes,
        facing: Facing,
        moved: bool,
        beside: &[usize],
    ) -> i32 {
        let pos = self.pos;
        let (mut best, mut ahead, mut behind) = (None, 0, 0);
        for foe in beside.iter().map(|&number| &self.foes[number]) {
            let open = foe.hexes.iter().filter_map(|h| angle_of(there, facing, h)).max();
            if open == Some(Angle::Front) {
                ahead += 1;
            } else {
                behind += 1;
            }
            best = best.max(prospect(pos, unit, there, facing, foe.id));
        }
        let blow = match (kind, best) {
            // Light troops need not shock, and should not be near.
            (Use::Light, Some(value)) => (value - 20).min(15) - 10 * ahead,
            (_, Some(value)) => value + if moved { 10 } else { 5 },
            (_, None) => -10,
        };
        let alone = if moved && self.front > LONELY { 20 } else { 0 };
        blow - alone - 25 * behind - if ahead > 2 { 8 * (ahead - 2) } else { 0 }
    }

    /// Nearer to what the unit is looking for, farther from what it avoids.
    fn approach(&self, unit: UnitId, kind: Use, sight: &Sight) -> i32 {
        let (pos, nearest) = (self.pos, sight.nearest);
        if is_battered(pos, unit) && nearest > 1 && self.front > 1 {
            return nearest.min(6) * 4;
        }
        if kind == Use::Light {
            let ideal = if is_armed(pos, unit) { 2 } else { 5 };
            return -5 * (nearest - ideal).abs();
        }
        let mut worth = -sight.way.unwrap_or(0);
        // Who is far ahead of his own line fights alone.
        if nearest > 1 && nearest < self.front - 2 && kind != Use::Beast {
            worth -= 7 * (self.front - 2 - nearest);
        }
        worth
    }

    /// Friends at one's flanks who look the same way.
    fn company(&self, unit: UnitId, kind: Use, there: Hexes, facing: Facing) -> i32 {
        if !matches!(kind, Use::Foot | Use::Beast) {
            return 0;
        }
        let pos = self.pos;
        let friend = |hex: Option<Hex>| {
            hex.is_some_and(|h| {
                pos.stack(h).units().any(|u| {
                    u != unit
                        && pos.spec(u).side == self.side
                        && pos.facing(u) == Some(facing)
                        && !pos.is_routed(u)
                })
            })
        };
        let left = friend(there.left.and_then(|h| h.neighbour(facing.left_flank())));
        let right = friend(there.right.or(there.left).and_then(|h| h.neighbour(facing.right_flank())));
        let worth = if pos.spec(unit).kind == UnitType::PH { 6 } else { 4 };
        worth * (i32::from(left) + i32::from(right))
    }
}

/// The enemy in front, not behind: the nearest, who stands there.
fn outlook(there: Hexes, facing: Facing, foe: Option<Hex>) -> i32 {
    let (Some(here), Some(at)) = (there.left, foe) else { return 0 };
    let now = here.distance(at);
    let nearer = |side| here.neighbour(side).is_some_and(|h: Hex| h.distance(at) < now);
    3 * i32::from(nearer(facing.left_front())) + 3 * i32::from(nearer(facing.right_front()))
}

/// How little a unit that stands there wants to meet this enemy.
fn dislike(kind: Use, there: Hexes, foe: &Foe) -> i32 {
    match (kind, foe.kind) {
        (Use::Foot, Use::Foot) | (Use::Horse, Use::Horse) | (Use::Beast, Use::Foot) | (Use::Light, _) => 0,
        (Use::Foot, Use::Beast) => 6,
        (Use::Foot, Use::Light) => 8,
        (Use::Foot, Use::Horse) => 20,
        (Use::Horse, Use::Light) | (Use::Horse, Use::Foot) if !sees(foe, there) => 5,
        (Use::Horse, Use::Light) => 8,
        (Use::Horse, Use::Foot) => 22,
        (Use::Horse, Use::Beast) => 40,
        (Use::Beast, Use::Horse) => 10,
        (Use::Beast, Use::Beast) => 15,
        (Use::Beast, Use::Light) => 25,
    }
}

/// Do the hexes lie before the enemy rather than beside or behind him?
fn sees(foe: &Foe, there: Hexes) -> bool {
    let (Some(here), Some(at), Some(facing)) = (foe.hexes.left, there.left, foe.facing) else { return true };
    let now = here.distance(at);
    let nearer = |side| here.neighbour(side).is_some_and(|h: Hex| h.distance(at) < now);
    nearer(facing.left_front()) || nearer(facing.right_front())
}
