//! Labels of dice.

use serde::Serialize;

use super::Rule;
use crate::dice::Die;

/// What a die is for. The text `purpose:subject` (then `#2`, `#3`) is unique within
/// an action and enters the die itself, so a change in the order of rolls shifts no die.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Label {
    /// `purpose:subject`, `purpose:subject#2`, ...; `a-z 0-9 . _ : # -`, at most 64.
    pub text: String,
    /// How many sides.
    pub die: Die,
    /// The rule that asks for it.
    pub rule: Rule,
}

/// A die that has been thrown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rolled {
    /// Which die it was.
    pub label: Label,
    /// The face shown: 0 to 9 of a d10, 1 to 6 of a d6.
    pub face: u8,
}

impl Label {
    /// The label of the `nth` die (from 1) of a purpose and subject in an action. Characters
    /// outside the alphabet become `-`; an over-long subject is cut.
    #[must_use]
    pub fn new(purpose: &str, subject: &str, nth: u32, die: Die, rule: Rule) -> Label {
        let mut text = String::with_capacity(32);
        text.push_str(purpose);
        text.push(':');
        for c in subject.chars().take(40) {
            let c = c.to_ascii_lowercase();
            text.push(if c.is_ascii_lowercase() || c.is_ascii_digit() || "._-".contains(c) {
                c
            } else {
                '-'
            });
        }
        if nth > 1 {
            text.push('#');
            text.push_str(&nth.to_string());
        }
        Label { text, die, rule }
    }
}
