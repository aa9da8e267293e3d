//! `tess demo`: a whole battle between two bots, by real mail in folders.

mod show;
mod stage;

use std::path::{Path, PathBuf};

use super::new::Who;
use super::{Code, Done, Failure, settings, terminal, verify};
use stage::Stage;
use tess_ledger::{Checks, Role};
use tess_steward::{Look, Tally, archive_bytes};

/// What marks a folder as a demonstration, so that it may be replaced.
const MARK: &str = "demo.txt";

/// Watch a whole battle between two bots, played by mail through folders
///
/// Makes a seat for each side and the umpire, each with its Maildir, and lets them write to one another until the
/// battle is over. The same seed gives the same battle, byte for byte, mails and dice included: a demonstration
/// only, since whoever knows the seed knows the dice.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess demo --seed 7 --scenario spqr/bagradas-255bc --mode both")]
pub struct Args {
    /// The seed of keys, chains and bots
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Folder for it all; a demonstration that lies there is replaced
    #[arg(long, value_name = "DIR", default_value = "tess-demo")]
    dir: PathBuf,
    /// Scenario, see `tess scenarios`
    #[arg(long, value_name = "NAME", default_value = "spqr/bagradas-255bc")]
    scenario: String,
    /// Who opens the links from which dice are made
    #[arg(long, value_enum, default_value = "umpire")]
    mode: Who,
    /// Switch an optional rule on, or off with NAME=false, or set it with NAME=3; `tess scenarios NAME` lists those of a battle
    #[arg(long = "option", value_name = "NAME")]
    options: Vec<String>,
    /// Stop when so many turns have been played
    #[arg(long, value_name = "N", default_value_t = 40)]
    turns: u16,
    /// Do not replace a demonstration that lies there
    #[arg(long)]
    keep: bool,
}

impl Args {
    pub fn run(&self) -> Done {
        let options = settings::options(&self.options)?;
        self.clear()?;
        let mut stage = Stage::set((&self.dir, self.seed), &self.scenario, options, self.mode)?;
        let mut progress = show::Progress::default();
        let over = stage.play(self.turns, &mut progress)?;
        progress.end();
        let first = stage.sides()[0].clone();
        drop(stage);
        self.tell(&first, over)
    }

    /// Makes room: an earlier demonstration goes, anything else is left alone.
    fn clear(&self) -> Result<(), Failure> {
        let dir = &self.dir;
        let help = "name another folder with --dir";
        if dir.exists() {
            let empty = std::fs::read_dir(dir).is_ok_and(|mut d| d.next().is_none());
            let ours = dir.join(MARK).exists();
            if !empty && (self.keep || !ours) {
                return Err(Failure::new(format!("{} is there already", dir.display()), help));
            }
            std::fs::remove_dir_all(dir).map_err(|e| Failure::file(dir, &e, help))?;
        }
        std::fs::create_dir_all(dir).map_err(|e| Failure::file(dir, &e, help))?;
        let text = format!(
            "A demonstration of tess: seed {}, scenario {}. It may be thrown away.\n",
            self.seed, self.scenario
        );
        std::fs::write(dir.join(MARK), text).map_err(|e| Failure::file(dir, &e, help))
    }

    /// The last report, the proof, and how to go on.
    fn tell(&self, first: &Role, over: bool) -> Done {
        let seat = self.dir.join(first.as_str());
        let bytes = archive_bytes(&seat)?;
        let library = settings::library(None);
        let mut look = Look::of(&bytes, &library, Checks::Batch, None)?;
        let since = look.table().last_action().unwrap_or(0);
        let report = look.report(first, Some(since))?;
        let verified = tess_steward::verify(&bytes, &library)?;
        let (same, differs) = self.compare(&bytes)?;
        let seat_shown = seat.display();
        let mut out = format!("{report}\n{}", verify::summary(&verified));
        out.push_str(&format!("{:<12} {same}\n", "archives"));
        let tally = Tally::of_battle(look.ledger(), look.table());
        let battle = format!("{} orders phases, {} trumps tried", tally.phases, tally.trumps);
        out.push_str(&format!("{:<12} {battle}\n", "phases"));
        if !over {
            out.push_str(&format!("{:<12} stopped after {} turns, as --turns says\n", "battle", self.turns));
        }
        out.push_str(&format!(
            "\nThe seats lie in {dir}, the mails in {dir}/mail.\nGo on with:\n\
             \x20 tess log --battle {seat_shown}\n\
             \x20 tess verify {seat_shown}/archive.tess\n\
             \x20 tess replay {seat_shown}/archive.tess --to 100\n\
             \x20 tess map --whole --battle {seat_shown}\n",
            dir = self.dir.display(),
        ));
        terminal::out(&out)?;
        Ok(if verify::holds(&verified) && !differs { Code::Fine } else { Code::Bad })
    }

    /// Are all archives the same, byte for byte?
    fn compare(&self, bytes: &[u8]) -> Result<(String, bool), Failure> {
        let mut count = 0;
        for entry in std::fs::read_dir(&self.dir).map_err(|e| Failure::file(&self.dir, &e, "try again"))? {
            let path: PathBuf = entry.map_err(|e| Failure::file(&self.dir, &e, "try again"))?.path();
            let archive: &Path = &path.join("archive.tess");
            if !archive.exists() {
                continue;
            }
            count += 1;
            if archive_bytes(archive)? != bytes {
                return Ok((format!("{} DIFFERS from the others", archive.display()), true));
            }
        }
        Ok((format!("all {count} are the same, byte for byte"), false))
    }
}
