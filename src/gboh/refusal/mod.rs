//! Why the rules do not allow an order, as facts; the report has the words.

pub mod line;
pub mod order;
pub mod turn;

use line::{Contingent, Extension, Line};
use order::{Bound, Combine, Elephant, FireOrder, Led, Ordered, Orders};
use tess_effects::{Rule, Unfit};
use turn::Turn;

/// An order that the rules do not allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: Rule,
    /// Why.
    pub why: Why,
}

/// Why, by chapter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// The sheet itself.
    Sheet(Unfit),
    /// The orders bring no seal for a marker of pre-arranged withdrawal.
    Unsealed,
    /// A leader gives no orders, or none of that kind.
    Orders(Orders),
    /// A unit gets no order.
    Ordered(Ordered),
    /// A leader does not move, or go along.
    Led(Led),
    /// The elephant of a leader does not turn.
    Elephant(Elephant),
    /// No order to fire, to harass, or to an engine.
    FireOrder(FireOrder),
    /// A marker of pre-arranged withdrawal keeps a leader from it.
    Bound(Bound),
    /// A shock is not combined, or cavalry not regrouped.
    Combine(Combine),
    /// It is not the time for it.
    Turn(Turn),
    /// No line command.
    Line(Line),
    /// A contingent commander is not set to work.
    Contingent(Contingent),
    /// A line does not extend.
    Extension(Extension),
    /// In words: a chapter whose reasons are not facts yet.
    Said(Box<Said>),
}

/// A reason in words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Said {
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
    pub fn new(rule: Rule, why: impl Into<Why>) -> Refusal {
        Refusal { rule, why: why.into() }
    }

    /// Adds what would be right.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Refusal {
        if let Why::Said(said) = &mut self.why {
            said.help = Some(help.into());
        }
        self
    }

    /// Names the word of the order that is to blame.
    #[must_use]
    pub fn at(mut self, word: impl Into<String>) -> Refusal {
        if let Why::Said(said) = &mut self.why {
            said.word = Some(word.into());
        }
        self
    }

    /// The words of a reason that is in words.
    #[must_use]
    pub fn said(&self) -> Said {
        match &self.why {
            Why::Said(said) => (**said).clone(),
            _ => Said::default(),
        }
    }
}

impl From<String> for Why {
    fn from(message: String) -> Why {
        Why::Said(Box::new(Said { message, ..Said::default() }))
    }
}

impl From<&str> for Why {
    fn from(message: &str) -> Why {
        message.to_owned().into()
    }
}

/// Each chapter's reasons come to be one of them all.
macro_rules! chapters {
    ($($chapter:ident),* $(,)?) => {
        $(impl From<$chapter> for Why {
            fn from(why: $chapter) -> Why {
                Why::$chapter(why)
            }
        })*
    };
}

chapters!(Orders, Ordered, Led, Elephant, FireOrder, Bound, Combine, Turn, Line, Contingent, Extension);

impl From<Unfit> for Refusal {
    fn from(unfit: Unfit) -> Refusal {
        let rule = match unfit {
            Unfit::Empty => Rule("5.2"),
            Unfit::Unreadable(_) => Rule("sheet"),
        };
        Refusal { rule, why: Why::Sheet(unfit) }
    }
}

impl tess_effects::Refusal for Refusal {
    fn rule(&self) -> Rule {
        self.rule
    }
}
