//! What the books decide differently about movement and formations.

/// Choices of the movement chapter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MovementChoices {
    /// spqr 6.13: skirmishers are spared the hit for moving again in a turn. Alexander 6.13: they are not.
    pub skirmishers_move_again_freely: bool,
    /// spqr 6.41, alexander 6.46: hits of a failed check for the fifth movement point.
    pub fifth_point: FifthPoint,
    /// spqr 6.52\[3\] against the example in 6.56: velites take a hit when approached from a flank.
    pub velites_hit_from_flank: bool,
    /// spqr 6.52, cataphract 6.52, alexander 6.72: who is checked after a withdrawal.
    pub withdrawal_check: WithdrawalCheck,
    /// spqr 7.15, alexander 7.16: the difference of the allowances is added to the check of a reaction facing change.
    /// Cataphract 7.14: nothing is.
    pub reaction_counts_pace: bool,
    /// spqr 7.15, cataphract 7.14: hits of a reaction facing change that succeeds. Alexander 7.16: none.
    pub reaction_least_hits: u8,
    /// Cataphract 7.14: cavalry never checks for a reaction facing change. The others: only against infantry.
    pub cavalry_reacts_freely: bool,
    /// Alexander 7.16: a reaction facing change that fails its check bars entry fire.
    pub failed_reaction_bars_fire: bool,
    /// What column spares of the ground's hits.
    pub column_spares: ColumnSpares,
    /// Alexander 9.16: hits of cavalry beside which elephants come, whatever its die. spqr 9.16: none when it passes.
    pub elephants_least_hits: u8,
    /// spqr 6.71 leaves barbarians and skirmishers out of column, cataphract 6.41 nobody on foot.
    pub barbarians_form_column: bool,
}

/// What a phalanx suffers for a failed check of its fifth movement point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FifthPoint {
    /// One hit.
    One,
    /// The die less the troop quality.
    Difference,
}

/// Who checks after a withdrawal; one hit when it fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WithdrawalCheck {
    /// Legion infantry, in place of the hit of other infantry.
    Legion,
    /// Everybody, besides the hit of those who take one.
    Everybody,
}

/// What column spares of the hits of ground (spqr 6.72, alexander 6.62).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnSpares {
    /// All hits that the movement chart does not keep for columns.
    ByChart,
    /// One of every hit cost.
    One,
}

impl MovementChoices {
    /// SPQR.
    #[must_use]
    pub const fn spqr() -> MovementChoices {
        MovementChoices {
            skirmishers_move_again_freely: true,
            fifth_point: FifthPoint::One,
            velites_hit_from_flank: false,
            withdrawal_check: WithdrawalCheck::Legion,
            reaction_counts_pace: true,
            reaction_least_hits: 1,
            cavalry_reacts_freely: false,
            failed_reaction_bars_fire: false,
            column_spares: ColumnSpares::ByChart,
            elephants_least_hits: 0,
            barbarians_form_column: false,
        }
    }

    /// Cataphract.
    #[must_use]
    pub const fn cataphract() -> MovementChoices {
        MovementChoices {
            reaction_counts_pace: false,
            cavalry_reacts_freely: true,
            barbarians_form_column: true,
            ..MovementChoices::spqr()
        }
    }

    /// Alexander; withdrawal differs by the time (6.72\[3\]).
    #[must_use]
    pub const fn alexander(before: bool) -> MovementChoices {
        MovementChoices {
            skirmishers_move_again_freely: false,
            fifth_point: FifthPoint::Difference,
            withdrawal_check: if before { WithdrawalCheck::Everybody } else { WithdrawalCheck::Legion },
            reaction_least_hits: 0,
            elephants_least_hits: 1,
            failed_reaction_bars_fire: true,
            column_spares: ColumnSpares::One,
            ..MovementChoices::spqr()
        }
    }
}
