//! Squaring off: an attacker lines up with the side of the enemy on which he comes.

use crate::formation::Formation;
use crate::measure::{Base, Length, Point, Stance, TOUCH};
use crate::questions::zone::{Block, zone_of};
use crate::questions::{edges, terrain};
use crate::state::{Place, Position, UnitId, Zone};

/// How an attacker stands in contact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Squared {
    /// On which of the defender's sides.
    pub side: Zone,
    /// Where and how he stands.
    pub stance: Stance,
    /// He stands square; else there was no room, and he stands as he came.
    pub square: bool,
}

/// **legion melee.square-off, formation.orbis.** The side of the defender on which the attacker fights: an
/// orbis has no flanks and no rear, so everybody meets its front.
#[must_use]
pub fn side(pos: &Position, attacker: UnitId, defender: UnitId) -> Zone {
    if pos.unit(defender).formation == Formation::Orbis { Zone::Front } else { face(pos, attacker, defender) }
}

/// **legion melee.square-off.** The side of the defender's block that the attacker touches along an edge of
/// his, or with a corner while he looks at it. At a corner of the block, and when he looks elsewhere, that
/// on which more than half of his stands are; when there is none, that which he touches, or where his middle
/// is.
fn face(pos: &Position, attacker: UnitId, defender: UnitId) -> Zone {
    let touched = edges::met_at(pos, defender, attacker);
    let seen = touched.filter(|&zone| edges::looks_at(pos, attacker, (defender, zone)));
    edges::met_along(pos, defender, attacker)
        .or(seen)
        .or_else(|| most(pos, attacker, defender))
        .or(touched)
        .unwrap_or_else(|| middle(pos, attacker, defender))
}

/// The side of the defender's block on which more than half of the attacker's stands are.
fn most(pos: &Position, attacker: UnitId, defender: UnitId) -> Option<Zone> {
    let stance = pos.stance(defender)?;
    let block = Block::of(pos, defender);
    let zones: Vec<Zone> = pos.bases(attacker).iter().map(|b| block.zone(stance.local(b.middle()))).collect();
    let most = |z: Zone| zones.iter().filter(|o| **o == z).count() * 2 > zones.len();
    [Zone::Front, Zone::Left, Zone::Right, Zone::Rear].into_iter().find(|&z| most(z))
}

/// The side of the defender's block on which the middle of the attacker is.
fn middle(pos: &Position, attacker: UnitId, defender: UnitId) -> Zone {
    let own = Block::of(pos, attacker);
    let here = pos.stance(attacker).unwrap_or_default();
    let middle = here.at((own.left + own.right) / 2, (own.front + own.rear) / 2);
    zone_of(pos, defender, middle).unwrap_or(Zone::Front)
}

/// **legion melee.contact, melee.square-off.** Where the attacker stands against the defender: square to
/// that side, each stand before the closest one of the enemy; on a side that is narrower than the attacker,
/// in line with the corner that he met. When others are in the way he moves aside by as few stands as he
/// needs, and when that does not help he stands as he came.
#[must_use]
pub fn off(pos: &Position, attacker: UnitId, defender: UnitId) -> Squared {
    squared(pos, attacker, defender, true)
}

/// **legion melee.flank.** The same for a unit that turns to an enemy in contact with it: it does not move
/// aside.
#[must_use]
pub fn in_place(pos: &Position, unit: UnitId, enemy: UnitId) -> Squared {
    squared(pos, unit, enemy, false)
}

fn squared(pos: &Position, attacker: UnitId, defender: UnitId, aside: bool) -> Squared {
    let side = side(pos, attacker, defender);
    let (Some(here), Some(there)) = (pos.stance(attacker), pos.stance(defender)) else {
        return Squared { side, stance: pos.stance(attacker).unwrap_or_default(), square: false };
    };
    let face = Face::of(pos, defender, face(pos, attacker, defender), there);
    let own = Block::of(pos, attacker);
    // Seen from the face, the attacker's right lies to the left.
    let middle = face.stance.local(here.at((own.left + own.right) / 2, 0)).0;
    let ways = face.ways(pos, attacker, middle, &own);
    for way in ways.into_iter().take(if aside { usize::MAX } else { 2 }) {
        let anchor = face.stance.at(way + (own.left + own.right) / 2, 0);
        let stance = Stance { anchor, heading: face.stance.heading.about() };
        if has_room(pos, attacker, defender, stance) {
            return Squared { side, stance, square: true };
        }
    }
    Squared { side, stance: here, square: false }
}

/// One side of a defender, seen from outside: the anchor is its middle, the heading its outward way.
struct Face {
    stance: Stance,
    /// Half its width.
    half: i32,
    /// The middles of the stands along it, to the right of the anchor.
    files: Vec<i32>,
    /// Its two corners in the field: at its right and its left end.
    corners: [Point; 2],
    /// It is one of the flanks.
    flank: bool,
}

impl Face {
    fn of(pos: &Position, defender: UnitId, side: Zone, there: Stance) -> Face {
        let block = Block::of(pos, defender);
        let (across, along) = ((block.left + block.right) / 2, (block.front + block.rear) / 2);
        let (anchor, width) = match side {
            Zone::Front => ((across, block.front), block.width()),
            Zone::Rear => ((across, block.rear), block.width()),
            Zone::Left => ((block.left, along), block.depth()),
            Zone::Right => ((block.right, along), block.depth()),
        };
        let stance =
            Stance { anchor: there.at(anchor.0, anchor.1), heading: there.heading.turned(side.turn()) };
        let half = width.0 / 2;
        // Stands whose base reaches the face.
        let reaches = |b: &Base| b.corners.iter().any(|&p| stance.local(p).1.abs() <= 2);
        let bases: Vec<Base> = pos.bases(defender).into_iter().filter(reaches).collect();
        let files = bases.iter().map(|b| stance.local(b.middle()).0).collect();
        let corners = [stance.at(half, 0), stance.at(-half, 0)];
        Face { stance, half, files, corners, flank: matches!(side, Zone::Left | Zone::Right) }
    }

    /// Where the attacker's middle may come to stand, to the right of the anchor, what is best first: lined
    /// up; without moving sideways; lined up and so many stands aside, as long as he still meets the face.
    fn ways(&self, pos: &Position, attacker: UnitId, middle: i32, own: &Block) -> Vec<i32> {
        let best = self.lined_up(pos, attacker, middle, own);
        let (width, stand) = (own.width().0, pos.troop(attacker).width.0.max(1));
        let aside = (1..=(self.half * 2 + width) / stand).flat_map(|n| [best - n * stand, best + n * stand]);
        let meets = |way: &i32| self.half + width / 2 - way.abs() >= stand / 2;
        [best, middle].into_iter().chain(aside.filter(meets)).collect()
    }

    /// Where the attacker's middle comes to stand when nobody is in the way, to the right of the anchor.
    fn lined_up(&self, pos: &Position, attacker: UnitId, middle: i32, own: &Block) -> i32 {
        let width = own.width().0;
        if self.flank && 2 * self.half < width {
            let to = |p: Point| {
                let all = pos.bases(attacker).into_iter().map(|b| b.distance_to(p));
                all.min().unwrap_or(Length(i32::MAX))
            };
            let right = to(self.corners[0]) <= to(self.corners[1]) + TOUCH;
            return if right { self.half - width / 2 } else { width / 2 - self.half };
        }
        let shift = self.shift(pos, attacker, middle, own);
        middle + shift
    }

    /// The smallest way to the side that puts one of the attacker's front stands before one of the
    /// defender's.
    fn shift(&self, pos: &Position, attacker: UnitId, middle: i32, own: &Block) -> i32 {
        let centre = (own.left + own.right) / 2;
        let front = pos.unit(attacker).stands.iter().filter(|s| s.slot.back.0 == 0);
        let files: Vec<i32> = front.map(|s| middle - (s.slot.right.0 - centre)).collect();
        let pairs = self.files.iter().flat_map(|d| files.iter().map(move |a| d - a));
        let least = pairs.clone().map(i32::abs).min().unwrap_or(0);
        // Of two that are as near, but for a hair, the one to the left: no rounding decides.
        pairs.filter(|shift| shift.abs() <= least + TOUCH.0).min().unwrap_or(0)
    }
}

/// Is there room to stand so: on the table, on nobody's base, on ground that such troops can enter?
fn has_room(pos: &Position, attacker: UnitId, defender: UnitId, stance: Stance) -> bool {
    let bases = pos.party_at(attacker, stance);
    let lies_on = |o: UnitId| pos.bases(o).iter().any(|b| bases.iter().any(|a| a.overlaps(b)));
    let others = pos.unit_ids().filter(|&o| o != attacker && pos.unit(o).attached != Some(attacker));
    bases.iter().all(|b| pos.set.table.holds(b))
        && terrain::under(pos, pos.gait(attacker), &bases).is_ok()
        && others.filter(|&o| matches!(pos.unit(o).place, Place::Table(_))).all(|o| !lies_on(o))
        && bases.iter().any(|b| pos.bases(defender).iter().any(|d| d.touches(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Heading;
    use crate::tests::proving_ground::LEGION;
    use crate::tests::proving_ground::WARBAND;
    use crate::tests::proving_ground::ground;
    use crate::tests::proving_ground::stance;
    use crate::tests::proving_ground::u;
    use crate::tests::proving_ground::unit;

    /// A warband comes at a slant at a stand of the legion, with a friend at this place.
    fn squared(friend: Stance) -> Squared {
        let at = Stance { anchor: Point { x: 20_500, y: 10_400 }, ..stance(0, 0, 160) };
        let pos = ground(vec![
            unit("H1", 0, (LEGION, 1), stance(20, 10, 0), Formation::Line),
            unit("W1", 2, (WARBAND, 2), at, Formation::Line),
            unit("W2", 2, (WARBAND, 2), friend, Formation::Line),
        ]);
        off(&pos, u(1), u(0))
    }

    #[test]
    fn who_finds_a_friend_in_the_way_moves_aside_by_a_stand() {
        let free = squared(stance(30, 30, 180));
        assert_eq!((free.stance.anchor.x, free.stance.heading), (20_800, Heading::new(18_000)));
        let crowded = squared(stance(23, 11, 180));
        assert_eq!((crowded.stance.anchor.x, crowded.stance.heading), (19_200, Heading::new(18_000)));
        assert_eq!((crowded.side, crowded.square), (Zone::Front, true));
    }
}
