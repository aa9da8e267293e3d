//! Why a run of the rules stops before its end.

use std::fmt;

use serde::Serialize;

use super::{Label, Question};

/// What a rule function gives back: a value, or the reason why it cannot go on.
pub type Flow<T> = Result<T, Stop>;

/// Why the rules cannot go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// A die is due and nobody has opened the link for it.
    Dice(Box<Label>),
    /// A player has to decide.
    Ask(Box<Question>),
    /// The order is illegal; the position is as it was before it.
    Refused(Box<Refusal>),
}

/// A number of a rule book, such as `8.43`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Rule(pub &'static str);

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

/// How a book numbers the rules that the code names by the numbers of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbering {
    /// The book.
    pub book: &'static str,
    /// The number in the code and the one of this book, in the order of text. What is not here has the same number.
    pub pairs: &'static [(&'static str, &'static str)],
}

impl Numbering {
    /// The rule as the book numbers it. A name with a book before its number is told as the number.
    #[must_use]
    pub fn of(&self, rule: Rule) -> Rule {
        Rule(self.name(rule.0))
    }

    /// The number of a rule that is known by its name.
    #[must_use]
    pub fn name<'a>(&self, rule: &'a str) -> &'a str {
        match self.pairs.binary_search_by_key(&rule, |p| p.0) {
            Ok(i) => self.pairs[i].1,
            Err(_) => rule.rsplit_once(' ').map_or(rule, |(_, number)| number),
        }
    }
}

/// An order that the rules do not allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: Rule,
    /// What was wrong, lower case, no full stop.
    pub message: String,
    /// What would be right, where something is known.
    pub help: Option<String>,
    /// The word of the order that is to blame, where one is.
    pub word: Option<String>,
}

impl Refusal {
    /// A refusal under a rule.
    #[must_use]
    #[cold]
    pub fn new(rule: Rule, message: impl Into<String>) -> Refusal {
        Refusal { rule, message: message.into(), help: None, word: None }
    }

    /// Adds what would be right.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Refusal {
        self.help = Some(help.into());
        self
    }

    /// Names the word of the order that is to blame.
    #[must_use]
    pub fn at(mut self, word: impl Into<String>) -> Refusal {
        self.word = Some(word.into());
        self
    }
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Stop {
        Stop::Refused(Box::new(refusal))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] {}", self.rule, self.message)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}
