//! Who may move now.

use crate::Refusal;
use crate::measure::Stance;
use crate::questions::goals;
use crate::refusal::Why;
use crate::refusal::movement::Unmoved;
use crate::setup::Class;
use crate::state::{Position, Segment, Stage, UnitId};
use tess_effects::{Rule, Side};

/// **legion turn.once, turn.command-sequence.** Has a unit still its move of this turn? Gives where it
/// stands.
///
/// # Errors
/// Why not.
pub(super) fn may_act(pos: &Position, side: Side, id: UnitId) -> Result<Stance, Refusal> {
    let no = |rule, why| Err(Refusal::new(Rule(rule), Why::Unmoved(id, why)));
    let unit = pos.unit(id);
    let Stage::Acting(acting) = pos.stage else {
        return no("turn.sequence", Unmoved::NotNow);
    };
    if pos.side(id) != side {
        return no("turn.sequence", Unmoved::Foreign);
    }
    if unit.command != acting.command {
        return no("turn.sequence", Unmoved::NotItsTurn(unit.command, acting.command));
    }
    let Some(stance) = pos.stance(id) else {
        return no("turn.sequence", Unmoved::Off);
    };
    if acting.step > Segment::Movement {
        return no("turn.command-sequence", Unmoved::TooLate);
    }
    if let Some(town) = goals::is_busy(pos, id) {
        return no("objective.pillage", Unmoved::Pillages(town));
    }
    if unit.account.moved {
        return no("turn.once", Unmoved::Moved);
    }
    Ok(stance)
}

/// **legion turn.once, turn.command-sequence.** May a unit move by order now? Gives where it stands.
///
/// # Errors
/// Why not.
pub fn may_move(pos: &Position, side: Side, id: UnitId) -> Result<Stance, Refusal> {
    let stance = may_act(pos, side, id)?;
    let no = |rule, why| Err(Refusal::new(Rule(rule), Why::Unmoved(id, why)));
    let unit = pos.unit(id);
    if pos.is_engaged(id) {
        return no("charge.contact", Unmoved::InCombat);
    }
    if unit.account.fought {
        return no("turn.once", Unmoved::Fought);
    }
    if let Some(host) = unit.attached {
        return no("melee.light-support", Unmoved::Attached(host));
    }
    if let Some(tired) = pos.attached_to(id).find(|&u| pos.unit(u).account.moved) {
        return no("turn.once", Unmoved::Tired(tired));
    }
    match pos.troop(id).class {
        Class::Artillery if pos.base_move(id).0 == 0 => {
            return no("artillery.no-orders", Unmoved::Planted);
        }
        Class::Baggage => return no("artillery.no-orders", Unmoved::Baggage),
        _ => {}
    }
    Ok(stance)
}

/// The acting Command has come to its movement.
///
/// # Errors
/// Never after [`may_move`]; a refusal when nobody acts.
pub fn enter(pos: &mut Position, id: UnitId) -> Result<(), Refusal> {
    match &mut pos.stage {
        Stage::Acting(acting) => {
            acting.step = acting.step.max(Segment::Movement);
            Ok(())
        }
        _ => Err(Refusal::new(Rule("turn.sequence"), Why::Unmoved(id, Unmoved::NobodyActs))),
    }
}
