//! What the books decide differently about missiles and harassment.

/// Choices of the missile chapter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MissileChoices {
    /// spqr 8.11: archers among the light infantry may move or fire in a phase, not both. The others: both.
    pub foot_archers_move_or_fire: bool,
    /// Who pays for firing in a phase in which it moves (spqr 8.15).
    pub moving: MovingFire,
    /// Alexander 8.14: every missile unit may fire over others. spqr 8.14, cataphract 8.14: only bows.
    pub all_fire_over_units: bool,
    /// Cataphract 8.16: at extended range the changed die must be 0. The others: the die as thrown.
    pub extended_by_changed_die: bool,
    /// spqr 8.17, alexander 8.17\[6\]: javelin infantry has none left after shock. Cataphract: it keeps
    /// them.
    pub shock_empties_javelins: bool,
    /// Alexander 8.19, 8.34: a 0 of the fire is the leader's casualty itself. The others throw another die
    /// for it.
    pub fire_strikes_leaders: bool,
    /// spqr 8.25: elephants' screens join in any reaction fire. Alexander 9.12: only in entry fire.
    pub screens_fire_on_entry_only: bool,
    /// Cataphract 8.23: with an enemy in its zone a unit does not return fire that comes from outside that
    /// zone.
    pub return_fire_held_by_zone: bool,
    /// Cataphract 8.31: light cavalry harasses whom it likes, whatever his allowance.
    pub horse_harasses_anybody: bool,
    /// spqr 8.31: light cavalry does not harass skirmishers.
    pub horse_spares_skirmishers: bool,
    /// spqr 8.31, alexander 9.32: light foot harasses too. Cataphract 8.31: light cavalry alone.
    pub foot_harasses: bool,
    /// Cataphract 8.15: who only turns in its hex does not move in the eyes of missile fire.
    pub turning_is_no_move: bool,
    /// Cataphract 8.34: infantry that harassment has hit may run after those who did it.
    pub harassed_foot_may_charge: bool,
    /// Cataphract 11.4: composite bows on foot shoot twice as long as they stand where they were set up.
    pub standing_archers_shoot_twice: bool,
    /// Cataphract 11.7: Roman and Byzantine heavy and medium infantry may close its shields against
    /// missiles.
    pub shield_walls: bool,
    /// spqr 8.21, cataphract 8.21: of a line that has moved a unit fires at one. Alexander 8.21: at each
    /// that came into its zone.
    pub line_draws_one_entry_shot: bool,
    /// spqr 8.22, cataphract 8.22: who runs in the rout segment draws retire fire. Alexander 8.22: no routed
    /// unit does.
    pub runaways_draw_retire_fire: bool,
    /// Alexander 8.22: an advance or pursuit out of a zone draws retire fire as any move. spqr 8.55,
    /// cataphract 9.24: only entry fire meets an advance.
    pub advances_draw_retire_fire: bool,
    /// spqr 8.24, cataphract 8.24: fire while withdrawing is once at each enemy in a phase. Alexander 8.23:
    /// without such a bound.
    pub withdrawal_fire_once: bool,
    /// spqr 8.32, cataphract 8.32: the way of harassment leads through front hexes, with the target in
    /// sight. Alexander 9.32, 9.41: only friends, enemies, their zones and rough ground bar it.
    pub harassment_keeps_its_front: bool,
    /// spqr 8.32: it leads over no slope of more than one level. The others name none.
    pub harassment_minds_slopes: bool,
    /// spqr 8.33, cataphract 8.33: the target of harassment may turn, and whoever the way passes may fire.
    /// Alexander 9.32: the target alone may fire.
    pub harassment_stirs_others: bool,
    /// spqr 9.82, cataphract 11.62: engines are in move or in fire mode. Alexander 9.54: they move or fire
    /// in a phase.
    pub engines_have_modes: bool,
    /// Alexander 9.52: engines fire twice in every phase. The others: twice in the phases of their side in a
    /// turn, once in each.
    pub engines_fire_twice_a_phase: bool,
    /// Alexander 9.53: engines do not shoot through walls and ramparts.
    pub walls_stop_engines: bool,
    /// Cataphract 8.16: hexes farther downhill from the top of a wall. The others: as from any height.
    pub wall_top_reach: u8,
    /// Cataphract 11.62: a line command to a unit in its hex moves an engine or changes its mode.
    pub engines_go_with_a_line: bool,
}

/// Who has the chart's modifier for moving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MovingFire {
    /// Bows, slings and everybody mounted (spqr 8.15\[5\]).
    BowsSlingsMounted,
    /// Everybody but javelins on foot and thrown axes (cataphract 8.15, alexander 8.15\[4\]).
    NotThrownOnFoot,
}

impl MissileChoices {
    /// SPQR.
    #[must_use]
    pub const fn spqr() -> MissileChoices {
        MissileChoices {
            foot_archers_move_or_fire: true,
            moving: MovingFire::BowsSlingsMounted,
            all_fire_over_units: false,
            extended_by_changed_die: false,
            shock_empties_javelins: true,
            fire_strikes_leaders: false,
            screens_fire_on_entry_only: false,
            return_fire_held_by_zone: false,
            horse_harasses_anybody: false,
            horse_spares_skirmishers: true,
            foot_harasses: true,
            turning_is_no_move: false,
            harassed_foot_may_charge: false,
            standing_archers_shoot_twice: false,
            shield_walls: false,
            line_draws_one_entry_shot: true,
            runaways_draw_retire_fire: true,
            advances_draw_retire_fire: false,
            withdrawal_fire_once: true,
            harassment_keeps_its_front: true,
            harassment_minds_slopes: true,
            harassment_stirs_others: true,
            engines_have_modes: true,
            engines_fire_twice_a_phase: false,
            walls_stop_engines: false,
            wall_top_reach: 1,
            engines_go_with_a_line: false,
        }
    }

    /// Cataphract.
    #[must_use]
    pub const fn cataphract() -> MissileChoices {
        MissileChoices {
            foot_archers_move_or_fire: false,
            moving: MovingFire::NotThrownOnFoot,
            extended_by_changed_die: true,
            shock_empties_javelins: false,
            return_fire_held_by_zone: true,
            horse_harasses_anybody: true,
            harassment_minds_slopes: false,
            foot_harasses: false,
            turning_is_no_move: true,
            harassed_foot_may_charge: true,
            standing_archers_shoot_twice: true,
            shield_walls: true,
            engines_go_with_a_line: true,
            wall_top_reach: 2,
            ..MissileChoices::spqr()
        }
    }

    /// Alexander, either time.
    #[must_use]
    pub const fn alexander(_before: bool) -> MissileChoices {
        MissileChoices {
            foot_archers_move_or_fire: false,
            moving: MovingFire::NotThrownOnFoot,
            all_fire_over_units: true,
            fire_strikes_leaders: true,
            screens_fire_on_entry_only: true,
            horse_spares_skirmishers: false,
            line_draws_one_entry_shot: false,
            runaways_draw_retire_fire: false,
            advances_draw_retire_fire: true,
            withdrawal_fire_once: false,
            harassment_keeps_its_front: false,
            harassment_minds_slopes: false,
            harassment_stirs_others: false,
            engines_have_modes: false,
            engines_fire_twice_a_phase: true,
            walls_stop_engines: true,
            ..MissileChoices::spqr()
        }
    }
}
