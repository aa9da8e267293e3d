//! What a side of Legion and Empire may order now: the lines of [`tess_legion::legal`], which the bots read
//! as they are, with the places where moves end.

use crate::door::error::GameError;
use crate::door::legal::{Legal, LegalOrder, LegalPiece, Spot};
use tess_legion::Position;
use tess_legion::legal::{self as stage, Choice, UnitChoices, Work};
use tess_legion::measure::Length;
use tess_legion::movement::walk;
use tess_legion::state::Finer;
use tess_legion::written::{Order, Sheet};
use tess_report::legion::{about, notes};

/// The orders that a Command may be given.
const DIRECTIVES: [&str; 6] = ["advance", "hold", "retire", "reform", "march", "redeploy"];

/// What a side may order now, perhaps of one piece only.
pub(super) fn legal(position: &Position, side: &str, piece: Option<&str>) -> Result<Legal, GameError> {
    let Some(side) = position.set.find_side(side) else {
        return Err(GameError::refused(format!("{side} commands no side"), "ask as one of the sides"));
    };
    if let Some(code) = piece
        && position.find_unit(code).is_none()
        && position.set.find_leader(code).is_none()
    {
        return Err(GameError::refused(
            format!("`{code}` is no unit of this battle"),
            "write a code as reports show it",
        ));
    }
    let mut found = match stage::legal(position, side) {
        stage::Legal::Nothing => Legal::of("nothing", Vec::new()),
        stage::Legal::Prepare(lines) => {
            Legal::of("set-up", lines.into_iter().map(LegalOrder::line).collect())
        }
        stage::Legal::Orders(commands) => {
            let each = commands.iter().flat_map(|code| DIRECTIVES.map(|word| format!("order {code} {word}")));
            Legal::of("orders", each.map(LegalOrder::line).collect())
        }
        stage::Legal::Work(work) => {
            let mut found = at_work(position, work);
            let asked = Finer::ALL.into_iter().filter(|&finer| position.asks(side, finer)).map(Finer::window);
            found.others.push(LegalOrder::asking(&asked.collect::<Vec<_>>(), Finer::ALL.len()));
            found
        }
    };
    if let Some(code) = piece {
        found.pieces.retain(|piece| piece.code.eq_ignore_ascii_case(code));
        if let Some(unit) = position.find_unit(code) {
            found.about = Some(about(position, unit));
            // while orders are due, those of its own Command
            let own = format!("order {} ", position.set.command(position.unit(unit).command).code);
            found.others.retain(|order| found.now != "orders" || order.line.starts_with(&own));
        }
    }
    found.cards = stage::card_lines(position, side).into_iter().map(LegalOrder::line).collect();
    Ok(found)
}

/// The last line of a sheet with a word more, each tried on the position before it.
pub(super) fn further(position: &Position, side: &str, line: &str) -> Vec<LegalOrder> {
    let Some(side) = position.set.find_side(side) else { return Vec::new() };
    stage::further(position, side, line).into_iter().map(|choice| order(position, choice)).collect()
}

fn at_work(position: &Position, work: Work) -> Legal {
    let piece = |unit: UnitChoices| LegalPiece {
        code: unit.unit,
        allowance: unit.left.map(|left| left.to_string()),
        orders: unit.choices.into_iter().map(|choice| order(position, choice)).collect(),
    };
    Legal {
        now: if work.command.is_some() { "acting" } else { "rally" }.to_owned(),
        who: work.command,
        pieces: work.units.into_iter().map(piece).collect(),
        others: work.whole.into_iter().map(LegalOrder::line).collect(),
        owing: work.owing,
        ..Legal::default()
    }
}

fn order(position: &Position, choice: Choice) -> LegalOrder {
    let ends = end_of(position, &choice.line).map(|spot| vec![spot]);
    LegalOrder { note: notes(position, &choice.notes), ends, ..LegalOrder::line(choice.line) }
}

/// Where a move ends; nothing when the line is none.
fn end_of(position: &Position, line: &str) -> Option<Spot> {
    let (sheet, _) = Sheet::parse(line);
    let Order::Move { units, steps } = &sheet.lines.first()?.what else { return None };
    let walked = walk(position, position.find_unit(&units.first()?.text)?, steps).ok()?;
    let stance = walked.trail.last()?;
    Some(Spot {
        line: line.to_owned(),
        at: format!("{},{}", Length(stance.anchor.x), Length(stance.anchor.y)),
        facing: Some(stance.heading.to_string()),
        cost: walked.spent.to_string(),
        hits: 0,
    })
}
