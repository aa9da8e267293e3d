//! The value of an optional rule: `cards=rating`.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The value of an option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "true, false, an integer or a text")]
pub enum Setting {
    /// On or off.
    Switch(bool),
    /// A whole number, smaller than 2^53 either way.
    Number(i64),
    /// A name.
    Text(String),
}

impl Setting {
    /// Numbers from here on are too large.
    const TOO_LARGE: u64 = 1 << 53;

    /// Reads `NAME` (switched on), `NAME=false`, `NAME=8` or `NAME=word`; nothing when it is none of these.
    #[must_use]
    pub fn named(text: &str) -> Option<(String, Setting)> {
        let (name, value) = text.split_once('=').unwrap_or((text, "true"));
        let (name, value) = (name.trim(), value.trim());
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let setting = if let Ok(on) = value.parse() {
            Setting::Switch(on)
        } else if let Ok(number) = value.parse::<i64>() {
            Setting::Number(number)
        } else {
            Setting::Text(value.to_owned())
        };
        let fits = match &setting {
            Setting::Switch(_) => true,
            Setting::Number(number) => number.unsigned_abs() < Setting::TOO_LARGE,
            Setting::Text(word) => {
                word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.chars().all(is_word)
            }
        };
        (fits && !name.is_empty()).then(|| (name.to_owned(), setting))
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Switch(on) => on.fmt(f),
            Setting::Number(number) => number.fmt(f),
            Setting::Text(word) => word.fmt(f),
        }
    }
}
