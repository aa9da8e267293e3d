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
    /// Columns when a cataphract attacks, and when one defends.
    pub cataphract_shifts: (i8, i8),
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
        }
    }
}
