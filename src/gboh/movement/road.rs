//! Roman roads (6.24, 6.27).

use crate::piece::Side;
use crate::position::{Position, Supply};
use tess_hex::{Hex, Hexside};

/// So near an enemy combat unit nobody marches at ease (6.27).
const TOO_NEAR: u8 = 2;

/// **spqr 6.24, 6.27.** Does going from a hex across a side cost half the points: along a Roman road, both
/// hexes out of reach of enemy missiles and more than two hexes from every enemy combat unit?
pub(crate) fn is_halved(pos: &Position, side: Side, from: Hex, across: Hexside) -> bool {
    pos.set.field.has_roman_road(from, across)
        && from.neighbour(across).is_some_and(|to| is_at_ease(pos, side, from) && is_at_ease(pos, side, to))
}

fn is_at_ease(pos: &Position, side: Side, hex: Hex) -> bool {
    pos.on_field(side.other()).all(|enemy| {
        let far = pos.hexes(enemy).iter().map(|h| h.distance(hex)).min().unwrap_or(u8::MAX);
        far > reach(pos, enemy).max(TOO_NEAR)
    })
}

/// How far a unit's missiles reach, seen or not; nothing once they are spent or it is routed.
fn reach(pos: &Position, enemy: crate::UnitId) -> u8 {
    let spec = pos.spec(enemy);
    if spec.missile.is_none() || pos.unit(enemy).supply == Supply::No || pos.is_routed(enemy) {
        0
    } else {
        pos.set.variant.charts.missile.reach(&spec.missile_row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Missile, UnitType};
    use crate::proving_ground::{armed, hex, setup, u, unit};
    use std::sync::Arc;
    use tess_hex::Facing;

    fn archers_at(number: u16) -> Position {
        let bows = unit("SK", Side::Second, UnitType::SK, (1, 4, 6), number, Facing::W);
        let mut set = setup(vec![armed(bows, Missile::A, "A_foot")], vec![]);
        for (n, side) in [(2010, Hexside::SE), (2110, Hexside::NW)] {
            set.field.cell_mut(hex(n)).expect("on the map").roman_road |= 1 << side as u8;
        }
        Position::new(Arc::new(set))
    }

    #[test]
    fn a_road_helps_both_ways_and_only_along_it() {
        let pos = archers_at(3010);
        assert!(is_halved(&pos, Side::First, hex(2010), Hexside::SE));
        assert!(is_halved(&pos, Side::First, hex(2110), Hexside::NW));
        assert!(!is_halved(&pos, Side::First, hex(2010), Hexside::NE));
    }

    #[test]
    fn bows_spoil_it_as_far_as_they_reach_and_without_arrows_within_two_hexes() {
        let halved = |pos: &Position| is_halved(pos, Side::First, hex(2010), Hexside::SE);
        // The nearer end of the stretch is 2110.
        for (number, spent, expected) in
            [(2610, false, true), (2510, false, false), (2510, true, true), (2310, true, false)]
        {
            let mut pos = archers_at(number);
            if spent {
                pos.unit_mut(u(0)).supply = Supply::No;
            }
            assert_eq!(halved(&pos), expected, "{number} {spent}");
        }
    }
}
