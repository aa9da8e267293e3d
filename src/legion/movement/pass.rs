//! Moving through friends.

use super::ground::disorder;
use super::walk::Walked;
use crate::events::movement::MoveEvent;
use crate::questions::{edges, passing};
use crate::state::{Position, UnitId};
use crate::{Happening, Oracle};

/// **legion pass.disorder, pass.through.** What passing has done to either.
pub fn settle(pos: &mut Position, id: UnitId, walked: &Walked, oracle: &mut Oracle<'_>) {
    for &other in &walked.passed {
        oracle.tell(|| Happening::Move(MoveEvent::Passed { unit: id, through: other }));
        let over = edges::entered(pos, other, (id, &walked.trail));
        for (unit, rule) in passing::shakes(pos, id, other, over) {
            disorder(pos, unit, rule, oracle);
        }
    }
}
