//! What happens in this chapter.

use crate::setup::{Card, CommandId};
use crate::state::{Edge, Help, UnitId};
use tess_effects::{Rule, Side};

/// Stratagems.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CardEvent {
    /// A side has drawn so many cards.
    Drawn(Side, u8),
    /// A side prepares for the battle.
    Eve(Side),
    /// A card has been played openly: on what, in words of the order.
    Played {
        /// By whom.
        side: Side,
        /// Which.
        card: Card,
        /// On what.
        on: String,
    },
    /// A card has been played face down for one more to something of a Command.
    Down {
        /// By whom.
        side: Side,
        /// For whom.
        command: CommandId,
        /// For what.
        what: Help,
    },
    /// A Command is taken off the table, under a card face down.
    Hidden(CommandId),
    /// A Command is taken off the table, into an ambush that the scenario has.
    Ambushes(CommandId),
    /// It stands up.
    Springs(CommandId),
    /// A Command is looked for on a side edge.
    Comes {
        /// Which.
        command: CommandId,
        /// The die.
        die: u8,
        /// The turn, which it must not be above.
        turn: u16,
        /// It is there.
        there: bool,
    },
    /// A unit appears.
    Appears(UnitId),
    /// A Command comes over an edge.
    Enters(CommandId, Edge),
    /// Units of a Command throw against panic: the die, and whether order is lost.
    Panics {
        /// Who.
        unit: UnitId,
        /// The die.
        die: u8,
        /// Its Break Value.
        value: i8,
        /// It is disordered.
        lost: bool,
    },
    /// A unit is in order again.
    Ordered(UnitId, Card),
    /// A unit marched through the night: hits.
    Tired(UnitId, u8),
    /// The hits of a volley count twice.
    Doubled(UnitId, u16),
    /// A leader's misfortune is undone.
    Spared(CommandId),
    /// A side makes a free move.
    FreeMove(Side),
}

impl CardEvent {
    /// The rule by which it happens.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Self::Drawn(..) | Self::Eve(_) | Self::Appears(_) => Rule("card.deal"),
            Self::Played { card, .. } | Self::Ordered(_, card) => card.rule(),
            Self::Down { .. } => Rule("card.modifier"),
            Self::Hidden(_) | Self::Enters(..) => Rule("card.hidden-reserves"),
            Self::Ambushes(_) | Self::Springs(_) => Rule("card.ambush"),
            Self::Comes { .. } => Rule("card.flank-march"),
            Self::Panics { .. } => Rule("card.panic"),
            Self::Tired(..) => Rule("card.night-march"),
            Self::Doubled(..) => Rule("card.devastating-volley"),
            Self::Spared(_) => Rule("card.caesars-luck"),
            Self::FreeMove(_) => Rule("card.hot-meal"),
        }
    }
}
