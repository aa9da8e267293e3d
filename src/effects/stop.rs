//! Why a run of the rules stops before its end.

use std::fmt;

use serde::Serialize;

use super::{Label, Question};

/// What a rule function gives back: a value, or the reason why it cannot go on. `R` is a game's refusal.
pub type Flow<T, R> = Result<T, Stop<R>>;

/// Why the rules cannot go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop<R> {
    /// A die is due and nobody has opened the link for it.
    Dice(Box<Label>),
    /// A player has to decide.
    Ask(Box<Question>),
    /// The order is illegal; the position is as it was before it.
    Refused(Box<R>),
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
    /// The number in the code and the one of this book, in the order of text. What is not here has the same
    /// number.
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

/// Why the rules of a game do not allow an order, as facts: what it is in words the report knows.
pub trait Refusal: Clone + fmt::Debug + PartialEq + Eq + From<Unfit> {
    /// The rule that forbids it, by the numbers of the battle's book.
    fn rule(&self) -> Rule;
}

/// What is wrong with a sheet before the rules of any game look at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfit {
    /// It holds no order.
    Empty,
    /// It cannot be read: the first complaint of who read it.
    Unreadable(String),
}

/// A refusal in words, as the report makes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worded {
    /// The rule that forbids it.
    pub rule: Rule,
    /// What was wrong, lower case, no full stop.
    pub message: String,
    /// What would be right, where something is known.
    pub help: Option<String>,
    /// The word of the order that is to blame, where one is.
    pub word: Option<String>,
}

impl Worded {
    /// A refusal under a rule.
    #[must_use]
    pub fn new(rule: Rule, message: impl Into<String>) -> Worded {
        Worded { rule, message: message.into(), help: None, word: None }
    }

    /// Adds what would be right.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Worded {
        self.help = Some(help.into());
        self
    }

    /// Names the word of the order that is to blame.
    #[must_use]
    pub fn at(mut self, word: impl Into<String>) -> Worded {
        self.word = Some(word.into());
        self
    }
}

impl<R> From<R> for Stop<R> {
    fn from(refusal: R) -> Stop<R> {
        Stop::Refused(Box::new(refusal))
    }
}

impl fmt::Display for Worded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] {}", self.rule, self.message)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}
