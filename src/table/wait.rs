//! What a battle waits for.

use tess_effects::{Deed, Question, Worded};
use tess_ledger::{Ended, Id, Role};

/// What has to come next. Refusal, task and end are in words, but where the table itself speaks
/// ([`Unworded`]).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wait<R = Worded, D = Task, E = End> {
    /// Sides that have not accepted yet.
    Accept(Vec<Role>),
    /// A side's orders.
    Orders(D),
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
    Over(E),
}

/// What the table itself says: facts, not words.
pub type Unworded<R> = Wait<R, Deed, Over>;

/// What a side has to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// The name of the side.
    pub side: String,
    /// What is to be decided, with what may be written.
    pub text: String,
}

/// How a battle ended, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct End {
    /// The winner; `None` for a draw.
    pub winner: Option<String>,
    /// Why.
    pub text: String,
}

/// How a battle ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Over {
    /// The winner; `None` for a draw.
    pub winner: Option<String>,
    /// By word of its players or by a passed deadline; `None` when it was fought out, and the position says
    /// why.
    pub ended: Option<Ended>,
}

/// Who has the words for what the table says of one position.
pub trait Wording<R> {
    /// Why an order is not allowed.
    fn refusal(&self, refusal: &R) -> Worded;
    /// What this side has to decide now, with what may be written.
    fn task(&self, side: &str) -> String;
    /// Why the battle is over.
    fn end(&self, ended: Option<&Ended>) -> String;
}

impl<R> Unworded<R> {
    /// What it says, in words.
    #[must_use]
    pub fn worded(self, words: &impl Wording<R>) -> Wait {
        match self {
            Wait::Accept(roles) => Wait::Accept(roles),
            Wait::Orders(deed) => Wait::Orders(Task { text: words.task(&deed.side), side: deed.side }),
            Wait::Answer { side, question, action } => Wait::Answer { side, question, action },
            Wait::Link { opener, action } => Wait::Link { opener, action },
            Wait::Reject { opener, action, refusal } => {
                Wait::Reject { opener, action, refusal: Box::new(words.refusal(&refusal)) }
            }
            Wait::Over(over) => Wait::Over(End { winner: over.winner, text: words.end(over.ended.as_ref()) }),
        }
    }
}

impl<R, D, E> Wait<R, D, E> {
    /// Whose turn it is, if a single role's; of orders by what says whose they are.
    fn whose<'w>(&'w self, of: impl FnOnce(&'w D) -> &'w str) -> Option<&'w str> {
        match self {
            Wait::Accept(roles) => roles.first().map(Role::as_str),
            Wait::Orders(deed) => Some(of(deed)),
            Wait::Answer { side, .. } => Some(side.as_str()),
            Wait::Link { opener, .. } | Wait::Reject { opener, .. } => Some(opener.as_str()),
            Wait::Over(_) => None,
        }
    }
}

impl<R> Unworded<R> {
    /// The role whose turn it is, if a single one.
    pub(super) fn role(&self) -> Option<&str> {
        self.whose(|deed| &deed.side)
    }
}

impl Wait {
    /// The role whose turn it is, if a single one.
    #[must_use]
    pub fn role(&self) -> Option<&str> {
        self.whose(|task| &task.side)
    }
}
