//! Who speaks: the umpire or a side.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

/// The name of a role: `umpire`, or a side such as `rome`. Starts with a
/// letter, goes on with letters, digits and `-`, all lower case, at most 32.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Role(String);

/// A name that cannot be a role's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a role: use a lower-case name like rome, at most 32 of a-z 0-9 -")]
pub struct NotARole;

impl Role {
    /// The umpire.
    pub fn umpire() -> Role {
        Role("umpire".to_owned())
    }

    /// Whether it is the umpire.
    pub fn is_umpire(&self) -> bool {
        self.0 == "umpire"
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn checked(text: String) -> Result<Role, NotARole> {
        let rest = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        let fits =
            text.len() <= 32 && text.starts_with(|c: char| c.is_ascii_lowercase()) && text.bytes().all(rest);
        if fits { Ok(Role(text)) } else { Err(NotARole) }
    }
}

impl FromStr for Role {
    type Err = NotARole;

    fn from_str(text: &str) -> Result<Role, NotARole> {
        Role::checked(text.to_owned())
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Role({})", self.0)
    }
}

impl<'de> Deserialize<'de> for Role {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Role, D::Error> {
        Role::checked(String::deserialize(d)?).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_is_a_short_plain_name() {
        assert!("rome".parse::<Role>().is_ok());
        assert!("umpire".parse::<Role>().unwrap().is_umpire());
        for bad in ["", "Rome", "9th", "a b", "r\u{f4}me", &"a".repeat(33)] {
            assert!(bad.parse::<Role>().is_err(), "{bad}");
        }
    }
}
