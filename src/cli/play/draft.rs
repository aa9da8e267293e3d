//! The sheet as far as it is written, each line tried out.

use std::path::PathBuf;

use crate::check::{self, ended};
use crate::{Failure, terminal};
use tess_diagnostic::{Severity, WIDTH, wrap};
use tess_disk::durable;
use tess_ledger::Role;
use tess_steward::Look;
use tess_table::{Close, Halt};

/// Its file in the seat, so that nothing is lost when the player leaves.
const FILE: &str = "draft.txt";

/// The sheet.
pub struct Draft {
    seat: PathBuf,
    lines: Vec<String>,
    /// Sentences that have been told of what it does.
    told: usize,
}

impl Draft {
    /// What was written when the player left.
    pub fn open(seat: PathBuf) -> Draft {
        let text = std::fs::read_to_string(seat.join(FILE)).unwrap_or_default();
        Draft { seat, lines: text.lines().map(str::to_owned).collect(), told: 0 }
    }

    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The whole sheet.
    pub fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// Where it lies.
    pub fn path(&self) -> PathBuf {
        self.seat.join(FILE)
    }

    /// Its lines with their numbers.
    pub fn shown(&self) -> String {
        if self.is_empty() {
            return "nothing is written yet\n".to_owned();
        }
        (1..).zip(&self.lines).map(|(number, line)| format!("{number:>3}  {line}\n")).collect()
    }

    /// Takes its last line back; false when there is none.
    pub fn undo(&mut self) -> Result<bool, Failure> {
        let gone = self.lines.pop().is_some();
        self.told = 0;
        self.keep()?;
        Ok(gone)
    }

    /// Takes all of it back.
    pub fn clear(&mut self) -> Result<(), Failure> {
        (self.lines, self.told) = (Vec::new(), 0);
        self.keep()
    }

    /// Adds a line, if the rules allow it as far as they can be known now, and says what it does.
    pub fn add(&mut self, line: &str, role: &Role, look: &Look) -> Result<(), Failure> {
        if self.told == 0 && !self.is_empty() {
            self.told = self.tried(role, look)?.0;
        }
        self.lines.push(line.to_owned());
        match self.tried(role, look) {
            Ok((told, said)) => {
                terminal::out(&said)?;
                self.told = told;
                self.keep()
            }
            Err(failure) => {
                self.lines.pop();
                Err(failure)
            }
        }
    }

    /// Does the sheet still fit the field? What does not is thrown away, with a word.
    pub fn fit(&mut self, role: &Role, look: &Look) -> Result<(), Failure> {
        if !self.is_empty() && self.tried(role, look).is_err() {
            terminal::out("What was written before no longer fits the field, and is thrown away.\n")?;
            self.clear()?;
        }
        Ok(())
    }

    /// Carries the sheet out up to its first die or question: how many sentences there are to tell of it,
    /// and those that are new.
    fn tried(&self, role: &Role, look: &Look) -> Result<(usize, String), Failure> {
        let text = self.text();
        let position = look.table().view();
        let Some(diagnostics) = position.diagnose(role.as_str(), &text) else {
            return Err(Failure::new(format!("{role} commands no side"), "say `quit`"));
        };
        if diagnostics.iter().any(|d| d.severity == Severity::Error) {
            check::show(&text, &diagnostics);
            return Err(Failure::quiet(crate::Code::Bad));
        }
        let check::Rehearsed { run, signed } = check::rehearse(&text, role, look)?;
        if let Some((line, why)) = check::refused(&run.halt) {
            return Err(Failure::new(
                format!("line {line} is illegal: {why}"),
                "`legal` shows what may be ordered",
            ));
        }
        let mut said = String::new();
        for sentence in run.told.iter().skip(self.told) {
            said.push_str(&(wrap(sentence, WIDTH, "  ", "    ") + "\n"));
        }
        let news = match &run.halt {
            Halt::Closed(Close::Whole) => None,
            halt => Some(ended(halt, &signed)),
        };
        said.extend(news.map(|news| wrap(&news, WIDTH, "  ", "    ") + "\n"));
        Ok((run.told.len(), said))
    }

    fn keep(&self) -> Result<(), Failure> {
        if self.is_empty() {
            match std::fs::remove_file(self.path()) {
                Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
                    return Err(Failure::file(&self.path(), &e, "see who may write there"));
                }
                _ => return Ok(()),
            }
        }
        durable::write(&self.seat, FILE, self.text().as_bytes())
            .map_err(|e| Failure::new(e.to_string(), "see that the disk has room"))
    }
}
