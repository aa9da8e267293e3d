//! `tess timeout`: saying that a deadline has passed.

use super::Done;
use super::battle::Way;
use super::clock;
use super::house::{House, by_game};

/// Say that the other side has let its deadline pass
///
/// For the umpire; without one, for the other side. What follows stands in genesis.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess timeout --battle bagradas")]
pub struct Args {
    #[command(flatten)]
    way: Way,
}

impl Args {
    pub fn run(&self) -> Done {
        by_game!(self.way.battle.family()?, self.run_as())
    }

    fn run_as<G: House>(&self) -> Done {
        self.way.sign::<G>(|seat| Ok(seat.time_out(clock::now())?))
    }
}
