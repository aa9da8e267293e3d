//! The dice of the books, and those that draw one of several things.

use serde::Serialize;

use super::DiceError;

/// A die: six sides with faces 1 to 6, ten with faces 0 to 9, or any other number of sides, from face
/// 1 on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Die {
    /// Faces 1 to 6.
    D6,
    /// Faces 0 to 9; the zero is a zero, never a ten.
    D10,
    /// Faces from 1 to this number, which is neither 6 nor 10: it draws one of so many things.
    Of(u8),
}

impl Die {
    /// The number of sides.
    pub const fn sides(self) -> u8 {
        match self {
            Die::D6 => 6,
            Die::D10 => 10,
            Die::Of(sides) => sides,
        }
    }

    /// The lowest face, 1 or 0.
    pub const fn lowest(self) -> u8 {
        match self {
            Die::D6 | Die::Of(_) => 1,
            Die::D10 => 0,
        }
    }

    /// The highest face, 6 or 9.
    pub const fn highest(self) -> u8 {
        self.lowest() + self.sides() - 1
    }

    /// The die with that many sides.
    ///
    /// # Errors
    /// [`DiceError::Sides`] for fewer than two.
    pub const fn from_sides(sides: u8) -> Result<Die, DiceError> {
        match sides {
            6 => Ok(Die::D6),
            10 => Ok(Die::D10),
            0 | 1 => Err(DiceError::Sides { sides }),
            _ => Ok(Die::Of(sides)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_d10_runs_from_zero_to_nine() {
        assert_eq!((Die::D10.lowest(), Die::D10.highest()), (0, 9));
        assert_eq!((Die::D6.lowest(), Die::D6.highest()), (1, 6));
        assert_eq!(Die::from_sides(10), Ok(Die::D10));
        assert_eq!(Die::from_sides(32), Ok(Die::Of(32)));
        assert_eq!((Die::Of(32).lowest(), Die::Of(32).highest()), (1, 32));
        assert!(Die::from_sides(1).is_err());
    }
}
