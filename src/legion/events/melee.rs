//! What happens in this chapter.

use crate::state::{UnitId, Zone};
use tess_effects::Rule;

/// What makes up the dice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    /// Stands in contact.
    Contact,
    /// Stands beyond the enemy's front.
    Overlap,
    /// Light infantry with cavalry or elephants.
    Light,
    /// The charge, or counter-charge.
    Charge,
    /// Deeper than the enemy.
    Depth,
    /// A leader.
    Leader,
    /// The better Combat Value.
    Combat,
    /// From above.
    Uphill,
    /// The enemy is armoured.
    Armour,
    /// Light infantry against horse.
    LightFoot,
    /// Horse against spears or pikes.
    Spears,
    /// Infantry against pikes.
    Pikes,
    /// Pikes in woods.
    Woods,
    /// In disorder.
    Disorder,
    /// Cards.
    Cards,
}

/// Close combat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MeleeEvent {
    /// A unit fights another.
    Fights {
        /// Who.
        unit: UnitId,
        /// Whom.
        enemy: UnitId,
        /// What makes up the dice.
        parts: Vec<(Part, i8)>,
        /// The dice.
        dice: Vec<u8>,
        /// Hits.
        hits: u16,
    },
    /// How a round ended for a unit.
    Ended {
        /// Who.
        unit: UnitId,
        /// Hits that it took, with those before contact.
        taken: u16,
        /// Hits that it dealt.
        dealt: u16,
        /// How it ended.
        end: End,
    },
    /// Drilled foot opens lanes for scythed chariots, or fails to.
    Lanes {
        /// Who.
        unit: UnitId,
        /// For whom.
        chariots: UnitId,
        /// The die.
        die: u8,
        /// Hits on the unit.
        hits: u16,
        /// They are open.
        open: bool,
    },
    /// Horsemen ride through light infantry.
    RidesThrough {
        /// Who.
        unit: UnitId,
        /// Whom.
        light: UnitId,
    },
    /// A unit meets another while it pursues, or is met so.
    Meets {
        /// Who.
        unit: UnitId,
        /// Whom.
        enemy: UnitId,
        /// On which of his sides.
        side: Zone,
        /// By which rule.
        rule: Rule,
    },
}

impl MeleeEvent {
    /// The rule by which it happens.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Self::Fights { .. } => Rule("melee.dice"),
            Self::Ended { end, .. } => end.rule(),
            Self::Lanes { .. } => Rule("chariot.lanes"),
            Self::RidesThrough { .. } => Rule("light.cavalry-passes"),
            Self::Meets { rule, .. } => *rule,
        }
    }
}

/// How a round ended for a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    /// It won.
    Won,
    /// It lost.
    Lost,
    /// Both took the same.
    Tied,
    /// Nobody took a hit.
    Locked,
}

impl End {
    /// The rule of such an end.
    #[must_use]
    pub const fn rule(self) -> Rule {
        Rule(match self {
            Self::Won | Self::Lost => "melee.loser",
            Self::Tied => "melee.tie",
            Self::Locked => "melee.locked",
        })
    }
}
