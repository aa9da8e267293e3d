//! `tess send`: signing and mailing a sheet of orders.

use std::path::PathBuf;

use super::battle::Way;
use super::check::{Rehearsed, SHEET_HELP, has_errors, refused, rehearse};
use super::{Code, Done, Failure, clock, settings, words};
use tess_effects::Worded;
use tess_orders::say::taken_out;
use tess_steward::Deed;
use tess_table::{Halt, Wait};

/// Sign a sheet of orders, keep it, and mail it
///
/// The sheet is checked first, as `tess check` does it: with errors, or when it would stop at an illegal
/// line before its first die or question, nothing is signed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess send turn3.txt --note \"Well met!\"")]
pub struct Args {
    /// The sheet, or - for standard input
    #[arg(value_name = "SHEET")]
    sheet: PathBuf,
    /// Words to the other side, which the log keeps
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// Sign it even if it stops at an illegal line; what comes before that line is carried out, the rest is
    /// lost
    #[arg(long)]
    anyway: bool,
    #[command(flatten)]
    way: Way,
}

impl Args {
    /// A sheet that stops before it has met a die or a question is not signed, unless that is meant.
    fn stops(
        &self,
        halt: &Halt<Worded>,
        (line, why): (u32, &str),
        sheet: &str,
        first: Option<&str>,
    ) -> Result<(), Failure> {
        let lines = sheet.lines().count();
        let lost =
            if lines > line as usize { format!("lines {line} to {lines}") } else { format!("line {line}") };
        if matches!(halt, Halt::Illegal(..)) {
            let help = match first {
                None => "correct it; `tess legal` shows what may be ordered now".to_owned(),
                Some(first) => format!(
                    "send it when it is your turn: take in the mail that comes when {first}; then `tess legal` shows what \
                     may be ordered"
                ),
            };
            return Err(Failure::new(format!("nothing is signed: line {line} is illegal: {why}"), help));
        }
        let what = format!("{lost} would not be carried out, and cannot be sent again in this activation");
        if self.anyway {
            settings::remark(&format!("signed with --anyway: line {line} is illegal: {why}; {what}"));
            return Ok(());
        }
        Err(Failure::new(
            format!("nothing is signed: line {line} is illegal: {why}; {what}"),
            "correct the sheet (`tess check` shows what it does up to there), or say --anyway",
        ))
    }

    pub fn run(&self) -> Done {
        if self.note.as_ref().is_some_and(|note| note.chars().count() > 1000) {
            return Err(Failure::new("the note is too long", "write at most 1000 letters"));
        }
        let (sheet, said) = taken_out(&settings::read_orders(&self.sheet, SHEET_HELP)?);
        for block in &said {
            tess_ledger::may_be_said(&block.text)?;
        }
        let (own, mut look) = self.way.battle.look()?;
        let wait = look.wait().ok();
        let first = wait.as_ref().filter(|wait| wait.role().is_some_and(|role| role != own.role.as_str()));
        let first = first.map(|wait| match wait {
            Wait::Orders(_) | Wait::Answer { .. } => {
                format!("{} has decided", wait.role().unwrap_or_default())
            }
            _ => "the dice are there".to_owned(),
        });
        if has_errors(&sheet, &*look.table().view(), &own.role)? {
            return Err(Failure::quiet(Code::Bad));
        }
        let Rehearsed { run, signed } = rehearse(&sheet, &own.role, &look)?;
        if let Some((line, why)) = refused(&run.halt) {
            self.stops(&run.halt, (line, &why), &signed, first.as_deref())?;
        }
        drop(look);
        self.way.sign(|seat| {
            let signed = seat.act(Deed::Orders(sheet, self.note.clone()), clock::now())?;
            for block in &said {
                words::say(seat, block)?;
            }
            Ok(signed)
        })
    }
}
