//! `tess agree` and `tess decline`.

use super::Done;
use super::battle::{Battle, Mailing};
use crate::steward::Deed;

/// Agree with the other side's proposal
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess agree --battle bagradas")]
pub struct Agree {
    #[command(flatten)]
    battle: Battle,
    #[command(flatten)]
    mailing: Mailing,
}

/// Decline the other side's proposal
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess decline --battle bagradas")]
pub struct Decline {
    #[command(flatten)]
    battle: Battle,
    #[command(flatten)]
    mailing: Mailing,
}

impl Agree {
    pub fn run(&self) -> Done {
        self.battle.act(Deed::Agree, &self.mailing)
    }
}

impl Decline {
    pub fn run(&self) -> Done {
        self.battle.act(Deed::Decline, &self.mailing)
    }
}
