//! Manipular line extension by line command (9.66, 9.68).

use crate::Oracle;
use crate::command::individual::commander;
use crate::command::phase::orders;
use crate::events::Happening;
use crate::events::command::CommandEvent;
use crate::field::Terrain;
use crate::piece::UnitId;
use crate::position::Position;
use crate::refusal::line::{Extension, NoSlide};
use crate::state::stage::Phase;
use crate::{Flow, Outcome, Refusal};
use tess_effects::Rule;
use tess_hex::Hex;

/// **spqr 9.66.** May the top unit of a Roman stack slide into this hex: a vacant, clear flank hex outside enemy zones?
///
/// # Errors
/// Why not.
fn may_slide(pos: &Position, unit: UnitId, to: Hex) -> Result<(), Refusal> {
    slide(pos, unit, to).map_err(|why| Refusal::new(Rule("9.66"), Extension::Slide(unit, to, why)))
}

/// The same for who needs no reason: most stacks of a line have others beside them.
#[must_use]
pub fn can_slide(pos: &Position, unit: UnitId, to: Hex) -> bool {
    pos.stack(to).is_empty() && slide(pos, unit, to).is_ok()
}

fn slide(pos: &Position, unit: UnitId, to: Hex) -> Result<(), NoSlide> {
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
    if crate::survey::is_engaged(pos, unit) {
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

/// **spqr 9.68.** Top units of the line in progress slide sideways; afterwards both units of each stack may move, with
/// two points less (alexander 9.82: all units of the line). It is no movement by itself and costs no hits.
pub(crate) fn extend(pos: &mut Position, oracle: &mut Oracle<'_>, slides: &[(UnitId, Hex)]) -> Flow<Outcome> {
    commander(pos)?;
    let Some(line) = orders(pos).and_then(Phase::line).cloned() else {
        return Err(Refusal::new(Rule("9.68"), Extension::NoLine).into());
    };
    if line.firing {
        return Err(Refusal::new(Rule("8.21"), Extension::Fires).into());
    }
    for &(unit, to) in slides {
        if !line.units.contains(&unit) {
            return Err(Refusal::new(Rule("9.68"), Extension::NotInLine(unit)).into());
        }
        crate::command::individual::ready(pos, unit, crate::command::individual::About::Action)?;
        may_slide(pos, unit, to)?;
        let (Some(facing), Some(below)) = (pos.facing(unit), pos.partner(unit)) else { continue };
        pos.put(unit, to, facing);
        for it in [unit, below] {
            pos.unit_mut(it).done.extended = true;
        }
        oracle.tell(|| Happening::Command(CommandEvent::Extends { unit, to }));
        crate::movement::leaders_withdraw(pos, oracle, unit)?;
    }
    if pos.set.variant.choices.shock.extension_slows_line {
        for &unit in line.units.iter() {
            pos.unit_mut(unit).done.extended = true;
        }
    }
    if let Some(phase) = pos.stage.phase_mut() {
        phase.acted = true;
    }
    Ok(Outcome::Done)
}
