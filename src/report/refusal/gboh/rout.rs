//! Why a unit does not recover and is not rallied, in words.

use super::{Codes, said};
use tess_effects::{Rule, Worded};
use tess_gboh::refusal::rout::{NoRally, NoRecovery, Rout};

/// Recovery and rally.
pub fn rout(c: Codes<'_>, rule: Rule, why: Rout) -> Worded {
    let of = |unit, text: &str| said(rule, format!("{} {text}", c.unit(unit))).at(c.unit(unit));
    match why {
        Rout::Off(it) => of(it, "is not on the map"),
        Rout::Ground { unit, hex, clear } => {
            let what = if clear { "clear" } else { "easy" };
            of(unit, &format!("is in {hex}, which is not {what} ground"))
                .help(format!("move it to {what} ground first"))
        }
        Rout::Beset(it) => of(it, "has an enemy beside it").help("choose a unit that no enemy touches"),
        Rout::Recover(it, why) => {
            let (why, help) = recover(why);
            of(it, why).help(help)
        }
        Rout::Rally(it, why) => {
            let (why, help) = rally(why);
            of(it, why).help(help)
        }
    }
}

/// Why not, and what would help.
fn recover(why: NoRecovery) -> (&'static str, &'static str) {
    match why {
        NoRecovery::Routed => ("is routed", "try to rally it instead"),
        NoRecovery::Fresh => ("has no hits to remove", "choose a unit with hits"),
        NoRecovery::Rallied => ("has rallied in this turn", "recover it in the next turn"),
        NoRecovery::Column => ("is in column, and only moves", "form line first"),
        NoRecovery::Twice => ("has lost two hits in this phase already", "recover more in a later phase"),
        NoRecovery::Busy => {
            ("has moved or fired in this phase", "recover it in a phase in which it does nothing else")
        }
        NoRecovery::UnderFire => ("is within reach of enemy missiles", "move it out of reach"),
    }
}

/// Why not, and what would help.
fn rally(why: NoRally) -> (&'static str, &'static str) {
    match why {
        NoRally::Steady => ("is not routed", "rally is for routed units; `recover` removes hits"),
        NoRally::Elephant => ("is an elephant and cannot be rallied", "give another order"),
        NoRally::TwoHexes => ("stands in two hexes and cannot be rallied", "give another order"),
        NoRally::Tried => ("has been tried by this leader in this turn", "let another leader try"),
        NoRally::UnderFire => {
            ("is within reach and sight of enemy missiles", "rally it when it has run further")
        }
    }
}
