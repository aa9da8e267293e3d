//! The year of a battle, where a book's rules depend on it.

use std::fmt;
use std::str::FromStr;

/// A year: below 0 before Christ, above 0 after; there is no year 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Year(pub i16);

impl Year {
    /// `Year::bc(280)` is 280 BC.
    #[must_use]
    pub const fn bc(year: i16) -> Year {
        Year(-year)
    }
}

impl FromStr for Year {
    type Err = ();

    /// Reads `331 BC` and `530 AD`, in either case, with or without the blank.
    fn from_str(text: &str) -> Result<Year, ()> {
        let text = text.trim().to_ascii_uppercase();
        let (number, sign) = text
            .strip_suffix("BC")
            .map(|n| (n, -1))
            .or_else(|| text.strip_suffix("AD").map(|n| (n, 1)))
            .ok_or(())?;
        match number.trim().parse::<i16>() {
            Ok(n @ 1..=9999) => Ok(Year(sign * n)),
            _ => Err(()),
        }
    }
}

impl fmt::Display for Year {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0.unsigned_abs(), if self.0 < 0 { "BC" } else { "AD" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_are_read_and_stand_in_order() {
        assert_eq!("331 BC".parse(), Ok(Year::bc(331)));
        assert_eq!("530ad".parse(), Ok(Year(530)));
        assert!(Year::bc(331) < Year::bc(280) && Year::bc(1) < Year(1));
        assert_eq!(Year::bc(280).to_string(), "280 BC");
        for bad in ["331", "0 BC", "BC", "-3 BC", "year 3 AD", "99999 AD"] {
            assert_eq!(bad.parse::<Year>(), Err(()), "{bad}");
        }
    }
}
