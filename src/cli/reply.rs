//! `tess agree` and `tess decline`.

use super::Done;
use super::battle::Way;
use tess_steward::Deed;

/// Agree with the other side's proposal
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess agree --battle bagradas")]
pub struct Agree {
    #[command(flatten)]
    way: Way,
}

/// Decline the other side's proposal
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess decline --battle bagradas")]
pub struct Decline {
    #[command(flatten)]
    way: Way,
}

impl Agree {
    pub fn run(&self) -> Done {
        self.way.act(Deed::Agree)
    }
}

impl Decline {
    pub fn run(&self) -> Done {
        self.way.act(Deed::Decline)
    }
}
