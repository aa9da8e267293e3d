//! One complaint.

use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Nothing is done until it is mended.
    Error,
    /// It is done, but perhaps not what was meant.
    Warning,
    /// Good to know.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        })
    }
}

/// A stretch of one line, in bytes from its beginning; the end is not part of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// From byte to byte.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// The stretch from the beginning of this to the end of the other.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// Where in a text something stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// Line, from 1.
    pub line: u32,
    /// Which part of the line.
    pub span: Span,
}

/// A complaint to somebody who has written something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad.
    pub severity: Severity,
    /// The rule or code behind it, such as `6.25`.
    pub rule: Option<String>,
    /// Where; `None` when it is about the whole text.
    pub place: Option<Place>,
    /// What is wrong: lower case, no full stop.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A complaint without a place.
    #[must_use]
    pub fn new(severity: Severity, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity, rule: None, place: None, message: message.into(), help: None }
    }

    /// An error without a place.
    #[must_use]
    pub fn error(message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, message)
    }

    /// A warning without a place.
    #[must_use]
    pub fn warning(message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, message)
    }

    /// Adds the place: a line counted from 1 and a part of it.
    #[must_use]
    pub fn at(mut self, line: u32, span: Span) -> Diagnostic {
        self.place = Some(Place { line, span });
        self
    }

    /// Adds the rule; an empty one is left out.
    #[must_use]
    pub fn rule(mut self, rule: impl Into<String>) -> Diagnostic {
        let rule = rule.into();
        self.rule = (!rule.is_empty()).then_some(rule);
        self
    }

    /// Adds what would be right.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Must it be mended before anything is done?
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// On one line: `line 3: error[6.25]: too far; stop in 2213`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "line {}: ", place.line)?;
        }
        match &self.rule {
            Some(rule) => write!(f, "{}[{rule}]: {}", self.severity, self.message)?,
            None => write!(f, "{}: {}", self.severity, self.message)?,
        }
        self.help.as_ref().map_or(Ok(()), |help| write!(f, "; {help}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complaint_fits_on_one_line() {
        let complaint = Diagnostic::error("too far").rule("6.25").at(3, Span::new(0, 4)).help("stop in 2213");
        assert_eq!(complaint.to_string(), "line 3: error[6.25]: too far; stop in 2213");
        assert_eq!(Diagnostic::warning("odd").to_string(), "warning: odd");
    }
}
