//! `tess map`: the field.

use super::battle::Battle;
use super::{Code, Done, terminal};
use tess_game::Part;

/// Draw the field, or the part around a hex or unit
///
/// As wide as the terminal; 78 columns where there is none.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess map 2214 --radius 4")]
pub struct Args {
    /// A hex number, or the code of a unit or leader; on an open table a place such as 12,8.5, or a code
    #[arg(value_name = "HEX")]
    centre: Option<String>,
    /// How many hexes around it, 3 when left out; on an open table how many inches, 8 when left out
    #[arg(long, value_name = "N")]
    radius: Option<u8>,
    /// The whole field in detail, in pieces from west to east
    #[arg(long, conflicts_with = "centre")]
    whole: bool,
    #[command(flatten)]
    battle: Battle,
}

impl Args {
    pub fn run(&self) -> Done {
        let (_, look) = self.battle.look()?;
        let across = terminal::columns();
        let part = Part { centre: self.centre.clone(), radius: self.radius, whole: self.whole, across };
        terminal::out(&look.table().view().map(&part)?)?;
        Ok(Code::Fine)
    }
}
