//! `tess ladder`: ratings from archives that verify.

use std::path::{Path, PathBuf};

use super::{Code, Done, Failure, settings, terminal};
use tess_league::{Counted, Kept, Ladder, LeagueError, Paper, Pile, Statutes};
use tess_server::Store;

/// Rate players from archives that verify: Glicko-2, from the first battle anew, each book by itself
///
/// Looks through a folder, and those below it, for files that end in .tess, or through an umpire's store.
/// Archives that do not verify are named and left out. What counts, how long a rating period is, and who
/// is who may be said in a league's file (docs/leagues.md). The same archives and the same file give the
/// same ladder everywhere. What was verified once is kept, by the digest of the archive, so that the next
/// time is quick.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tess ladder archives
  tess ladder archives --league league.toml --why Anna
  tess ladder /var/lib/tess --json")]
pub struct Args {
    #[command(flatten)]
    pile: Heap,
    /// Show the battles behind the rating of a player: a name as the ladder has it, or eight digits of a
    /// key
    #[arg(long, value_name = "NAME")]
    why: Option<String>,
    /// As JSON, with every battle behind every number
    #[arg(long)]
    json: bool,
}

/// Where archives lie, and what counts of them.
#[derive(Debug, clap::Args)]
pub struct Heap {
    /// Folder with archives, or the folder of an umpire's store
    #[arg(value_name = "FOLDER|STORE")]
    from: PathBuf,
    /// The league's file; without one, league.toml in the folder, if there is one
    #[arg(long, value_name = "FILE")]
    league: Option<PathBuf>,
    /// Keep what was verified in FILE instead of the folder for such things
    #[arg(long, value_name = "FILE")]
    cache: Option<PathBuf>,
    /// Verify everything anew, and keep nothing
    #[arg(long, conflicts_with = "cache")]
    no_cache: bool,
    /// Folder like scenarios/ whose files stand before those in the program
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
}

impl Heap {
    /// What the league's file says.
    pub fn statutes(&self) -> Result<Statutes, Failure> {
        let beside = self.from.join("league.toml");
        match &self.league {
            Some(path) => Ok(Statutes::read(path)?),
            None if beside.is_file() => Ok(Statutes::read(&beside)?),
            None => Ok(Statutes::default()),
        }
    }

    /// The scenarios.
    pub fn library(&self) -> tess_scenario::Library {
        settings::library(self.library.as_deref())
    }

    /// Verifies what lies there.
    pub fn pile(&self) -> Result<Pile, Failure> {
        let mut kept = match (&self.cache, self.no_cache) {
            (_, true) => Kept::nothing(),
            (Some(path), _) => Kept::open(path)?,
            (None, _) => Kept::open(&settings::cache()?.join("archives.jsonl"))?,
        };
        let mut tenth = 0;
        let mut progress = |done: usize, all: usize| {
            if terminal::can_rewrite() {
                if done.is_multiple_of(10) || done == all {
                    terminal::over(&format!("{done} of {all} archives"));
                }
            } else if all >= 100 && done * 10 / all > tenth {
                tenth = done * 10 / all;
                terminal::err(&format!("{done} of {all} archives\n"));
            }
        };
        let pile = Pile::verify(papers(&self.from)?, &self.library(), &mut kept, &mut progress)?;
        if terminal::can_rewrite() {
            terminal::over("");
            terminal::drawn("\r");
        }
        Ok(pile)
    }
}

/// The archives of a folder or of an umpire's store, or one archive.
pub fn papers(from: &Path) -> Result<Vec<Paper>, Failure> {
    if from.is_file() {
        return Ok(vec![Paper::File { name: from.display().to_string(), path: from.to_owned() }]);
    }
    if !Store::is(from) {
        return Ok(Pile::papers(from)?);
    }
    let store = Store::open(from)?;
    let battles = store.battles()?;
    let paper = |battle: &tess_server::Battle| {
        let (name, bytes) = (format!("{}.tess", battle.tag()), store.archive(battle)?);
        Ok(Paper::Bytes { name, bytes })
    };
    battles.iter().map(paper).collect()
}

impl Args {
    pub fn run(&self) -> Done {
        let statutes = self.pile.statutes()?;
        let counted = Counted::of(self.pile.pile()?, &statutes);
        let ladder = Ladder::of(&counted, &statutes);
        let who = self.why.as_deref().map(|name| counted.called(name)).transpose()?;
        match who {
            Some(who) if self.json => terminal::json(&format!("{}\n", ladder.why_json(who)))?,
            Some(who) => terminal::out(&ladder.why(who, &counted))?,
            None if self.json => terminal::json(&format!("{}\n", ladder.json(&counted, &statutes)))?,
            None => terminal::out(&ladder.text(&counted, &statutes))?,
        }
        Ok(Code::Fine)
    }
}

impl From<LeagueError> for Failure {
    fn from(error: LeagueError) -> Failure {
        Failure::new(&error, error.help())
    }
}
