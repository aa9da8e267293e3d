//! Great Battles of History from the command line.

mod legal;

use super::House;
use crate::Failure;
use tess_diagnostic::Diagnostic;
use tess_gboh::rout::rout_points;
use tess_gboh::{Gboh, Happening, Position, Side, read};
use tess_hex::Hex;
use tess_report::{self as report, Window, map, overview, window};
use tess_steward::Agent;

/// How many hexes a map shows around its middle when nobody says.
const RADIUS: u8 = 3;

impl House for Gboh {
    const STANDING: &'static str = tess_bot::STANDING;

    type Prepared = tess_gboh::written::Prepared;

    fn bot(seed: u64) -> Box<dyn Agent<Position>> {
        Box::new(tess_bot::sensible(seed))
    }

    fn overview(position: &Position) -> String {
        overview(position)
    }

    fn map(
        position: &Position,
        centre: Option<&str>,
        radius: Option<u8>,
        whole: bool,
    ) -> Result<String, Failure> {
        let field = &position.set.field;
        Ok(match centre {
            Some(centre) => {
                detail(position, Window::around(hex(centre, position)?, radius.unwrap_or(RADIUS)))
            }
            None if whole => {
                let part = Window {
                    cols: (field.first_col, field.last_col),
                    rows: (field.first_row, field.last_row),
                };
                detail(position, part)
            }
            None => overview(position),
        })
    }

    fn legal(position: &Position, side: &str, unit: Option<&str>, json: bool) -> Result<String, Failure> {
        legal::text(position, side, unit, json)
    }

    fn diagnose(sheet: &str, position: &Position, side: &str) -> Option<Vec<Diagnostic>> {
        let side = position.set.find_side(side)?;
        Some(read::text(sheet, position, side).1)
    }

    fn sentence(position: &Position, happening: &Happening) -> String {
        report::narrate::sentence(&position.set, happening)
    }

    fn stand(position: &Position) -> String {
        let each = Side::BOTH.map(|side| {
            let i = side.index();
            let level = position.set.withdrawal.0[i];
            format!("{} {}/{level}", position.set.sides.0[i], rout_points(position, side))
        });
        format!("rout points {}", each.join(", "))
    }
}

/// A part of the field with its legend.
fn detail(position: &Position, part: Window) -> String {
    format!("{}\n{}", window(position, part), map::legend(position))
}

/// A hex by its number, or where a piece stands.
fn hex(text: &str, position: &Position) -> Result<Hex, Failure> {
    if text.bytes().all(|b| b.is_ascii_digit()) {
        let hex = text.parse().ok().and_then(Hex::from_number).filter(|h| position.set.field.contains(*h));
        return hex.ok_or_else(|| {
            Failure::new(
                format!("{text} is no hex of this field"),
                "write four digits, column and row, such as 2214",
            )
        });
    }
    let unit = position.set.find_unit(text).map(|unit| position.hex(unit));
    let leader = || position.set.find_leader(text).map(|leader| position.leader(leader).hex);
    match unit.or_else(leader) {
        Some(Some(hex)) => Ok(hex),
        Some(None) => Err(Failure::new(format!("{text} is not on the field"), "see `tess report`")),
        None => Err(Failure::new(
            format!("`{text}` is neither a hex nor a piece of this battle"),
            "write four digits, or a code as reports show it",
        )),
    }
}
