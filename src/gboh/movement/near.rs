//! Who stands near, looked up through the grid.

use crate::gboh::piece::{Side, UnitId};
use crate::gboh::position::{Hexes, Position};
use crate::hex::Hex;

/// The hexes at distance 1 and 2, in axial coordinates.
const RINGS: [(i32, i32); 18] = [
    (0, -1),
    (1, -1),
    (1, 0),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (0, -2),
    (1, -2),
    (2, -2),
    (2, -1),
    (2, 0),
    (1, 1),
    (0, 2),
    (-1, 2),
    (-2, 2),
    (-2, 1),
    (-2, 0),
    (-1, -1),
];

/// Units within two hexes of any of these, each once, in order of id; `of`: of this side only.
pub(super) fn within_two(pos: &Position, hexes: Hexes, of: Option<Side>) -> Vec<UnitId> {
    let mut found = Vec::new();
    for hex in hexes.iter() {
        // Far from everybody, as on most of a march, the rings need not be walked.
        let mut sides = Side::BOTH.into_iter().filter(|&s| of.is_none_or(|o| o == s));
        if !sides.any(|s| pos.presence().is_near(s, hex)) {
            continue;
        }
        let (q, r) = hex.axial();
        for (dq, dr) in RINGS {
            let Some(near) = Hex::from_axial(q + dq, r + dr) else { continue };
            for unit in pos.stack(near).units() {
                if of.is_none_or(|side| pos.spec(unit).side == side) {
                    found.push(unit);
                }
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Distance between two places, nearest halves.
#[inline]
pub(super) fn distance(a: Hexes, b: Hexes) -> u8 {
    // Nearly everybody stands in one hex.
    if let (Hexes { left: Some(a), right: None }, Hexes { left: Some(b), right: None }) = (a, b) {
        return a.distance(b);
    }
    a.iter().flat_map(|x| b.iter().map(move |y| x.distance(y))).min().unwrap_or(u8::MAX)
}

/// Does a hex touch a place?
pub(super) fn touches(place: Hexes, hex: Hex) -> bool {
    place.iter().any(|h| h.touches(hex))
}
