//! Standing orders, held against a question.

use std::cmp::Reverse;

use super::Question;
use tess_orders::Comparison;
use tess_orders::standing::{Choice, Otherwise, Scope, Standing, Test, When};

/// The answer that standing orders give to a question, as the key of one of its choices; `None` when the
/// player has to be asked. Of the orders that match, the one of narrowest scope is taken; of equal scopes
/// the later line. One that names no choice of this question is passed over.
///
/// A game says how wide a scope is, 0 the narrowest, `None` when the question is about somebody else; and
/// what a choice by measure (`max`, `min`, `toward`) means.
#[must_use]
pub fn decide<'q, P>(
    standing: &Standing<P>,
    question: &'q Question,
    width: impl Fn(&Scope) -> Option<u8>,
    measured: impl Fn(&Choice) -> Option<&'q str>,
) -> Option<String> {
    let fits = |rule: &When| {
        (rule.window.is("any") || rule.window.is(&question.window))
            && rule.tests.iter().all(|test| holds(test, question))
    };
    let rules = standing.rules.iter().enumerate().filter(|(_, rule)| fits(rule));
    let mut found: Vec<(u8, Reverse<usize>, &When)> =
        rules.filter_map(|(line, rule)| Some((width(&rule.scope)?, Reverse(line), rule))).collect();
    found.sort_by_key(|&(width, line, _)| (width, line));
    for (_, _, rule) in found {
        let key = match &rule.choice {
            Choice::Ask => return None,
            Choice::Default => question.named(&question.default),
            Choice::Key(key) => question.named(&key.text),
            Choice::Max | Choice::Min | Choice::Toward(_) => measured(&rule.choice),
        };
        if let Some(key) = key {
            return Some(key.to_owned());
        }
    }
    match standing.otherwise {
        Otherwise::Ask => None,
        Otherwise::Default => Some(question.default.clone()),
    }
}

/// Does a condition hold? Not when the question does not know the fact.
fn holds(test: &Test, question: &Question) -> bool {
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
