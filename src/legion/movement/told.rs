//! What happens in this chapter.

use crate::effects::Rule;
use crate::legion::formation::Formation;
use crate::legion::measure::{Length, Stance};
use crate::legion::position::UnitId;

/// Movement, formations, passing through, contact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveEvent {
    /// A unit moved.
    Moved {
        /// Who.
        unit: UnitId,
        /// From where.
        from: Stance,
        /// To where.
        to: Stance,
        /// How it stands now.
        formation: Formation,
        /// What the move cost.
        spent: Length,
        /// Of how much.
        allowance: Length,
    },
    /// A unit whose move would have ended among friends stays behind them (pass.through).
    HeldBack(UnitId),
    /// A unit went through another.
    Passed {
        /// Who.
        unit: UnitId,
        /// Through whom.
        through: UnitId,
    },
    /// A unit lost its order.
    Disordered {
        /// Who.
        unit: UnitId,
        /// By which rule.
        rule: Rule,
    },
}
