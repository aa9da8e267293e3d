//! What Legion and Empire adds to standing orders: its windows. Sheets cannot be prepared, since orders are
//! secret.

use std::fmt;

use tess_diagnostic::Diagnostic;
use tess_orders::standing::Dialect;
use tess_orders::words;

/// A prepared sheet, of which there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unprepared {}

impl Dialect for Unprepared {
    const WINDOWS: &'static [&'static str] = &[
        "initiative",
        "own-order",
        "evade",
        "counter-charge",
        "opportunity",
        "defensive-fire",
        "chase",
        "pursue",
        "cards",
        "scouting",
        "caesars-luck",
        "about-face",
        "casualty",
        "return",
    ];

    fn sheets(text: &str) -> (Vec<Unprepared>, Vec<Diagnostic>) {
        let found = (1..)
            .zip(text.lines())
            .find_map(|(number, line)| Some((number, words(line).into_iter().next()?)));
        let complaint = found.map(|(number, word)| {
            Diagnostic::error("sheets cannot be prepared in this game: orders are secret")
                .at(number, word.span)
                .help("take the block from `prepare` on away")
        });
        (Vec::new(), complaint.into_iter().collect())
    }
}

impl fmt::Display for Unprepared {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}
