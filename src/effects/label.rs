//! Labels of dice.

use serde::Serialize;

use super::Rule;
use tess_dice::Die;

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
        text.extend(letters(subject));
        let mut label = Label { text, die, rule };
        label.repeat(nth);
        label
    }

    /// Makes the first label of a name that of the `nth` die.
    pub(super) fn repeat(&mut self, nth: u32) {
        if nth > 1 {
            self.text.push('#');
            self.text.push_str(&nth.to_string());
        }
    }
}

/// A subject as a label writes it.
fn letters(subject: &str) -> impl Iterator<Item = char> {
    subject.chars().take(40).map(|c| match c.to_ascii_lowercase() {
        c @ ('a'..='z' | '0'..='9' | '.' | '_' | '-') => c,
        _ => '-',
    })
}

/// What a label's text, or a question's id, has after its name: nothing for the first of this name, else
/// `#2`, `#3`, ... `None` when it has another name.
pub(super) fn repetition<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.strip_prefix(name).filter(|rest| rest.is_empty() || rest.starts_with('#'))
}

/// The name in a label's text or a question's id if it is `purpose:subject`; nothing is written down for it.
pub(super) fn name_in<'t>(text: &'t str, purpose: &str, subject: &str) -> Option<&'t str> {
    let mut rest = text.strip_prefix(purpose)?.strip_prefix(':')?;
    for letter in letters(subject) {
        rest = rest.strip_prefix(letter)?;
    }
    let name = &text[..text.len() - rest.len()];
    repetition(text, name).map(|_| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_knows_its_own_name_and_no_other() {
        let names =
            [("shock", "HA1"), ("shock", "HA"), ("shock", "ha1."), ("sho", "HA1"), ("shock", "\u{e9}#2")];
        for (purpose, subject) in names {
            for nth in [1, 2, 13] {
                let text = Label::new(purpose, subject, nth, Die::D10, Rule("8.46")).text;
                let again = if nth == 1 { String::new() } else { format!("#{nth}") };
                for (p, s) in names {
                    let own = (p, s) == (purpose, subject);
                    let name = Label::new(p, s, 1, Die::D10, Rule("8.46")).text;
                    assert_eq!(repetition(&text, &name), own.then_some(again.as_str()), "{text}: {name}");
                    assert_eq!(name_in(&text, p, s), own.then_some(name.as_str()), "{text}: {name}");
                }
            }
        }
    }
}
