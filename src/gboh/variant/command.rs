//! What the books decide differently about command and leaders.

/// Which units of a line a leader's command reaches, and from where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineReach {
    /// spqr 4.32, 4.33: lines of infantry and elephants want their leader within two hexes and sight.
    NearFoot,
    /// Alexander 4.34, 4.4: every line wants that of a subordinate, none of the overall commander.
    NearAll,
    /// Cataphract 4.32: whoever is within twice the command range.
    TwiceRange,
}

/// When a subordinate throws for his line commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineDice {
    /// spqr 4.33: free in range of the overall commander, by a die out of it, by a die in momentum.
    RangeOrDie,
    /// Alexander 4.34: as spqr, but a line of the range stays free in momentum while he is in range; a
    /// leader with a strategy of his own throws against that, and has no momentum after a line of the range.
    RangeLasts,
    /// Cataphract 4.33: in the initial phase always by a die, which counts until he is finished; out of
    /// range only a 0 does, and anything else finishes him.
    OnceForAll,
}

/// What the die roll of doom does (5.33).
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub enum Doom {
    /// spqr: 0 and 1 let the enemy activate anybody, 9 ends all activations of the turn.
    Reactivation,
    /// Cataphract: 0 and 1 finish all leaders of the side, 9 those of both.
    Paralysis,
    /// Alexander before 280 BC: 0 and 1 let the enemy activate anybody, 9 is a crisis of faith.
    CrisisOfFaith,
}

/// How a leader gets out of the way (4.72).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeaderEscape {
    /// spqr 4.72, cataphract 4.62: one to three hexes, alone or not, after a shock too.
    ThreeHexes,
    /// Alexander 4.62: as many points as he has more than the mover, one at least; from a unit's hex only
    /// where `with_unit` says so.
    Points {
        /// From 280 BC he may leave the unit with which he is stacked.
        with_unit: bool,
    },
}

/// Choices of the command chapter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommandChoices {
    /// spqr 5.33: a leader chosen by re-activation may use momentum unless he was finished. Alexander 5.33:
    /// never.
    pub reactivated_keep_momentum: bool,
    /// spqr 4.33\[3\], alexander 4.34: in the first turn every leader's line command is free. Cataphract:
    /// never.
    pub free_lines_on_first_turn: bool,
    /// Cataphract 9.14, alexander 8.45: a leader's second wound kills him. SPQR: one who has no initiative
    /// left is dead.
    pub second_wound_kills: bool,
    /// spqr 4.32 and 4.33, cataphract 4.32, alexander 4.34.
    pub line_reach: LineReach,
    /// spqr 4.33, cataphract 4.33, alexander 4.34.
    pub line_dice: LineDice,
    /// spqr 4.34: who moved with his line ends within range of one of its units. Cataphract 4.34, alexander
    /// 4.35: no.
    pub ends_near_his_line: bool,
    /// Cataphract 5.23: units of a moving line may fire where they stand. spqr 5.23, alexander 5.22: they
    /// may not.
    pub line_mixes: bool,
    /// spqr 4.32, alexander 4.33: an enemy zone in the gap ends a line. Cataphract 4.32: it does not.
    pub zone_ends_line: bool,
    /// spqr, cataphract and alexander 5.33.
    pub doom: Doom,
    /// spqr 4.72, cataphract 4.62, alexander 4.62.
    pub escape: LeaderEscape,
    /// Alexander 4.23: a leader rides along whoever gave the order. spqr 4.23, cataphract 4.23: his own
    /// order only.
    pub rides_on_any_order: bool,
    /// Alexander 4.24, 4.4: in an enemy zone the overall commander gives line commands, but moves no other
    /// leader before he has left it. spqr 4.33, cataphract 4.33: the other way about.
    pub overall_orders_from_zone: bool,
    /// Alexander 8.4, before 280 BC: opposing leaders in one shock fight it out.
    pub personal_combat: bool,
    /// spqr 4.74, cataphract 4.63, alexander 4.64. Alexander 8.44, before 280 BC: nobody is replaced.
    pub fallen_are_replaced: bool,
    /// Cataphract 11.3: a line that came far forward may run on by itself in the next turn.
    pub uncontrolled_advance: bool,
    /// Alexander 5.46: who has trumped must bring a unit into another hex, let it fire, or let units shock.
    /// spqr 5.45, cataphract 5.45: any order will do.
    pub trumper_moves_or_fights: bool,
    /// Alexander 5.5, before 280 BC: the elite initiative is an option. Else an elite commander always has
    /// it.
    pub elite_is_optional: bool,
    /// Alexander 5.6: wing commanders of Macedon may set contingent commanders to work.
    pub wing_contingents: bool,
    /// Alexander 4.74: a praefect of cavalry keeps to legion or ala horse for his whole activation. spqr
    /// 4.54: in a phase.
    pub horse_for_activation: bool,
    /// spqr 5.26, cataphract 5.26: a leader freed from an enemy zone comes before any other. Alexander 5.25:
    /// before those of higher initiative.
    pub freed_come_first: bool,
    /// spqr 4.52: individual orders bind a tribune or praefect to one class of one legion or ala for the
    /// phase. Alexander 4.72: to the legion or ala, any class of it.
    pub tribunes_keep_to_a_class: bool,
    /// Cataphract 4.33, 4.5: whoever commands some units only inspires no others in shock. spqr 8.46,
    /// alexander 8.36: he inspires all with whom he stands.
    pub inspires_his_own_only: bool,
}

impl CommandChoices {
    /// SPQR.
    #[must_use]
    pub const fn spqr() -> CommandChoices {
        CommandChoices {
            reactivated_keep_momentum: true,
            free_lines_on_first_turn: true,
            second_wound_kills: false,
            line_reach: LineReach::NearFoot,
            line_dice: LineDice::RangeOrDie,
            ends_near_his_line: true,
            line_mixes: false,
            zone_ends_line: true,
            doom: Doom::Reactivation,
            escape: LeaderEscape::ThreeHexes,
            rides_on_any_order: false,
            overall_orders_from_zone: false,
            personal_combat: false,
            fallen_are_replaced: true,
            uncontrolled_advance: false,
            trumper_moves_or_fights: false,
            elite_is_optional: false,
            wing_contingents: false,
            horse_for_activation: false,
            freed_come_first: true,
            tribunes_keep_to_a_class: true,
            inspires_his_own_only: false,
        }
    }

    /// Cataphract.
    #[must_use]
    pub const fn cataphract() -> CommandChoices {
        CommandChoices {
            free_lines_on_first_turn: false,
            second_wound_kills: true,
            line_reach: LineReach::TwiceRange,
            line_dice: LineDice::OnceForAll,
            ends_near_his_line: false,
            line_mixes: true,
            zone_ends_line: false,
            doom: Doom::Paralysis,
            uncontrolled_advance: true,
            inspires_his_own_only: true,
            ..CommandChoices::spqr()
        }
    }

    /// Alexander, either time.
    #[must_use]
    pub const fn alexander(before: bool) -> CommandChoices {
        CommandChoices {
            reactivated_keep_momentum: false,
            second_wound_kills: true,
            line_reach: LineReach::NearAll,
            line_dice: LineDice::RangeLasts,
            ends_near_his_line: false,
            doom: if before { Doom::CrisisOfFaith } else { Doom::Reactivation },
            escape: LeaderEscape::Points { with_unit: !before },
            rides_on_any_order: true,
            overall_orders_from_zone: true,
            personal_combat: before,
            fallen_are_replaced: !before,
            trumper_moves_or_fights: true,
            elite_is_optional: before,
            wing_contingents: true,
            horse_for_activation: true,
            freed_come_first: false,
            tribunes_keep_to_a_class: false,
            ..CommandChoices::spqr()
        }
    }
}
