//! `tess map`: the field.

use super::battle::Battle;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Code, Done, Failure, terminal};
use tess_game::{Part, Shown};

/// Draw the field, or the part around a hex or unit
///
/// As wide as the terminal; 78 columns where there is none.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  tess map 2214 --radius 4\n  tess map --svg field.svg --zones")]
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
    /// Write a picture (SVG) into this file instead; - for standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write it as PNG into this file instead
    #[arg(long, value_name = "FILE", conflicts_with = "svg")]
    png: Option<PathBuf>,
    /// So many pixels wide
    #[arg(long, value_name = "PIXELS", default_value_t = 1600, requires = "png",
        value_parser = clap::value_parser!(u32).range(100..=8000))]
    width: u32,
    /// In the picture, tint the zones of control
    #[arg(long, requires = "svg")]
    zones: bool,
    /// In the picture, tint the lines of battle
    #[arg(long, requires = "svg")]
    lines: bool,
    /// In the picture, show how far leaders reach
    #[arg(long, requires = "svg")]
    ranges: bool,
    /// In the picture, show how far this leader reaches
    #[arg(long, value_name = "LEADER", requires = "svg")]
    range_of: Option<String>,
    #[command(flatten)]
    battle: Battle,
}

impl Args {
    pub fn run(&self) -> Done {
        let (_, look) = self.battle.look()?;
        let across = terminal::columns();
        let (centre, range_of) = (self.centre.clone(), self.range_of.clone());
        let part = Part { centre, radius: self.radius, whole: self.whole, range_of, across };
        let Some(path) = self.svg.as_ref().or(self.png.as_ref()) else {
            terminal::out(&look.table().view().map(&part)?)?;
            return Ok(Code::Fine);
        };
        let shown = Shown { zones: self.zones, lines: self.lines, ranges: self.ranges, ..Shown::default() };
        let picture = look.table().view().picture(&part, shown, None)?;
        if self.png.is_some() {
            let bytes = tess_raster::png(&picture, self.width)
                .map_err(|e| Failure::new(e.to_string(), "say another --width, or draw it as --svg"))?;
            fs::write(path, bytes).map_err(|e| Failure::file(path, &e, "name a file that can be written"))?;
            return Ok(Code::Fine);
        }
        if path == Path::new("-") {
            terminal::out(&picture)?;
        } else {
            fs::write(path, picture)
                .map_err(|e| Failure::file(path, &e, "name a file that can be written"))?;
        }
        Ok(Code::Fine)
    }
}
