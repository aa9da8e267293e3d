//! `tess accept`: accepting a battle that was entered with `--look-first`.

use super::Done;
use super::battle::Way;
use tess_steward::Deed;

/// Accept the battle, after `tess join --look-first`
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess accept --battle bagradas")]
pub struct Args {
    #[command(flatten)]
    way: Way,
}

impl Args {
    pub fn run(&self) -> Done {
        self.way.act(Deed::Accept)
    }
}
