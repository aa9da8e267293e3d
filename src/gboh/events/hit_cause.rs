//! Why a unit takes hits, and why it is checked.

use tess_effects::Rule;

/// What a unit takes hits for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum HitCause {
    /// A move over ground that disorders it (6.27).
    Ground,
    /// A turn in ground that disorders it (7.14).
    RoughTurn,
    /// Half of a two-hex unit moved while the other stood (6.43).
    Pivot,
    /// A wheel (6.44).
    Wheel,
    /// It moves in a second orders phase of the turn (6.13).
    MovesAgain,
    /// A phalanx moves in a second orders phase of the turn and uses a fifth point (6.41).
    MovesAgainFar,
    /// A phalanx's fifth point (6.41).
    FifthPoint,
    /// It goes through friends (6.63).
    Through,
    /// A friend goes through it (6.63).
    PassedThrough,
    /// It steps out of the way of an attack on flank or rear (6.52).
    WithdrawsFromBehind,
    /// The ground and the friends on the way of a withdrawal (6.52).
    Withdrawal,
    /// Infantry withdraws (6.52).
    InfantryWithdraws,
    /// Chariots withdraw (6.52).
    ChariotsWithdraw,
    /// Legion infantry failed its check after a withdrawal (6.52).
    LegionWithdraws,
    /// Others failed theirs (6.52).
    DisorderInWithdrawal,
    /// It turns to the enemy who comes near (7.15).
    TurnsBefore,
    /// It turns to those who harass it (7.15).
    TurnsInHaste,
    /// Elephants are too near for a withdrawal (9.16).
    ElephantsNear,
    /// A feigned retreat (cataphract 6.73).
    FeignedRetreat,
    /// The pursuit of those who only seem to flee (cataphract 6.73).
    Lured,
    /// An advance after combat (8.51).
    Advance,
    /// A shot (8.15).
    Missiles,
    /// Light troops that moved earlier in the turn ride up to harass (6.13).
    HarassesAgain,
    /// Horse goes beside the flank or rear of elephants (9.15).
    BesideElephants,
    /// Harassing troops come near elephants (8.34).
    Elephants,
    /// The check before shock (8.43).
    PreShock,
    /// Shock (8.46).
    Shock,
    /// Shock in column (6.76).
    ShockInColumn,
    /// An enemy with far fewer hits pushes it back (alexander 8.37).
    Breakthrough,
    /// It opened its ranks for elephants (9.11).
    ElephantPassed,
    /// It opened its ranks for chariots (alexander 9.23).
    ChariotsPassed,
    /// The ground on which cavalry comes back from pursuit (6.27).
    GroundOfReturn,
    /// Friends in flight ran over it (6.69).
    RunOver,
    /// It failed its check after that (6.69).
    RunOverCheck,
    /// The unit below it broke (alexander 6.98).
    ComradeBroke,
    /// An elephant ran wild (9.14).
    Rampage,
}

impl HitCause {
    /// The rule that gives the hits.
    #[must_use]
    pub const fn rule(self) -> Rule {
        Rule(match self {
            Self::Ground | Self::GroundOfReturn => "6.27",
            Self::RoughTurn => "7.14",
            Self::Pivot => "6.43",
            Self::Wheel => "6.44",
            Self::MovesAgain | Self::HarassesAgain => "6.13",
            Self::MovesAgainFar | Self::FifthPoint => "6.41",
            Self::Through | Self::PassedThrough => "6.63",
            Self::WithdrawsFromBehind
            | Self::Withdrawal
            | Self::InfantryWithdraws
            | Self::ChariotsWithdraw
            | Self::LegionWithdraws
            | Self::DisorderInWithdrawal => "6.52",
            Self::TurnsBefore | Self::TurnsInHaste => "7.15",
            Self::ElephantsNear => "9.16",
            Self::FeignedRetreat | Self::Lured => "cataphract 6.73",
            Self::Advance => "8.51",
            Self::Missiles => "8.15",
            Self::BesideElephants => "9.15",
            Self::Elephants => "8.34",
            Self::PreShock => "8.43",
            Self::Shock => "8.46",
            Self::ShockInColumn => "6.76",
            Self::Breakthrough => "alexander 8.37",
            Self::ElephantPassed => "9.11",
            Self::ChariotsPassed => "alexander 9.23",
            Self::RunOver | Self::RunOverCheck => "6.69",
            Self::ComradeBroke => "6.68",
            Self::Rampage => "9.14",
        })
    }
}

/// What a unit's quality is checked for in a rout.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CheckCause {
    /// The other unit of its stack has broken (6.68).
    Stack,
    /// Friends in flight ran over it (6.69).
    RunOver,
}

impl CheckCause {
    /// The rule that asks for the check.
    #[must_use]
    pub const fn rule(self) -> Rule {
        Rule(match self {
            Self::Stack => "6.68",
            Self::RunOver => "6.69",
        })
    }
}
