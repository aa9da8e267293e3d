//! Manipular line extension by line command (9.66, 9.68).

use crate::Oracle;
use crate::command::individual::commander;
use crate::command::phase::orders;
use crate::events::Happening;
use crate::events::command::CommandEvent;
use crate::field::Terrain;
use crate::piece::UnitId;
use crate::position::Position;
use crate::state::stage::Phase;
use crate::{Flow, Outcome, Refusal};
use tess_effects::Rule;
use tess_hex::Hex;

/// Why a unit may not slide into a hex.
#[derive(Clone, Copy)]
enum Bar {
    NoStack,
    NotOnTop,
    Unformed,
    Engaged,
    NoFlank,
    Ground,
    Occupied,
    Watched,
}

/// **spqr 9.66.** May the top unit of a Roman stack slide into this hex: a vacant, clear flank hex outside enemy zones?
///
/// # Errors
/// Why not.
fn may_slide(pos: &Position, unit: UnitId, to: Hex) -> Result<(), Refusal> {
    let Err(bar) = slide(pos, unit, to) else { return Ok(()) };
    let code = &pos.spec(unit).code;
    let text = match bar {
        Bar::NoStack => format!("{code} stands in no stack"),
        Bar::NotOnTop => format!("only the top unit of a Roman stack slides, {code} is none"),
        Bar::Unformed => format!("{code} is in column or routed"),
        Bar::Engaged => format!("{code} is engaged (10.41)"),
        Bar::NoFlank => format!("{to} is not a flank hex of {code}"),
        Bar::Ground => format!("{to} is not clear ground"),
        Bar::Occupied => format!("{to} is occupied"),
        Bar::Watched => format!("{to} is in an enemy zone of control"),
    };
    Err(Refusal::new(Rule("9.66"), text).at(code))
}

/// The same for who needs no reason: most stacks of a line have others beside them.
#[must_use]
pub fn can_slide(pos: &Position, unit: UnitId, to: Hex) -> bool {
    pos.stack(to).is_empty() && slide(pos, unit, to).is_ok()
}

fn slide(pos: &Position, unit: UnitId, to: Hex) -> Result<(), Bar> {
    let spec = pos.spec(unit);
    let (Some(from), Some(facing), Some(below)) = (pos.hex(unit), pos.facing(unit), pos.partner(unit)) else {
        return Err(Bar::NoStack);
    };
    if !spec.is_roman_foot() || !pos.spec(below).is_roman_foot() || !pos.is_top(unit) {
        return Err(Bar::NotOnTop);
    }
    if pos.in_column(unit) || pos.is_routed(unit) {
        return Err(Bar::Unformed);
    }
    if crate::survey::is_engaged(pos, unit) {
        return Err(Bar::Engaged);
    }
    let Some(side) =
        [facing.left_flank(), facing.right_flank()].into_iter().find(|&s| from.neighbour(s) == Some(to))
    else {
        return Err(Bar::NoFlank);
    };
    let field = &pos.set.field;
    if !field.can_cross(from, side) || field.cell(to).terrain != Terrain::Clear {
        return Err(Bar::Ground);
    }
    if !pos.stack(to).is_empty() || pos.is_held_by_leader(spec.side, to) {
        return Err(Bar::Occupied);
    }
    if pos.in_enemy_zoc(spec.side, to) {
        return Err(Bar::Watched);
    }
    Ok(())
}

/// **spqr 9.68.** Top units of the line in progress slide sideways; afterwards both units of each stack may move, with
/// two points less (alexander 9.82: all units of the line). It is no movement by itself and costs no hits.
pub(crate) fn extend(pos: &mut Position, oracle: &mut Oracle<'_>, slides: &[(UnitId, Hex)]) -> Flow<Outcome> {
    commander(pos)?;
    let Some(line) = orders(pos).and_then(Phase::line).cloned() else {
        let text = "a line is extended in the course of a line command only";
        return Err(Refusal::new(Rule("9.68"), text).help("write `line NAME` first").into());
    };
    if line.firing {
        return Err(Refusal::new(Rule("8.21"), "the line has begun to fire").into());
    }
    for &(unit, to) in slides {
        let code = &pos.spec(unit).code;
        if !line.units.contains(&unit) {
            let text = format!("{code} does not belong to the line in progress");
            return Err(Refusal::new(Rule("9.68"), text).at(code).into());
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
