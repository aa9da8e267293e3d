//! `tess resign`: giving up.

use super::Done;
use super::battle::{Battle, Mailing};
use crate::steward::Deed;

/// Give the battle up; it ends at once
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess resign --battle bagradas")]
pub struct Args {
    #[command(flatten)]
    battle: Battle,
    #[command(flatten)]
    mailing: Mailing,
}

impl Args {
    pub fn run(&self) -> Done {
        self.battle.act(Deed::Resign, &self.mailing)
    }
}
