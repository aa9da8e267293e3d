//! `tess odds`: what a sheet will come to.

use std::path::{Path, PathBuf};

use super::battle::Battle;
use super::check::{self, SHEET_HELP};
use super::{Code, Done, Failure, settings, terminal};
use tess_diagnostic::{Severity, WIDTH, wrap};
use tess_effects::Seal;
use tess_game::AnyGame;
use tess_ledger::{Kind, Ledger, Role};
use tess_odds::{Alone, Effort, Foretold, Policy, each_alone, foretell};
use tess_steward::Look;

/// Tell what a sheet will come to: hits, routs, losses, points, where it stops, what comes next
///
/// The sheet is carried out by the rules many times, with dice that come from a seed and never from the
/// battle; where few dice decide, every face of each is walked and the figures are exact. Figures in
/// brackets say where the truth lies in 95 of 100 cases. What you are asked on the way is answered by
/// your standing.txt, what the other side is asked by the standing orders that it has given openly, else
/// by the default of the question, which a careful player takes. Signs nothing, sends nothing, opens no
/// link.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tess odds turn3.txt
  tess odds turn3.txt --theirs guess.txt --runs 50000
  tess odds turn3.txt --json")]
pub struct Args {
    /// The sheet, or - for standard input
    #[arg(value_name = "SHEET")]
    sheet: PathBuf,
    /// How often it is carried out, where not every face of every die can be walked
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    runs: u64,
    /// The seed of the dice: the same seed, the same figures
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Walk every face of every die, up to ten million ways, however long that takes
    #[arg(long)]
    exact: bool,
    /// Each shock, volley, rally and charge of the sheet, and its try for momentum, by itself, too: behind
    /// all marches before it, and exactly where up to a million ways tell
    #[arg(long)]
    each: bool,
    /// Standing orders that answer for your side, instead of your standing.txt
    #[arg(long, value_name = "FILE")]
    ours: Option<PathBuf>,
    /// Standing orders that the other side is supposed to have
    #[arg(long, value_name = "FILE")]
    theirs: Option<PathBuf>,
    /// As JSON: chances in ten-thousandths, means in thousandths
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    battle: Battle,
}

impl Args {
    pub fn run(&self) -> Done {
        let sheet = settings::read_orders(&self.sheet, SHEET_HELP)?;
        let (own, look) = self.battle.look()?;
        let start = look.table().view();
        if check::has_errors(&sheet, &*start, &own.role)? {
            return Ok(Code::Bad);
        }
        let (halt, signed) = check::with_sheet(&sheet, &own.role, &look, |read, hidden| read.halt(hidden))?;
        if check::refused(&halt).is_some_and(|(line, _)| line <= first_line(&signed)) {
            terminal::out(&(wrap(&check::ended(&halt, &signed), WIDTH, "", "  ") + "\n"))?;
            return Ok(Code::Bad);
        }
        let seals = look.known_seals();
        let known = |seal: Seal| seals.get(&seal).cloned();
        let policy = Policy::new(&*start, self.standing(&own.role, &look)?, &known);
        let mut effort = Effort::new(self.runs, self.seed);
        if self.exact {
            effort.ways = PATIENT_WAYS;
        }
        let mut progress = Progress::new();
        let mut told = |sheet: &str, effort| -> Result<Foretold, Failure> {
            let (foretold, _) = check::with_sheet(sheet, &own.role, &look, |read, hidden| {
                foretell(&*start, read, hidden.clone(), &policy, effort, &mut |done, of| {
                    progress.show(done, of);
                })
            })?;
            Ok(foretold)
        };
        let foretold = told(&sheet, effort)?;
        let mut each = Vec::new();
        for alone in if self.each { each_alone(&sheet) } else { Vec::new() } {
            // what cannot be ordered without the others is not told of
            if let Ok(foretold) = told(&alone.sheet, Effort { ways: EACH_WAYS, ..effort }) {
                each.push((alone, foretold));
            }
        }
        progress.end();
        if self.json {
            let mut value = serde_json::json!(foretold);
            value["seed"] = serde_json::json!(self.seed);
            if self.each {
                value["each"] = each.iter().map(|(alone, foretold)| each_json(alone, foretold)).collect();
            }
            terminal::json(&(value.to_string() + "\n"))?;
        } else {
            terminal::out(&foretold.text(self.seed))?;
            for (alone, foretold) in &each {
                let head = format!("\nby itself, line {}: {}\n", alone.line, alone.order);
                terminal::out(&(head + &foretold.brief(self.seed)))?;
            }
        }
        Ok(Code::Fine)
    }

    /// The standing orders of each side, as far as they are known here.
    fn standing(&self, own: &Role, look: &Look) -> Result<Vec<(String, String)>, Failure> {
        let game = look.table().position().game();
        let mut standing = Vec::new();
        for role in look.ledger().sides() {
            let named = if role == own { &self.ours } else { &self.theirs };
            let text = match named {
                Some(file) => Some(read(file, game)?),
                None if role == own => std::fs::read_to_string(self.battle.dir()?.join("standing.txt")).ok(),
                None => given(look.ledger(), role),
            };
            standing.extend(text.map(|text| (role.to_string(), text)));
        }
        Ok(standing)
    }
}

/// Ways that are walked for one order.
const EACH_WAYS: u64 = 1_000_000;

/// One order by itself, as data.
fn each_json(alone: &Alone, foretold: &Foretold) -> serde_json::Value {
    serde_json::json!({ "line": alone.line, "order": alone.order, "foretold": foretold })
}

/// Ways that are walked for one who has said that he will wait.
const PATIENT_WAYS: u64 = 10_000_000;

/// The line of the first order.
fn first_line(sheet: &str) -> u32 {
    let says = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    (1..).zip(sheet.lines()).find(|(_, line)| says(line)).map_or(1, |(number, _)| number)
}

/// Standing orders from a file, complained of when they cannot be read.
fn read(file: &Path, game: &dyn AnyGame) -> Result<String, Failure> {
    let text = settings::read_orders(file, "name a file with standing orders")?;
    let (_, complaints) = game.read_standing(&text);
    check::show(&text, &complaints);
    if complaints.iter().any(|c| c.severity == Severity::Error) {
        return Err(Failure::new(format!("{} cannot be followed", file.display()), "correct it"));
    }
    Ok(text)
}

/// The standing orders that a side has given for everybody to read.
fn given(ledger: &Ledger, role: &Role) -> Option<String> {
    match &ledger.find(&ledger.player(role)?.standing?)?.event().kind {
        Kind::Standing(standing) => standing.text.clone(),
        _ => None,
    }
}

/// How far it has got, on a line that is written over.
struct Progress {
    told: u64,
    shown: bool,
}

impl Progress {
    fn new() -> Progress {
        Progress { told: 0, shown: terminal::can_rewrite() }
    }

    fn show(&mut self, done: u64, of: u64) {
        let hundredth = done * 100 / of.max(1);
        if self.shown && hundredth > self.told {
            self.told = hundredth;
            terminal::over(&format!("{done} of at most {of} runs"));
        }
    }

    fn end(&self) {
        if self.told > 0 {
            terminal::over("");
            terminal::drawn("\r");
        }
    }
}
