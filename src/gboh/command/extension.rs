//! Manipular line extension by line command (9.66, 9.68).

use crate::command::commander::commander;
use crate::events::Happening;
use crate::events::command::CommandEvent;
use crate::movement::slide::may_slide;
use crate::piece::UnitId;
use crate::position::Position;
use crate::questions::orders;
use crate::refusal::line::Extension;
use crate::state::stage::Phase;
use crate::{Flow, Oracle, Outcome, Refusal};
use tess_effects::Rule;
use tess_hex::Hex;

/// **spqr 9.68.** Top units of the line in progress slide sideways; afterwards both units of each stack may
/// move, with two points less (alexander 9.82: all units of the line). It is no movement by itself and costs
/// no hits.
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
        crate::command::commander::ready(pos, unit, crate::command::commander::About::Action)?;
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
