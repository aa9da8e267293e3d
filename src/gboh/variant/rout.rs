//! What the books decide differently about rout, rally and victory.

/// Choices of the chapter of rout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoutChoices {
    /// The highest die that rallies.
    pub rallies_on: RalliesOn,
    /// What becomes of a unit that a leader fails to rally.
    pub failed_rally: FailedRally,
    /// Where a unit may rally.
    pub rally_ground: RallyGround,
    /// spqr 10.31: a rallied unit is depleted. Cataphract knows no depletion; alexander 10.2 has it as an
    /// option.
    pub depletion: Depletion,
    /// Alexander 10.14: a unit recovers hits in a phase or moves or fires, not both; and none at all within
    /// reach of enemy missiles. spqr 10.16, cataphract 10.16: it may do both, and recovers one hit within
    /// that reach.
    pub recovery_alone: bool,
    /// spqr 10.16 and 10.28, cataphract 10.16 and 10.27: enemies who could harass a unit are within range of
    /// it. Alexander 10.14, 10.37: they are not.
    pub harassers_endanger: bool,
    /// spqr 11.1, alexander 10.52: skirmishers' points. Cataphract has none.
    pub skirmisher_points: u16,
    /// Alexander 10.52: points of skirmishers that may shock; `None` = their quality.
    pub shock_skirmisher_points: Option<u16>,
    /// Alexander 10.52: points of chariots; `None` = their quality.
    pub chariot_points: Option<u16>,
    /// Alexander 10.52: points of artillery; `None` = their quality.
    pub artillery_points: Option<u16>,
    /// spqr 11.1: points for each initiative of a tribune, a praefect or a replacement: one. Cataphract
    /// 12.11, alexander 10.52: five, as of every leader.
    pub officer_points: u8,
    /// Alexander 6.98: the top unit whose companion below has routed checks as before shock, and takes
    /// hits. spqr 6.68: it routs when it fails.
    pub top_takes_hits: bool,
    /// Which two-hex units roll to stand when they would rout, and when.
    pub stand: Stand,
    /// alexander 9.34, 10.34: routed skirmishers run, and are lost in the segment of rout movement. spqr
    /// 10.21: they are lost when they rout.
    pub skirmishers_run: bool,
    /// alexander 10.37: every rallied unit has no missiles left. spqr 10.28, cataphract 10.27: foot only.
    pub rallied_horse_is_empty: bool,
}

/// Depletion (spqr 10.3, alexander 10.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depletion {
    /// It is in the rules.
    Always,
    /// Where the option of that name is switched on.
    Optional,
    /// There is none.
    Never,
}

/// The roll with which two-hex units may stand (spqr 8.43, alexander 9.65).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stand {
    /// Phalanxes, in the charge and the collapse (spqr 8.43, 8.47).
    PhalanxesInShock,
    /// Phalanxes and two-hex heavy infantry, whatever the hits came from (alexander 9.65).
    TwoHexAlways,
}

/// The number that rallies (spqr 10.28, cataphract 10.27, alexander 10.37).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RalliesOn {
    /// The leader's initiative and one.
    InitiativePlusOne,
    /// The leader's charisma.
    Charisma,
}

/// A rally that fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailedRally {
    /// It runs two hexes, or is lost when the die was above its quality too (spqr 10.28).
    RunsTwo,
    /// It is lost (cataphract 10.27).
    Lost,
    /// It runs its whole allowance, or is lost when the die was above its quality too, heavy infantry always
    /// (alexander 10.37).
    RunsOn,
}

/// Ground for a rally.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RallyGround {
    /// Clear ground; cataphract 6.27 calls everything so that is not rough.
    Clear,
    /// Ground that costs one point to enter, height left out (alexander 10.37).
    OnePoint,
}

impl RoutChoices {
    /// SPQR.
    #[must_use]
    pub const fn spqr() -> RoutChoices {
        RoutChoices {
            rallies_on: RalliesOn::InitiativePlusOne,
            failed_rally: FailedRally::RunsTwo,
            rally_ground: RallyGround::Clear,
            depletion: Depletion::Always,
            recovery_alone: false,
            harassers_endanger: true,
            skirmisher_points: 2,
            shock_skirmisher_points: Some(2),
            chariot_points: None,
            artillery_points: None,
            officer_points: 1,
            top_takes_hits: false,
            stand: Stand::PhalanxesInShock,
            skirmishers_run: false,
            rallied_horse_is_empty: false,
        }
    }

    /// Cataphract.
    #[must_use]
    pub const fn cataphract() -> RoutChoices {
        RoutChoices {
            rallies_on: RalliesOn::Charisma,
            failed_rally: FailedRally::Lost,
            depletion: Depletion::Never,
            officer_points: 5,
            ..RoutChoices::spqr()
        }
    }

    /// Alexander, either time.
    #[must_use]
    pub const fn alexander(_before: bool) -> RoutChoices {
        RoutChoices {
            failed_rally: FailedRally::RunsOn,
            rally_ground: RallyGround::OnePoint,
            recovery_alone: true,
            harassers_endanger: false,
            skirmisher_points: 1,
            chariot_points: Some(2),
            artillery_points: Some(0),
            officer_points: 5,
            top_takes_hits: true,
            depletion: Depletion::Optional,
            stand: Stand::TwoHexAlways,
            skirmishers_run: true,
            rallied_horse_is_empty: true,
            ..RoutChoices::spqr()
        }
    }
}
