//! `tess forecast`: who will win.

use std::path::PathBuf;

use super::battle::Battle;
use super::{Code, Done, Failure, settings, terminal};
use tess_bot::Commander;
use tess_ledger::Checks;
use tess_odds::Outlook;
use tess_steward::{Look, archive_bytes};
use tess_table::Wait;

/// Tell who will win: the battle is fought to its end many times from where it stands
///
/// Two equal bots fight it on, by the rules, with dice that come from a seed and never from the
/// battle: the chance of each side to win, the turns that are left, the points and the losses at the end.
/// An action in hand counts from when it is done. Opens no link.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tess forecast --battle bagradas
  tess forecast bagradas/archive.tess --at 140 --battles 1000")]
pub struct Args {
    /// The archive, or the folder of a seat; without one, the battle of --battle
    #[arg(value_name = "ARCHIVE")]
    archive: Option<PathBuf>,
    /// As it stood after this event; without one, after the last
    #[arg(long, value_name = "SEQ")]
    at: Option<u64>,
    /// How many battles
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    battles: u64,
    /// Who fights them: quick, who thinks less, or sensible, who takes about twice as long
    #[arg(long, value_name = "BOT", value_enum, default_value_t)]
    commander: Bots,
    /// The seed of dice and bots: the same seed, the same figures
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Turns from now on after which a battle counts as not ended
    #[arg(long, value_name = "N", default_value_t = 30)]
    turns: u16,
    /// Battles fought side by side; 0 for as many as there are cores
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Folder like scenarios/ whose files stand before those in the program
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
    /// As JSON: chances in ten-thousandths
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    battle: Battle,
}

/// Who may fight a battle on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Bots {
    Quick,
    #[default]
    Sensible,
}

impl Bots {
    pub fn commander(self) -> Commander {
        match self {
            Bots::Quick => Commander::Quick,
            Bots::Sensible => Commander::Sensible,
        }
    }
}

impl Args {
    pub fn run(&self) -> Done {
        let archive = match &self.archive {
            Some(archive) => archive.clone(),
            None => self.battle.dir()?,
        };
        let library = settings::library(self.library.as_deref());
        let mut look = Look::of(&archive_bytes(&archive)?, &library, Checks::Batch, self.at)?;
        let last = look.ledger().next_seq() - 1;
        if let Some(at) = self.at.filter(|at| *at > last) {
            return Err(Failure::new(format!("there is no event {at}"), format!("the last one is {last}")));
        }
        if let Wait::Over(over) = look.wait()? {
            return Err(Failure::new(
                format!("the battle is over: {}", over.text),
                "say --at SEQ for an earlier event",
            ));
        }
        let start = look.table().position();
        let Outlook { battles, .. } = self.outlook();
        let rewrites = terminal::can_rewrite();
        let forecast = self.outlook().forecast(start, &mut |done| {
            if rewrites {
                terminal::over(&format!("{done} of {battles} battles"));
            }
        })?;
        if rewrites {
            terminal::over("");
            terminal::drawn("\r");
        }
        if self.json {
            let mut value = serde_json::json!(forecast);
            value["seed"] = serde_json::json!(self.seed);
            value["event"] = serde_json::json!(last);
            terminal::json(&(value.to_string() + "\n"))?;
        } else {
            let head = format!("after event {last}, {}\n", start.stand());
            terminal::out(&(head + &forecast.text(self.seed)))?;
        }
        Ok(Code::Fine)
    }

    fn outlook(&self) -> Outlook {
        Outlook {
            battles: self.battles,
            commander: self.commander.commander(),
            seed: self.seed,
            turns: self.turns,
            threads: self.threads,
        }
    }
}
