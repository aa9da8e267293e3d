//! `tess report`: the battle as it stands.

use std::fs;
use std::path::PathBuf;

use super::battle::Battle;
use super::{Code, Done, Failure, terminal};
use tess_game::{Style, Voice};
use tess_steward::handout;

/// Show what happened and what comes next
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  tess report --since 40\n  tess report --html turn3.html")]
pub struct Args {
    /// Tell everything from this event on; else since your own last one
    #[arg(long, value_name = "N")]
    since: Option<u64>,
    /// Both armies from the first unit to the last, every happening in a sentence of its own, every question
    /// with its answer
    #[arg(long, conflicts_with = "notation")]
    full: bool,
    /// The story in short, with every number of every combat, for whoever checks it
    #[arg(long)]
    notation: bool,
    /// Write it as a page with pictures of the field into this file instead: one file without a script,
    /// which can be mailed
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    battle: Battle,
}

impl Args {
    pub fn run(&self) -> Done {
        let (own, mut look) = self.battle.look()?;
        let voice = match (self.full, self.notation) {
            (true, _) => Voice::Full,
            (_, true) => Voice::Notation,
            _ => own.voice,
        };
        look.in_style(Style { voice, whole: self.full });
        let Some(path) = &self.html else {
            terminal::out(&look.report(&own.role, self.since)?)?;
            return Ok(Code::Fine);
        };
        let page = handout(&mut look, &own.role, self.since, &self.battle.library(&own)?)?;
        fs::write(path, page).map_err(|e| Failure::file(path, &e, "name a file that can be written"))?;
        Ok(Code::Fine)
    }
}
