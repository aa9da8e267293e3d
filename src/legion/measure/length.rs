//! Lengths.

use std::fmt;

use crate::written::motion::{decimal, thousandths};

/// A length in thousandths of an inch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Length(pub i32);

impl Length {
    /// None at all.
    pub const ZERO: Length = Length(0);

    /// Whole inches.
    #[must_use]
    pub const fn inches(inches: i32) -> Length {
        Length(inches * 1000)
    }

    /// Reads `4`, `3.5` or `0.125`: whole inches and at most three decimals, not below zero, at most 999
    /// inches.
    #[must_use]
    pub fn parse(text: &str) -> Option<Length> {
        thousandths(text).map(Length)
    }

    /// Half of it; the odd thousandth is lost.
    #[must_use]
    pub const fn half(self) -> Length {
        Length(self.0 / 2)
    }

    /// So many times.
    #[must_use]
    pub const fn times(self, times: i32) -> Length {
        Length(self.0 * times)
    }
}

impl std::ops::Add for Length {
    type Output = Length;
    fn add(self, other: Length) -> Length {
        Length(self.0 + other.0)
    }
}

impl std::ops::Sub for Length {
    type Output = Length;
    fn sub(self, other: Length) -> Length {
        Length(self.0 - other.0)
    }
}

impl fmt::Display for Length {
    /// In inches, without needless zeros: `3.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&decimal(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inches_are_read_and_written_alike() {
        for (text, thousandths) in [("4", 4000), ("3.5", 3500), ("0.125", 125), ("10", 10_000), ("0", 0)] {
            assert_eq!(Length::parse(text), Some(Length(thousandths)), "{text}");
            assert_eq!(Length(thousandths).to_string(), text);
        }
        assert_eq!(Length(-1500).to_string(), "-1.5");
        for bad in ["", ".5", "4.", "-1", "1/2", "1.2345", "1e3", "1000", "4in", "1.2.3"] {
            assert_eq!(Length::parse(bad), None, "{bad}");
        }
    }
}
