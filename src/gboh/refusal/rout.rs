//! Why a unit does not recover, and why it is not rallied.

use crate::piece::UnitId;
use tess_hex::Hex;

/// Why a unit gets no better.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rout {
    /// Not on the map.
    Off(UnitId),
    /// Not on clear ground, or, where that is enough, on easy ground.
    Ground {
        /// Who.
        unit: UnitId,
        /// Where.
        hex: Hex,
        /// Has it to be clear?
        clear: bool,
    },
    /// An enemy beside it.
    Beset(UnitId),
    /// It does not recover.
    Recover(UnitId, NoRecovery),
    /// It is not rallied.
    Rally(UnitId, NoRally),
}

/// Why a unit does not recover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoRecovery {
    /// Routed.
    Routed,
    /// No hits.
    Fresh,
    /// Rallied in this turn.
    Rallied,
    /// In column.
    Column,
    /// Two hits in this phase.
    Twice,
    /// Moved or fired.
    Busy,
    /// Within reach of missiles.
    UnderFire,
}

/// Why a unit is not rallied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoRally {
    /// Not routed.
    Steady,
    /// An elephant.
    Elephant,
    /// In two hexes.
    TwoHexes,
    /// Tried by this leader in this turn.
    Tried,
    /// Within reach and sight of missiles.
    UnderFire,
}
