//! `tess check`: a sheet looked over before it is sent.

use std::path::PathBuf;

use super::battle::Battle;
use super::{Code, Done, Failure, settings, terminal};
use tess_diagnostic::{Diagnostic, Report, Severity, WIDTH, wrap};
use tess_effects::{Hidden, Seal, Worded};
use tess_game::{AnyPosition, Rehearsal};
use tess_ledger::Role;
use tess_orders::Sealed;
use tess_steward::Look;
use tess_table::{Close, Halt};

/// What stands below a sheet that cannot be read.
pub const SHEET_HELP: &str = "name a file with orders, or - for standard input";

/// Look a sheet over: what is wrong with it, and what it would do up to the first die
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
        let sheet = settings::read_orders(&self.sheet, SHEET_HELP)?;
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
        if self.map {
            out.push('\n');
            out.push_str(&run.position.overview());
        }
        terminal::out(&out)?;
        Ok(if refused(&run.halt).is_some() { Code::Bad } else { Code::Fine })
    }
}

/// A sheet as it would be carried out, up to the first die or question.
pub struct Rehearsed {
    /// What it would do.
    pub run: Rehearsal,
    /// The sheet as it is signed, with its hidden choices taken out.
    pub signed: String,
}

/// Carries a sheet out on a copy of the position, up to the first die or question.
pub fn rehearse(sheet: &str, role: &Role, look: &Look) -> Result<Rehearsed, Failure> {
    let position = look.table().view();
    let Sealed { sheet: signed, values } =
        position.game().seal_up(sheet).map_err(|complaint| Failure::new(complaint, "correct the sheet"))?;
    let read = position
        .read(role.as_str(), &signed)
        .map_err(|complaints| Failure::new(complaints.join("\n"), "correct the sheet"))?;
    // What will be sealed is the player's secret: here the seals hide nothing.
    let seals = (0..).zip(&values).map(|(n, _)| Seal([n; 32])).collect();
    let shown = look.opens(&*read).map_err(|what| Failure::new(what, "see `tess report` for your hand"))?;
    Ok(Rehearsed { run: read.rehearse(&Hidden { seals, shown }), signed })
}

/// What a sheet leads to for certain.
pub struct Foreseen {
    /// The field then.
    pub position: Box<dyn AnyPosition>,
    /// So many of its lines have been carried out.
    pub lines: usize,
    /// Of so many.
    pub of: usize,
    /// How far the whole would go.
    pub halt: String,
}

/// Carries out as many lines of a sheet as can be foreseen: those before the first die or question.
pub fn foresee(sheet: &str, role: &Role, look: &Look) -> Result<Foreseen, Failure> {
    let whole = rehearse(sheet, role, look)?;
    let halt = ended(&whole.run.halt, &whole.signed);
    let lines: Vec<&str> = sheet.lines().collect();
    let says = |line: &&&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let of = lines.iter().filter(says).count();
    if matches!(whole.run.halt, Halt::Closed(Close::Whole)) {
        return Ok(Foreseen { position: whole.run.position, lines: of, of, halt });
    }
    for end in (1..lines.len()).rev().filter(|end| says(&&lines[*end - 1])) {
        // half of what belongs together can often not be read
        let Ok(found) = rehearse(&lines[..end].join("\n"), role, look) else { continue };
        if matches!(found.run.halt, Halt::Closed(Close::Whole)) {
            let done = lines[..end].iter().filter(says).count();
            return Ok(Foreseen { position: found.run.position, lines: done, of, halt });
        }
    }
    Ok(Foreseen { position: look.table().view(), lines: 0, of, halt })
}

/// The line at which a sheet stops that nobody should sign as it is, and why.
pub fn refused(halt: &Halt<Worded>) -> Option<(u32, String)> {
    match halt {
        Halt::Closed(Close::Stopped { line, refusal }) => Some((*line, refusal.to_string())),
        Halt::Illegal(refusal, line) => Some((*line, refusal.to_string())),
        _ => None,
    }
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

/// How far this sheet would go.
pub fn ended(halt: &Halt<Worded>, sheet: &str) -> String {
    match halt {
        Halt::Closed(Close::Whole) => "the whole sheet is carried out, without any die".to_owned(),
        Halt::Closed(Close::Stopped { line, refusal }) => {
            format!("stops at line {line}, which is illegal: {refusal}")
        }
        Halt::Closed(Close::Halted { line }) => {
            let condition =
                (1..).zip(sheet.lines()).find(|(number, _)| number == line).map_or("", |(_, l)| l);
            format!("halts at line {line}: {condition}")
        }
        Halt::Closed(other) => format!("{other:?}"),
        Halt::Dice(label) => format!("legal up to the first die, {} (rule {})", label.text, label.rule),
        Halt::Ask(q) if q.showing.as_ref().is_some_and(|s| s.at_once) => {
            format!("legal until a hidden choice of yours is shown: {} (rule {})", q.text, q.rule)
        }
        Halt::Ask(q) => format!("legal until {} is asked: {} (rule {})", q.side, q.text, q.rule),
        Halt::Illegal(refusal, line) => format!("line {line} is illegal: {refusal}"),
    }
}
