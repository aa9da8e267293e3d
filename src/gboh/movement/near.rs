//! Who stands near, looked up through the grid.

use crate::gboh::piece::{Side, UnitId};
use crate::gboh::position::{Hexes, Position};
use crate::hex::Hex;

/// Units within two hexes of any of these, each once, in order of id; `of`: of this side only.
pub(super) fn within_two(pos: &Position, hexes: Hexes, of: Option<Side>) -> Vec<UnitId> {
    let mut found = Vec::new();
    let sides: &[Side] = of.as_ref().map_or(&Side::BOTH, std::slice::from_ref);
    for hex in hexes.iter() {
        for near in sides.iter().flat_map(|&side| pos.presence().near(side, hex)) {
            found.extend(pos.stack(near).units().filter(|&u| of.is_none_or(|side| pos.spec(u).side == side)));
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
