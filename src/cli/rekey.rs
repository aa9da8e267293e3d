//! `tess rekey`: going on with another key.

use super::Done;
use super::clock;
use super::office::Office;
use super::settings;

/// Go on with another key
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tess key new anna2 && tess rekey --key anna2
  tess rekey --key umpire2 --store /var/lib/tess/store --game 5fa2c0ff")]
pub struct Args {
    /// The new key
    #[arg(long, value_name = "KEY")]
    key: String,
    #[command(flatten)]
    office: Office,
}

impl Args {
    pub fn run(&self) -> Done {
        let file = settings::known_key(&self.key)?;
        let key = settings::load_key(&file)?;
        self.office.sign(|seat| seat.rekey(&key, &file, clock::now()))
    }
}
