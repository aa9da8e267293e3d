//! What happens in this chapter.

use crate::measure::{Length, Point};
use crate::setup::CommandId;
use crate::state::UnitId;
use crate::written::Post;
use tess_effects::Rule;

/// Leaders in danger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LeaderEvent {
    /// A leader is in danger.
    Risk {
        /// Of which Command.
        leader: CommandId,
        /// The die.
        die: u8,
        /// He is hit from this face on.
        from: u8,
    },
    /// What has become of a leader who was hit.
    Fate {
        /// Of which Command.
        leader: CommandId,
        /// The die.
        die: u8,
        /// What is added.
        plus: u8,
        /// What became of him.
        fate: Fate,
    },
    /// The enemy may take a wounded leader.
    Seized {
        /// Of which Command.
        leader: CommandId,
        /// The die.
        die: u8,
        /// He is taken from this face on.
        from: u8,
    },
    /// A leader rode by himself.
    Rode {
        /// Of which Command.
        leader: CommandId,
        /// Where he is now.
        to: Point,
        /// What the way cost.
        spent: Length,
        /// Of how much.
        allowance: Length,
    },
    /// A leader rode to a unit and joined it.
    Joined {
        /// Of which Command.
        leader: CommandId,
        /// Which unit.
        unit: UnitId,
        /// Where in it.
        post: Post,
        /// What the way cost.
        spent: Length,
        /// Of how much.
        allowance: Length,
    },
    /// A leader has another post in his unit.
    Posted {
        /// Of which Command.
        leader: CommandId,
        /// Which unit.
        unit: UnitId,
        /// Where in it.
        post: Post,
    },
    /// A leader is by himself again.
    Alone(CommandId, Rule),
    /// A leader is back on the table.
    Returned(CommandId),
}

impl LeaderEvent {
    /// The rule by which it happens.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Self::Risk { .. } => Rule("leader.risk"),
            Self::Fate { .. } => Rule("leader.casualty"),
            Self::Seized { .. } => Rule("leader.captured"),
            Self::Rode { .. } | Self::Joined { .. } | Self::Posted { .. } => Rule("leader.attach"),
            Self::Alone(_, rule) => *rule,
            Self::Returned(_) => Rule("table.return"),
        }
    }
}

/// What becomes of a leader who is hit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fate {
    /// Nothing.
    Unhurt,
    /// A scratch: he goes back to have it dressed.
    Slight,
    /// Out of combat for the next turn.
    Serious,
    /// Out of combat for two turns.
    Grievous,
    /// Dead.
    Slain,
}
