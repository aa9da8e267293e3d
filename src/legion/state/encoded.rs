//! The table as it lies, where the battle itself has changed it.

use super::position::Position;
use crate::measure::Point;
use crate::setup::Deal;

/// What has been set out by hand, as numbers: the terrain, and where objectives lie.
pub type Encoded = (Vec<(u8, u8, Vec<(i32, i32)>)>, Vec<(i32, i32)>);

/// The table of a battle that its players set up, or in which cards may change it, for its bytes; nothing
/// of any other.
#[must_use]
pub fn encoded(pos: &Position) -> Option<Encoded> {
    if !pos.set.choices.set_up && pos.set.choices.cards == Deal::None {
        return None;
    }
    let pairs = |points: &[Point]| points.iter().map(|p| (p.x, p.y)).collect::<Vec<_>>();
    let table = &pos.set.table;
    let grounds = table.terrain.iter().map(|t| (t.ground as u8, t.height, pairs(t.outline.corners())));
    let lines = table.obstacles.iter().map(|o| (100 + o.barrier as u8, 0, pairs(&o.course)));
    let goals = pos.set.goals.iter().map(|g| (g.start.anchor.x, g.start.anchor.y));
    Some((grounds.chain(lines).collect(), goals.collect()))
}
