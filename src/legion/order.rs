//! Orders resolved to the pieces of this battle, not yet known to be legal.

use super::command::Directive;
use super::position::UnitId;
use super::setup::CommandId;
use crate::orders::legion::{Hand, Step};

/// One order of a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// What a Command is to do this turn. A sheet that is signed does not say what: it is sealed.
    Direct(CommandId, Option<Directive>),
    /// A unit's move, step by step.
    Move(UnitId, Vec<Step>),
    /// A charge: who, whom, and the steps before the last stretch.
    Charge(UnitId, UnitId, Vec<Step>),
    /// An exchange of lines: who falls back, and who takes its place.
    Relieve(UnitId, UnitId),
    /// So many stands of one end leave a unit.
    Detach(UnitId, u8, Hand),
    /// The units that owe a move do the least of it.
    Rest,
    /// Ends what the side has in hand: the Command's initiative, or its rally phase.
    Finish,
}
