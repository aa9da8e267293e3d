//! Why columns and dice are shifted, and why a unit needs no check before shock.

use tess_effects::Rule;

/// Why a number is added to a column or to the die of a check before shock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ShiftCause {
    /// The ratio of sizes (8.46 step 2).
    Size,
    /// All defenders in woods or marsh (8.74).
    Cover,
    /// All defenders behind their rampart (6.24).
    Rampart,
    /// All defenders higher (8.74).
    AllHigher,
    /// Some defenders higher (8.74).
    SomeHigher,
    /// All defenders lower (8.74).
    AllLower,
    /// An attacker is depleted (10.32).
    AttackerDepleted,
    /// A defender is depleted (10.32).
    DefenderDepleted,
    /// A phalanx covers the left flank of another (9.41).
    LeftFlankCovered,
    /// A phalanx covers the right flank of another (9.41).
    RightFlankCovered,
    /// Indian elephants attack others than elephants (8.73).
    IndianElephants,
    /// Cataphracts attack (alexander 9.42).
    CataphractsAttack,
    /// Cataphracts defend (alexander 9.42).
    CataphractsDefend,
    /// The check: elephants against the front of heavy infantry (8.43).
    ElephantsAtFront,
    /// The check: attacked by elephants (alexander 9.17).
    ByElephants,
    /// The check: attacked by chariots (alexander 9.22).
    ByChariots,
    /// The check: African elephants against Indian ones (9.19).
    AfricanElephants,
    /// The check: attacked by a phalanx of double depth (9.53).
    ByDoubleDepth,
    /// The check: defends in double depth (9.53).
    InDoubleDepth,
    /// The check: opens its ranks (9.11).
    OpensRanks,
}

impl ShiftCause {
    /// The rule that shifts.
    #[must_use]
    pub const fn rule(self) -> Rule {
        Rule(match self {
            Self::Size => "8.46",
            Self::Cover | Self::AllHigher | Self::SomeHigher | Self::AllLower => "8.74",
            Self::Rampart => "6.24",
            Self::AttackerDepleted | Self::DefenderDepleted => "10.32",
            Self::LeftFlankCovered | Self::RightFlankCovered => "9.41",
            Self::IndianElephants => "8.73",
            Self::CataphractsAttack | Self::CataphractsDefend => "alexander 9.42",
            Self::ElephantsAtFront => "8.43",
            Self::ByElephants => "alexander 9.17",
            Self::ByChariots => "alexander 9.22",
            Self::AfricanElephants => "9.19",
            Self::ByDoubleDepth | Self::InDoubleDepth => "9.53",
            Self::OpensRanks => "9.11",
        })
    }
}

/// Why a unit needs no check before shock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exemption {
    /// Chariots that have come four hexes or more (alexander 9.22).
    ChariotRun,
    /// It attacks only skirmishers or routed units (8.43).
    EasyEnemy,
    /// Heavy infantry attacked from the front by light infantry (8.43).
    LightFoot,
}

impl Exemption {
    /// The rule that spares it.
    #[must_use]
    pub const fn rule(self) -> Rule {
        Rule(match self {
            Self::ChariotRun => "alexander 9.22",
            Self::EasyEnemy | Self::LightFoot => "8.43",
        })
    }
}
