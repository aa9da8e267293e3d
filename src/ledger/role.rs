//! Who speaks: the umpire or a side.

use std::fmt;
use std::str::FromStr;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The longest name.
const MAX: usize = 32;

/// The name of a role: `umpire`, or a side such as `rome`. Starts with a
/// letter, goes on with letters, digits and `-`, all lower case, at most 32.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Role {
    /// The name, then zeros: in the order of the names.
    name: [u8; MAX],
    length: u8,
}

/// A name that cannot be a role's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a role: use a lower-case name like rome, at most 32 of a-z 0-9 -")]
pub struct NotARole;

impl Role {
    /// The umpire.
    pub fn umpire() -> Role {
        Role::made("umpire")
    }

    /// Whether it is the umpire.
    pub fn is_umpire(&self) -> bool {
        self.as_str() == "umpire"
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        let name = self.name.get(..usize::from(self.length)).unwrap_or_default();
        std::str::from_utf8(name).unwrap_or_default()
    }

    fn made(text: &str) -> Role {
        let mut name = [0; MAX];
        let length = text.len().min(MAX);
        name[..length].copy_from_slice(&text.as_bytes()[..length]);
        Role { name, length: length as u8 }
    }
}

impl FromStr for Role {
    type Err = NotARole;

    fn from_str(text: &str) -> Result<Role, NotARole> {
        let rest = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        let fits =
            text.len() <= MAX && text.starts_with(|c: char| c.is_ascii_lowercase()) && text.bytes().all(rest);
        if fits { Ok(Role::made(text)) } else { Err(NotARole) }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Role({self})")
    }
}

impl Serialize for Role {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Role {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Role, D::Error> {
        struct Name;
        impl Visitor<'_> for Name {
            type Value = Role;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Role, E> {
                text.parse().map_err(E::custom)
            }
        }
        d.deserialize_str(Name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_stand_in_the_order_of_their_names() {
        let mut names = ["rome", "ro", "rome-2", "carthage", "umpire", "a", "r"];
        let mut roles: Vec<Role> = names.iter().map(|n| n.parse().unwrap()).collect();
        names.sort_unstable();
        roles.sort_unstable();
        assert_eq!(roles.iter().map(Role::as_str).collect::<Vec<_>>(), names);
        let longest = "a".repeat(MAX);
        assert_eq!(longest.parse::<Role>().unwrap().as_str(), longest);
    }

    #[test]
    fn a_role_is_a_short_plain_name() {
        assert!("rome".parse::<Role>().is_ok());
        assert!("umpire".parse::<Role>().unwrap().is_umpire());
        for bad in ["", "Rome", "9th", "a b", "r\u{f4}me", &"a".repeat(33)] {
            assert!(bad.parse::<Role>().is_err(), "{bad}");
        }
    }
}
