//! Conditions of standing orders, held against the facts of a question.

use super::Question;
use crate::orders::standing::{Comparison, Test};

/// Does a condition hold? Not when the question does not know the fact.
#[must_use]
pub fn holds(test: &Test, question: &Question) -> bool {
    let fact = test.fact.text.to_ascii_lowercase();
    let Some(known) = question.known(&fact) else { return false };
    let one = |value: &str| {
        let value = worth(value, question);
        match (measure(known), measure(&value)) {
            (Some(a), Some(b)) => test.sign.holds(&a, &b),
            _ => match test.sign {
                Comparison::Equal => known.eq_ignore_ascii_case(&value),
                Comparison::Unequal => !known.eq_ignore_ascii_case(&value),
                _ => false,
            },
        }
    };
    let mut values = test.values.iter().map(|v| one(&v.text));
    if test.sign == Comparison::Unequal { values.all(|v| v) } else { values.any(|v| v) }
}

/// What a value stands for: itself, or another fact, perhaps with a number added: `own.tq-2`.
fn worth(value: &str, question: &Question) -> String {
    let value = value.to_ascii_lowercase();
    if let Some(known) = question.known(&value) {
        return known.to_owned();
    }
    if let Some(at) = value.rfind(['+', '-'])
        && let Some(known) = question.known(&value[..at]).and_then(|k| k.parse::<i32>().ok())
        && let Ok(more) = value[at + 1..].parse::<u8>()
    {
        let more = i32::from(more);
        return (if value[at..].starts_with('-') { known - more } else { known + more }).to_string();
    }
    value
}

/// A number, or missiles left as one.
fn measure(value: &str) -> Option<i32> {
    match value.to_ascii_lowercase().as_str() {
        "no" => Some(-3),
        "low" => Some(-2),
        "full" => Some(-1),
        number => number.parse().ok(),
    }
}
