//! Why a unit does not fire, or not at that one.

use crate::order::Target;
use crate::piece::UnitId;

/// Why there is no such shot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misfire {
    /// The unit does not fire.
    Unready(UnitId, NoShot),
    /// The target may not be fired at.
    Barred(Target, NoTarget),
    /// So far off, for a reach of so much.
    Far {
        /// Who fires.
        unit: UnitId,
        /// At whom.
        target: Target,
        /// How far.
        range: u8,
        /// The reach.
        reach: u8,
    },
    /// No line to it.
    Unseen(UnitId, Target),
    /// A wall between.
    Walled(UnitId, Target),
    /// The first does not harass the second.
    Harass(UnitId, UnitId, NoHarass),
    /// Harassed are units, and it is told to harass a leader.
    HarassesUnits(UnitId),
    /// Who harasses has moved or fired in this phase.
    HarassSpent(UnitId),
}

/// Why a unit does not fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoShot {
    /// Not on the map.
    Off,
    /// Without missiles.
    Unarmed,
    /// Routed.
    Routed,
    /// No missiles left.
    Empty,
    /// In column.
    Column,
    /// Engaged.
    Engaged,
    /// Below another unit.
    Below,
    /// In charge formation.
    Charge,
    /// Behind closed shields.
    ShieldWall,
    /// In move mode.
    Limbered,
    /// It did not come closer with its last step.
    NotCloser,
    /// It did not come closer just before, in its move.
    NotCloserNow,
    /// It moves or fires, and is told to do both.
    NotBoth,
    /// It moves or fires, and has moved.
    HasMoved,
    /// Fired twice in this phase.
    TwicePhase,
    /// Fired in this phase.
    Fired,
    /// Recovered in this phase.
    Recovered,
    /// Pursued or broken off.
    Spent,
    /// Fired twice in this turn.
    TwiceTurn,
}

/// Why a target may not be fired at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoTarget {
    /// Not on the map.
    Off,
    /// On the same side.
    Own,
    /// Engaged.
    Engaged,
    /// A leader among units.
    Accompanied,
}

/// Why a unit does not harass another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoHarass {
    /// Pursued or broken off.
    Spent,
    /// No light cavalry.
    NotHorse,
    /// No light unit.
    NotLight,
    /// A foot archer.
    Archer,
    /// Not skirmishers.
    Skirmishers,
    /// It cannot fire at that one.
    NoTarget,
    /// That one is too fast: own allowance, and its.
    TooFast(u8, u8),
    /// Not from 2 to so many hexes.
    Distance(u8),
    /// In an enemy zone.
    InZone,
    /// No clear line.
    Unseen,
    /// No free way.
    NoWay,
    /// The way that the order names is none by which it may.
    NotThatWay,
}
