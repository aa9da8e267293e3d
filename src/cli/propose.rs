//! `tess propose`: a take-back, a draw, a pause.

use clap::Subcommand;

use super::Done;
use super::battle::Way;
use crate::ledger::Proposal;
use crate::steward::Deed;

/// Propose a take-back, a draw or a pause to the other side
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess propose take-back 41")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Go on from an earlier event; what is taken back stays in the log
    #[command(after_help = "Example:\n  tess propose take-back 41")]
    TakeBack {
        /// The last event that shall still count, see `tess log`
        #[arg(value_name = "N")]
        to: u64,
        #[command(flatten)]
        way: Way,
    },
    /// End the battle without a winner
    #[command(after_help = "Example:\n  tess propose draw")]
    Draw(Way),
    /// Stop the clocks until the next orders
    #[command(after_help = "Example:\n  tess propose adjourn")]
    Adjourn(Way),
}

impl Args {
    pub fn run(&self) -> Done {
        let (deed, way) = match &self.what {
            What::TakeBack { to, way } => (Deed::Propose(Proposal::TakeBack, Some(*to)), way),
            What::Draw(way) => (Deed::Propose(Proposal::Draw, None), way),
            What::Adjourn(way) => (Deed::Propose(Proposal::Adjourn, None), way),
        };
        way.act(deed)
    }
}
