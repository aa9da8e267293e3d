//! Sides and vertices of a hex.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tess_canon::choice;

/// One of the six sides of a hex, clockwise from the top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Hexside {
    /// Top.
    N,
    /// Upper right.
    NE,
    /// Lower right.
    SE,
    /// Bottom.
    S,
    /// Lower left.
    SW,
    /// Upper left.
    NW,
}

choice!(Hexside { 0 => N, 1 => NE, 2 => SE, 3 => S, 4 => SW, 5 => NW });

impl Hexside {
    /// Clockwise from the top.
    pub const ALL: [Hexside; 6] =
        [Hexside::N, Hexside::NE, Hexside::SE, Hexside::S, Hexside::SW, Hexside::NW];

    /// The side `steps` further clockwise.
    #[must_use]
    #[inline]
    pub const fn turn(self, steps: i8) -> Hexside {
        Hexside::ALL[further(self as i8, steps)]
    }

    /// The side across the hex.
    #[must_use]
    #[inline]
    pub const fn opposite(self) -> Hexside {
        self.turn(3)
    }

    /// The sides in a mask, in which each has the bit `1 << (side as u8)`, clockwise from the top.
    #[inline]
    pub fn in_mask(mut mask: u8) -> impl Iterator<Item = Hexside> {
        std::iter::from_fn(move || {
            // When no bit is left there is no side of this number.
            let side = Hexside::ALL.get(mask.trailing_zeros() as usize).copied()?;
            mask &= mask - 1;
            Some(side)
        })
    }

    /// How many sides further clockwise than `other` this one lies, 0 to 5.
    #[must_use]
    #[inline]
    pub const fn clockwise_from(self, other: Hexside) -> u8 {
        clockwise(self as u8, other as u8)
    }
}

/// The number of what lies so many steps clockwise from one of six.
#[inline]
const fn further(one: i8, steps: i8) -> usize {
    // No division where the steps are written down, as they are nearly everywhere.
    let n = one + steps % 6;
    (if n < 0 {
        n + 6
    } else if n > 5 {
        n - 6
    } else {
        n
    }) as usize
}

/// How many steps clockwise from one of six to another.
#[inline]
const fn clockwise(to: u8, from: u8) -> u8 {
    if to < from { to + 6 - from } else { to - from }
}

/// The vertex a unit faces; its two front hexes lie on either side of it.
///
/// ```text
///   NW ____ NE
///     /    \
///  W /      \ E
///    \      /
///     \____/
///   SW      SE
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Facing {
    /// Between the sides N and NE.
    NE,
    /// Between the sides NE and SE.
    E,
    /// Between the sides SE and S.
    SE,
    /// Between the sides S and SW.
    SW,
    /// Between the sides SW and NW.
    W,
    /// Between the sides NW and N.
    NW,
}

choice!(Facing { 0 => NE, 1 => E, 2 => SE, 3 => SW, 4 => W, 5 => NW });

impl Facing {
    /// Clockwise, in the order of the sides left of each vertex.
    pub const ALL: [Facing; 6] = [Facing::NE, Facing::E, Facing::SE, Facing::SW, Facing::W, Facing::NW];

    /// The facing `steps` vertices further clockwise (negative: to the left).
    #[must_use]
    #[inline]
    pub const fn turn(self, steps: i8) -> Facing {
        Facing::ALL[further(self as i8, steps)]
    }

    /// The facing turned about.
    #[must_use]
    #[inline]
    pub const fn opposite(self) -> Facing {
        self.turn(3)
    }

    /// How many vertices further clockwise `other` lies, 0 to 5.
    #[must_use]
    #[inline]
    pub const fn clockwise_to(self, other: Facing) -> u8 {
        clockwise(other as u8, self as u8)
    }

    /// Vertices between two facings, 0 to 3.
    #[must_use]
    #[inline]
    pub const fn vertices_to(self, other: Facing) -> u8 {
        let d = self.clockwise_to(other);
        if d > 3 { 6 - d } else { d }
    }

    /// The side of the left front hex.
    #[must_use]
    #[inline]
    pub const fn left_front(self) -> Hexside {
        Hexside::ALL[self as usize]
    }

    /// The side of the right front hex.
    #[must_use]
    #[inline]
    pub const fn right_front(self) -> Hexside {
        self.left_front().turn(1)
    }

    /// The side of the left flank hex.
    #[must_use]
    #[inline]
    pub const fn left_flank(self) -> Hexside {
        self.left_front().turn(-1)
    }

    /// The side of the right flank hex; a two-hex unit's right half lies there.
    #[must_use]
    #[inline]
    pub const fn right_flank(self) -> Hexside {
        self.left_front().turn(2)
    }

    /// The side of the left rear hex.
    #[must_use]
    pub const fn left_rear(self) -> Hexside {
        self.left_front().turn(-2)
    }

    /// The side of the right rear hex.
    #[must_use]
    pub const fn right_rear(self) -> Hexside {
        self.left_front().turn(3)
    }

    /// As it is written: `NE`, `E`, ...
    #[must_use]
    pub const fn letters(self) -> &'static str {
        match self {
            Facing::NE => "NE",
            Facing::E => "E",
            Facing::SE => "SE",
            Facing::SW => "SW",
            Facing::W => "W",
            Facing::NW => "NW",
        }
    }

    /// The facing whose left front is this side.
    #[must_use]
    pub const fn with_left_front(side: Hexside) -> Facing {
        Facing::ALL[side as usize]
    }
}

impl fmt::Display for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letters())
    }
}

impl FromStr for Facing {
    type Err = ();

    /// Reads `E NE NW W SW SE` in either case.
    fn from_str(text: &str) -> Result<Facing, ()> {
        Facing::ALL.into_iter().find(|f| f.letters().eq_ignore_ascii_case(text)).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Hex;
    use super::*;

    fn hex(n: u16) -> Hex {
        Hex::from_number(n).expect("a hex")
    }

    /// The picture of spqr 7.11.
    #[test]
    fn a_unit_facing_e_has_two_hexes_to_front_flank_and_rear() {
        let near = |side| hex(2010).neighbour(side).expect("on the sheet").number();
        let f = Facing::E;
        assert_eq!([near(f.left_front()), near(f.right_front())], [2109, 2110]);
        assert_eq!([near(f.left_flank()), near(f.right_flank())], [2009, 2011]);
        assert_eq!([near(f.left_rear()), near(f.right_rear())], [1909, 1910]);
    }

    #[test]
    fn turning_right_six_times_comes_round() {
        for f in Facing::ALL {
            assert_eq!(f.turn(6), f);
            assert_eq!(f.turn(-1).turn(1), f);
            assert_eq!(f.vertices_to(f.turn(-2)), 2);
            assert_eq!(f.to_string().parse(), Ok(f));
        }
    }
}
