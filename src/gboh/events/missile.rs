//! What is told of missile fire.

use crate::order::Target;
use crate::piece::{LeaderId, UnitId};
use crate::position::Supply;
use crate::state::weapon::Weapon;
use tess_effects::Rule;
use tess_hex::Hex;

/// Why a shot is fired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occasion {
    /// By an order (8.11).
    Order,
    /// Entry reaction (8.21).
    Entry,
    /// Retire reaction (8.22).
    Retire,
    /// Return fire (8.23).
    Return,
    /// Harassment (8.3).
    Harass,
    /// While withdrawing (6.55).
    Withdrawal,
    /// An engine, at any moment (9.86).
    Engine,
}

impl Occasion {
    /// The rule that lets it be fired.
    #[must_use]
    pub const fn rule(self) -> Rule {
        Rule(match self {
            Self::Order => "8.15",
            Self::Entry => "8.21",
            Self::Retire => "8.22",
            Self::Return => "8.23",
            Self::Harass => "8.33",
            Self::Withdrawal => "cataphract 6.56",
            Self::Engine => "9.86",
        })
    }
}

/// One happening of this chapter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FireEvent {
    /// A shot was fired.
    Shot {
        /// By whom.
        unit: UnitId,
        /// With what.
        weapon: Weapon,
        /// At whom.
        target: Target,
        /// Distance it counts at.
        range: u8,
        /// Needed or less; at extended range 0.
        strength: u8,
        /// The die.
        die: u8,
        /// Added to it.
        modifier: i8,
        /// Hits it scored.
        hits: u8,
        /// Why.
        occasion: Occasion,
    },
    /// Burning missiles hit an elephant, which rampages (8.71, 9.14).
    Ablaze {
        /// Who shot.
        unit: UnitId,
        /// The elephant.
        target: UnitId,
    },
    /// A unit's missiles run low or out (8.17).
    Supply {
        /// Whose.
        unit: UnitId,
        /// Of what.
        weapon: Weapon,
        /// What is left.
        left: Supply,
    },
    /// Missiles have been brought up (8.18).
    Reloaded {
        /// Whose.
        unit: UnitId,
    },
    /// A leader stands where a shot fell (8.19).
    LeaderInPeril {
        /// Who.
        leader: LeaderId,
        /// The die; 0 strikes him.
        die: u8,
    },
    /// Light troops ride or run up to harass (8.33).
    Harasses {
        /// Who.
        unit: UnitId,
        /// Whom.
        target: UnitId,
        /// Up to this hex and back.
        reach: Hex,
    },
    /// A target turned towards those who harass it (7.15, 8.33).
    Turned {
        /// Who.
        unit: UnitId,
        /// The check's die with its modifier.
        roll: i8,
        /// Hits from it.
        hits: u8,
    },
    /// A row of units closes its shields against missiles (cataphract 11.71).
    ShieldsClosed {
        /// Who.
        units: Vec<UnitId>,
    },
    /// Shields open again (cataphract 11.73, 11.74).
    ShieldsOpened {
        /// Whose.
        units: Vec<UnitId>,
        /// By shock or by a line command.
        rule: Rule,
    },
    /// Harassed infantry keeps its head, or runs after its tormentors (cataphract 8.34).
    Impetuous {
        /// Who.
        unit: UnitId,
        /// The die.
        die: u8,
        /// Its printed quality.
        tq: u8,
        /// Where it goes, if it goes.
        to: Option<Hex>,
    },
}

impl FireEvent {
    /// Missiles run low, or out.
    pub const SUPPLY: Rule = Rule("8.17");
    /// Missiles are brought up.
    pub const RELOAD: Rule = Rule("8.18");

    /// The rule by which it happens.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Self::Shot { occasion, .. } => occasion.rule(),
            Self::ShieldsOpened { rule, .. } => *rule,
            Self::Ablaze { .. } => Rule("8.71"),
            Self::Supply { .. } => Self::SUPPLY,
            Self::Reloaded { .. } => Self::RELOAD,
            Self::LeaderInPeril { .. } => Rule("8.19"),
            Self::Harasses { .. } => Rule("8.33"),
            Self::Turned { .. } => Rule("7.15"),
            Self::ShieldsClosed { .. } => Rule("cataphract 11.71"),
            Self::Impetuous { .. } => Rule("cataphract 8.34"),
        }
    }

    /// Another rule on which it rests.
    #[must_use]
    pub const fn also(&self) -> Option<Rule> {
        match self {
            Self::Ablaze { .. } => Some(Rule("9.14")),
            _ => None,
        }
    }
}
