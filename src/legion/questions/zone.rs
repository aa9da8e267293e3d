//! Front, flanks and rear of a unit, and how its stands lie to an enemy.

use crate::formation::Formation;
use crate::measure::{Base, Length, Point, Stance};
pub use crate::state::Zone;
use crate::state::{Position, UnitId};

/// The rectangle about the stands of a unit, in its own frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// Its left edge, to the right of the anchor (so mostly below zero).
    pub left: i32,
    /// Its right edge.
    pub right: i32,
    /// Its front edge, ahead of the anchor.
    pub front: i32,
    /// Its rear edge, ahead of the anchor (so below zero).
    pub rear: i32,
}

impl Block {
    /// The block of a unit in the formation that it has.
    #[must_use]
    pub fn of(pos: &Position, id: UnitId) -> Block {
        Block::about(pos.bases_at(id, Stance::default()))
    }

    /// The block of a unit with all that goes with it.
    #[must_use]
    pub fn of_party(pos: &Position, id: UnitId) -> Block {
        Block::about(pos.party_at(id, Stance::default()))
    }

    /// The rectangle about bases in their own frame.
    pub(super) fn about(bases: Vec<Base>) -> Block {
        let corners = bases.into_iter().flat_map(|b| b.corners);
        let empty = Block { left: i32::MAX, right: i32::MIN, front: i32::MIN, rear: i32::MAX };
        let grown = corners.fold(empty, |b, p| Block {
            left: b.left.min(p.x),
            right: b.right.max(p.x),
            front: b.front.max(p.y),
            rear: b.rear.min(p.y),
        });
        if grown.left > grown.right { Block { left: 0, right: 0, front: 0, rear: 0 } } else { grown }
    }

    /// How wide it is.
    #[must_use]
    pub const fn width(&self) -> Length {
        Length(self.right - self.left)
    }

    /// How deep it is.
    #[must_use]
    pub const fn depth(&self) -> Length {
        Length(self.front - self.rear)
    }

    /// The zone of a place in its frame: what lies on a line between two counts to front or rear.
    #[must_use]
    pub fn zone(&self, (right, ahead): (i32, i32)) -> Zone {
        let aside = (right - self.right).max(self.left - right).max(0);
        let (before, behind) = (ahead - self.front, self.rear - ahead);
        if before >= 0 && before >= aside {
            Zone::Front
        } else if behind >= 0 && behind >= aside {
            Zone::Rear
        } else if aside == 0 {
            Zone::Front
        } else if right > self.right {
            Zone::Right
        } else {
            Zone::Left
        }
    }
}

/// **legion zone.flank-rear.** The zone of a unit in which a place lies; `None` when the unit is off the
/// table.
#[must_use]
pub fn zone_of(pos: &Position, unit: UnitId, place: Point) -> Option<Zone> {
    Some(Block::of(pos, unit).zone(pos.stance(unit)?.local(place)))
}

/// **legion zone.flank-rear.** From where one unit comes at another: the zone in which at least half of its
/// stands are, flanks and rear before the front; `Front` when there is none, and of an orbis, which has
/// neither (formation.orbis).
#[must_use]
pub fn zone_against(pos: &Position, target: UnitId, from: UnitId) -> Zone {
    let Some(stance) = pos.stance(target) else { return Zone::Front };
    if pos.unit(target).formation == Formation::Orbis {
        return Zone::Front;
    }
    let block = Block::of(pos, target);
    let bases = pos.bases(from);
    let zones: Vec<Zone> = bases.iter().map(|b| block.zone(stance.local(b.middle()))).collect();
    let half = |zone: Zone| zones.iter().filter(|z| **z == zone).count() * 2 >= zones.len();
    [Zone::Rear, Zone::Left, Zone::Right]
        .into_iter()
        .find(|&z| !zones.is_empty() && half(z))
        .unwrap_or(Zone::Front)
}

/// Does a unit have an enemy in its frontal arc: the middle of any of the enemy's stands in its front zone?
#[must_use]
pub fn has_ahead(pos: &Position, unit: UnitId, at: Stance, enemy: UnitId) -> bool {
    let block = Block::of(pos, unit);
    pos.bases(enemy).iter().any(|b| block.zone(at.local(b.middle())) == Zone::Front)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Point;
    use crate::tests::proving_ground::LEGION;
    use crate::tests::proving_ground::WARBAND;
    use crate::tests::proving_ground::ground;
    use crate::tests::proving_ground::stance;
    use crate::tests::proving_ground::u;
    use crate::tests::proving_ground::unit;

    fn field(enemy: Stance) -> Position {
        ground(vec![
            unit("H1", 0, (LEGION, 4), stance(20, 10, 0), Formation::Line),
            unit("W1", 2, (WARBAND, 4), enemy, Formation::Double),
        ])
    }

    #[test]
    fn the_block_of_a_line_lies_behind_its_anchor() {
        let block = Block::of(&field(stance(20, 20, 180)), u(0));
        assert_eq!(block, Block { left: -3_200, right: 3_200, front: 0, rear: -1_200 });
        assert_eq!((block.width(), block.depth()), (Length(6_400), Length(1_200)));
    }

    #[test]
    fn lines_at_45_degrees_part_the_zones() {
        let pos = field(stance(20, 20, 180));
        let zone = |x: i32, y: i32| zone_of(&pos, u(0), Point { x, y });
        // The front right corner lies at 23.2, 10; the rear left one at 16.8, 8.8.
        assert_eq!(zone(24_200, 11_000), Some(Zone::Front), "on the line");
        assert_eq!(zone(24_200, 10_999), Some(Zone::Right));
        assert_eq!(zone(15_000, 7_000), Some(Zone::Rear), "on the line");
        assert_eq!(zone(14_999, 7_000), Some(Zone::Left));
        assert_eq!(zone(20_000, 30_000), Some(Zone::Front));
        assert_eq!(zone(20_000, 1_000), Some(Zone::Rear));
    }

    #[test]
    fn half_of_the_stands_in_a_zone_claim_it() {
        for (at, zone) in [
            (stance(20, 20, 180), Zone::Front),
            (stance(28, 9, 270), Zone::Right),
            (stance(12, 9, 90), Zone::Left),
            (stance(20, 4, 0), Zone::Rear),
        ] {
            assert_eq!(zone_against(&field(at), u(0), u(1)), zone, "{at:?}");
        }
    }
}
