//! Sides of a hex kept as bits.

use crate::field::Edge;
use tess_hex::Hexside;

/// The sides of a hex that lead into each [`ring`](crate::rout::way::ring) on the way to an edge, a bit for
/// each: nearer to it, as near, further. Odd columns, which lie half a hex down, have others than even ones.
pub(crate) fn rings(edge: Edge, odd: bool) -> [u8; 3] {
    const N: u8 = 1 << Hexside::N as u8;
    const S: u8 = 1 << Hexside::S as u8;
    const WEST: u8 = 1 << Hexside::SW as u8 | 1 << Hexside::NW as u8;
    const EAST: u8 = 1 << Hexside::NE as u8 | 1 << Hexside::SE as u8;
    const UP: u8 = 1 << Hexside::NE as u8 | 1 << Hexside::NW as u8;
    const DOWN: u8 = 1 << Hexside::SE as u8 | 1 << Hexside::SW as u8;
    match edge {
        Edge::West => [WEST, N | S, EAST],
        Edge::East => [EAST, N | S, WEST],
        Edge::North if odd => [N, UP, S | DOWN],
        Edge::North => [N | UP, DOWN, S],
        Edge::South if odd => [S | DOWN, UP, N],
        Edge::South => [S, DOWN, N | UP],
    }
}
