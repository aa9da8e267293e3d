//! Whose turn it is.

use super::sequence::whose;
use crate::state::{Position, Stage};
use tess_effects::{Deed, Duty, Ending, Side};

/// Whose decision it is.
pub(crate) fn duty(pos: &Position) -> Duty {
    match pos.stage {
        Stage::Over { winner, .. } => Duty::Over(Ending { winner: winner.map(|s| pos.set.sides[s].clone()) }),
        _ => {
            let side = whose(pos).unwrap_or(Side::First);
            Duty::Orders(Deed { side: pos.set.sides[side].clone() })
        }
    }
}
