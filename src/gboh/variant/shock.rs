//! What the books decide differently about shock.

/// Choices of the shock chapter. Each names the rule of SPQR it concerns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShockChoices {
    /// 7.33: light infantry and light cavalry with bows may shock.
    pub archers_may_shock: bool,
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
    /// 8.46 step 2: skirmishers make the size ratio void.
    pub skirmishers_void_size: bool,
    /// 8.46 step 4: hits by defending skirmishers are halved, one at most.
    pub skirmishers_halved: bool,
    /// 8.46 step 4, 9.32: whose hits are halved.
    pub light_halved: LightHalved,
    /// Alexander 9.42: columns when a cataphract attacks, and when one defends.
    pub cataphract_shifts: (i8, i8),
    /// 8.46 step 3: added to a killed leader's reversed charisma. Cataphract 9.16, alexander 8.36: nothing.
    pub killed_leader_extra: u8,
    /// 8.47\[2\], cataphract 9.17: a collapse roll equal to the troop quality passes. Alexander 8.38: it does not.
    pub collapse_equal_passes: bool,
    /// 8.6: does cavalry pursue, where the battle does not bar it?
    pub pursuit: bool,
    /// 10.13: who places his hits freely among several enemies he attacks.
    pub places_hits: PlacesHits,
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
            skirmishers_spare_attackers: true,
            light_foot_spares_heavy: true,
            elephants_shake: ElephantsShake::Themselves,
            double_depth_check: -1,
            skirmishers_harry: false,
            skirmishers_void_size: true,
            skirmishers_halved: true,
            light_halved: LightHalved::Horse,
            cataphract_shifts: (0, 0),
            killed_leader_extra: 2,
            collapse_equal_passes: true,
            pursuit: true,
            places_hits: PlacesHits::Phalanx,
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
            pursuit: false,
            ..ShockChoices::spqr()
        }
    }

    /// Alexander; cavalry pursues from 280 BC on (10.4).
    #[must_use]
    pub const fn alexander(before: bool) -> ShockChoices {
        ShockChoices {
            archers_may_shock: true,
            elephants_shake: ElephantsShake::Defenders,
            double_depth_check: 0,
            light_halved: LightHalved::Nobody,
            cataphract_shifts: (2, -2),
            killed_leader_extra: 0,
            collapse_equal_passes: false,
            pursuit: !before,
            places_hits: PlacesHits::TwoHex,
            ..ShockChoices::spqr()
        }
    }
}
