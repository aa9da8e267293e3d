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
    /// spqr 10.31, alexander 10.37: a rallied unit is depleted. Cataphract 10.27: it is as before.
    pub rallied_are_depleted: bool,
    /// Alexander 10.14: a unit recovers hits in a phase or moves or fires, not both; and none at all within reach of
    /// enemy missiles. spqr 10.16, cataphract 10.16: it may do both, and recovers one hit within that reach.
    pub recovery_alone: bool,
    /// spqr 11.1, alexander 10.52: skirmishers' points. Cataphract has none.
    pub skirmisher_points: u16,
    /// Alexander 10.52: points of skirmishers that may shock, of chariots and of artillery; `None` = their quality.
    pub shock_skirmisher_points: Option<u16>,
    /// The same for chariots.
    pub chariot_points: Option<u16>,
    /// The same for artillery.
    pub artillery_points: Option<u16>,
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
    /// Clear ground.
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
            rallied_are_depleted: true,
            recovery_alone: false,
            skirmisher_points: 2,
            shock_skirmisher_points: Some(2),
            chariot_points: None,
            artillery_points: None,
        }
    }

    /// Cataphract.
    #[must_use]
    pub const fn cataphract() -> RoutChoices {
        RoutChoices {
            rallies_on: RalliesOn::Charisma,
            failed_rally: FailedRally::Lost,
            rallied_are_depleted: false,
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
            skirmisher_points: 1,
            chariot_points: Some(2),
            artillery_points: Some(0),
            ..RoutChoices::spqr()
        }
    }
}
