//! `tess balance`: who wins a field, when two equal commanders fight it many times.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::{Code, Done, Failure, settings, terminal};
use serde::{Deserialize, Serialize};
use tess_bot::Bout;
use tess_game::{AnyGame, Offered, of_scenario};
use tess_odds::{Balance, Series};
use tess_scenario::Library;

/// Fight a field many times between two equal bots: who wins how often, in how many turns, with what
/// losses
///
/// All cores fight. With --keep every battle is written down as it ends; the same command again goes on
/// where it was left, and a higher number of battles fights only those that are missing. The battle of
/// each seed is the same on every machine.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tess balance spqr/bagradas-255bc
  tess balance legion/points-400 --library scenarios --battles 1000 --keep points.jsonl")]
pub struct Args {
    /// The field
    #[arg(value_name = "SCENARIO")]
    scenario: String,
    /// How many battles
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    battles: u64,
    /// Turns after which a battle counts as not ended
    #[arg(long, value_name = "N", default_value_t = TURNS)]
    turns: u16,
    /// Battles fought side by side; 0 for as many as there are cores
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Write every battle into FILE as it ends, and go on from what stands there
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Folder like scenarios/ whose files stand before those in the program
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
    /// As JSON: shares in ten-thousandths
    #[arg(long)]
    json: bool,
}

/// Turns after which a battle counts as not ended.
const TURNS: u16 = 30;

impl Args {
    pub fn run(&self) -> Done {
        let library = settings::library(self.library.as_deref());
        let game = of_scenario(&library, &self.scenario).map_err(tess_game::GameError::from)?;
        let offered = game.offered(&library, &self.scenario)?;
        let (mut kept, mut bouts) = match &self.keep {
            Some(path) => Kept::open(path, &Head::of(&offered, self.turns))?,
            None => (Kept(None), Vec::new()),
        };
        bouts.retain(|bout| bout.seed < self.battles);
        let points = points_of(game, &library, &self.scenario)?;
        let series = Series {
            library: &library,
            scenario: &self.scenario,
            battles: self.battles,
            turns: self.turns,
            threads: self.threads,
        };
        let done = bouts.clone();
        series.fight(&done, |bout| {
            kept.add(&bout)?;
            if let Some(why) = &bout.stuck {
                terminal::err(&format!("the battle of seed {} went no further: {why}\n", bout.seed));
            }
            bouts.push(bout);
            self.show(&Balance::of(&bouts, offered.sides.clone(), points));
            Ok::<(), Failure>(())
        })?;
        let balance = Balance::of(&bouts, offered.sides, points);
        if terminal::can_rewrite() {
            terminal::over("");
            terminal::drawn("\r");
        }
        if self.json {
            terminal::json(&(balance.json().to_string() + "\n"))?;
        } else {
            terminal::out(&balance.text(&self.command(), self.turns))?;
        }
        Ok(Code::Fine)
    }

    /// How it stands: over the last line, or where that cannot be, every tenth of the way.
    fn show(&self, balance: &Balance) {
        let line = format!("{} of {} battles: {}", balance.battles(), self.battles, balance.so_far());
        if terminal::can_rewrite() {
            terminal::over(&line);
        } else if balance.battles().is_multiple_of(self.battles.div_ceil(10)) {
            terminal::err(&(line + "\n"));
        }
    }

    /// What has to be said to count again.
    fn command(&self) -> String {
        let turns = if self.turns == TURNS { String::new() } else { format!(" --turns {}", self.turns) };
        format!("tess balance {} --battles {}{turns}", self.scenario, self.battles)
    }
}

/// What the points of the field's game are called.
fn points_of(game: &dyn AnyGame, library: &Library, scenario: &str) -> Result<&'static str, Failure> {
    Ok(game.opening(library, scenario, &[].into())?.points_called())
}

/// What battles have to have in common to be counted together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    scenario: (String, String),
    charts: Vec<(String, String)>,
    release: String,
    turns: u16,
}

impl Head {
    fn of(offered: &Offered, turns: u16) -> Head {
        let (scenario, charts) = (offered.scenario.clone(), offered.charts.clone());
        Head { scenario, charts, release: env!("CARGO_PKG_VERSION").to_owned(), turns }
    }
}

/// The file of the battles that have been fought: its head, then a line for each.
struct Kept(Option<(PathBuf, File)>);

impl Kept {
    /// Opens or makes it, with the battles in it. A line that was being written when somebody died is
    /// left out.
    fn open(path: &Path, head: &Head) -> Result<(Kept, Vec<Bout>), Failure> {
        let wrong = |e: std::io::Error| Failure::new(format!("{}: {e}", path.display()), "name another file");
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(e) => return Err(wrong(e)),
        };
        let mut lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        let found = lines.next().map(serde_json::from_str::<Head>);
        if !text.is_empty() && !found.is_some_and(|found| found.is_ok_and(|found| found == *head)) {
            return Err(Failure::new(
                format!(
                    "{} holds no battles of this field with these files, turns and release",
                    path.display()
                ),
                "name another file, or take it away",
            ));
        }
        let bouts: Vec<Bout> = lines.map_while(|line| serde_json::from_str(line).ok()).collect();
        let mut whole = line_of(head);
        bouts.iter().for_each(|bout| whole.push_str(&line_of(bout)));
        if whole != text {
            fs::write(path, whole).map_err(wrong)?;
        }
        let file = OpenOptions::new().append(true).open(path).map_err(wrong)?;
        Ok((Kept(Some((path.to_owned(), file))), bouts))
    }

    fn add(&mut self, bout: &Bout) -> Result<(), Failure> {
        let Some((path, file)) = &mut self.0 else { return Ok(()) };
        let written = file.write_all(line_of(bout).as_bytes());
        written.map_err(|e| Failure::new(format!("{}: {e}", path.display()), "see whether the disk is full"))
    }
}

fn line_of(what: &impl Serialize) -> String {
    serde_json::json!(what).to_string() + "\n"
}
