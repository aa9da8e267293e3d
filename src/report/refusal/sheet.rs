//! What is wrong with a sheet of any game.

use tess_effects::{Rule, Unfit, Worded};

/// In words, under a rule.
pub fn unfit(rule: Rule, unfit: &Unfit) -> Worded {
    match unfit {
        Unfit::Empty => Worded::new(rule, "the sheet holds no order").help("write at least one order"),
        Unfit::Unreadable(complaint) => {
            Worded::new(rule, complaint.as_str()).help("check the sheet with `tess check` before it is sent")
        }
    }
}

/// A hidden choice for which the orders bring no seal.
pub fn unsealed(rule: Rule, what: &str) -> Worded {
    Worded::new(rule, format!("{what} is a hidden choice and the orders bring no seal for it"))
        .help("let the program seal it when the sheet is sent")
}
