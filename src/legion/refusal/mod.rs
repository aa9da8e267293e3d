//! Why the rules do not allow an order, as facts; the report has the words.

pub mod cards;
pub mod combat;
pub mod course;
pub mod field;
pub mod movement;
pub mod naming;

use self::cards::Unplayed;
use self::combat::{Mark, Undone, Unfought, Unshot};
use self::course::{Unlooted, Unrallied, Untimely};
use self::field::{Barred, Undeployed, Undrilled, Unjoined, Unled, Unordered};
use self::movement::Unmoved;
use self::naming::Misnamed;
use crate::setup::{Card, CommandId};
use crate::state::UnitId;
use tess_effects::{Rule, Side, Unfit};

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
    /// A word names nothing that is there.
    Misnamed(Misnamed),
    /// Such troops cannot go there.
    Barred(Mark, Barred),
    /// A unit does not turn or form so.
    Undrilled(UnitId, Undrilled),
    /// A leader does not ride, join or leave.
    Unled(CommandId, Unled),
    /// A unit does not join another, or leave it.
    Unjoined(UnitId, Unjoined),
    /// Nothing is set up so.
    Undeployed(Undeployed),
    /// Terrain of this kind, as written, is not set out so.
    Unlaid(String, field::Unlaid),
    /// A Command gets no such order.
    Unordered(CommandId, Unordered),
    /// A card is not played so.
    Unplayed(Card, Unplayed),
    /// A side does not draw, lay or hide so.
    UnlaidCard(Side, cards::Unlaid),
    /// A unit does not shoot.
    Unshot(UnitId, Unshot),
    /// No close combat is fought.
    Unfought(Unfought),
    /// A unit does not do what is done in its Command's turn.
    Undone(UnitId, Undone),
    /// Nothing can be ordered, or ended, now.
    Untimely(Untimely),
    /// A unit does not rally.
    Unrallied(UnitId, Unrallied),
    /// A unit does not loot.
    Unlooted(UnitId, Unlooted),
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

impl Refusal {
    /// A refusal under a rule.
    #[must_use]
    #[cold]
    pub fn new(rule: Rule, why: impl Into<Why>) -> Refusal {
        Refusal { rule, why: why.into() }
    }
}

impl From<Misnamed> for Why {
    fn from(why: Misnamed) -> Why {
        Why::Misnamed(why)
    }
}

impl From<Untimely> for Why {
    fn from(why: Untimely) -> Why {
        Why::Untimely(why)
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
