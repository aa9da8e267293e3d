//! Where each side stands, a bit for each hex: most questions about neighbours are answered by it alone.
//!
//! A column of the map is one number for each side, its rows are the bits. Two empty columns and rows lie around the
//! sheet, so that a look at the hexes within two of any hex needs no care for the edge.

use super::piece::Side;
use super::position::Hexes;
use crate::hex::Hex;

/// Columns and rows left empty around the sheet.
const EDGE: usize = 2;

/// The hexes held by units of either side. Follows from the grid of stacks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Presence {
    columns: Vec<[u128; 2]>,
}

impl Presence {
    /// Nobody anywhere, on a map that ends with this column.
    pub(super) fn nobody(last_col: u8) -> Presence {
        // One edge more on the right: a half of a unit may stick out over the map.
        Presence { columns: vec![[0; 2]; usize::from(last_col) + 1 + 3 * EDGE] }
    }

    /// Notes which sides hold a hex.
    pub(super) fn note(&mut self, hex: Hex, holds: [bool; 2]) {
        let Some(column) = self.columns.get_mut(usize::from(hex.col()) + EDGE) else { return };
        let row = usize::from(hex.row()) + EDGE;
        for (side, holds) in column.iter_mut().zip(holds) {
            *side = *side & !(1 << row) | u128::from(holds) << row;
        }
    }

    /// Does a side hold one of the hexes around a hex?
    #[inline]
    pub(super) fn touches(&self, side: Side, hex: Hex) -> bool {
        let (col, row) = (usize::from(hex.col()) + EDGE, usize::from(hex.row()) + EDGE);
        let Some([west, own, east]) = self.columns.get(col - 1..=col + 1) else { return false };
        let s = side.index();
        let from_above = |column: u128| (column >> (row - 1)) as u8;
        // Odd columns lie half a hex down: their neighbours beside them are in the same row and the next.
        let beside = 0b11 << (hex.col() & 1);
        (from_above(west[s] | east[s]) & beside) | (from_above(own[s]) & 0b101) != 0
    }

    /// Shows the hexes of a side that [`Presence::touches`] the other.
    pub(super) fn each_beside_enemy(&self, side: Side, mut show: impl FnMut(Hex)) {
        let (s, enemy) = (side.index(), side.other().index());
        let at = |n: Option<usize>| n.and_then(|n| self.columns.get(n)).map_or(0, |column| column[enemy]);
        for (n, column) in self.columns.iter().enumerate().filter(|(_, column)| column[s] != 0) {
            let beside = at(n.checked_sub(1)) | at(n.checked_add(1));
            // EDGE is even: the column is odd when its hexes are.
            let beside = beside | if n % 2 == 1 { beside >> 1 } else { beside << 1 };
            each_one(column[s] & (column[enemy] << 1 | column[enemy] >> 1 | beside), |row| {
                show(Hex::new((n - EDGE) as u8, (row - EDGE) as u8));
            });
        }
    }

    /// Shows the hexes within two of a hex that a side holds, not the hex itself.
    pub(super) fn each_near(&self, side: Side, hex: Hex, mut show: impl FnMut(Hex)) {
        self.each_within(side, hex, 2, |near| {
            if near != hex {
                show(near);
            }
        });
    }

    /// Shows the hexes within so many of a hex that a side holds, the hex itself among them.
    pub(super) fn each_within(&self, side: Side, hex: Hex, most: u8, mut show: impl FnMut(Hex)) {
        let (col, most) = (usize::from(hex.col()) + EDGE, usize::from(most));
        let first = col.saturating_sub(most);
        let columns = self.columns.get(first..self.columns.len().min(col + most + 1)).unwrap_or(&[]);
        for (c, column) in (first..).zip(columns) {
            each_one(column[side.index()] & rows_within(hex, c.abs_diff(col), most), |row| {
                show(Hex::new((c - EDGE) as u8, (row - EDGE) as u8));
            });
        }
    }

    /// Does a side hold a hex within two of the hexes `now`, and not within two of those `before`?
    pub(super) fn is_newly_near(&self, side: Side, now: Hexes, before: Hexes) -> bool {
        let rows = |hex: Hex, c: usize| rows_within(hex, c.abs_diff(usize::from(hex.col()) + EDGE), 2);
        now.iter().any(|hex| {
            let col = usize::from(hex.col()) + EDGE;
            (col - 2..=col + 2).any(|c| {
                let known = before.iter().fold(0, |known, b| known | rows(b, c));
                let there = self.columns.get(c).map_or(0, |column| column[side.index()]);
                there & rows(hex, c) & !known != 0
            })
        })
    }

    /// Does a side hold one of the hexes within two of a hex, or the hex itself?
    #[inline]
    pub(super) fn is_near(&self, side: Side, hex: Hex) -> bool {
        let col = usize::from(hex.col()) + EDGE;
        let Some([far_west, west, own, east, far_east]) = self.columns.get(col - 2..=col + 2) else {
            return false;
        };
        let s = side.index();
        let rows = |away| rows_within(hex, away, 2);
        ((far_west[s] | far_east[s]) & rows(2)) | ((west[s] | east[s]) & rows(1)) | (own[s] & rows(0)) != 0
    }

    /// Does a side hold a hex within so many of a hex, other than that?
    pub(super) fn is_within(&self, side: Side, hex: Hex, most: u8) -> bool {
        let (col, most) = (usize::from(hex.col()) + EDGE, usize::from(most));
        let first = col.saturating_sub(most);
        self.columns.iter().enumerate().skip(first).take(col + most + 1 - first).any(|(c, column)| {
            let away = c.abs_diff(col);
            let mut rows = rows_within(hex, away, most);
            if away == 0 {
                rows &= !(1 << (usize::from(hex.row()) + EDGE));
            }
            column[side.index()] & rows != 0
        })
    }
}

/// Shows the rows of a column that are marked, from above.
#[inline]
fn each_one(mut bits: u128, mut show: impl FnMut(usize)) {
    while bits != 0 {
        show(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// The rows that lie within so many of a hex, in a column so many columns away from it.
#[inline]
fn rows_within(hex: Hex, away: usize, most: usize) -> u128 {
    if away > most {
        return 0;
    }
    let row = usize::from(hex.row()) + EDGE;
    // Odd columns lie half a hex down.
    let below = most - (away + usize::from(hex.col() & 1)) / 2;
    let rows = (1_u128 << (2 * most + 1 - away)) - 1;
    if below <= row { rows << (row - below) } else { rows >> (below - row) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_and_distances_say_the_same() {
        for there in [101, 110, 2010, 2111, 9999, 9898, 1, 9900] {
            let there = Hex::from_number(there).expect("a hex");
            let mut presence = Presence::nobody(99);
            presence.note(there, [false, true]);
            for n in 0..10_000 {
                let hex = Hex::from_number(n).expect("a hex");
                let distance = hex.distance(there);
                assert_eq!(presence.touches(Side::Second, hex), distance == 1, "{hex} {there}");
                if (1..=2).contains(&distance) {
                    let (mut both, mut beside) = (presence.clone(), Vec::new());
                    both.note(hex, [true, false]);
                    both.each_beside_enemy(Side::First, |h| beside.push(h));
                    assert_eq!(beside, if distance == 1 { vec![hex] } else { vec![] }, "{hex} {there}");
                }
                assert_eq!(presence.is_near(Side::Second, hex), distance <= 2, "{hex} {there}");
                let mut near = Vec::new();
                presence.each_near(Side::Second, hex, |h| near.push(h));
                assert_eq!(near, if (1..=2).contains(&distance) { vec![there] } else { vec![] });
                assert!(!presence.is_near(Side::First, hex));
                for most in [1, 2, 7] {
                    let within = (1..=most).contains(&distance);
                    assert_eq!(presence.is_within(Side::Second, hex, most), within, "{hex} {there} {most}");
                    let mut near = Vec::new();
                    presence.each_within(Side::Second, hex, most, |h| near.push(h));
                    assert_eq!(near, if distance <= most { vec![there] } else { vec![] });
                }
                for (side, beyond) in hex.neighbours() {
                    let before = Hexes { left: Some(beyond), right: beyond.neighbour(side) };
                    let now = Hexes::one(hex);
                    let newly = distance <= 2 && before.iter().all(|b| b.distance(there) > 2);
                    assert_eq!(presence.is_newly_near(Side::Second, now, before), newly, "{hex} {there}");
                    let newly = distance > 2 && before.iter().any(|b| b.distance(there) <= 2);
                    assert_eq!(presence.is_newly_near(Side::Second, before, now), newly, "{hex} {there}");
                }
            }
            presence.note(there, [false; 2]);
            assert_eq!(presence, Presence::nobody(99));
        }
    }
}
