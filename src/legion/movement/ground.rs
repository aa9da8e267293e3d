//! What ground does to those who cross it.

use super::walk::Walked;
use crate::events::movement::MoveEvent;
use crate::questions::lasting;
use crate::state::{Morale, Position, UnitId};
use crate::{Happening, Oracle};
use tess_effects::Rule;

/// Ground that disorders has disordered.
pub fn settle(pos: &mut Position, unit: UnitId, walked: &Walked, oracle: &mut Oracle<'_>) {
    if walked.rough {
        disorder(pos, unit, Rule("move.base"), oracle);
    }
}

/// A unit loses its order, and it is told, unless it had none.
pub(crate) fn disorder(pos: &mut Position, unit: UnitId, rule: Rule, oracle: &mut Oracle<'_>) {
    if pos.unit(unit).morale != Morale::Good || lasting::is_steady(pos, unit) {
        return;
    }
    pos.unit_mut(unit).morale = Morale::Disordered;
    // A shield wall holds as long as its men are in order.
    pos.unit_mut(unit).shields = false;
    oracle.tell(|| Happening::Move(MoveEvent::Disordered { unit, rule }));
}
