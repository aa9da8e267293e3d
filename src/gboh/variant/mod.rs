//! What differs between the three books: charts, numbers and named choices.
//!
//! A rule never asks which book is played; it asks for a number or a choice here.

pub mod charts;
pub mod shock;

pub use charts::Charts;

/// A book's numbers and choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The book, for people and for the log: `spqr`.
    pub book: String,
    /// The tables.
    pub charts: Charts,
    /// The choices.
    pub choices: Choices,
}

/// Choices that the books make differently, or leave open (see docs/rulings.md). Each names the rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choices {
    /// 6.13: skirmishers are spared the hit for moving again in a turn.
    pub skirmishers_move_again_freely: bool,
    /// 8.46 step 3: added to a killed leader's reversed charisma.
    pub killed_leader_extra: u8,
    /// 6.41: hits of a failed check for the fifth movement point: 1, or the difference.
    pub fifth_point: FifthPoint,
    /// 6.52\[3\] against the example in 6.56: velites take a hit when approached from a flank.
    pub velites_hit_from_flank: bool,
    /// 5.33: a leader chosen by re-activation may use momentum unless he was finished.
    pub reactivated_keep_momentum: bool,
    /// 8.47\[2\]: a collapse roll equal to the troop quality passes.
    pub collapse_equal_passes: bool,
    /// Shock in particular.
    pub shock: shock::ShockChoices,
}

/// What a phalanx suffers for a failed check of its fifth movement point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FifthPoint {
    /// One hit.
    One,
    /// The die less the troop quality.
    Difference,
}

impl Choices {
    /// As the fourth edition of SPQR has them.
    #[must_use]
    pub const fn spqr() -> Choices {
        Choices {
            skirmishers_move_again_freely: true,
            killed_leader_extra: 2,
            fifth_point: FifthPoint::One,
            velites_hit_from_flank: false,
            reactivated_keep_momentum: true,
            collapse_equal_passes: true,
            shock: shock::ShockChoices::spqr(),
        }
    }
}
