//! Why the rules do not allow an order, as facts; the report has the words.

pub mod movement;

use self::movement::Unmoved;
use crate::setup::CommandId;
use crate::state::UnitId;
use tess_effects::{Rule, Unfit};

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
    /// The orders bring no seal for what they hide.
    Unsealed(Secret),
    /// A unit does not move so.
    Unmoved(UnitId, Unmoved),
    /// In words: a chapter whose reasons are not facts yet.
    Said(Box<Said>),
}

/// What is hidden under a seal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secret {
    /// A card.
    Card,
    /// Where a Command is held back.
    Place(CommandId),
    /// A Command's order.
    Order(CommandId),
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

#[cfg(test)]
impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Why::Said(said) = &self.why else { return write!(f, "[{}] {:?}", self.rule, self.why) };
        write!(f, "[{}] {}", self.rule, said.message)?;
        match &said.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}
