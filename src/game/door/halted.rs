//! How far a sheet goes, in words.

use tess_effects::Worded;
use tess_table::{Close, Halt};

/// The line at which a sheet stops that nobody should sign as it is, and why.
#[must_use]
pub fn refused(halt: &Halt<Worded>) -> Option<(u32, String)> {
    match halt {
        Halt::Closed(Close::Stopped { line, refusal }) => Some((*line, refusal.to_string())),
        Halt::Illegal(refusal, line) => Some((*line, refusal.to_string())),
        _ => None,
    }
}

/// How far this sheet would go.
#[must_use]
pub fn ended(halt: &Halt<Worded>, sheet: &str) -> String {
    match halt {
        Halt::Closed(Close::Whole) => "the whole sheet is carried out, without any die".to_owned(),
        Halt::Closed(Close::Stopped { line, refusal }) => {
            format!("stops at line {line}, which is illegal: {refusal}")
        }
        Halt::Closed(Close::Halted { line }) => {
            let condition =
                (1..).zip(sheet.lines()).find(|(number, _)| number == line).map_or("", |(_, l)| l);
            format!("halts at line {line}: {condition}")
        }
        Halt::Closed(other) => format!("{other:?}"),
        Halt::Dice(label) => format!("legal up to the first die, {} (rule {})", label.text, label.rule),
        Halt::Ask(q) if q.showing.as_ref().is_some_and(|s| s.at_once) => {
            format!("legal until a hidden choice of yours is shown: {} (rule {})", q.text, q.rule)
        }
        Halt::Ask(q) => format!("legal until {} is asked: {} (rule {})", q.side, q.text, q.rule),
        Halt::Illegal(refusal, line) => format!("line {line} is illegal: {refusal}"),
    }
}
