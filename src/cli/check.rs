//! `tess check`: a sheet looked over before it is sent.

use std::path::PathBuf;

use super::battle::Battle;
use super::{Code, Done, Failure, settings, terminal};
use tess_diagnostic::{Diagnostic, Report, Severity, WIDTH, wrap};
use tess_effects::{Label, Worded};
use tess_game::AnyPosition;
use tess_ledger::Role;
use tess_steward::Look;
pub use tess_steward::{Foreseen, Rehearsed, ended, foresee, refused, rehearse, with_sheet};
use tess_table::Halt;

/// Sentences that are told of each outcome of the first die.
const MOST_TOLD: usize = 3;

/// What stands below a sheet that cannot be read.
pub const SHEET_HELP: &str = "name a file with orders, or - for standard input";

/// Look a sheet over: what is wrong with it, and what it would do up to the first die
///
/// And behind it: what each face of that die would come to, and how far the sheet would then go.
///
/// Signs nothing, sends nothing, opens no link: what dice will show, nobody knows before orders are signed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess check turn3.txt --map")]
pub struct Args {
    /// The sheet, or - for standard input
    #[arg(value_name = "SHEET")]
    sheet: PathBuf,
    /// Show the field after it
    #[arg(long)]
    map: bool,
    #[command(flatten)]
    battle: Battle,
}

impl Args {
    pub fn run(&self) -> Done {
        let (sheet, _) = tess_orders::say::taken_out(&settings::read_orders(&self.sheet, SHEET_HELP)?);
        let (own, look) = self.battle.look()?;
        let position = look.table().view();
        if has_errors(&sheet, &*position, &own.role)? {
            return Ok(Code::Bad);
        }
        let Rehearsed { run, signed } = rehearse(&sheet, &own.role, &look)?;
        let mut out = String::new();
        for sentence in &run.told {
            out.push_str(&wrap(sentence, WIDTH, "  ", "    "));
            out.push('\n');
        }
        out.push_str(&wrap(&ended(&run.halt, &signed), WIDTH, "", "  "));
        out.push('\n');
        if let Halt::Dice(first) = &run.halt {
            let branches = branches(&sheet, &own.role, &look, first, run.told.len())?;
            out.push_str(&behind(first, &branches, &signed));
        }
        if self.map {
            out.push('\n');
            out.push_str(&run.position.overview());
        }
        terminal::out(&out)?;
        Ok(if refused(&run.halt).is_some() { Code::Bad } else { Code::Fine })
    }
}

/// What a sheet comes to with some faces of its first die, when they all come to the same.
struct Branch {
    faces: Vec<u8>,
    /// What happens with the first of them, from the die on.
    told: Vec<String>,
    /// How far the sheet goes then.
    halt: Halt<Worded>,
    /// The position then, and why it goes no further.
    end: (Vec<u8>, String),
}

/// What the sheet comes to with each face of its first die: looked at with dice that nobody has thrown.
fn branches(
    sheet: &str,
    role: &Role,
    look: &Look,
    first: &Label,
    before: usize,
) -> Result<Vec<Branch>, Failure> {
    let (found, _) = with_sheet(sheet, role, look, |read, hidden| {
        let mut found: Vec<Branch> = Vec::new();
        for face in first.die.lowest()..=first.die.highest() {
            let run = read.suppose(hidden, [(first.text.clone(), face)].into());
            let mut bytes = Vec::new();
            run.position.encode(&mut bytes);
            let end = (bytes, format!("{:?}", run.halt));
            match found.iter_mut().find(|branch| branch.end == end) {
                Some(branch) => branch.faces.push(face),
                None => {
                    let told = run.told.into_iter().skip(before).collect();
                    found.push(Branch { faces: vec![face], told, halt: run.halt, end });
                }
            }
        }
        found
    })?;
    Ok(found)
}

/// `0 to 6`, `0, 3 to 5 and 9`.
fn ranges(faces: &[u8]) -> String {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for &face in faces {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == face => *last = face,
            _ => runs.push((face, face)),
        }
    }
    let each: Vec<String> = runs
        .iter()
        .map(|(first, last)| if first == last { first.to_string() } else { format!("{first} to {last}") })
        .collect();
    match each.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => each.concat(),
    }
}

/// What lies behind the first die: for each outcome what happens first, and how far the sheet then goes.
fn behind(first: &Label, branches: &[Branch], signed: &str) -> String {
    let mut out = String::new();
    // where every face comes to the same there is nothing to weigh
    for branch in branches.iter().filter(|_| branches.len() > 1) {
        let faces = ranges(&branch.faces);
        let then = match &branch.halt {
            Halt::Dice(next) => format!("then the die {} is thrown (rule {})", next.text, next.rule),
            halt => ended(halt, signed),
        };
        let head = format!("if {} shows {faces}: {then}", first.text);
        out.push_str(&(wrap(&head, WIDTH, "  ", "    ") + "\n"));
        let with = match branch.faces.as_slice() {
            [_] => String::new(),
            [one, ..] => format!("with {one}: "),
            [] => continue,
        };
        for sentence in branch.told.iter().take(MOST_TOLD) {
            out.push_str(&(wrap(&format!("{with}{sentence}"), WIDTH, "      ", "        ") + "\n"));
        }
    }
    out
}

/// Prints what is wrong with a sheet; true when something keeps it from being read.
pub fn has_errors(sheet: &str, position: &dyn AnyPosition, role: &Role) -> Result<bool, Failure> {
    let Some(diagnostics) = position.diagnose(role.as_str(), sheet) else {
        return Err(Failure::new(format!("{role} commands no side"), "sheets are for the two sides"));
    };
    show(sheet, &diagnostics);
    Ok(diagnostics.iter().any(|d| d.severity == Severity::Error))
}

/// Complaints that are drawn; the others are counted.
const MOST_SHOWN: usize = 20;

/// Draws complaints on standard error.
pub fn show(source: &str, diagnostics: &[Diagnostic]) {
    if diagnostics.is_empty() {
        return;
    }
    let shown = &diagnostics[..diagnostics.len().min(MOST_SHOWN)];
    let report = Report { source, diagnostics: shown };
    terminal::drawn(&if terminal::colours_on_stderr() { report.coloured() } else { report.plain() });
    let tally = Report { source, diagnostics }.tally();
    if !tally.is_empty() {
        let more = diagnostics.len() - shown.len();
        let first = if more > 0 { format!("; the first {MOST_SHOWN} are shown") } else { String::new() };
        terminal::err(&format!("{tally}{first}\n"));
    }
}
