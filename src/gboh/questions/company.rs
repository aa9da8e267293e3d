//! Which of hexes that the book holds equal is taken for a side that is asked about nothing more: the one
//! that lies nearer to its own, then farther from the enemy; for who runs, clear of both. Numbers of hexes
//! decide only where all that is equal, so that a battle goes the same way in a mirror.

use crate::piece::Side;
use crate::position::{Hexes, Position};
use tess_hex::{Facing, Hex};

/// How a hex lies for a side, the less, the better: near to its own, then far from the enemy, then by
/// number.
pub(crate) fn company(pos: &Position, side: Side, hex: Hex) -> u64 {
    let at = Hexes::one(hex);
    spread(pos, side, at) << 40 | (FARTHEST - spread(pos, side.other(), at)) << 16 | u64::from(hex.number())
}

/// How a way lies for a side, the less, the better: hex by hex, and only then by their numbers.
pub(crate) fn along(pos: &Position, side: Side, way: &[Hex]) -> (Vec<u64>, Vec<u16>) {
    (way.iter().map(|&h| company(pos, side, h) >> 16).collect(), way.iter().map(|h| h.number()).collect())
}

/// How the hexes of a runner lie, the less, the better: out of the way of its own, then far from the enemy,
/// then by number.
pub(crate) fn room(pos: &Position, side: Side, at: Hexes) -> u64 {
    let number = at.iter().map(|h| h.number()).min().unwrap_or(0);
    let (own, foes) = (spread(pos, side, at), spread(pos, side.other(), at));
    (FARTHEST - own) << 40 | (FARTHEST - foes) << 16 | u64::from(number)
}

/// How the front hexes of a facing lie.
pub(crate) fn outlook(pos: &Position, side: Side, hex: Hex, facing: Facing) -> (u64, u8) {
    let ahead = [facing.left_front(), facing.right_front()].map(|way| hex.neighbour(way));
    let [left, right] = [ahead[0].or(ahead[1]), ahead[1].or(ahead[0])];
    let number = |h: Hex| company(pos, side, h) >> 16;
    (left.map_or(0, number) + right.map_or(0, number), facing as u8)
}

/// More than any [`spread`].
const FARTHEST: u64 = (1 << 24) - 1;

/// The squares of how far the units of a side are, together: one that is far weighs more than two half as
/// far, so that few places are alike.
fn spread(pos: &Position, side: Side, hexes: Hexes) -> u64 {
    let far = |at: Hex, from: Hex| u64::from(at.distance(from)).pow(2);
    let units = pos.on_field(side).flat_map(|u| pos.hexes(u).iter());
    units.flat_map(|at| hexes.iter().map(move |from| far(at, from))).sum::<u64>().min(FARTHEST)
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
        assert_eq!(at(1911) >> 16, at(2111) >> 16);
        let room = |number| room(&pos, Side::First, Hexes::one(hex(number)));
        assert!(room(1811) < room(1911) && room(1911) < room(2111));
    }
}
