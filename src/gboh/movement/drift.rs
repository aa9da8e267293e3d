//! Hoplites who drift to the right (alexander 6.5).

use crate::movement::bar::Bar;
use crate::movement::march::{Body, March};
use crate::movement::stacking;
use crate::movement::step::{Taken, straight};
use crate::position::Position;

/// The points of a move that are spent on the right front hex.
const BOUND: [u8; 3] = [1, 2, 4];

/// **alexander 6.5.** Would this step to the left front have to be one to the right front? It would for the
/// first, second and fourth point of a later move in a turn, unless the ground or other units close that
/// way, or the step leads next to an enemy.
pub(crate) fn is_bound(pos: &Position, body: &Body, march: &March, left: &Taken) -> bool {
    if !pos.set.drifts(pos.spec(body.unit)) || !pos.unit(body.unit).moved_before {
        return false;
    }
    let spent = march.straight + 1..=march.straight + (left.march.mp - march.mp);
    if !spent.into_iter().any(|point| BOUND.contains(&point)) || is_beside_enemy(pos, body, &left.march) {
        return false;
    }
    match straight(pos, body, march, march.facing.right_front(), false) {
        Ok(right) => {
            let free = |h| stacking::friends(pos, body, h).next().is_none();
            right.march.hexes(true).iter().all(free) && !is_beside_enemy(pos, body, &right.march)
        }
        Err(bar) => matches!(bar, Bar::Points(_)),
    }
}

fn is_beside_enemy(pos: &Position, body: &Body, march: &March) -> bool {
    march.hexes(true).iter().any(|h| pos.presence().touches(body.side.other(), h))
}
