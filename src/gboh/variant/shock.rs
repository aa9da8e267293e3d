//! What the books decide differently about shock.

/// Choices of the shock chapter. Each names the rule of SPQR it concerns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShockChoices {
    /// 7.33: light infantry and light cavalry with bows may shock.
    pub archers_may_shock: bool,
    /// Alexander 7.31, 7.32: whoever moved in the phase shocks with a check, be it that he only turned.
    /// spqr 7.31, cataphract 7.31: who moved adjacent.
    pub any_move_shocks: bool,
    /// Alexander 8.53: a two-hex unit advances straight on or by a pivot into the centre, as its owner
    /// likes. spqr 8.53: straight on, and by a wheel only before one enemy beside an empty centre.
    pub pivots_into_centre: bool,
    /// 9.41: any phalanx among the attackers takes a phalanx its defence. Alexander 9.61: only the unit
    /// used.
    pub any_phalanx_breaks_phalanxes: bool,
    /// 8.43: units that attack skirmishers only need no check.
    pub skirmishers_spare_attackers: bool,
    /// 8.43: phalanx, heavy and legion infantry attacked frontally by light infantry need no check.
    pub light_foot_spares_heavy: bool,
    /// 8.43: who is shaken when elephants charge.
    pub elephants_shake: ElephantsShake,
    /// 8.43: added to the check of a double depth phalanx that defends.
    pub double_depth_check: i8,
    /// 8.46 step 1: zones of skirmishers too deny position superiority.
    pub skirmishers_harry: bool,
    /// 8.46 step 2: what skirmishers do to the size ratio.
    pub skirmisher_size: SkirmisherSize,
    /// 8.46 step 4: hits by defending skirmishers are halved, one at most.
    pub skirmishers_halved: bool,
    /// 8.46 step 4, 9.32: whose hits are halved.
    pub light_halved: LightHalved,
    /// Alexander 9.42: columns when a cataphract attacks, and when one defends.
    pub cataphract_shifts: (i8, i8),
    /// 8.46 step 3: added to a killed leader's reversed charisma. Cataphract 9.16, alexander 8.36: nothing.
    pub killed_leader_extra: u8,
    /// Cataphract 9.16: a leader who has just been wounded adds the charisma he has left. SPQR's casualty
    /// chart, alexander 8.34: nothing in that combat.
    pub wounded_inspire: bool,
    /// 8.47\[2\], cataphract 9.17: a collapse roll equal to the troop quality passes. Alexander 8.38: it
    /// does not.
    pub collapse_equal_passes: bool,
    /// 8.6: how cavalry pursues, where the battle does not bar it.
    pub pursuit: Pursuit,
    /// Cavalry pursues unless the battle bars it (8.6); else only where it is asked for (alexander 10.4,
    /// before 280 BC).
    pub pursuit_standard: bool,
    /// 10.13: who places his hits freely among several enemies he attacks.
    pub places_hits: PlacesHits,
    /// Alexander 9.31: plain skirmishers attack chariots and routed units. spqr 9.23: nobody.
    pub skirmishers_hunt: bool,
    /// Alexander 8.36, 4th exception: an attacker with an enemy zone on its flank or rear attacks the front,
    /// wherever it stands. spqr 8.46, cataphract 9.16: it only gains no position superiority.
    pub harried_attack_front: bool,
    /// Alexander 8.37: units with three times the hits of an enemy in their combat take two more.
    pub breakthrough: bool,
    /// spqr 9.11, alexander 9.11: infantry may open its ranks for elephants.
    pub elephants_pass: bool,
    /// spqr 9.11: only for one elephant that attacks one unit. Alexander 9.11: whoever attacks with it, if
    /// they are of its type, and whomever.
    pub passes_many: bool,
    /// spqr 9.14: the first 7 to 9 of a rampage leads away from its cause. Alexander 9.14: it is the end.
    pub wedge_at_once: bool,
    /// spqr 9.15: cavalry forced into an elephant's zone takes hits. Alexander 9.15 has nothing about that.
    pub forced_to_elephants_costs: bool,
    /// spqr 9.16: only an elephant that was not beside the cavalry before drives it off. Alexander 9.16:
    /// any.
    pub elephants_come_from_afar: bool,
    /// spqr 10.42: engaged units that cannot shock step back if they can. Cataphract 10.32: they may.
    pub shockless_step_back: bool,
    /// Alexander 9.82: a line that is extended has two points less, all of it. spqr 9.68: those who slide
    /// and those below.
    pub extension_slows_line: bool,
}

/// How cavalry pursues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pursuit {
    /// Not at all.
    Never,
    /// It attacks everybody in its zone at the end of the ride, by the full procedure, and its overall
    /// commander brings it back from off the map (spqr 8.62 to 8.64).
    ThroughTheLine,
    /// It attacks nobody but a fugitive alone in its zone, by a die; collapse comes after the pursuits, and
    /// it comes back by itself (alexander 10.42A, 10.43A).
    AfterTheFugitive,
    /// Cavalry in charge formation follows by a die and attacks as long as it meets enemies (alexander
    /// 10.41B to 10.46B).
    InFormation,
}

/// What skirmishers do to the size ratio.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SkirmisherSize {
    /// There is none where they fight (spqr 8.46).
    VoidsRatio,
    /// They do not count beside other types (alexander 9.31).
    NotBesideOthers,
}

/// Who attacks several one-hex units and divides the hits among them as he likes (10.13, alexander 10.12).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlacesHits {
    /// A phalanx.
    Phalanx,
    /// Any two-hex unit.
    TwoHex,
}

/// Whose pre-shock die is raised by one when elephants charge (8.43).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ElephantsShake {
    /// The elephant's, against the front of a phalanx or heavy infantry.
    Themselves,
    /// The defender's, always.
    Defenders,
}

/// Which attackers' hits are halved (9.32).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LightHalved {
    /// Light cavalry against formed infantry.
    Horse,
    /// Archers, mounted or light infantry, against heavy and medium infantry.
    Archers,
    /// Nobody's.
    Nobody,
}

impl ShockChoices {
    /// As the fourth edition of SPQR has them.
    #[must_use]
    pub const fn spqr() -> ShockChoices {
        ShockChoices {
            archers_may_shock: false,
            any_phalanx_breaks_phalanxes: true,
            any_move_shocks: false,
            pivots_into_centre: false,
            skirmishers_spare_attackers: true,
            light_foot_spares_heavy: true,
            elephants_shake: ElephantsShake::Themselves,
            double_depth_check: -1,
            skirmishers_harry: false,
            skirmisher_size: SkirmisherSize::VoidsRatio,
            skirmishers_halved: true,
            light_halved: LightHalved::Horse,
            cataphract_shifts: (0, 0),
            killed_leader_extra: 2,
            wounded_inspire: false,
            collapse_equal_passes: true,
            pursuit: Pursuit::ThroughTheLine,
            pursuit_standard: true,
            places_hits: PlacesHits::Phalanx,
            skirmishers_hunt: false,
            harried_attack_front: false,
            breakthrough: false,
            elephants_pass: true,
            passes_many: false,
            wedge_at_once: false,
            forced_to_elephants_costs: true,
            elephants_come_from_afar: true,
            shockless_step_back: true,
            extension_slows_line: false,
        }
    }

    /// Cataphract: without skirmishers, elephants and phalanxes.
    #[must_use]
    pub const fn cataphract() -> ShockChoices {
        ShockChoices {
            archers_may_shock: true,
            light_foot_spares_heavy: false,
            skirmishers_harry: true,
            light_halved: LightHalved::Archers,
            killed_leader_extra: 0,
            wounded_inspire: true,
            shockless_step_back: false,
            pursuit: Pursuit::Never,
            pursuit_standard: false,
            ..ShockChoices::spqr()
        }
    }

    /// Alexander; before 280 BC pursuit is an option (10.4). That infantry opens its ranks only from 275 BC
    /// on depends on the year and is set where the years are.
    #[must_use]
    pub const fn alexander(before: bool) -> ShockChoices {
        ShockChoices {
            archers_may_shock: true,
            any_phalanx_breaks_phalanxes: false,
            any_move_shocks: true,
            pivots_into_centre: true,
            elephants_shake: ElephantsShake::Defenders,
            double_depth_check: 0,
            light_halved: LightHalved::Nobody,
            cataphract_shifts: (2, -2),
            killed_leader_extra: 0,
            collapse_equal_passes: false,
            pursuit: Pursuit::AfterTheFugitive,
            pursuit_standard: !before,
            places_hits: PlacesHits::TwoHex,
            skirmisher_size: SkirmisherSize::NotBesideOthers,
            skirmishers_hunt: true,
            harried_attack_front: true,
            breakthrough: before,
            elephants_pass: !before,
            passes_many: true,
            wedge_at_once: true,
            forced_to_elephants_costs: false,
            elephants_come_from_afar: false,
            extension_slows_line: true,
            ..ShockChoices::spqr()
        }
    }
}
