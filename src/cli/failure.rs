//! How a command fails: a message, what would be right, an exit code.

use std::process::ExitCode;

use anstyle::{AnsiColor, Style};

use super::{Code, terminal};
use tess_desk::Trouble;
use tess_diagnostic::{WIDTH, wrap};
use tess_disk::DiskError;
use tess_game::GameError;
use tess_ledger::LedgerError;
use tess_mail::MailError;
use tess_odds::BalanceError;
use tess_scenario::Fault;
use tess_steward::StewardError;
use tess_table::TableError;

/// A failure of a command: what is wrong, and what would be right.
#[derive(Debug)]
pub struct Failure {
    what: String,
    help: Option<String>,
    code: Code,
}

impl Failure {
    /// A failure with a message and what would be right.
    pub fn new(what: impl std::fmt::Display, help: impl std::fmt::Display) -> Failure {
        Failure { what: what.to_string(), help: Some(help.to_string()), code: Code::Bad }
    }

    /// A file or folder that could not be used.
    pub fn file(path: &std::path::Path, error: &std::io::Error, help: &str) -> Failure {
        Failure::new(format!("{}: {error}", path.display()), help)
    }

    /// Everything needed has been said already; nothing more is printed.
    pub fn quiet(code: Code) -> Failure {
        Failure { what: String::new(), help: None, code }
    }

    /// This failure as a trouble that a mail server should wait out.
    #[must_use]
    pub fn for_later(self) -> Failure {
        Failure { code: Code::Later, ..self }
    }

    /// The exit code.
    pub fn code(&self) -> Code {
        self.code
    }

    /// The same for the desk, whose page shows it.
    pub fn trouble(self) -> Trouble {
        let status = if self.code == Code::Later { Trouble::TAKEN } else { 400 };
        Trouble { what: self.what, help: self.help, status }
    }

    /// The message as it is printed, at most 78 columns.
    pub fn drawn(&self, coloured: bool) -> String {
        let paint = |text: &str, colour: AnsiColor| {
            let style = Style::new().bold().fg_color(Some(colour.into()));
            if coloured { format!("{style}{text}{style:#}") } else { text.to_owned() }
        };
        let headed = |head: &str, colour: AnsiColor, text: &str| {
            let folded = wrap(text, WIDTH, &format!("{head} "), "  ");
            let rest = folded.strip_prefix(head).unwrap_or(&folded).to_owned();
            format!("{}{rest}\n", paint(head, colour))
        };
        let mut out = String::new();
        for (i, line) in self.what.lines().enumerate() {
            match i {
                0 => out.push_str(&headed("error:", AnsiColor::Red, line)),
                _ => out.push_str(&format!("{}\n", wrap(line, WIDTH, "  ", "  "))),
            }
        }
        if let Some(help) = &self.help {
            out.push_str(&headed("help:", AnsiColor::Cyan, help));
        }
        out
    }

    /// Prints it and gives the exit code.
    pub fn print(&self) -> ExitCode {
        terminal::drawn(&self.drawn(terminal::colours_on_stderr()));
        self.code.into()
    }
}

impl From<StewardError> for Failure {
    fn from(error: StewardError) -> Failure {
        let code = if error.is_temporary() { Code::Later } else { Code::Bad };
        Failure { what: error.to_string(), help: error.help(), code }
    }
}

impl From<GameError> for Failure {
    fn from(error: GameError) -> Failure {
        StewardError::from(error).into()
    }
}

impl From<LedgerError> for Failure {
    fn from(error: LedgerError) -> Failure {
        StewardError::from(error).into()
    }
}

impl From<DiskError> for Failure {
    fn from(error: DiskError) -> Failure {
        StewardError::from(error).into()
    }
}

impl From<MailError> for Failure {
    fn from(error: MailError) -> Failure {
        StewardError::from(error).into()
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Failure {
        StewardError::from(error).into()
    }
}

impl From<BalanceError> for Failure {
    fn from(error: BalanceError) -> Failure {
        match error {
            BalanceError::Game(error) => error.into(),
            BalanceError::Threads(why) => Failure::new(why, "say --threads 1"),
        }
    }
}

impl From<Vec<Fault>> for Failure {
    fn from(faults: Vec<Fault>) -> Failure {
        let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Failure { what: all.join("\n"), help: None, code: Code::Bad }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_folded_and_its_help_stands_out() {
        let failure = Failure::new("a".repeat(30) + " " + &"b".repeat(60), "do it otherwise");
        let text = failure.drawn(false);
        assert!(text.lines().all(|line| line.len() <= 78), "{text}");
        assert!(text.starts_with("error: aaa"));
        assert!(text.ends_with("help: do it otherwise\n"), "{text}");
        assert!(failure.drawn(true).contains("\u{1b}["));
    }

    #[test]
    fn what_is_quoted_is_no_help() {
        let drawn = Failure::new("line 3 reads\nhelp: me", "write an order").drawn(true);
        assert_eq!(drawn.matches("\u{1b}[1m").count(), 2, "{drawn:?}");
        assert!(drawn.contains("  help: me\n"), "{drawn:?}");
    }
}
