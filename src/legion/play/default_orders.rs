//! What a side does that stays silent: as little as the rules let it.

use crate::command;
use crate::state::{Directive, Position, Preparing, Stage};
use tess_effects::Side;

/// Sheets for a side that stays silent, the one that does least first: the table stays as the scenario has
/// it, its Commands hold, its units do what they owe and no more. A hand of cards cannot be drawn for it,
/// as it has to seal the numbers itself.
#[must_use]
pub fn sheets(pos: &Position, side: Side) -> Vec<String> {
    let lines = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    match pos.stage {
        Stage::Draw { .. } | Stage::Over { .. } => Vec::new(),
        Stage::SetUp(Preparing::Edge) => vec![lines(&["edge north"])],
        Stage::SetUp(Preparing::Deploy { .. }) => vec![lines(&["finish"]), lines(&["deploy", "finish"])],
        Stage::Orders { .. } => vec![holding(pos, side)],
        Stage::SetUp(Preparing::Ground) | Stage::Eve { .. } | Stage::Acting(_) | Stage::Rally { .. } => {
            vec![lines(&["finish"]), lines(&["rest", "finish"])]
        }
    }
}

/// Every Command that needs an order holds. That is no secret, so nobody has to seal it.
fn holding(pos: &Position, side: Side) -> String {
    let codes = command::without(pos, side).map(|command| &pos.set.command(command).code);
    codes.map(|code| format!("order {code} {}\n", Directive::Hold.word())).collect()
}
