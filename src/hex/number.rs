//! A hex by its printed number, its neighbours and distances.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tess_canon::note::{Misread, Names, Note, Noted, Schema, Shapes};
use tess_canon::{Bytes, Canon, Malformed};
use thiserror::Error;

use super::Hexside;

/// A hex by column and row, each 0 to 99, printed CCRR.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    col: u8,
    row: u8,
}

/// Why a text is no hex number.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum HexError {
    /// Not four digits.
    #[error("`{0}` is no hex")]
    NotFourDigits(String),
}

impl HexError {
    /// What would be right.
    pub const HELP: &str = "write four digits, column then row, such as 2921";
}

impl Hex {
    /// The hex of a column and a row.
    ///
    /// # Panics
    /// When either is above 99; numbers from people go through [`FromStr`].
    #[must_use]
    pub const fn new(col: u8, row: u8) -> Hex {
        assert!(col < 100 && row < 100);
        Hex { col, row }
    }

    /// The hex of a printed number such as 2921, or `None` above 9999.
    #[must_use]
    pub const fn from_number(ccrr: u16) -> Option<Hex> {
        if ccrr > 9999 {
            return None;
        }
        Some(Hex { col: (ccrr / 100) as u8, row: (ccrr % 100) as u8 })
    }

    /// The column, 0 to 99.
    #[must_use]
    pub const fn col(self) -> u8 {
        self.col
    }

    /// The row, 0 to 99.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.row
    }

    /// The printed number, 0 to 9999.
    #[must_use]
    pub const fn number(self) -> u16 {
        self.col as u16 * 100 + self.row as u16
    }

    /// The neighbour across a side; `None` off the 100 by 100 sheet.
    #[must_use]
    #[inline]
    pub const fn neighbour(self, side: Hexside) -> Option<Hex> {
        /// Columns and rows to the neighbour across each side, from even columns and from odd ones, which
        /// lie half a hex down.
        const STEPS: [[(i8, i8); 6]; 2] = [
            [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)],
            [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)],
        ];
        let (dc, dr) = STEPS[(self.col & 1) as usize][side as usize];
        // What lies before 0 becomes a great number.
        let (col, row) = (self.col.wrapping_add_signed(dc), self.row.wrapping_add_signed(dr));
        if col > 99 || row > 99 {
            return None;
        }
        Some(Hex { col, row })
    }

    /// The neighbours that exist, clockwise from N.
    #[inline]
    pub fn neighbours(self) -> impl Iterator<Item = (Hexside, Hex)> {
        Hexside::ALL.into_iter().filter_map(move |s| self.neighbour(s).map(|h| (s, h)))
    }

    /// The side of this hex that touches `other`, when they are adjacent.
    #[must_use]
    #[inline]
    pub fn side_towards(self, other: Hex) -> Option<Hexside> {
        use Hexside::{N, NE, NW, S, SE, SW};
        /// By columns to the east, from one to the west on, and half rows down, from two up on.
        const SIDES: [[Option<Hexside>; 5]; 3] = [
            [None, Some(NW), None, Some(SW), None],
            [Some(N), None, None, None, Some(S)],
            [None, Some(NE), None, Some(SE), None],
        ];
        let east = other.col as i32 - self.col as i32 + 1;
        let down = other.half_rows() - self.half_rows() + 2;
        *SIDES.get(east as usize)?.get(down as usize)?
    }

    /// How far down it lies, in half rows: odd columns lie half a hex down.
    #[inline]
    const fn half_rows(self) -> i32 {
        2 * self.row as i32 + (self.col & 1) as i32
    }

    /// Are the two hexes neighbours?
    #[must_use]
    #[inline]
    pub const fn touches(self, other: Hex) -> bool {
        self.distance(other) == 1
    }

    /// Axial coordinates (q to the east, r to the south), for exact geometry.
    #[must_use]
    #[inline]
    pub const fn axial(self) -> (i32, i32) {
        let (c, r) = (self.col as i32, self.row as i32);
        (c, r - (c >> 1))
    }

    /// The hex of axial coordinates, when it lies on the 100 by 100 sheet.
    #[must_use]
    #[inline]
    pub const fn from_axial(q: i32, r: i32) -> Option<Hex> {
        let row = r + (q >> 1);
        if q < 0 || q > 99 || row < 0 || row > 99 {
            return None;
        }
        Some(Hex { col: q as u8, row: row as u8 })
    }

    /// Distance in hexes: 0 for the hex itself, 1 for a neighbour.
    #[must_use]
    #[inline]
    pub const fn distance(self, other: Hex) -> u8 {
        // Each column on the way leads half a row up or down besides; what is left of the rows is gone
        // straight.
        let columns = (self.col as i32 - other.col as i32).abs();
        let half_rows = (self.half_rows() - other.half_rows()).abs();
        let both = (columns + half_rows) / 2;
        (if columns > both { columns } else { both }) as u8
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.col, self.row)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Hex {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Hex, HexError> {
        let refuse = || HexError::NotFourDigits(text.chars().take(12).collect());
        if text.len() != 4 || !text.bytes().all(|b| b.is_ascii_digit()) {
            return Err(refuse());
        }
        text.parse().ok().and_then(Hex::from_number).ok_or_else(refuse)
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        // The same four digits as `Display` writes, without its machinery: states are made of these.
        let digits = [self.col / 10, self.col % 10, self.row / 10, self.row % 10].map(|d| b'0' + d);
        match std::str::from_utf8(&digits) {
            Ok(text) => s.serialize_str(text),
            Err(_) => s.collect_str(self),
        }
    }
}

/// Its four digits, with their number before them.
impl Canon for Hex {
    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        let [a, b, c, d] = [self.col / 10, self.col % 10, self.row / 10, self.row % 10].map(|d| b'0' + d);
        out.extend_from_slice(&[4, a, b, c, d]);
    }

    fn read(from: &mut Bytes<'_>) -> Result<Hex, Malformed> {
        let at = from.place();
        let [count, digits @ ..]: [u8; 5] = from.some()?;
        let digit = |d: u8| d.is_ascii_digit().then(|| d - b'0').ok_or(Malformed::Number(at));
        let [a, b, c, d] = digits;
        if count != 4 {
            return Err(Malformed::Number(at));
        }
        Ok(Hex { col: digit(a)? * 10 + digit(b)?, row: digit(c)? * 10 + digit(d)? })
    }
}

/// Its four digits.
impl Noted for Hex {
    fn note(&self, _: &dyn Names) -> Note {
        Note::Word(self.to_string())
    }

    fn noted(note: &Note, _: &dyn Names) -> Result<Hex, Misread> {
        let wrong = || Misread::expected("the number of a hex, such as 0512,", note);
        match note {
            Note::Word(word) => word.parse().map_err(|_| wrong()),
            _ => Err(wrong()),
        }
    }

    fn shape(shapes: &mut Shapes) -> Schema {
        shapes.named("Hex", |_| serde_json::json!({ "type": "string", "pattern": "^[0-9]{4}$" }))
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Hex, D::Error> {
        let text = String::deserialize(d)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(n: u16) -> Hex {
        Hex::from_number(n).expect("a hex")
    }

    #[test]
    fn odd_columns_lie_half_a_hex_down() {
        let west: Vec<Hex> =
            [Hexside::NW, Hexside::SW].iter().filter_map(|&s| hex(2921).neighbour(s)).collect();
        let east: Vec<Hex> =
            [Hexside::NE, Hexside::SE].iter().filter_map(|&s| hex(2921).neighbour(s)).collect();
        assert_eq!(west, [hex(2821), hex(2822)]);
        assert_eq!(east, [hex(3021), hex(3022)]);
    }

    #[test]
    fn every_neighbour_is_at_distance_one_and_mutual() {
        for n in [1010, 1111, 2010, 2921, 101, 5050] {
            for (side, other) in hex(n).neighbours() {
                assert_eq!(hex(n).distance(other), 1);
                assert_eq!(other.neighbour(side.opposite()), Some(hex(n)));
                assert_eq!(hex(n).side_towards(other), Some(side));
            }
        }
    }

    #[test]
    fn axial_coordinates_round_trip() {
        for n in (0..10_000).step_by(37) {
            let (q, r) = hex(n).axial();
            assert_eq!(Hex::from_axial(q, r), Some(hex(n)));
        }
    }

    #[test]
    fn a_number_that_is_no_hex_is_refused_with_an_example() {
        for text in ["", "29", "29211", "29x1", "+921"] {
            let error = text.parse::<Hex>().expect_err(text).to_string();
            assert!(error.ends_with("is no hex") && HexError::HELP.contains("2921"), "{error}");
        }
    }
}
