//! The game as the table sees it: sheets read, lines carried out, whose decision it is.

use super::command;
use super::order::Order;
use super::piece::Side;
use super::position::Position;
use super::read::{self, Reader, What};
use super::{Gboh, Happening, Oracle};
use crate::diagnostic::Report;
use crate::effects::{Duty, Flow, Game, Outcome, Refusal, Rule, Stop};
use crate::orders::{self, Sheet};

impl Game for Gboh {
    type Position = Position;
    /// A line as written. It is resolved when it is due: by then the dice and the enemy's answers before it are known,
    /// so that `fwd` and `all` mean the units where they stand.
    type Line = orders::Line;
    type Happening = Happening;
    /// A complaint drawn under its line.
    type Complaint = String;

    fn read(position: &Position, side: &str, sheet: &str) -> Result<Vec<orders::Line>, Vec<String>> {
        let Some(side) = position.set.find_side(side) else {
            return Err(vec![format!("there is no side {side} in this battle")]);
        };
        let (_, diagnostics) = read::text(sheet, position, side);
        let errors: Vec<String> = diagnostics
            .iter()
            .filter(|d| d.is_error())
            .map(|d| Report { source: sheet, diagnostics: std::slice::from_ref(d) }.plain())
            .collect();
        if errors.is_empty() { Ok(Sheet::parse(sheet).0.lines) } else { Err(errors) }
    }

    fn line_number(line: &orders::Line) -> u32 {
        line.number
    }

    fn carry_out(
        position: &mut Position,
        side: &str,
        line: &orders::Line,
        oracle: &mut Oracle<'_>,
    ) -> Flow<Outcome> {
        let Some(side) = position.set.find_side(side) else {
            return Err(Refusal::new(Rule("2.4"), format!("there is no side {side} in this battle")).into());
        };
        let mut reader = Reader::new(position, side);
        let found = reader.line(line);
        if let Some(complaint) = reader.complaints.iter().find(|d| d.is_error()) {
            let mut refusal = Refusal::new(Rule("5.2"), complaint.message.clone());
            refusal.help.clone_from(&complaint.help);
            return Err(refusal.into());
        }
        for said in found {
            match said.what {
                What::Stop(stop) if stop.applies(position) => return Ok(Outcome::Halted(line.text.clone())),
                What::Stop(_) => {}
                What::Order(order) => match one(position, side, &order, oracle)? {
                    Outcome::Done => {}
                    ended => return Ok(ended),
                },
            }
        }
        Ok(Outcome::Done)
    }

    fn duty(position: &Position) -> Duty {
        command::duty(position)
    }

    fn encode(position: &Position, out: &mut Vec<u8>) {
        position.encode(out);
    }

    fn sides(position: &Position) -> [String; 2] {
        position.set.sides.0.clone()
    }
}

/// One order of a line that may hold several. An order refused after the dice of an earlier one cannot take those back:
/// the line is cut short before it.
fn one(position: &mut Position, side: Side, order: &Order, oracle: &mut Oracle<'_>) -> Flow<Outcome> {
    if !oracle.is_bound() {
        return command::obey(position, side, order, oracle);
    }
    let (before, mark) = (position.clone(), oracle.recorded());
    match command::obey(position, side, order, oracle) {
        Err(Stop::Refused(refusal)) => {
            *position = before;
            oracle.forget_after(mark);
            Ok(Outcome::CutShort(*refusal))
        }
        other => other,
    }
}
