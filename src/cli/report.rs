//! `tess report`: the battle as it stands.

use super::battle::Battle;
use super::{Code, Done, terminal};

/// Show what happened and what comes next
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess report --since 40")]
pub struct Args {
    /// Tell everything from this event on; else since your own last one
    #[arg(long, value_name = "N")]
    since: Option<u64>,
    /// Every happening in a sentence of its own, every question with its answer
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    battle: Battle,
}

impl Args {
    pub fn run(&self) -> Done {
        let (own, mut look) = self.battle.look()?;
        if self.full {
            look.in_full();
        }
        terminal::out(&look.report(&own.role, self.since)?)?;
        Ok(Code::Fine)
    }
}
