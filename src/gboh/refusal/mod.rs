//! Why the rules do not allow an order, as facts; the report has the words.

mod like;
pub mod line;
pub mod missile;
pub mod movement;
pub mod order;
pub mod rout;
pub mod shock;
pub mod turn;

use line::{Contingent, Extension, Line};
use missile::Misfire;
use movement::Unmoved;
use order::{Bound, Combine, Elephant, FireOrder, Led, Ordered, Orders};
use rout::Rout;
use shock::Shock;
use tess_diagnostic::Diagnostic;
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
    /// No such move.
    Unmoved(Unmoved),
    /// No such shot.
    Misfire(Misfire),
    /// No such combat.
    Shock(Shock),
    /// No recovery, no rally.
    Rout(Rout),
    /// There is no side of this name.
    NoSide(String),
    /// The line cannot be read as the field lies now: what its reader says.
    Unread(Box<Diagnostic>),
}

impl Refusal {
    /// A refusal under a rule.
    #[must_use]
    #[cold]
    pub fn new(rule: Rule, why: impl Into<Why>) -> Refusal {
        Refusal { rule, why: why.into() }
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

chapters!(
    Orders, Ordered, Led, Elephant, FireOrder, Bound, Combine, Turn, Line, Contingent, Extension, Unmoved,
    Misfire, Shock, Rout
);

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
