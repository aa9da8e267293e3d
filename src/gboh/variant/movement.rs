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
    /// spqr 7.15, alexander 7.16: the difference of the allowances is added to the check of a reaction
    /// facing change. Cataphract 7.14: nothing is.
    pub reaction_counts_pace: bool,
    /// spqr 7.15, cataphract 7.14: hits of a reaction facing change that succeeds. Alexander 7.16: none.
    pub reaction_least_hits: u8,
    /// Cataphract 7.14: cavalry never checks for a reaction facing change. The others: only against
    /// infantry.
    pub cavalry_reacts_freely: bool,
    /// Alexander 7.16: a reaction facing change that fails its check bars entry fire.
    pub failed_reaction_bars_fire: bool,
    /// What column spares of the ground's hits.
    pub column_spares: ColumnSpares,
    /// spqr 6.71 leaves barbarians and skirmishers out of column, cataphract 6.41 nobody on foot.
    pub barbarians_form_column: bool,
    /// What ground is rough.
    pub rough: RoughGround,
    /// Cataphract 6.41: only foot of disciplined armies forms column.
    pub column_needs_discipline: bool,
    /// Alexander 6.61 leaves peltasts out of column.
    pub peltasts_form_column: bool,
    /// spqr 6.55, cataphract 6.55: nobody withdraws into woods or marsh. Alexander 6.75: into no rough
    /// ground.
    pub withdrawal_shuns_rough: bool,
    /// Alexander 6.72: who turns after a withdrawal pays hits only. spqr 6.52, cataphract 6.52: points too.
    pub turns_freely_after_withdrawal: bool,
    /// spqr 6.51: before a rampage everybody withdraws, at any time. Alexander 6.71, 6.76: cavalry at any
    /// time, others in the enemy's movement and before his elephants.
    pub rampage_scatters_all: bool,
    /// spqr 6.57, alexander 6.77: a line of cavalry withdraws with a leader near it. Cataphract 6.58: by
    /// itself.
    pub line_withdrawal_needs_leader: bool,
    /// Alexander 7.23: only Macedonian phalanxes leave a zone, and hold in theirs, by their higher
    /// allowance. spqr 7.23: all phalanxes do.
    pub only_macedonians_by_higher_pace: bool,
    /// spqr 7.23, 7.24: who cannot shock holds nobody. The others make no such exception.
    pub shockless_hold: bool,
    /// Alexander 7.25: turning in an enemy zone takes any points, whoever stands in the unit's own zone;
    /// foot that may harass turns whatever holds it.
    pub turns_freely_in_zone: bool,
    /// Alexander 6.43 before 280: Macedonian phalanxes pivot without the hit.
    pub macedonians_pivot_freely: bool,
    /// spqr 7.16: a two-hex unit may face about in reaction. Alexander 7.16: it does nothing.
    pub two_hex_reacts: bool,
    /// Alexander 6.23: how many levels a unit goes up or down at once depends on it.
    pub steep_slopes: bool,
    /// Alexander 7.15, 9.21: chariots turn hard, and keep off rough ground and hills.
    pub unwieldy_chariots: bool,
    /// Alexander 6.67 says nothing of friends passing a column.
    pub columns_pass_friends: bool,
    /// Alexander 6.96 lets the lower unit of a stack move once the upper one has gone.
    pub lower_may_follow: bool,
    /// Alexander 9.63 before 280: Macedonian two-hex units form square.
    pub squares: bool,
    /// Which lines may withdraw by arrangement, and what that costs their leader.
    pub prearranged: Prearranged,
    /// Alexander 6.14, 6.5: hoplites may press on and drift, where a battle wants it.
    pub hoplite_habits: bool,
    /// Alexander 9.7: cavalry may form up for the charge, where a battle wants it.
    pub charge_formation: bool,
    /// spqr 9.7, alexander 9.9: triarii may be held back, in battles before 200 BC. Where the book knows the
    /// year, it is set there.
    pub triarii_doctrine: bool,
    /// spqr 6.42: ground of a kind that one half of a unit has paid for costs nothing more when the other
    /// half follows. Alexander 6.42 does not spare it.
    pub second_half_spared: bool,
    /// Alexander 7.16: who began the phase in an enemy zone, whosever, does not turn in reaction.
    pub held_do_not_react: bool,
    /// Alexander 6.65: columns move and do nothing else. The others: they recover, too.
    pub columns_only_move: bool,
}

/// Whose line may withdraw as arranged beforehand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prearranged {
    /// spqr 6.81, 6.83: infantry lines of an army with an elite commander or one of initiative 6, before a
    /// leader near them; activated, he commands that line alone.
    ByArmy,
    /// Alexander 6.81, 6.84: phalanxes and heavy infantry of quality 6; medium and legion infantry in such
    /// an army. Activated, their leader does as he likes, but the line stays.
    ByUnits,
}

/// What ground is rough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoughGround {
    /// spqr 6.26: woods, broken ground and marsh.
    Listed,
    /// Cataphract 6.27: woods and broken ground.
    WoodsAndBroken,
    /// Alexander 6.28: what costs the unit a hit to enter, elevation apart.
    ByHits,
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
            barbarians_form_column: false,
            rough: RoughGround::Listed,
            column_needs_discipline: false,
            peltasts_form_column: true,
            withdrawal_shuns_rough: false,
            turns_freely_after_withdrawal: false,
            rampage_scatters_all: true,
            line_withdrawal_needs_leader: true,
            shockless_hold: false,
            only_macedonians_by_higher_pace: false,
            turns_freely_in_zone: false,
            macedonians_pivot_freely: false,
            two_hex_reacts: true,
            steep_slopes: false,
            unwieldy_chariots: false,
            columns_pass_friends: false,
            lower_may_follow: false,
            squares: false,
            prearranged: Prearranged::ByArmy,
            hoplite_habits: false,
            charge_formation: false,
            triarii_doctrine: true,
            second_half_spared: true,
            held_do_not_react: false,
            columns_only_move: false,
        }
    }

    /// Cataphract.
    #[must_use]
    pub const fn cataphract() -> MovementChoices {
        MovementChoices {
            reaction_counts_pace: false,
            cavalry_reacts_freely: true,
            barbarians_form_column: true,
            rough: RoughGround::WoodsAndBroken,
            column_needs_discipline: true,
            line_withdrawal_needs_leader: false,
            shockless_hold: true,
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
            failed_reaction_bars_fire: true,
            column_spares: ColumnSpares::One,
            rough: RoughGround::ByHits,
            peltasts_form_column: false,
            withdrawal_shuns_rough: true,
            turns_freely_after_withdrawal: true,
            rampage_scatters_all: false,
            shockless_hold: true,
            only_macedonians_by_higher_pace: true,
            turns_freely_in_zone: true,
            macedonians_pivot_freely: before,
            two_hex_reacts: false,
            steep_slopes: true,
            unwieldy_chariots: true,
            columns_pass_friends: true,
            lower_may_follow: true,
            squares: before,
            prearranged: Prearranged::ByUnits,
            hoplite_habits: true,
            charge_formation: true,
            second_half_spared: false,
            held_do_not_react: true,
            columns_only_move: true,
            ..MovementChoices::spqr()
        }
    }
}
