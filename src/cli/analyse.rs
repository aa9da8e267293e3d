//! `tess analyse`: what in a battle was luck, and what was judgement.

use std::path::{Path, PathBuf};

use super::battle::Battle;
use super::forecast::Bots;
use super::{Code, Done, Failure, settings, terminal};
use tess_disk::durable;
use tess_ledger::{Checks, Ledger};
use tess_odds::{Analysis, Study};
use tess_scenario::Library;
use tess_steward::{Course, Look, archive_bytes};

/// Tell what in a battle was luck and what was judgement: the chance to win before every action, with its
/// sheet before the dice, and after them
///
/// The battle is fought on to its end many times by two equal bots from each of these fields, with dice that
/// come from a seed and never from the battle. What the sheet changes is judgement, against a bot in its
/// place; what its dice change is luck. What is found is kept in a file beside the archive after each
/// action, and the same command goes on where it was left. Opens no link.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tess analyse --battle bagradas
  tess analyse bagradas/archive.tess --battles 200 --commander quick")]
pub struct Args {
    /// The archive, or the folder of a seat; without one, the battle of --battle
    #[arg(value_name = "ARCHIVE")]
    archive: Option<PathBuf>,
    /// How many battles from each field
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    battles: u64,
    /// Who fights them: quick, who thinks less, or sensible, who takes about twice as long
    #[arg(long, value_name = "BOT", value_enum, default_value_t)]
    commander: Bots,
    /// The seed of dice and bots: the same seed, the same figures
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Turns from each field on after which a battle counts as not ended
    #[arg(long, value_name = "N", default_value_t = 30)]
    turns: u16,
    /// Battles fought side by side; 0 for as many as there are cores
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Keep what is found in FILE; without it, in ARCHIVE.analysis
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Folder like scenarios/ whose files stand before those in the program
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
    /// As JSON: chances in ten-thousandths
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    battle: Battle,
}

impl Args {
    pub fn run(&self) -> Done {
        let archive = match &self.archive {
            Some(archive) => archive.clone(),
            None => self.battle.dir()?,
        };
        let library = settings::library(self.library.as_deref());
        let look = Look::of(&archive_bytes(&archive)?, &library, Checks::Batch, None)?;
        let found = self.analysis(&archive, look.ledger(), &library)?;
        if self.json {
            terminal::json(&(found.json().to_string() + "\n"))?;
        } else {
            terminal::out(&found.text())?;
        }
        Ok(Code::Fine)
    }

    /// What is found, kept after each action.
    fn analysis(&self, archive: &Path, ledger: &Ledger, library: &Library) -> Result<Analysis, Failure> {
        let course = Course::of(ledger, library)?;
        let study = Study {
            battles: self.battles,
            commander: self.commander.commander(),
            seed: self.seed,
            turns: self.turns,
            threads: self.threads,
        };
        let path = self.keep.clone().unwrap_or_else(|| beside(archive));
        let head = study.head(&ledger.game().to_string(), &course);
        let known = match kept(&path)? {
            None => Analysis::new(head),
            Some(kept) if kept.head == head => kept,
            Some(_) => {
                return Err(Failure::new(
                    format!("{} holds an analysis of another battle or with other figures", path.display()),
                    "take it away, or name another file with --keep",
                ));
            }
        };
        let rewrites = terminal::can_rewrite();
        let found = study.analyse(&course, known, |found, of| {
            keep(&path, found)?;
            if rewrites {
                terminal::over(&format!("{} of {of} actions", found.steps.len()));
            }
            Ok::<(), Failure>(())
        })?;
        if rewrites {
            terminal::over("");
            terminal::drawn("\r");
        }
        keep(&path, &found)?;
        Ok(found)
    }
}

/// Where the analysis of an archive is kept.
fn beside(archive: &Path) -> PathBuf {
    let file = if archive.is_dir() { archive.join("archive.tess") } else { archive.to_owned() };
    file.with_added_extension("analysis")
}

/// What a file has of an analysis; nothing when there is no file.
fn kept(path: &Path) -> Result<Option<Analysis>, Failure> {
    match std::fs::read_to_string(path) {
        Ok(text) => Analysis::read(&text).map(Some).ok_or_else(|| {
            Failure::new(
                format!("{} is no analysis", path.display()),
                "take it away, or name another file with --keep",
            )
        }),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(Failure::new(format!("{}: {e}", path.display()), "name another file with --keep")),
    }
}

/// What is kept beside an archive, if it is of this game and this release.
pub fn of_archive(archive: &Path, ledger: &Ledger) -> Option<Analysis> {
    let found = kept(&beside(archive)).ok()??;
    (found.head.game == ledger.game().to_string()).then_some(found)
}

/// Writes the file whole, or not at all.
fn keep(path: &Path, found: &Analysis) -> Result<(), Failure> {
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(durable::publish(dir, &name, found.lines().as_bytes())?)
}
