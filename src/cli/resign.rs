//! `tess resign`: giving up.

use super::Done;
use super::battle::Way;
use tess_steward::Deed;

/// Give the battle up; it ends at once
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess resign --battle bagradas")]
pub struct Args {
    #[command(flatten)]
    way: Way,
}

impl Args {
    pub fn run(&self) -> Done {
        self.way.act(Deed::Resign)
    }
}
