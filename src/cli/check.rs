//! `tess check`: a sheet looked over before it is sent.

use std::path::PathBuf;

use super::battle::Battle;
use super::{Code, Done, Failure, settings, terminal};
use tess_diagnostic::{Diagnostic, Report, Severity, WIDTH, wrap};
use tess_effects::{Hidden, Label, Seal, Worded};
use tess_game::{AnyPosition, AnySheet, Rehearsal};
use tess_ledger::Role;
use tess_orders::Sealed;
use tess_steward::Look;
use tess_table::{Close, Halt};

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

/// A sheet as it would be carried out, up to the first die or question.
pub struct Rehearsed {
    /// What it would do.
    pub run: Rehearsal,
    /// The sheet as it is signed, with its hidden choices taken out.
    pub signed: String,
}

/// Carries a sheet out on a copy of the position, up to the first die or question.
pub fn rehearse(sheet: &str, role: &Role, look: &Look) -> Result<Rehearsed, Failure> {
    let (run, signed) = with_sheet(sheet, role, look, |read, hidden| read.rehearse(hidden))?;
    Ok(Rehearsed { run, signed })
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

/// Reads a sheet as it would be signed, and does something with it.
pub fn with_sheet<T>(
    sheet: &str,
    role: &Role,
    look: &Look,
    then: impl FnOnce(&dyn AnySheet, &Hidden) -> T,
) -> Result<(T, String), Failure> {
    let position = look.table().view();
    let Sealed { sheet: signed, values } =
        position.game().seal_up(sheet).map_err(|complaint| Failure::new(complaint, "correct the sheet"))?;
    let read = position
        .read(role.as_str(), &signed)
        .map_err(|complaints| Failure::new(complaints.join("\n"), "correct the sheet"))?;
    // What will be sealed is the player's secret: here the seals hide nothing.
    let seals = (0..).zip(&values).map(|(n, _)| Seal([n; 32])).collect();
    let shown = look.opens(&*read).map_err(|what| Failure::new(what, "see `tess report` for your hand"))?;
    Ok((then(&*read, &Hidden { seals, shown }), signed))
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
