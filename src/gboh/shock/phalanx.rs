//! How two-hex units advance (8.53).

use crate::position::Hexes;
use tess_hex::{Facing, Hex};

/// A place a two-hex unit may take in an advance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    /// Its left half then.
    pub left: Hex,
    /// Its facing then.
    pub facing: Facing,
    /// A wheel, with its costs (6.44); else straight forward.
    pub wheel: bool,
}

/// The three front hexes of a two-hex unit: left, centre, right.
pub(crate) fn front(hexes: Hexes, facing: Facing) -> Option<[Hex; 3]> {
    let (left, right) = (hexes.left?, hexes.right?);
    Some([
        left.neighbour(facing.left_front())?,
        left.neighbour(facing.right_front())?,
        right.neighbour(facing.right_front())?,
    ])
}

/// **spqr 8.53.** Where a two-hex unit may go in its advance. `vacated`: hexes the enemy left; `enemy`:
/// hexes he holds; `free`: hexes it could enter. When only the centre was vacated and exactly one of left
/// and right is held, it has to wheel so that this enemy stays in front; else it goes forward with both
/// halves into a vacated hex, or not at all. **Alexander 8.53, 6.43** (`freely`): it goes forward whole, or
/// with one half into the vacated centre, whoever stands beside that.
pub(crate) fn ways(
    freely: bool,
    hexes: Hexes,
    facing: Facing,
    vacated: impl Fn(Hex) -> bool,
    enemy: impl Fn(Hex) -> bool,
    free: impl Fn(Hex) -> bool,
) -> Vec<Way> {
    let Some([left, centre, right]) = front(hexes, facing) else { return Vec::new() };
    let only_centre = vacated(centre) && !vacated(left) && !vacated(right);
    if !freely && only_centre && enemy(left) != enemy(right) {
        let all = wheels(hexes, facing, &free);
        let turned = if enemy(left) { facing.turn(-1) } else { facing.turn(1) };
        return all.into_iter().filter(|w| w.facing == turned).collect();
    }
    let mut found = Vec::new();
    for (a, b) in [(left, centre), (centre, right)] {
        if free(a) && free(b) && (vacated(a) || vacated(b)) {
            found.push(Way { left: a, facing, wheel: false });
        }
    }
    if freely && vacated(centre) {
        found.extend(wheels(hexes, facing, &free));
    }
    found
}

/// **spqr 6.44, 8.53.** Wheels into the centre front hex: the right half swings and the unit turns left, or
/// the left half.
pub(crate) fn wheels(hexes: Hexes, facing: Facing, free: impl Fn(Hex) -> bool) -> Vec<Way> {
    let (Some(left), Some([_, centre, _])) = (hexes.left, front(hexes, facing)) else { return Vec::new() };
    if !free(centre) {
        return Vec::new();
    }
    vec![
        Way { left, facing: facing.turn(-1), wheel: true },
        Way { left: centre, facing: facing.turn(1), wheel: true },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proving_ground::hex;

    fn halves(way: Way) -> [u16; 2] {
        let h = Hexes::of(way.left, way.facing, true);
        [h.left.expect("left").number(), h.right.expect("right").number()]
    }

    /// The phalanx of the book's four pictures, on 2213 and 2312 facing NW.
    fn go(vacated: &[u16], enemies: &[u16]) -> Vec<Way> {
        by(false, vacated, enemies)
    }

    fn by(freely: bool, vacated: &[u16], enemies: &[u16]) -> Vec<Way> {
        let hexes = Hexes::of(hex(2213), Facing::NW, true);
        assert_eq!(hexes.right, Some(hex(2312)));
        ways(
            freely,
            hexes,
            Facing::NW,
            |h| vacated.contains(&h.number()),
            |h| enemies.contains(&h.number()),
            |h| !enemies.contains(&h.number()),
        )
    }

    /// spqr-8.53-dia1.
    #[test]
    fn between_two_enemies_a_phalanx_does_not_advance() {
        assert!(go(&[2212], &[2112, 2311]).is_empty());
    }

    /// spqr-8.53-dia2.
    #[test]
    fn with_an_enemy_on_the_left_it_wheels_into_the_centre() {
        let found = go(&[2212], &[2112]);
        assert_eq!(found.len(), 1);
        assert_eq!((halves(found[0]), found[0].facing, found[0].wheel), ([2213, 2212], Facing::W, true));
        let found = go(&[2212], &[2311]);
        assert_eq!((halves(found[0]), found[0].facing), ([2212, 2312], Facing::NE));
    }

    /// spqr-8.53-dia3.
    #[test]
    fn it_goes_forward_into_the_centre_and_the_right() {
        let found = go(&[2212, 2311], &[2112, 2111]);
        assert_eq!(found.len(), 1);
        assert_eq!((halves(found[0]), found[0].facing, found[0].wheel), ([2212, 2311], Facing::NW, false));
    }

    /// spqr-8.53-dia4.
    #[test]
    fn having_gone_forward_it_may_wheel() {
        let found = wheels(Hexes::of(hex(2212), Facing::NW, true), Facing::NW, |_| true);
        assert_eq!((halves(found[0]), found[0].facing), ([2212, 2211], Facing::W));
    }

    /// alexander 8.53, 6.43.
    #[test]
    fn where_the_book_leaves_it_free_one_half_goes_into_the_centre() {
        let between = by(true, &[2212], &[2112, 2311]);
        assert_eq!(
            between.iter().map(|w| (halves(*w), w.wheel)).collect::<Vec<_>>(),
            [([2213, 2212], true), ([2212, 2312], true)]
        );
        assert_eq!(
            by(true, &[2212], &[2112]).iter().map(|w| w.wheel).collect::<Vec<_>>(),
            [false, true, true]
        );
    }

    #[test]
    fn with_nobody_beside_the_vacated_centre_it_may_go_left_or_right() {
        assert_eq!(
            go(&[2212], &[]).into_iter().map(halves).collect::<Vec<_>>(),
            [[2112, 2212], [2212, 2311]]
        );
    }
}
