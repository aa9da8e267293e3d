//! From which side a mover two hexes off approaches (6.52).

use crate::piece::UnitId;
use crate::position::{Hexes, Position};
use crate::questions::near::{distance, touches};
use crate::variant::charts::Angle;
use tess_hex::Hex;

/// **spqr 6.52\[3\].** The sides of the unit that the mover's nearest halves touch: only front hexes are the
/// front, only rear hexes the rear, anything else a flank. A mover already adjacent approaches through the
/// hexes it stands in.
pub(crate) fn approach(pos: &Position, unit: UnitId, mover: Hexes) -> Angle {
    let own = pos.hexes(unit);
    let near = distance(own, mover);
    let (mut front, mut flank, mut rear) = (false, false, false);
    let mut note = |angle| match angle {
        Some(Angle::Front) => front = true,
        Some(Angle::Flank) => flank = true,
        Some(Angle::Rear) => rear = true,
        None => {}
    };
    for half in mover.iter().filter(|&h| own.iter().any(|o| o.distance(h) == near)) {
        if near <= 1 {
            note(pos.angle(unit, half));
            continue;
        }
        let between = |h: Hex| touches(own, h) && !own.contains(h);
        for (_, hex) in half.neighbours().filter(|&(_, h)| between(h)) {
            note(pos.angle(unit, hex));
        }
    }
    match (front, flank, rear) {
        (_, true, _) | (true, _, true) => Angle::Flank,
        (false, false, true) => Angle::Rear,
        _ => Angle::Front,
    }
}
