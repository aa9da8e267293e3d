//! `tess accept`: accepting a battle that was entered with `--look-first`.

use super::Done;
use super::battle::{Battle, Mailing};
use crate::steward::Deed;

/// Accept the battle, after `tess join --look-first`
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess accept --battle bagradas")]
pub struct Args {
    #[command(flatten)]
    battle: Battle,
    #[command(flatten)]
    mailing: Mailing,
}

impl Args {
    pub fn run(&self) -> Done {
        self.battle.act(Deed::Accept, &self.mailing)
    }
}
