//! `tess timeout`: saying that a deadline has passed.

use super::Done;
use super::clock;
use super::office::Office;

/// Say that the other side has let its deadline pass
///
/// For the umpire; without one, for the other side. What follows stands in genesis.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tess timeout --battle bagradas
  tess timeout --store /var/lib/tess/store --game 5fa2c0ff")]
pub struct Args {
    #[command(flatten)]
    office: Office,
}

impl Args {
    pub fn run(&self) -> Done {
        self.office.sign(|seat| seat.time_out(clock::now()))
    }
}
