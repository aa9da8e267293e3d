//! Where a leader is, and how he fares.

use super::unit::UnitId;
use crate::measure::Stance;
use crate::written::Post;

/// Where a leader is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeaderPlace {
    /// By himself on the table.
    Alone(Stance),
    /// With a unit.
    With(UnitId, Post),
    /// Not yet on the table.
    Waiting,
    /// Off the table, perhaps to return.
    Away,
    /// Taken prisoner.
    Captured,
    /// Dead.
    Killed,
}

/// A leader; he has the number of the Command that he was listed with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leader {
    /// Where.
    pub place: LeaderPlace,
    /// Turns for which he stays out of combat with a wound.
    pub wounded: u8,
    /// He has moved this turn.
    pub moved: bool,
    /// He has tried to rally a unit in this rally phase.
    pub rallied: bool,
    /// Off the table by himself: the turn in which he is back.
    pub back: Option<u16>,
}
