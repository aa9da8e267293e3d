//! How a command fails: a message, what would be right, an exit code.

use std::process::ExitCode;

use anstyle::{AnsiColor, Style};

use super::{Code, terminal};
use tess_diagnostic::{WIDTH, wrap};
use tess_disk::DiskError;
use tess_game::GameError;
use tess_ledger::LedgerError;
use tess_mail::MailError;
use tess_odds::BalanceError;
use tess_scenario::Fault;
use tess_steward::StewardError;
use tess_table::TableError;

/// A failure of a command. Lines that begin with `help:` say what would be right.
#[derive(Debug)]
pub struct Failure {
    text: String,
    code: Code,
}

impl Failure {
    /// A failure with a message and what would be right.
    pub fn new(what: impl std::fmt::Display, help: impl std::fmt::Display) -> Failure {
        Failure { text: format!("{what}\nhelp: {help}"), code: Code::Bad }
    }

    /// A file or folder that could not be used.
    pub fn file(path: &std::path::Path, error: &std::io::Error, help: &str) -> Failure {
        Failure::new(format!("{}: {error}", path.display()), help)
    }

    /// Everything needed has been said already; nothing more is printed.
    pub fn quiet(code: Code) -> Failure {
        Failure { text: String::new(), code }
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

    /// The message as it is printed, at most 78 columns.
    pub fn drawn(&self, coloured: bool) -> String {
        let paint = |text: &str, colour: AnsiColor| {
            let style = Style::new().bold().fg_color(Some(colour.into()));
            if coloured { format!("{style}{text}{style:#}") } else { text.to_owned() }
        };
        let mut out = String::new();
        for (i, line) in self.text.lines().enumerate() {
            let (head, colour, body) = match line.trim_start().strip_prefix("help:") {
                Some(body) => ("help:", AnsiColor::Cyan, body),
                None if i == 0 => ("error:", AnsiColor::Red, line),
                None => ("", AnsiColor::Red, line),
            };
            let first = if head.is_empty() { "  ".to_owned() } else { format!("{head} ") };
            let folded = wrap(body, WIDTH, &first, "  ");
            match folded.strip_prefix(head) {
                Some(rest) if !head.is_empty() => out.push_str(&format!("{}{rest}\n", paint(head, colour))),
                _ => out.push_str(&format!("{folded}\n")),
            }
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
        Failure { text: error.to_string(), code }
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
        Failure { text: all.join("\n"), code: Code::Bad }
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
}
