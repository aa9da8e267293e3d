//! Swords (cataphract 11.5).

use crate::piece::{Side, UnitId};
use crate::position::Position;
use tess_hex::Hex;

/// **cataphract 11.5.** Is this attacker superior by its swords: infantry that carries them, against
/// infantry with a flank hex that no other unit of its side stands in or holds with its zone?
#[must_use]
pub(crate) fn bite(pos: &Position, attacker: UnitId, defender: UnitId) -> bool {
    let (a, d) = (pos.spec(attacker), pos.spec(defender));
    a.sword && a.kind.is_infantry() && d.kind.is_infantry() && has_open_flank(pos, defender)
}

fn has_open_flank(pos: &Position, unit: UnitId) -> bool {
    let Some(facing) = pos.facing(unit) else { return false };
    let hexes = pos.hexes(unit);
    let flanks = [
        hexes.left.and_then(|h| h.neighbour(facing.left_flank())),
        hexes.right.or(hexes.left).and_then(|h| h.neighbour(facing.right_flank())),
    ];
    let side = pos.side(unit);
    flanks.into_iter().flatten().any(|h| pos.set.field.contains(h) && !is_kept(pos, side, unit, h))
}

/// Does another unit of its side stand in this hex, or hold it with its zone?
fn is_kept(pos: &Position, side: Side, unit: UnitId, flank: Hex) -> bool {
    let friend = |u: UnitId| u != unit && pos.side(u) == side;
    pos.stack(flank).units().any(friend) || pos.controllers(side.other(), flank).into_iter().any(friend)
}
