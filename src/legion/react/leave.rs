//! Leaving a close combat under the order to retire.

use crate::events::morale::{Cause, How};
use crate::morale::{self, Run, disengage, fall_back};
use crate::refusal::Why;
use crate::refusal::combat::Undone;
use crate::state::{Directive, Position, Segment, Stage, UnitId};
use crate::{Flow, Oracle, Refusal, flight};
use tess_effects::{Rule, Side};

const RULE: Rule = Rule("order.retire");

/// How a unit leaves a combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Backwards, half a move.
    Back,
    /// Turned about, a whole one.
    Away,
}

/// **legion order.retire.** A unit under the order to retire tries to get out of a close combat instead of
/// fighting: it tests, with one more when it is faster than whom it fights. Shaken, it breaks.
///
/// # Errors
/// When it may not.
pub fn leave(
    pos: &mut Position,
    side: Side,
    (unit, way): (UnitId, Way),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    may(pos, side, unit)?;
    if let Stage::Acting(acting) = &mut pos.stage {
        acting.step = acting.step.max(Segment::Movement);
    }
    let foes: Vec<UnitId> = pos.engagements.iter().filter_map(|e| e.other(unit)).collect();
    let whole = pos.base_move(unit);
    let faster = foes.iter().all(|&f| pos.base_move(f) < whole);
    let account = &mut pos.unit_mut(unit).account;
    account.moved = true;
    account.fought = true;
    if !morale::test(pos, unit, Cause::Leave(faster), oracle)? {
        return morale::break_unit(pos, unit, foes.first().copied(), oracle);
    }
    match way {
        Way::Back => fall_back(pos, unit, (foes.first().copied(), whole.half()), RULE, oracle),
        Way::Away => {
            let heading = foes.first().and_then(|&f| flight::away_from(pos, unit, f)).unwrap_or_default();
            disengage(pos, unit);
            morale::run(pos, unit, Run::off(heading, whole, How::Back(RULE)), oracle)?;
            Ok(())
        }
    }
}

fn may(pos: &Position, side: Side, unit: UnitId) -> Result<(), Refusal> {
    let no = |why| Err(Refusal::new(RULE, Why::Undone(unit, why)));
    let Stage::Acting(acting) = pos.stage else { return no(Undone::NotNow) };
    if pos.side(unit) != side || pos.unit(unit).command != acting.command {
        return no(Undone::NotItsTurn);
    }
    if pos.directive(unit) != Directive::Retire {
        return no(Undone::NotRetiring);
    }
    if !pos.is_engaged(unit) {
        return no(Undone::NoCombat);
    }
    if acting.step > Segment::Movement || pos.unit(unit).account.moved || pos.unit(unit).account.fought {
        return no(Undone::Spent);
    }
    Ok(())
}
