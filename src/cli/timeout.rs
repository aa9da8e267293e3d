//! `tess timeout`: saying that a deadline has passed.

use super::Done;
use super::battle::{Battle, Mailing, finish};
use super::clock;

/// Say that the other side has let its deadline pass
///
/// For the umpire; without one, for the other side. What follows stands in genesis.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess timeout --battle bagradas")]
pub struct Args {
    #[command(flatten)]
    battle: Battle,
    #[command(flatten)]
    mailing: Mailing,
}

impl Args {
    pub fn run(&self) -> Done {
        let mut seat = self.battle.open()?;
        let signed = seat.time_out(clock::now())?;
        finish(&mut seat, &self.mailing, Some((signed.event().seq, signed.event().kind.name())))
    }
}
