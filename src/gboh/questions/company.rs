//! Which of hexes that the book holds equal is taken for a side that is asked about nothing more: the one
//! that lies nearer to its own, then farther from the enemy; for who runs, clear of both. Then each unit
//! weighs as much as its number in the roster, then the way home counts. Numbers of hexes decide only where
//! all that is equal, so that a battle goes the same way in a mirror.

use crate::piece::Side;
use crate::position::{Hexes, Position};
use tess_hex::{Facing, Hex};

/// Bits of [`company`] and [`room`] that are the number of the hex.
pub(crate) const NUMBER: u32 = 16;

/// How a hex lies for a side, the less, the better: near to its own, then far from the enemy, then what the
/// roster and the way home say, then by number.
pub(crate) fn company(pos: &Position, side: Side, hex: Hex) -> u128 {
    let at = Hexes::one(hex);
    let (own, foes) = (spread(pos, side, at), spread(pos, side.other(), at));
    lies(pos, side, hex, [own.far, FARTHEST - foes.far], [own, foes])
}

/// How a way lies for a side, the less, the better: hex by hex, and only then by their numbers.
pub(crate) fn along(pos: &Position, side: Side, way: &[Hex]) -> (Vec<u128>, Vec<u16>) {
    (way.iter().map(|&h| company(pos, side, h) >> NUMBER).collect(), way.iter().map(|h| h.number()).collect())
}

/// How the hexes of a runner lie, the less, the better: out of the way of its own, then far from the enemy,
/// then what the roster and the way home say, then by number.
pub(crate) fn room(pos: &Position, side: Side, at: Hexes) -> u128 {
    let (own, foes) = (spread(pos, side, at), spread(pos, side.other(), at));
    let Some(first) = at.iter().min_by_key(|h| h.number()) else { return 0 };
    lies(pos, side, first, [FARTHEST - own.far, FARTHEST - foes.far], [own, foes])
}

/// What counts first, then the roster, the way home, and the number of the hex, in one number.
fn lies(pos: &Position, side: Side, hex: Hex, first: [u64; 2], spreads: [Spread; 2]) -> u128 {
    let roster = (spreads[0].by_roster + spreads[1].by_roster).min(u64::from(u32::MAX));
    let home = pos.set.field.to_retreat(side, hex);
    let parts = [(24, first[0]), (24, first[1]), (32, roster), (8, u64::from(home))];
    let all = parts.into_iter().fold(0, |all, (bits, part)| all << bits | u128::from(part));
    all << NUMBER | u128::from(hex.number())
}

/// How the front hexes of a facing lie.
pub(crate) fn outlook(pos: &Position, side: Side, hex: Hex, facing: Facing) -> (u128, u8) {
    let ahead = [facing.left_front(), facing.right_front()].map(|way| hex.neighbour(way));
    let [left, right] = [ahead[0].or(ahead[1]), ahead[1].or(ahead[0])];
    let worth = |h: Hex| company(pos, side, h) >> NUMBER;
    (left.map_or(0, worth) + right.map_or(0, worth), facing as u8)
}

/// More than any [`Spread::far`].
const FARTHEST: u64 = (1 << 24) - 1;

/// How far the units of a side are, together.
#[derive(Clone, Copy)]
struct Spread {
    /// The squares of their distances: one that is far weighs more than two half as far, so that few places
    /// are alike.
    far: u64,
    /// The same, each taken as often as its number in the roster says: hardly two places are alike then.
    by_roster: u64,
}

fn spread(pos: &Position, side: Side, hexes: Hexes) -> Spread {
    let mut all = Spread { far: 0, by_roster: 0 };
    for unit in pos.on_field(side) {
        let each = |at: Hex| hexes.iter().map(|from| u64::from(at.distance(from)).pow(2)).sum::<u64>();
        let far = pos.hexes(unit).iter().map(each).sum::<u64>();
        all.far += far;
        all.by_roster += far * (u64::from(unit.0) + 1);
    }
    Spread { far: all.far.min(FARTHEST), ..all }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::UnitType;
    use crate::proving_ground::{ground, hex, unit};

    #[test]
    fn nearer_to_its_own_then_farther_from_the_enemy_is_better() {
        let legion = |code: &str, side, at| unit(code, side, UnitType::LG, (3, 6, 6), at, Facing::E);
        let pos = ground(
            vec![
                legion("a", Side::First, 2010),
                legion("b", Side::First, 2012),
                legion("e", Side::Second, 2020),
            ],
            vec![],
        );
        let at = |number| company(&pos, Side::First, hex(number));
        assert!(at(1911) < at(1811) && at(2111) < at(2211));
        // As near to both of its own, on either side of them: the enemy, then the number.
        assert!(at(1910) < at(1912) && at(1911) < at(2111));
        assert_eq!(at(1911) >> (NUMBER + 40), at(2111) >> (NUMBER + 40));
        let room = |number| room(&pos, Side::First, Hexes::one(hex(number)));
        assert!(room(1811) < room(1911) && room(1911) < room(2111));
    }
}
