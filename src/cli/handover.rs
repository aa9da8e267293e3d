//! `tess handover`: a substitute.

use std::path::PathBuf;

use super::Done;
use super::battle::Way;
use super::clock;
use super::{card, settings};

/// Give your side to a substitute
///
/// He makes a card with `tess card`, and joins with your archive.tess afterwards.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess handover dora.json --battle bagradas")]
pub struct Args {
    /// The substitute's card
    #[arg(value_name = "CARD")]
    card: PathBuf,
    #[command(flatten)]
    way: Way,
}

impl Args {
    pub fn run(&self) -> Done {
        let card = card::read(&self.card)?;
        let code = self.way.sign(|seat| Ok(seat.hand_over(card, clock::now())?))?;
        settings::remark(&format!(
            "give {} to the substitute, who enters with `tess join DIR archive.tess`",
            self.way.battle.dir()?.join("archive.tess").display()
        ));
        Ok(code)
    }
}
