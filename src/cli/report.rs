//! `tess report`: the battle as it stands.

use super::battle::Battle;
use super::{Code, Done, terminal};
use tess_game::{Style, Voice};

/// Show what happened and what comes next
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess report --since 40")]
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
        terminal::out(&look.report(&own.role, self.since)?)?;
        Ok(Code::Fine)
    }
}
