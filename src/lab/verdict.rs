//! What running a case came to.

use std::fmt;

use serde::Serialize;

use super::Citation;

/// The result of a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// Its title.
    pub title: String,
    /// `spqr 8.43`, ...
    pub rules: Vec<String>,
    /// Everything that did not come out; empty = passed.
    pub failures: Vec<Failure>,
    /// What was told, a sentence each, dice among them.
    pub story: Vec<String>,
    /// The position in which it ended, in its notation; empty when everything came out.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub position: String,
    /// Questions that were asked, by id.
    pub asked: Vec<String>,
    /// Dice thrown: label and face.
    pub dice: Vec<(String, u8)>,
}

/// One thing that did not come out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// Line of the case file.
    pub line: u32,
    /// What was expected.
    pub expected: String,
    /// What is so.
    pub found: String,
}

impl Verdict {
    pub(super) fn new(title: &str, rules: &[Citation]) -> Verdict {
        Verdict {
            title: title.to_owned(),
            rules: rules.iter().map(|r| format!("{} {}", r.book, r.id)).collect(),
            failures: Vec::new(),
            story: Vec::new(),
            position: String::new(),
            asked: Vec::new(),
            dice: Vec::new(),
        }
    }

    /// Did everything come out?
    #[must_use]
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }

    pub(super) fn fail(&mut self, line: u32, expected: impl Into<String>, found: impl Into<String>) {
        self.failures.push(Failure { line, expected: expected.into(), found: found.into() });
    }
}

impl fmt::Display for Verdict {
    /// The failures, each with what was expected and what was found, then what happened.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", if self.passed() { "passed" } else { "FAILED" }, self.title)?;
        for failure in &self.failures {
            writeln!(f, "  line {}: expected  {}", failure.line, failure.expected)?;
            writeln!(f, "  {:width$}  found     {}", "", failure.found, width = digits(failure.line) + 5)?;
        }
        if !self.passed() {
            writeln!(f, "  what happened:")?;
            for sentence in &self.story {
                writeln!(f, "    {sentence}")?;
            }
            writeln!(f, "  position")?;
            for line in self.position.lines() {
                writeln!(f, "    {line}")?;
            }
        }
        Ok(())
    }
}

fn digits(n: u32) -> usize {
    n.to_string().len()
}
