//! `tess map`: the field.

use super::battle::Battle;
use super::{Code, Done, Failure, terminal};
use crate::gboh::Position;
use crate::hex::Hex;
use crate::report::{Window, map, overview, window};

/// Draw the field, or the part around a hex or unit
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess map 2214 --radius 4")]
pub struct Args {
    /// A hex number, or the code of a unit or leader
    #[arg(value_name = "HEX")]
    centre: Option<String>,
    /// How many hexes around it
    #[arg(long, value_name = "N", default_value_t = 3)]
    radius: u8,
    /// The whole field in detail, in pieces from west to east
    #[arg(long, conflicts_with = "centre")]
    whole: bool,
    #[command(flatten)]
    battle: Battle,
}

impl Args {
    pub fn run(&self) -> Done {
        let (_, look) = self.battle.look()?;
        let position = look.table().view();
        let field = &position.set.field;
        let drawn = match &self.centre {
            Some(centre) => detail(&position, Window::around(hex(centre, &position)?, self.radius)),
            None if self.whole => {
                let part = Window {
                    cols: (field.first_col, field.last_col),
                    rows: (field.first_row, field.last_row),
                };
                detail(&position, part)
            }
            None => overview(&position),
        };
        terminal::out(&drawn)?;
        Ok(Code::Fine)
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
