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
    #[command(flatten)]
    battle: Battle,
}

impl Args {
    pub fn run(&self) -> Done {
        let (own, mut look) = self.battle.look()?;
        terminal::out(&look.report(&own.role, self.since)?)?;
        Ok(Code::Fine)
    }
}
