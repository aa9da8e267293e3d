//! Chariots, which turn hard (alexander 7.15, 9.21).

use crate::movement::bar::Bar;
use crate::movement::march::{Body, March};
use crate::piece::UnitType;
use crate::position::Position;

/// Hits for each vertex that a chariot turns in a phase in which it moves (alexander 9.21).
const HITS: u8 = 2;

fn is_unwieldy(pos: &Position, body: &Body) -> bool {
    body.kind == UnitType::CH && pos.set.variant.choices.movement.unwieldy_chariots
}

/// **alexander 7.15, 9.21.** A chariot leaves a hex: what it turned in the hex where it starts costs its
/// hits now, for now it is known to move.
///
/// # Errors
/// On the way it has turned more than one vertex there.
pub(crate) fn going_on(pos: &Position, body: &Body, march: &March) -> Result<u8, Bar> {
    if !is_unwieldy(pos, body) {
        Ok(0)
    } else if !march.left {
        Ok(HITS * march.turned)
    } else if march.turned > 1 {
        Err(Bar::Unwieldy(march.hex))
    } else {
        Ok(0)
    }
}

/// **alexander 9.21.** Hits of turning so many vertices after it has moved.
pub(crate) fn turning(pos: &Position, body: &Body, march: &March, vertices: u8) -> u8 {
    if is_unwieldy(pos, body) && march.left { HITS * vertices } else { 0 }
}

/// **alexander 8.52, 9.21.** Hits of turning at the end of an advance.
pub(crate) fn turning_in_advance(pos: &Position, body: &Body, vertices: u8) -> u8 {
    if is_unwieldy(pos, body) { HITS * vertices } else { 0 }
}
