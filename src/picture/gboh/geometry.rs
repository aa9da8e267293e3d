//! Where hexes lie in a picture: flat-topped, 80 wide and 70 high, whole numbers throughout.

use super::Frame;
use tess_hex::{Facing, Hex, Hexside};

/// From one column to the next.
pub(super) const PITCH: i32 = 60;
/// From one row to the next.
pub(super) const HIGH: i32 = 70;
/// Above the field: its title.
pub(super) const HEAD: i32 = 64;
/// About the field.
pub(super) const MARGIN: i32 = 12;

/// A place in the picture.
pub(super) type Spot = (i32, i32);

/// The middle of a hex.
pub(super) fn middle(frame: &Frame, hex: Hex) -> Spot {
    let column = i32::from(hex.col()) - i32::from(frame.cols.0);
    let row = i32::from(hex.row()) - i32::from(frame.rows.0);
    let half = if hex.col() % 2 == 1 { HIGH / 2 } else { 0 };
    (MARGIN + 40 + PITCH * column, HEAD + 35 + HIGH * row + half)
}

/// The size of the whole picture.
pub(super) fn size(frame: &Frame) -> (i32, i32) {
    let columns = i32::from(frame.cols.1) - i32::from(frame.cols.0);
    let rows = i32::from(frame.rows.1) - i32::from(frame.rows.0) + 1;
    (2 * MARGIN + PITCH * columns + 80, HEAD + HIGH * rows + HIGH / 2 + MARGIN)
}

/// The two corners of a side, from the middle of its hex.
pub(super) const fn side(side: Hexside) -> [Spot; 2] {
    match side {
        Hexside::N => [(-20, -35), (20, -35)],
        Hexside::NE => [(20, -35), (40, 0)],
        Hexside::SE => [(40, 0), (20, 35)],
        Hexside::S => [(20, 35), (-20, 35)],
        Hexside::SW => [(-20, 35), (-40, 0)],
        Hexside::NW => [(-40, 0), (-20, -35)],
    }
}

/// The middle of a side, from the middle of its hex.
pub(super) const fn gate(side: Hexside) -> Spot {
    match side {
        Hexside::N => (0, -35),
        Hexside::NE => (30, -18),
        Hexside::SE => (30, 17),
        Hexside::S => (0, 35),
        Hexside::SW => (-30, 17),
        Hexside::NW => (-30, -18),
    }
}

/// The arrow at the vertex that a unit faces: its tip and the two corners behind it.
pub(super) const fn arrow(facing: Facing) -> [Spot; 3] {
    match facing {
        Facing::NE => [(19, -33), (8, -25), (18, -19)],
        Facing::E => [(38, 0), (26, -7), (26, 7)],
        Facing::SE => [(19, 34), (18, 21), (8, 27)],
        Facing::SW => [(-19, 34), (-8, 27), (-18, 21)],
        Facing::W => [(-38, 0), (-26, 7), (-26, -7)],
        Facing::NW => [(-19, -33), (-18, -19), (-8, -25)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A side of a hex is the opposite side of its neighbour.
    #[test]
    fn neighbours_share_their_sides() {
        let frame = Frame { cols: (1, 40), rows: (1, 30), ..Frame::default() };
        for hex in [Hex::new(10, 10), Hex::new(11, 10)] {
            for (way, other) in hex.neighbours() {
                let ((x, y), (u, v)) = (middle(&frame, hex), middle(&frame, other));
                let [a, b] = side(way).map(|(p, q)| (x + p, y + q));
                let [c, d] = side(way.opposite()).map(|(p, q)| (u + p, v + q));
                assert_eq!((a, b), (d, c), "{hex} {way:?}");
                let ((p, q), (r, s)) = (gate(way), gate(way.opposite()));
                assert_eq!((x + p, y + q), (u + r, v + s), "{hex} {way:?}");
            }
        }
    }
}
