//! `tess say`: words that move nothing.

use super::battle::{Way, finish, place, signs_nowhere_else};
use super::{Done, Failure, clock, settings};
use tess_ledger::Audience;
use tess_orders::say::Said;
use tess_steward::{Seat, Uttered};

/// Say something to everybody or to your opponent: signed, and told in the next report
///
/// It moves nothing. Words to all stand in the log where the founders have agreed on `press=log`, else
/// beside it; words to your opponent alone always stand beside it, and an umpire carries them.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess say \"Well met at the Trebia!\"")]
pub struct Args {
    /// The words; - for standard input
    #[arg(value_name = "TEXT")]
    text: String,
    /// Who shall read it
    #[arg(long, value_name = "WHOM", default_value = "all", value_parser = ["all", "opponent"])]
    to: String,
    #[command(flatten)]
    way: Way,
}

impl Args {
    pub fn run(&self) -> Done {
        let text = match self.text.as_str() {
            "-" => settings::read_text(std::path::Path::new("-"), "write words")?,
            text => text.to_owned(),
        };
        let mut seat = self.way.battle.open()?;
        signs_nowhere_else(&seat)?;
        let said = Said { to_opponent: self.to == "opponent", text };
        let signed = say(&mut seat, &said)?;
        finish(&mut seat, &self.way.mailing, signed)
    }
}

/// Says something in a seat; the event, if it became one.
pub fn say(seat: &mut Seat, said: &Said) -> Result<Option<(u64, &'static str)>, Failure> {
    let to = if said.to_opponent { Audience::Opponent } else { Audience::All };
    Ok(match seat.say(&said.text, to, clock::now())? {
        Uttered::Event(signed) => Some(place(&signed)),
        Uttered::Beside(_) => None,
    })
}
