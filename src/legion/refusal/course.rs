//! Why it is not the time: for anybody's orders, to end something, to rally, to loot, to make peace.

use crate::setup::{CommandId, GoalId};
use crate::state::{Directive, UnitId};
use crate::written::Step;
use tess_effects::Side;

/// Why nothing can be ordered, or ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Untimely {
    /// The battle is over.
    Over,
    /// It is for that side to act.
    Others(Side),
    /// Nobody commands a side of this name.
    NoSide(String),
    /// So many cards are drawn first.
    Cards(u8),
    /// There is nothing to end.
    Nothing,
    /// These Commands have no order yet.
    NoOrder(Vec<CommandId>),
    /// Under this order these units still owe a move, and the first of them this one.
    Owes(Directive, Vec<UnitId>, Due),
    /// Units move while their Command has the initiative.
    NobodyActs,
    /// It is not the rally phase of the side, in which peace is offered.
    NoOffer,
    /// Peace has been offered.
    Offered,
}

/// Why a unit does not rally.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unrallied {
    /// It belongs to the other army.
    Foreign,
    /// Not broken, or not on the table.
    NotBroken,
    /// It has tried in this turn.
    Tried,
    /// That leader has tried to rally a unit in this phase.
    LeaderTried(CommandId),
    /// The leader with it is wounded.
    Wounded,
    /// No leader is with it.
    NoLeader,
    /// Its order is not to reform.
    NotReforming,
    /// Neither its Command's turn nor the rally phase.
    NotNow,
}

/// Why a unit does not loot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unlooted {
    /// No Command has the initiative.
    NotNow,
    /// It is not of the Command that has the initiative.
    NotItsTurn,
    /// No such objective.
    NoTown(GoalId),
    /// The side's own.
    Own(GoalId),
    /// It has been looted.
    Spent(GoalId),
    /// Somebody is at it.
    Taken(GoalId),
    /// The unit has done something else.
    Busy,
    /// In close combat, or broken.
    Unfit,
    /// It does not touch the place.
    Apart(GoalId),
}

/// What a unit owes its order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Due {
    /// A move, by these steps at the least.
    Move(Vec<Step>),
    /// A charge on this enemy.
    Charge(UnitId),
}
