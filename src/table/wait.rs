//! What a battle waits for.

use tess_effects::{Deed, Ending, Question, Worded};
use tess_ledger::{Id, Role};

/// What has to come next. `R` is the refusal, in words but where the table itself speaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wait<R = Worded> {
    /// Sides that have not accepted yet.
    Accept(Vec<Role>),
    /// A side's orders.
    Orders(Deed),
    /// A side's answer.
    Answer {
        /// Who decides.
        side: Role,
        /// What.
        question: Box<Question>,
        /// The `orders` event that is interrupted.
        action: Id,
    },
    /// An opener's link: the action needs dice.
    Link {
        /// Who opens next.
        opener: Role,
        /// The `orders` or `answer` event the link is for.
        action: Id,
    },
    /// The first opener's word that the first order is illegal.
    Reject {
        /// Who says so.
        opener: Role,
        /// The action.
        action: Id,
        /// Why.
        refusal: Box<R>,
    },
    /// Nothing: the battle is over.
    Over(Ending),
}

impl<R> Wait<R> {
    /// The same with its refusal in words.
    #[must_use]
    pub fn worded(self, words: impl FnOnce(&R) -> Worded) -> Wait {
        match self {
            Wait::Accept(roles) => Wait::Accept(roles),
            Wait::Orders(deed) => Wait::Orders(deed),
            Wait::Answer { side, question, action } => Wait::Answer { side, question, action },
            Wait::Link { opener, action } => Wait::Link { opener, action },
            Wait::Reject { opener, action, refusal } => {
                Wait::Reject { opener, action, refusal: Box::new(words(&refusal)) }
            }
            Wait::Over(ending) => Wait::Over(ending),
        }
    }

    /// The role whose turn it is, if a single one.
    #[must_use]
    pub fn role(&self) -> Option<&str> {
        match self {
            Wait::Accept(roles) => roles.first().map(Role::as_str),
            Wait::Orders(deed) => Some(&deed.side),
            Wait::Answer { side, .. } => Some(side.as_str()),
            Wait::Link { opener, .. } | Wait::Reject { opener, .. } => Some(opener.as_str()),
            Wait::Over(_) => None,
        }
    }
}
