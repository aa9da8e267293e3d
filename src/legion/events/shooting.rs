//! What happens in this chapter.

use crate::setup::CommandId;
use crate::state::UnitId;
use tess_effects::Rule;

/// What makes up the dice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    /// Stands that shoot.
    Stands,
    /// The target is armoured.
    Armour,
    /// At the flank.
    Flank,
    /// Where no shields are.
    Unshielded,
    /// From above.
    Higher,
    /// Pila and the like.
    Pila,
    /// Famous shots.
    Elite,
    /// Engines.
    Engines,
    /// Engines at a deep target.
    Deep,
    /// Cards.
    Cards,
}

/// Shooting.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShootEvent {
    /// A unit shoots at another.
    Volley {
        /// Who.
        unit: UnitId,
        /// At whom.
        target: UnitId,
        /// In answer, out of its turn.
        defensive: bool,
        /// What makes up the dice.
        parts: Vec<(Part, i8)>,
        /// Only half of them are thrown.
        halved: bool,
        /// The dice.
        dice: Vec<u8>,
        /// Hits.
        hits: u16,
    },
    /// A unit shoots at a leader who stands by himself.
    AtLeader {
        /// Who.
        unit: UnitId,
        /// At whom.
        leader: CommandId,
    },
}

impl ShootEvent {
    /// The rule by which it happens.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Self::Volley { defensive: true, .. } => Rule("shoot.defensive"),
            Self::Volley { defensive: false, .. } => Rule("shoot.dice"),
            Self::AtLeader { .. } => Rule("leader.risk"),
        }
    }

    /// Another rule on which it rests.
    #[must_use]
    pub const fn also(&self) -> Option<Rule> {
        match self {
            Self::Volley { .. } => Some(Rule("shoot.hits")),
            Self::AtLeader { .. } => None,
        }
    }

    /// The rule that halves its dice.
    pub const HALVED: Rule = Rule("shoot.half");
}
