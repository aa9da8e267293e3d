//! What happens in this chapter.

use crate::setup::{CommandId, GoalId, GoalKind};
use crate::state::{UnitId, Why};
use tess_effects::{Rule, Side};

/// Victory points, objectives, the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VictoryEvent {
    /// A Command is beaten, and its worth goes to the enemy.
    Fallen {
        /// Which.
        command: CommandId,
        /// Half of its stands are lost; otherwise all that it has left are broken.
        halved: bool,
        /// What it was worth.
        points: u16,
    },
    /// A commander is dead or a prisoner, and what he was worth goes to the enemy.
    Leader {
        /// Of which Command.
        leader: CommandId,
        /// His rating.
        points: u16,
    },
    /// A side has taken an objective.
    Taken {
        /// Which.
        goal: GoalId,
        /// Who.
        side: Side,
        /// What it is.
        kind: GoalKind,
    },
    /// An objective gives points.
    Gained {
        /// Which.
        goal: GoalId,
        /// To whom.
        side: Side,
        /// The die, if one is rolled.
        die: Option<u8>,
        /// How many.
        points: u16,
        /// What it is.
        kind: GoalKind,
    },
    /// A unit drives a herd before it.
    Driven {
        /// Which.
        goal: GoalId,
        /// Who.
        unit: UnitId,
    },
    /// A herd is left to itself.
    Left(GoalId),
    /// A unit begins to loot, and does nothing else.
    Loots {
        /// What.
        goal: GoalId,
        /// Who.
        unit: UnitId,
    },
    /// A unit is in hand again, or is gone, and loots no more.
    LootsNoMore {
        /// What.
        goal: GoalId,
        /// Who.
        unit: UnitId,
    },
    /// A side offers to end the battle here.
    Offers(Side),
    /// The battle is over.
    Over {
        /// Who has won; `None` for a draw.
        winner: Option<Side>,
        /// Why it is over.
        why: Why,
        /// Points of each side.
        points: [u16; 2],
    },
}

impl VictoryEvent {
    /// The rule by which it happens.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Self::Fallen { .. } | Self::Leader { .. } => Rule("victory.points"),
            Self::Taken { kind, .. } | Self::Gained { kind, .. } => kind.rule(),
            Self::Driven { .. } | Self::Left(_) => GoalKind::Herd.rule(),
            Self::Loots { .. } | Self::LootsNoMore { .. } => GoalKind::Pillage.rule(),
            Self::Offers(_) | Self::Over { .. } => Rule("victory.end"),
        }
    }
}
