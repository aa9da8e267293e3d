//! Where in a turn a battle stands.

use serde::Serialize;

use super::deploy::Preparing;
use super::measure::Length;
use super::movement;
use super::position::Position;
use super::setup::CommandId;
use super::side::Side;
use super::victory::Why;

/// What is to be decided next, and by whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Stage {
    /// The battle is being set up by its players.
    SetUp(Preparing),
    /// A side gives each of its Commands an order, face down.
    Orders {
        /// Whose.
        side: Side,
    },
    /// A Command has the initiative.
    Acting(Acting),
    /// A side removes hits and rallies.
    Rally {
        /// Whose.
        side: Side,
    },
    /// The battle is over.
    Over {
        /// Winner; `None` for a draw.
        winner: Option<Side>,
        /// Why it is over.
        why: Why,
    },
}

/// A Command at work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Acting {
    /// Which.
    pub command: CommandId,
    /// How far it has got.
    pub step: Step,
    /// Between which lines it stood when it began, from the south edge (order.redeploy).
    pub band: (Length, Length),
}

impl Acting {
    /// A Command takes the initiative, or goes on with this step, where it stands now.
    #[must_use]
    pub fn of(pos: &Position, command: CommandId, step: Step) -> Acting {
        Acting { command, step, band: movement::band(pos, command) }
    }
}

/// The steps of a Command's initiative; they are taken in this order, and any of them may be left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub enum Step {
    /// Shooting before movement, with its morale tests.
    Preliminary,
    /// Movement, formations, charges, and what the enemy does against them.
    Movement,
    /// Shooting after movement, with its morale tests.
    Secondary,
    /// Close combat, with its morale tests.
    Combat,
}
