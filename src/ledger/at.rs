//! The time an author says it was.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// RFC 3339 in UTC with whole seconds, `2026-01-02T03:04:05Z`. No rule depends
/// on it, and no check but that of a passed deadline (`timeout`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At([u8; 20]);

/// Text that is not such a time.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a time in UTC like 2026-01-02T03:04:05Z")]
pub struct NotATime;

impl At {
    /// The text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl FromStr for At {
    type Err = NotATime;

    fn from_str(text: &str) -> Result<At, NotATime> {
        let bytes: [u8; 20] = text.as_bytes().try_into().map_err(|_| NotATime)?;
        let shape = b"dddd-dd-ddTdd:dd:ddZ";
        let formed = bytes.iter().zip(shape).all(|(b, s)| match s {
            b'd' => b.is_ascii_digit(),
            _ => b == s,
        });
        let two = |i: usize| 10 * u32::from(bytes[i] & 15) + u32::from(bytes[i + 1] & 15);
        let year = 100 * two(0) + two(2);
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match two(5) {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => 0,
        };
        let day = two(8);
        let real = (1..=days).contains(&day) && two(11) < 24 && two(14) < 60 && two(17) < 60;
        if formed && real { Ok(At(bytes)) } else { Err(NotATime) }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "At({self})")
    }
}

impl Serialize for At {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for At {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<At, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(d)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_real_times_in_one_form_are_taken() {
        assert!("2024-02-29T23:59:59Z".parse::<At>().is_ok());
        for bad in [
            "2026-01-02 03:04:05Z",
            "2026-01-02T03:04:05+00:00",
            "2026-01-02T03:04:05.0Z",
            "2026-02-29T03:04:05Z",
            "2026-13-02T03:04:05Z",
            "2026-01-02T24:00:00Z",
            "2026-01-02T03:04:05z",
            "",
        ] {
            assert!(bad.parse::<At>().is_err(), "{bad}");
        }
    }
}
