//! How two things are compared: `<=`, `is`, `over`.

use super::word::Word;

/// How two things are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

impl Comparison {
    /// Does it hold between these?
    #[must_use]
    pub fn holds<T: Ord>(self, a: &T, b: &T) -> bool {
        match self {
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
            Comparison::Equal => a == b,
            Comparison::Unequal => a != b,
            Comparison::AtLeast => a >= b,
            Comparison::More => a > b,
        }
    }

    /// As it is written.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Equal => "=",
            Comparison::Unequal => "!=",
            Comparison::AtLeast => ">=",
            Comparison::More => ">",
        }
    }

    /// What a sign or word means.
    #[must_use]
    pub fn from_word(word: &Word) -> Option<Comparison> {
        Some(match word.text.to_ascii_lowercase().as_str() {
            "<" | "under" | "below" => Comparison::Less,
            "<=" | "max" => Comparison::AtMost,
            "=" | "==" | "is" => Comparison::Equal,
            "!=" => Comparison::Unequal,
            ">=" | "min" => Comparison::AtLeast,
            ">" | "over" | "above" => Comparison::More,
            _ => return None,
        })
    }
}
