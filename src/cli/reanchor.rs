//! `tess reanchor`: going on with another chain.

use super::Done;
use super::battle::Way;
use super::clock;
use super::house::{House, by_game};
use crate::steward::LINKS;

/// Go on with a new chain, when the old one is lost or used up
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess reanchor --battle bagradas")]
pub struct Args {
    /// Links of the new chain
    #[arg(long, value_name = "N", default_value_t = LINKS)]
    links: u32,
    #[command(flatten)]
    way: Way,
}

impl Args {
    pub fn run(&self) -> Done {
        by_game!(self.way.battle.family()?, self.run_as())
    }

    fn run_as<G: House>(&self) -> Done {
        self.way.sign::<G>(|seat| Ok(seat.reanchor(self.links, clock::now())?))
    }
}
