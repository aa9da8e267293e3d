//! Where each side stands, a bit for each hex: most questions about neighbours are answered by it alone.
//!
//! A column of the map is one number for each side, its rows are the bits. Two empty columns and rows lie
//! around the sheet, so that a look at the hexes within two of any hex needs no care for the edge.

use crate::piece::Side;
use crate::position::Hexes;
use tess_hex::Hex;

/// Columns and rows left empty around the sheet.
const EDGE: usize = 2;

/// The hexes held by units of either side, and those where its leaders are, counters among them. Follows
/// from the grid of stacks and from the leaders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Presence {
    columns: Vec<Column>,
    /// By [`place`] of a hex, the sides across which units of either side stand: bit `1 << (side as u8)` for
    /// a side. What is asked about neighbours is asked far more often than anybody moves.
    beside: Vec<[u8; 2]>,
}

/// Places from one column to the next: all rows of the sheet, and an empty one above and below them.
const COLUMN: usize = 102;

/// The place of a hex in a table of all hexes with an empty column before the first.
#[inline]
fn place(hex: Hex) -> usize {
    (usize::from(hex.col()) + 1) * COLUMN + usize::from(hex.row()) + 1
}

/// The places around a hex, clockwise from N, counted from the one a column before it and a row above it,
/// from even columns and from odd ones.
const AROUND: [[usize; 6]; 2] = [
    [COLUMN, 2 * COLUMN, 2 * COLUMN + 1, COLUMN + 2, 1, 0],
    [COLUMN, 2 * COLUMN + 1, 2 * COLUMN + 2, COLUMN + 2, 2, 1],
];

/// One column of the map, by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Column {
    units: [u128; 2],
    leaders: [u128; 2],
}

impl Column {
    const EMPTY: Column = Column { units: [0; 2], leaders: [0; 2] };
}

impl Presence {
    /// Nobody anywhere, on a map that ends with this column.
    pub(crate) fn nobody(last_col: u8) -> Presence {
        // One edge more on the right: a half of a unit may stick out over the map.
        let columns = vec![Column::EMPTY; usize::from(last_col) + 1 + 3 * EDGE];
        Presence { beside: vec![[0; 2]; COLUMN * columns.len()], columns }
    }

    /// Notes which sides hold a hex.
    pub(crate) fn note(&mut self, hex: Hex, holds: [bool; 2]) {
        let Some(column) = self.columns.get(usize::from(hex.col()) + EDGE) else { return };
        let held = column.units.map(|rows| rows & bit(hex) != 0);
        for side in Side::BOTH {
            if holds[side.index()] != held[side.index()] {
                self.change(side, hex);
            }
        }
    }

    /// Notes that a side holds a hex which it did not hold, or the other way round.
    pub(crate) fn change(&mut self, side: Side, hex: Hex) {
        let Some(column) = self.columns.get_mut(usize::from(hex.col()) + EDGE) else { return };
        column.units[side.index()] ^= bit(hex);
        let first = place(hex) - COLUMN - 1;
        if let Some(near) = self.beside.get_mut(first..=first + 2 * COLUMN + 2) {
            for (to, there) in AROUND[usize::from(hex.col() & 1)].into_iter().enumerate() {
                // From there the hex lies across the side opposite.
                near[there][side.index()] ^= 1 << ((to + 3) % 6);
            }
        }
    }

    /// Notes which sides have a leader in a hex.
    pub(crate) fn note_leaders(&mut self, hex: Hex, are: [bool; 2]) {
        if let Some(column) = self.columns.get_mut(usize::from(hex.col()) + EDGE) {
            for (rows, is) in column.leaders.iter_mut().zip(are) {
                *rows = if is { *rows | bit(hex) } else { *rows & !bit(hex) };
            }
        }
    }

    /// Has a side a leader in a hex?
    #[inline]
    pub(crate) fn has_leader(&self, side: Side, hex: Hex) -> bool {
        let column = self.columns.get(usize::from(hex.col()) + EDGE);
        column.is_some_and(|column| window(column.leaders[side.index()], hex) & SELF != 0)
    }

    /// Has a side a leader in a hex or in one of those around it?
    #[inline]
    pub(crate) fn has_leader_about(&self, side: Side, hex: Hex) -> bool {
        let col = usize::from(hex.col()) + EDGE;
        let Some([west, own, east]) = self.columns.get(col - 1..=col + 1) else { return false };
        let s = side.index();
        (window(west.leaders[s] | east.leaders[s], hex) & beside(hex))
            | (window(own.leaders[s], hex) & (ABOVE_AND_BELOW | SELF))
            != 0
    }

    /// Does a side hold one of the hexes around a hex?
    #[inline]
    pub(crate) fn touches(&self, side: Side, hex: Hex) -> bool {
        self.beside_of(side, hex) != 0
    }

    /// The sides across which units stand beside a hex, whosever they are: bit `1 << (side as u8)` for a
    /// side.
    #[inline]
    pub(crate) fn beside(&self, hex: Hex) -> u8 {
        let [first, second] = self.beside_by_side(hex);
        first | second
    }

    /// The sides across which units of one side stand beside a hex.
    #[inline]
    pub(crate) fn beside_of(&self, side: Side, hex: Hex) -> u8 {
        self.beside_by_side(hex)[side.index()]
    }

    #[inline]
    fn beside_by_side(&self, hex: Hex) -> [u8; 2] {
        self.beside.get(place(hex)).copied().unwrap_or_default()
    }

    /// Shows the hexes of either side that [`Presence::touches`] the other.
    pub(crate) fn each_beside_enemy(&self, mut show: impl FnMut(Side, Hex)) {
        // Nobody stands in the first column and the last: they are edge.
        for (n, [west, own, east]) in (1..).zip(self.columns.array_windows()) {
            for side in Side::BOTH {
                let (held, enemy) = (own.units[side.index()], side.other().index());
                if held == 0 {
                    continue;
                }
                let (above, beside) = (own.units[enemy], west.units[enemy] | east.units[enemy]);
                // EDGE is even: the column is odd when its hexes are.
                let beside = rows_touched(n % 2 == 1, beside);
                each_one(held & (above << 1 | above >> 1 | beside), |row| {
                    show(side, Hex::new((n - EDGE) as u8, (row - EDGE) as u8));
                });
            }
        }
    }

    /// Shows the hexes within two of a hex that a side holds, not the hex itself.
    #[inline]
    pub(crate) fn each_near(&self, side: Side, hex: Hex, mut show: impl FnMut(Hex)) {
        let col = usize::from(hex.col()) + EDGE;
        let Some(columns) = self.columns.get(col - 2..=col + 2) else { return };
        for (n, (column, rows)) in columns.iter().zip(within_two(hex)).enumerate() {
            let mut bits = window(column.units[side.index()], hex) & rows;
            if n == 2 {
                bits &= !SELF;
            }
            while bits != 0 {
                let row = usize::from(hex.row()) + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                show(Hex::new((col + n - 2 - EDGE) as u8, (row - EDGE) as u8));
            }
        }
    }

    /// Shows the hexes within so many of a hex that a side holds, the hex itself among them.
    pub(crate) fn each_within(&self, side: Side, hex: Hex, most: u8, mut show: impl FnMut(Hex)) {
        for (col, rows) in self.held_within(side, hex, most) {
            each_one(rows, |row| show(Hex::new((col - EDGE) as u8, (row - EDGE) as u8)));
        }
    }

    /// The columns within so many of a hex, and the rows of them within so many of it that a side holds.
    fn held_within(&self, side: Side, hex: Hex, most: u8) -> impl Iterator<Item = (usize, u128)> {
        let (col, most) = (usize::from(hex.col()) + EDGE, usize::from(most));
        let first = col.saturating_sub(most);
        let columns = self.columns.get(first..self.columns.len().min(col + most + 1)).unwrap_or(&[]);
        (first..)
            .zip(columns)
            .map(move |(c, column)| (c, column.units[side.index()] & rows_within(hex, c.abs_diff(col), most)))
    }

    /// Does a side hold a hex within two of the hexes `now`, and not within two of those `before`?
    pub(crate) fn is_newly_near(&self, side: Side, now: Hexes, before: Hexes) -> bool {
        // What of the rows in the window of a hex is within two of another, in a column.
        let known = |hex: Hex, other: Hex, col: usize| {
            let away = (col + 2).checked_sub(usize::from(other.col()) + EDGE);
            let rows = away.and_then(|n| within_two(other).get(n).copied()).unwrap_or(0);
            match other.row().checked_sub(hex.row()) {
                Some(below) => u16::from(rows).checked_shl(below.into()).unwrap_or(0) as u8,
                None => rows.checked_shr((hex.row() - other.row()).into()).unwrap_or(0),
            }
        };
        now.iter().any(|hex| {
            let first = usize::from(hex.col()) + EDGE - 2;
            within_two(hex).into_iter().enumerate().any(|(n, rows)| {
                let column = self.columns.get(first + n);
                let there = column.map_or(0, |column| window(column.units[side.index()], hex) & rows);
                there != 0 && before.iter().fold(there, |new, b| new & !known(hex, b, first + n)) != 0
            })
        })
    }

    /// Does a side hold one of the hexes within two of a hex, or the hex itself?
    #[inline]
    pub(crate) fn is_near(&self, side: Side, hex: Hex) -> bool {
        let col = usize::from(hex.col()) + EDGE;
        let Some([far_west, west, own, east, far_east]) = self.columns.get(col - 2..=col + 2) else {
            return false;
        };
        let (s, [far, near, all, ..]) = (side.index(), within_two(hex));
        (window(far_west.units[s] | far_east.units[s], hex) & far)
            | (window(west.units[s] | east.units[s], hex) & near)
            | (window(own.units[s], hex) & all)
            != 0
    }

    /// Does a side hold a hex within so many of a hex, other than that?
    pub(crate) fn is_within(&self, side: Side, hex: Hex, most: u8) -> bool {
        let own = usize::from(hex.col()) + EDGE;
        let mut held = self.held_within(side, hex, most);
        held.any(|(col, rows)| rows & !(if col == own { bit(hex) } else { 0 }) != 0)
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

/// A hex in its column.
#[inline]
fn bit(hex: Hex) -> u128 {
    1 << (usize::from(hex.row()) + EDGE)
}

/// The rows of a column, odd or even, that touch these rows of the columns beside it. Odd columns lie half a
/// hex down: their neighbours beside them are in the same row and the next.
#[inline]
pub(crate) fn rows_touched(odd: bool, rows: u128) -> u128 {
    rows | if odd { rows >> 1 } else { rows << 1 }
}

/// Of a column, eight rows from two above a hex: all that is near it, and few enough to work with quickly.
#[inline]
fn window(column: u128, hex: Hex) -> u8 {
    (column >> (usize::from(hex.row()) + EDGE - 2)) as u8
}

/// In a window, the row of the hex itself.
const SELF: u8 = 0b00100;

/// In a window, the rows above and below it.
const ABOVE_AND_BELOW: u8 = 0b01010;

/// In a window, the rows that touch the hex in the columns beside its own. Odd columns lie half a hex down:
/// their neighbours beside them are in the same row and the next.
#[inline]
fn beside(hex: Hex) -> u8 {
    0b00110 << (hex.col() & 1)
}

/// In the windows of the five columns around a hex, the rows that lie within two of it.
#[inline]
fn within_two(hex: Hex) -> [u8; 5] {
    let beside = 0b01111 << (hex.col() & 1);
    [0b01110, beside, 0b11111, beside, 0b01110]
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
                    both.each_beside_enemy(|side, h| beside.push((side, h)));
                    beside.sort_unstable();
                    let both = vec![(Side::First, hex), (Side::Second, there)];
                    assert_eq!(beside, if distance == 1 { both } else { vec![] }, "{hex} {there}");
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
                let beside = hex.neighbours().filter(|&(_, near)| near == there);
                assert_eq!(presence.beside(hex), beside.fold(0, |sides, (side, _)| sides | 1 << side as u8));
                assert_eq!(presence.beside_of(Side::Second, hex), presence.beside(hex), "{hex} {there}");
                assert_eq!(presence.beside_of(Side::First, hex), 0, "{hex} {there}");
                for (side, beyond) in hex.neighbours() {
                    let before = Hexes { left: Some(beyond), right: beyond.neighbour(side) };
                    let now = Hexes::one(hex);
                    let newly = distance <= 2 && before.iter().all(|b| b.distance(there) > 2);
                    assert_eq!(presence.is_newly_near(Side::Second, now, before), newly, "{hex} {there}");
                    let newly = distance > 2 && before.iter().any(|b| b.distance(there) <= 2);
                    assert_eq!(presence.is_newly_near(Side::Second, before, now), newly, "{hex} {there}");
                }
            }
            presence.note_leaders(there, [true, false]);
            for n in 0..10_000 {
                let hex = Hex::from_number(n).expect("a hex");
                let distance = hex.distance(there);
                assert_eq!(presence.has_leader(Side::First, hex), distance == 0, "{hex} {there}");
                assert_eq!(presence.has_leader_about(Side::First, hex), distance <= 1, "{hex} {there}");
                assert!(!presence.has_leader_about(Side::Second, hex), "{hex}");
            }
            presence.note_leaders(there, [false; 2]);
            presence.note(there, [false; 2]);
            assert_eq!(presence, Presence::nobody(99));
        }
    }
}
