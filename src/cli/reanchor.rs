//! `tess reanchor`: going on with another chain.

use super::Done;
use super::clock;
use super::office::Office;
use tess_steward::LINKS;

/// Go on with a new chain, when the old one is lost or used up
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tess reanchor --battle bagradas
  tess reanchor --store /var/lib/tess/store --game 5fa2c0ff")]
pub struct Args {
    /// Links of the new chain
    #[arg(long, value_name = "N", default_value_t = LINKS)]
    links: u32,
    #[command(flatten)]
    office: Office,
}

impl Args {
    pub fn run(&self) -> Done {
        self.office.sign(|seat| seat.reanchor(self.links, clock::now()))
    }
}
