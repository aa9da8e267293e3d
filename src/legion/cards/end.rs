//! What cards leave behind when a turn ends.

use crate::questions::lasting::is_steady;
use crate::questions::stands;
use crate::state::{Morale, Position};

/// **legion card.optio.** A turn ends: what lasted for it is over. Whoever stood in order by a card only is
/// as his hits make him.
pub(crate) fn end_turn(pos: &mut Position) {
    for unit in pos.unit_ids() {
        if is_steady(pos, unit)
            && pos.stance(unit).is_some()
            && pos.unit(unit).hits >= stands::stands(pos, unit)
        {
            let unit = pos.unit_mut(unit);
            unit.morale = unit.morale.max(Morale::Disordered);
        }
    }
    pos.cards.in_force.retain(|l| l.is_for_good());
}
