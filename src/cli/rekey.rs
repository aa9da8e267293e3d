//! `tess rekey`: going on with another key.

use super::Done;
use super::battle::{Battle, Mailing, finish};
use super::clock;
use super::house::{House, by_game};
use super::settings;

/// Go on with another key
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess key new anna2 && tess rekey --key anna2")]
pub struct Args {
    /// The new key
    #[arg(long, value_name = "KEY")]
    key: String,
    #[command(flatten)]
    battle: Battle,
    #[command(flatten)]
    mailing: Mailing,
}

impl Args {
    pub fn run(&self) -> Done {
        by_game!(self.battle.family()?, self.run_as())
    }

    fn run_as<G: House>(&self) -> Done {
        let file = settings::known_key(&self.key)?;
        let key = settings::load_key(&file)?;
        let mut seat = self.battle.open::<G>()?;
        let signed = seat.rekey(&key, &file, clock::now())?;
        let signed = signed.map(|s| (s.event().seq, s.event().kind.name()));
        finish(&mut seat, &self.mailing, signed)
    }
}
