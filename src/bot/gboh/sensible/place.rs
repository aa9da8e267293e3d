//! How good it is for a unit to stand somewhere.

use super::super::plan::{Pace, Temper};
use super::clash::prospect;
use super::eye::{Use, foes, is_armed, is_battered, margin, use_of};
use super::glance;
use tess_gboh::movement::stops;
use tess_gboh::piece::{UnitId, UnitType};
use tess_gboh::position::Hexes;
use tess_gboh::variant::charts::Angle;
use tess_gboh::zone::angle_of;
use tess_gboh::{Position, Side};
use tess_hex::{Facing, Hex};

/// The field as a side looks at it.
pub(super) struct Scene<'a> {
    pub(super) pos: &'a Position,
    side: Side,
    pub(super) foes: Vec<Foe>,
    pace: Pace,
    temper: Temper,
    /// How far the middle of the own foot is from the enemy.
    front: i32,
}

/// An enemy, with what is asked about him again and again.
pub(super) struct Foe {
    id: UnitId,
    pub(super) hexes: Hexes,
    kind: Use,
    facing: Option<Facing>,
}

/// Tenths of hits that a second march in a turn costs beyond its hit (6.13): worn men fight badly.
pub(super) const AGAIN: i32 = 18;

/// What it is worth to rout on the way.
const RUIN: i32 = -1000;

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
    pub(super) fn new(pos: &'a Position, side: Side, (pace, temper): (Pace, Temper)) -> Scene<'a> {
        let foe = |id| Foe { id, hexes: pos.hexes(id), kind: use_of(pos, id), facing: pos.facing(id) };
        let foes = foes(pos, side).into_iter().map(foe).collect();
        let mut scene = Scene { pos, side, foes, pace, temper, front: 0 };
        scene.front = match pace {
            Pace::Hurried { front: Some(front) } => front,
            _ => scene.far_from_enemy(),
        };
        scene
    }

    /// How far the middle of the own foot is from the enemy, as it stands now.
    fn far_from_enemy(&self) -> i32 {
        let steady = |&u: &UnitId| use_of(self.pos, u) == Use::Foot && !self.pos.is_routed(u);
        let mut ways: Vec<i32> = self.pos.on_field(self.side).filter(steady).map(|u| self.away(u)).collect();
        let middle = ways.len() / 2;
        if ways.is_empty() { 0 } else { *ways.select_nth_unstable(middle).1 }
    }

    /// How far the nearest enemy is from a unit.
    pub(super) fn away(&self, unit: UnitId) -> i32 {
        let here = self.pos.hexes(unit);
        self.foes.iter().map(|foe| between(here, foe.hexes)).min().unwrap_or(99)
    }

    /// The best place for a unit, with what it gains over staying.
    pub(super) fn best(&self, unit: UnitId) -> Option<Choice> {
        match self.pace {
            Pace::Thorough => self.best_of_all(unit),
            Pace::Hurried { .. } => glance::best(self, unit),
        }
    }

    /// The best place that the unit can reach.
    fn best_of_all(&self, unit: UnitId) -> Option<Choice> {
        let pos = self.pos;
        let facing = pos.facing(unit)?;
        let man = Man::of(pos, unit);
        let mut seen = Seen::default();
        let stays = self.worth(&man, self.look(&mut seen, &man, pos.hexes(unit)), facing, 0, false);
        // A second move in a turn costs a hit (6.13).
        let again = i32::from(pos.unit(unit).moved_before);
        let two = pos.spec(unit).two_hex;
        stops(pos, unit)
            .into_iter()
            .map(|s| {
                let there = Hexes::of(s.hex, s.facing, two);
                let hits = i32::from(s.hits) + again;
                let worth = if hits >= man.margin {
                    RUIN
                } else {
                    self.worth(&man, self.look(&mut seen, &man, there), s.facing, hits, true)
                };
                (Choice { hex: s.hex, facing: s.facing, gain: worth - again * AGAIN - stays }, s.mp)
            })
            .max_by_key(|(c, mp)| (c.gain, std::cmp::Reverse(*mp)))
            .map(|(c, _)| c)
    }

    /// What a unit there sees of the enemy: the same hexes come one after another, with another facing.
    pub(super) fn look(&self, seen: &mut Seen, man: &Man, there: Hexes) -> Sight {
        match seen {
            Some(known) if known.there == there => *known,
            _ => *seen.insert(Sight::of(&self.foes, man.kind, there)),
        }
    }

    /// What it is worth to stand there, in tenths of hits.
    pub(super) fn worth(&self, man: &Man, sight: Sight, facing: Facing, hits: i32, moved: bool) -> i32 {
        if hits >= man.margin {
            return RUIN;
        }
        let there = sight.there;
        let mut worth = -hits * 10;
        if sight.nearest <= 1 {
            worth += self.contact(man.id, man.kind, there, facing, moved);
        }
        worth += self.approach(man, &sight) * self.temper.keen / 100;
        let company = self.company(man.id, man.kind, there, facing) * self.temper.close / 100;
        worth + company + self.outlook(&sight, facing)
    }

    /// Next to enemies: the best blow that can be struck, and who strikes from behind.
    fn contact(&self, unit: UnitId, kind: Use, there: Hexes, facing: Facing, moved: bool) -> i32 {
        let pos = self.pos;
        let (mut best, mut ahead, mut behind) = (None, 0, 0);
        for foe in &self.foes {
            if between(there, foe.hexes) > 1 {
                continue;
            }
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
        let open = 25 * behind + if ahead > 2 { 8 * (ahead - 2) } else { 0 };
        blow - alone - open * self.temper.wary / 100
    }

    /// Nearer to what the unit is looking for, farther from what it avoids.
    fn approach(&self, man: &Man, sight: &Sight) -> i32 {
        let nearest = sight.nearest;
        if man.is_battered && nearest > 1 && self.front > 1 {
            return nearest.min(6) * 4;
        }
        if man.kind == Use::Light {
            let ideal = if man.is_armed { 2 } else { 5 };
            return -5 * (nearest - ideal).abs();
        }
        let mut worth = -sight.way.unwrap_or(0);
        // Who is far ahead of his own line fights alone.
        if nearest > 1 && nearest < self.front - 2 && man.kind != Use::Beast {
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

    /// The enemy in front, not behind.
    fn outlook(&self, sight: &Sight, facing: Facing) -> i32 {
        let Some(here) = sight.there.left else { return 0 };
        let Some(foe) = sight.foe.and_then(|nth| self.foes.get(nth)) else { return 0 };
        let Some(at) = foe.hexes.left else { return 0 };
        let now = here.distance(at);
        let nearer = |side| here.neighbour(side).is_some_and(|h: Hex| h.distance(at) < now);
        3 * i32::from(nearer(facing.left_front())) + 3 * i32::from(nearer(facing.right_front()))
    }
}

/// A unit that looks for a place, with what is the same wherever it goes.
pub(super) struct Man {
    pub(super) id: UnitId,
    pub(super) kind: Use,
    margin: i32,
    is_battered: bool,
    is_armed: bool,
}

impl Man {
    pub(super) fn of(pos: &Position, id: UnitId) -> Man {
        Man {
            id,
            kind: use_of(pos, id),
            margin: margin(pos, id),
            is_battered: is_battered(pos, id),
            is_armed: is_armed(pos, id),
        }
    }
}

/// What was seen from the hexes looked at last.
pub(super) type Seen = Option<Sight>;

/// What is seen of the enemy from some hexes, whichever way one faces there.
#[derive(Clone, Copy)]
pub(super) struct Sight {
    there: Hexes,
    /// Hexes to the nearest enemy.
    nearest: i32,
    /// The nearest enemy, the first of several.
    foe: Option<usize>,
    /// The way to the enemy whom one likes best to meet, a hex counting five, with what one dislikes of him.
    way: Option<i32>,
}

impl Sight {
    fn of(foes: &[Foe], kind: Use, there: Hexes) -> Sight {
        let mut sight = Sight { there, nearest: 99, foe: None, way: None };
        for (nth, foe) in foes.iter().enumerate() {
            let far = between(there, foe.hexes);
            if far < sight.nearest || sight.foe.is_none() {
                (sight.nearest, sight.foe) = (far, Some(nth));
            }
            // No dislike makes a way shorter.
            if sight.way.is_none_or(|way| far * 5 < way) {
                let way = far * 5 + dislike(kind, there, foe);
                sight.way = Some(sight.way.map_or(way, |known| known.min(way)));
            }
        }
        sight
    }
}

/// Hexes between the nearest halves.
pub(super) fn between(a: Hexes, b: Hexes) -> i32 {
    a.distance(b).map_or(99, i32::from)
}

/// How little a unit that stands there wants to meet this enemy.
pub(super) fn dislike(kind: Use, there: Hexes, foe: &Foe) -> i32 {
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
