//! Why nobody shoots, fights, leaves a combat, or plays at flight.

use crate::measure::Length;
use crate::setup::CommandId;
use crate::state::{Directive, UnitId};

/// Why a unit does not shoot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unshot {
    /// No Command has the initiative.
    NotNow,
    /// That Command has the initiative, and the unit is not its own.
    NotItsTurn(CommandId),
    /// Not on the table.
    Off,
    /// A free move, and nothing else.
    FreeMove,
    /// Combat has begun.
    TooLate,
    /// It has shot this turn.
    Shot,
    /// It has fought this turn.
    Fought,
    /// In close combat.
    InCombat,
    /// Its order is to reform, or to march.
    Order(Directive),
    /// Broken.
    Broken,
    /// Nothing to shoot with.
    Unarmed,
    /// Nobody in sight whom it could shoot at.
    Nobody,
    /// None of its stands can shoot at this one; at these they can.
    NotAt(Mark, Vec<Mark>),
}

/// Why a Command fights no close combat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfought {
    /// No Command has the initiative.
    NotNow,
    /// That Command has none to fight.
    Nothing(CommandId),
}

/// Why a unit does not do what is done in its Command's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undone {
    /// No Command has the initiative.
    NotNow,
    /// It is not of the Command that has the initiative.
    NotItsTurn,
    /// It leaves a combat under the order to retire only.
    NotRetiring,
    /// In no close combat.
    NoCombat,
    /// It has moved or fought.
    Spent,
    /// No skirmishers.
    NoSkirmishers,
    /// Broken, or in close combat.
    Unfit,
    /// Nobody is there who could follow it.
    NoFollower,
    /// No light troops, who alone part their move.
    NotLight,
    /// So much is left after the first part of its move, and the second takes so much.
    TooFar(Length, Length),
}

/// At whom a unit shoots.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// A unit.
    Unit(UnitId),
    /// A leader who stands by himself.
    Leader(CommandId),
}
