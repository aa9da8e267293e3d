//! What happens in this chapter.

use crate::formation::Formation;
use crate::measure::{Length, Stance};
use crate::state::{Impact, UnitId, Wings, Zone};
use tess_effects::Rule;

/// Movement, formations, passing through, contact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveEvent {
    /// A unit moved.
    Moved {
        /// Who.
        unit: UnitId,
        /// From where.
        from: Stance,
        /// To where.
        to: Stance,
        /// How it stands now.
        formation: Formation,
        /// What the move cost.
        spent: Length,
        /// Of how much.
        allowance: Length,
    },
    /// A unit whose move would have ended among friends stays behind them (pass.through).
    HeldBack(UnitId),
    /// A unit went through another.
    Passed {
        /// Who.
        unit: UnitId,
        /// Through whom.
        through: UnitId,
    },
    /// A charge is declared, from where its way would lead to contact.
    Charges {
        /// Who.
        unit: UnitId,
        /// Whom.
        target: UnitId,
        /// On which of the target's sides.
        side: Zone,
        /// What it brings.
        impact: Impact,
        /// Whom it would touch, too, were all to stand.
        others: Vec<UnitId>,
    },
    /// Two units are in contact and have squared off, when there was room.
    Contact {
        /// Who charged.
        unit: UnitId,
        /// Whom.
        target: UnitId,
        /// On which of the target's sides.
        side: Zone,
        /// Where the charger stands.
        stance: Stance,
        /// He had the room to square off.
        square: bool,
        /// Others whom it touches.
        others: Vec<UnitId>,
    },
    /// A unit turns to an enemy who has attacked its flank or rear.
    Faces {
        /// Who turns.
        unit: UnitId,
        /// To whom.
        enemy: UnitId,
        /// Where it stands then.
        stance: Stance,
    },
    /// A line falls back out of its combat and another takes its place.
    Relieved {
        /// Who falls back.
        first: UnitId,
        /// Who takes its place.
        second: UnitId,
        /// Against whom.
        enemy: UnitId,
    },
    /// Stands have left their unit.
    Detached {
        /// Which unit.
        unit: UnitId,
        /// What they are now.
        new: UnitId,
        /// How many.
        stands: u8,
        /// Hits that went with them.
        hits: u16,
    },
    /// Detached stands are back in their unit.
    Merged {
        /// Which unit.
        unit: UnitId,
        /// What they were.
        part: UnitId,
    },
    /// Light infantry has joined a unit.
    Supports {
        /// Who.
        unit: UnitId,
        /// Whom.
        host: UnitId,
        /// Its stands on the flanks of that unit.
        wings: Wings,
    },
    /// Light infantry has left the unit that it was with.
    Released {
        /// Who.
        unit: UnitId,
        /// Whom.
        host: UnitId,
    },
    /// A unit lost its order.
    Disordered {
        /// Who.
        unit: UnitId,
        /// By which rule.
        rule: Rule,
    },
    /// Warriors get down from their chariots, or mount again.
    Mounts {
        /// Who.
        unit: UnitId,
        /// They mount.
        mounted: bool,
        /// Stands that it has now.
        stands: usize,
    },
}

impl MoveEvent {
    /// The rule by which it happens.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Self::Moved { .. } => Rule("move.base"),
            Self::HeldBack(_) | Self::Passed { .. } => Rule("pass.through"),
            Self::Charges { .. } => Rule("charge.contact"),
            Self::Contact { .. } => Rule("melee.square-off"),
            Self::Faces { .. } => Rule("melee.flank"),
            Self::Relieved { .. } => Rule("pass.relief"),
            Self::Detached { .. } | Self::Merged { .. } => Rule("romans.detach"),
            Self::Supports { .. } | Self::Released { .. } => Rule("melee.light-support"),
            Self::Disordered { rule, .. } => *rule,
            Self::Mounts { .. } => Rule("chariot.celtic-dismount"),
        }
    }

    /// Another rule on which it rests.
    #[must_use]
    pub const fn also(&self) -> Option<Rule> {
        match self {
            Self::Charges { .. } => Some(Rule("charge.momentum")),
            _ => None,
        }
    }
}
