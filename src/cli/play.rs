//! `tess play`: a battle against the program's own commander.

mod draft;
mod talk;
mod typed;

use std::path::{Path, PathBuf};

use super::desk::{self, Way};
use super::habits::Habits;
use super::inboxes::stop_on_signals;
use super::{Code, Done, Failure, clock, commander, settings};
use tess_bot::Level;
use tess_ledger::Role;
use tess_play::{Choice, Home};
use tess_steward::Look;
use tess_table::Wait;

/// What is played when nothing is said.
const FIRST: &str = "spqr/skirmish";

/// Fight a battle against the program's own commander, on this machine
///
/// Nothing has to be set up. It is a battle like any other, in mode direct: two seats with keys and chains
/// of their own, signed events, dice that neither side could know, and an archive that proves it all. It
/// opens in your browser, on the desk (`tess desk`); with --text you type here, each line is tried out as
/// soon as it is typed, and `help` tells what else you can say. You may stop at any time; the same command
/// goes on.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  tess play\n  tess play spqr/cannae-216bc --side carthage --level hard")]
pub struct Args {
    /// Scenario, see `tess scenarios`; when left out the one you played last, or else spqr/skirmish
    #[arg(value_name = "SCENARIO")]
    scenario: Option<String>,
    /// Your side; the first of the scenario when left out
    #[arg(long, value_name = "SIDE")]
    side: Option<Role>,
    /// How hard he is to beat: easy, normal or hard; may be said again later
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
    /// Switch an optional rule on, or off with NAME=false, or set it with NAME=8; `tess scenarios NAME`
    /// lists those of a battle
    #[arg(long = "option", value_name = "NAME")]
    options: Vec<String>,
    /// Folder of the battle, a new one or one to go on with; one beside your keys when left out
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Begin another battle though one is not over
    #[arg(long)]
    new: bool,
    /// Folder like scenarios/ whose files stand before those in the program
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
    /// Play here in the terminal
    #[arg(long)]
    text: bool,
    /// Let the commander of the battle in this folder decide, and no more: what the desk has done beside it
    #[arg(long, value_name = "DIR", hide = true, exclusive = true)]
    commander: Option<PathBuf>,
    #[command(flatten)]
    way: Way,
}

impl Args {
    pub fn run(&self) -> Done {
        if let Some(dir) = &self.commander {
            return commander::run(dir);
        }
        let mut home = self.home()?;
        if let Some(level) = self.level {
            home.fights(level)?;
        }
        if self.text {
            return talk::Talk::open(home)?.run();
        }
        let stop = stop_on_signals()?;
        desk::unlock(&[home.seat()])?;
        desk::serve(&[home.seat()], &self.way, &stop, &Vec::new)
    }

    /// The battle to go on with, or a new one.
    fn home(&self) -> Result<Home, Failure> {
        let dir = match &self.dir {
            Some(dir) if Home::is(dir) && !self.new => return self.same(Home::open(dir)?, dir),
            Some(dir) => dir.clone(),
            None => match self.under_way()? {
                Some(home) => return Ok(home),
                None => free(&shelf()?, self.scenario()),
            },
        };
        self.found(&dir)
    }

    fn scenario(&self) -> &str {
        self.scenario.as_deref().unwrap_or(FIRST)
    }

    /// A battle that is gone on with is the one that is asked for.
    fn same(&self, home: Home, dir: &Path) -> Result<Home, Failure> {
        let other = self.other(&home)?;
        other.map_or(Ok(home), |what| {
            Err(Failure::new(
                format!("{} holds another battle: {what}", dir.display()),
                "say no more than --dir to go on with it, or name a new folder",
            ))
        })
    }

    /// In what a battle is another one than asked for.
    fn other(&self, home: &Home) -> Result<Option<String>, Failure> {
        let look = Look::at(&home.seat(), &home.library())?;
        let scenario = &look.ledger().genesis().scenario.name;
        if self.scenario.as_ref().is_some_and(|asked| asked != scenario) {
            return Ok(Some(scenario.clone()));
        }
        let you = &home.terms().you;
        Ok(self.side.as_ref().filter(|side| *side != you).map(|_| format!("you are {you} in it")))
    }

    /// The battle that was begun last and is not over, if it is one of those asked for.
    fn under_way(&self) -> Result<Option<Home>, Failure> {
        if self.new || !self.options.is_empty() {
            return Ok(None);
        }
        let mut homes: Vec<Home> = Vec::new();
        for entry in std::fs::read_dir(shelf()?).into_iter().flatten().flatten() {
            let Ok(home) = Home::open(&entry.path()) else { continue };
            if self.other(&home)?.is_none() && !is_over(&home)? {
                homes.push(home);
            }
        }
        let touched = |home: &Home| {
            let archive = std::fs::metadata(home.seat().join("archive.tess"));
            (archive.and_then(|file| file.modified()).ok(), home.dir().to_owned())
        };
        Ok(homes.into_iter().max_by_key(touched))
    }

    fn found(&self, dir: &Path) -> Result<Home, Failure> {
        let choice = Choice {
            scenario: self.scenario().to_owned(),
            side: self.side.clone(),
            name: Habits::read()?.name.unwrap_or_else(|| "You".to_owned()),
            level: self.level.unwrap_or_default(),
            options: settings::options(&self.options)?,
            library: self.library.as_deref().map(settings::absolute).transpose()?,
        };
        let home = Home::found(dir, &choice, &mut clock::now)?;
        settings::remark(&format!(
            "a battle is founded in {}: {}, you are {}, against the program's commander ({})",
            home.dir().display(),
            choice.scenario,
            home.terms().you,
            choice.level,
        ));
        Ok(home)
    }
}

/// Where such battles lie.
fn shelf() -> Result<PathBuf, Failure> {
    settings::absolute(&settings::home()?.join("play"))
}

/// The first folder for a scenario that is not there yet.
fn free(shelf: &Path, scenario: &str) -> PathBuf {
    let stem: String = scenario.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let mut number = 1;
    loop {
        let dir = shelf.join(format!("{stem}-{number}"));
        if !dir.exists() {
            return dir;
        }
        number += 1;
    }
}

fn is_over(home: &Home) -> Result<bool, Failure> {
    let wait = Look::at(&home.seat(), &home.library())?.wait();
    Ok(matches!(wait, Ok(Wait::Over(_))))
}

/// How a stay at the table has ended.
const FINE: Done = Ok(Code::Fine);
