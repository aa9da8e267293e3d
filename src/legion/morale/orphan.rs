//! Leaders whose unit is gone.

use crate::events::leaders::LeaderEvent;
use crate::measure::Stance;
use crate::questions::posts::posts;
use crate::setup::CommandId;
use crate::state::{LeaderPlace, Position, UnitId};
use crate::{Happening, Oracle};
use tess_effects::Rule;

/// The unit of these leaders is gone: they stand where it stood, or are off the table with it.
pub(crate) fn orphan(
    pos: &mut Position,
    unit: UnitId,
    (stance, rule): (Option<Stance>, Rule),
    oracle: &mut Oracle<'_>,
) {
    let with: Vec<CommandId> = posts(pos, unit).map(|p| p.0).collect();
    if pos.is_lone_stand(unit) {
        pos.unit_mut(unit).strayed = stance.map(|at| (at.anchor, pos.turn));
    }
    for leader in with {
        pos.leader_mut(leader).place = stance.map_or(LeaderPlace::Away, LeaderPlace::Alone);
        if stance.is_some() {
            oracle.tell(|| Happening::Leader(LeaderEvent::Alone(leader, rule)));
        }
    }
}
