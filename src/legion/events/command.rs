//! What happens in this chapter.

use crate::Refusal;
use crate::setup::CommandId;
use crate::state::{Directive, UnitId};
use tess_effects::{Rule, Side};

/// Orders, initiative, the course of the turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandEvent {
    /// A Command has been given an order, face down.
    Sealed(CommandId),
    /// An order is opened; `lost` when it could not be.
    Opened {
        /// Whose.
        command: CommandId,
        /// What.
        order: Directive,
        /// It counts as this because it could not be opened.
        lost: bool,
    },
    /// A unit out of command has diced for its order.
    OwnOrder {
        /// Who.
        unit: UnitId,
        /// The die.
        die: u8,
        /// What it does this turn.
        order: Directive,
        /// The die left the choice to its owner.
        chosen: bool,
    },
    /// A Command's initiative: the die and what is added.
    Initiative {
        /// Whose.
        command: CommandId,
        /// The die.
        die: u8,
        /// The commander's rating.
        rating: u8,
        /// For an organized staff against tribes.
        staff: u8,
        /// For cards played face down.
        card: u8,
    },
    /// The Commands that act, in order.
    Sequence(Vec<CommandId>),
    /// The highest roll gives up its place and acts last.
    ActsLast(CommandId),
    /// A Command has the initiative.
    Acts(CommandId),
    /// A side removes hits and rallies.
    Rally(Side),
    /// A turn begins.
    Turn(u16),
    /// An order that was only to be tried was left out.
    LeftOut {
        /// As written.
        text: String,
        /// Why.
        refusal: Refusal,
        /// It had begun.
        begun: bool,
    },
}

impl CommandEvent {
    /// The rule by which it happens.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Self::Sealed(_) | Self::Opened { .. } => Rule("order.one-each"),
            Self::OwnOrder { .. } => Rule("order.out-of-command"),
            Self::Initiative { .. } | Self::Sequence(_) | Self::ActsLast(_) => Rule("turn.initiative"),
            Self::Acts(_) | Self::Rally(_) | Self::Turn(_) => Rule("turn.sequence"),
            Self::LeftOut { refusal, .. } => refusal.rule,
        }
    }
}
