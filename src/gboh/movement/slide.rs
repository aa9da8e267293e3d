//! A Roman stack that opens out: its top unit slides into a flank hex (9.66).

use crate::Refusal;
use crate::field::Terrain;
use crate::piece::UnitId;
use crate::position::Position;
use crate::refusal::line::{Extension, NoSlide};
use tess_effects::Rule;
use tess_hex::Hex;

/// **spqr 9.66.** May the top unit of a Roman stack slide into this hex: a vacant, clear flank hex outside
/// enemy zones?
///
/// # Errors
/// Why not.
pub(crate) fn may_slide(pos: &Position, unit: UnitId, to: Hex) -> Result<(), Refusal> {
    slide(pos, unit, to).map_err(|why| Refusal::new(Rule("9.66"), Extension::Slide(unit, to, why)))
}

/// May it slide there, for who needs no reason? Most stacks of a line have others beside them.
#[must_use]
pub fn can_slide(pos: &Position, unit: UnitId, to: Hex) -> bool {
    pos.stack(to).is_empty() && slide(pos, unit, to).is_ok()
}

pub(crate) fn slide(pos: &Position, unit: UnitId, to: Hex) -> Result<(), NoSlide> {
    let spec = pos.spec(unit);
    let (Some(from), Some(facing), Some(below)) = (pos.hex(unit), pos.facing(unit), pos.partner(unit)) else {
        return Err(NoSlide::NoStack);
    };
    if !spec.is_roman_foot() || !pos.spec(below).is_roman_foot() || !pos.is_top(unit) {
        return Err(NoSlide::NotOnTop);
    }
    if pos.in_column(unit) || pos.is_routed(unit) {
        return Err(NoSlide::Unformed);
    }
    if crate::questions::is_engaged(pos, unit) {
        return Err(NoSlide::Engaged(Rule("10.41")));
    }
    let Some(side) =
        [facing.left_flank(), facing.right_flank()].into_iter().find(|&s| from.neighbour(s) == Some(to))
    else {
        return Err(NoSlide::NoFlank);
    };
    let field = &pos.set.field;
    if !field.can_cross(from, side) || field.cell(to).terrain != Terrain::Clear {
        return Err(NoSlide::Ground);
    }
    if !pos.stack(to).is_empty() || pos.is_held_by_leader(spec.side, to) {
        return Err(NoSlide::Occupied);
    }
    if pos.in_enemy_zoc(spec.side, to) {
        return Err(NoSlide::Watched);
    }
    Ok(())
}
