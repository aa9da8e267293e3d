//! Whose decision it is between orders.

use crate::piece::{LeaderId, Side};
use crate::position::Position;
use crate::state::stage::Stage;
use tess_effects::{Deed, Duty, Ending};

/// Whose decision it is, and who acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Due {
    /// The side; `None` when the battle is over.
    pub side: Option<Side>,
    /// The leader whose orders phase is going on.
    pub leader: Option<LeaderId>,
}

/// Whose decision it is, and who acts.
#[must_use]
pub fn due(pos: &Position) -> Due {
    match &pos.stage {
        Stage::TurnStart => Due { side: Some(Side::First), leader: None },
        Stage::Markers { side } | Stage::Elite { side } | Stage::Activation { side, .. } => {
            Due { side: Some(*side), leader: None }
        }
        Stage::Orders(phase) | Stage::After(phase) => {
            Due { side: Some(phase.side), leader: Some(phase.leader) }
        }
        Stage::Over { .. } => Due { side: None, leader: None },
    }
}

/// Who has to act, for the table.
#[must_use]
pub fn duty(pos: &Position) -> Duty {
    let sides = &pos.set.sides;
    if let Stage::Over { winner } = pos.stage {
        return Duty::Over(Ending { winner: winner.map(|side| sides[side].clone()) });
    }
    let side = due(pos).side.unwrap_or(Side::First);
    Duty::Orders(Deed { side: sides[side].clone() })
}
