//! Fixed-size byte strings that are written as lower-case hex.

use std::fmt;
use std::str::FromStr;

use data_encoding::HEXLOWER;
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Text that is not the right number of lower-case hex digits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not {digits} lower-case hex digits")]
pub struct NotHex {
    /// The number of digits wanted.
    pub digits: usize,
}

macro_rules! hex_bytes {
    ($(#[$doc:meta])* $name:ident, $len:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub [u8; $len]);

        impl $name {
            /// Hands the text form to `f` without allocating.
            fn with_hex<T>(&self, f: impl FnOnce(&str) -> T) -> T {
                let mut text = [0u8; $len * 2];
                HEXLOWER.encode_mut(&self.0, &mut text);
                f(std::str::from_utf8(&text).unwrap_or_default())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.with_hex(|text| f.write_str(text))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.with_hex(|text| write!(f, "{}({text})", stringify!($name)))
            }
        }

        impl FromStr for $name {
            type Err = NotHex;

            fn from_str(text: &str) -> Result<$name, NotHex> {
                let wrong = NotHex { digits: $len * 2 };
                if text.len() != $len * 2 {
                    return Err(wrong);
                }
                let mut bytes = [0u8; $len];
                match HEXLOWER.decode_mut(text.as_bytes(), &mut bytes) {
                    Ok(_) => Ok($name(bytes)),
                    Err(_) => Err(wrong),
                }
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                self.with_hex(|text| s.serialize_str(text))
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(d: D) -> Result<$name, D::Error> {
                struct Digits;
                impl Visitor<'_> for Digits {
                    type Value = $name;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        write!(f, "{} lower-case hex digits", $len * 2)
                    }

                    fn visit_str<E: de::Error>(self, text: &str) -> Result<$name, E> {
                        text.parse().map_err(E::custom)
                    }
                }
                d.deserialize_str(Digits)
            }
        }
    };
}

hex_bytes!(
    /// The id of an event; the id of genesis is the id of the game.
    Id, 32
);
hex_bytes!(
    /// A SHA-256: of a state, of a file, or the seal of a hidden choice.
    Digest, 32
);
hex_bytes!(
    /// An Ed25519 public key.
    Key, 32
);
hex_bytes!(
    /// One value of a role's chain; link 0 is its anchor.
    Link, 32
);
hex_bytes!(
    /// The random bytes that keep a seal from being guessed.
    Salt, 32
);
hex_bytes!(
    /// The name of a chain.
    ChainId, 16
);
hex_bytes!(
    /// The random bytes that make every event new.
    Nonce, 16
);
hex_bytes!(
    /// An Ed25519 signature inside a body, as in `rekey`.
    Proof, 64
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_is_read_back_and_only_in_one_form() {
        let nonce = Nonce([0xab; 16]);
        assert_eq!(nonce.to_string().parse(), Ok(nonce));
        for bad in ["", "ab", &"AB".repeat(16), &"ab".repeat(17), &"zz".repeat(16)] {
            assert!(bad.parse::<Nonce>().is_err(), "{bad}");
        }
    }

    #[test]
    fn random_bytes_differ() {
        assert_ne!(Salt::random().unwrap(), Salt::random().unwrap());
    }
}
