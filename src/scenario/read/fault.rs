//! What is wrong with a scenario or chart file, and where.

use thiserror::Error;

use tess_diagnostic::{Diagnostic, Span};

/// One complaint. Lines and columns count from 1 in characters; line 0 means the file as a whole.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Error)]
#[error("{}", self.text())]
pub struct Fault {
    /// The file, as the library names it: `spqr/skirmish.toml`, `charts/spqr/clash.toml`.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// The part of that line, in bytes.
    pub span: Span,
    /// What is wrong: lower case, no full stop.
    pub message: String,
    /// What to write instead; may be empty.
    pub help: String,
}

impl Fault {
    /// A complaint about a whole file.
    #[must_use]
    pub fn of_file(file: &str, message: impl Into<String>, help: impl Into<String>) -> Fault {
        let (message, help) = (message.into(), help.into());
        Fault { file: file.to_owned(), line: 0, column: 0, span: Span::default(), message, help }
    }

    /// The fault as a complaint that can be drawn under its line.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let mut complaint = Diagnostic::error(&self.message);
        if self.line > 0 {
            complaint = complaint.at(self.line, self.span);
        }
        if self.help.is_empty() { complaint } else { complaint.help(&self.help) }
    }

    fn text(&self) -> String {
        let mut text = match self.line {
            0 => format!("{}: {}", self.file, self.message),
            line => format!("{}:{}:{}: {}", self.file, line, self.column, self.message),
        };
        if !self.help.is_empty() {
            text.push_str("\n  help: ");
            text.push_str(&self.help);
        }
        text
    }
}
