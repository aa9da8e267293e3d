//! Who may move now.

use crate::Refusal;
use crate::measure::Stance;
use crate::questions::goals;
use crate::setup::Class;
use crate::state::{Directive, Morale, Position, Stage, Step, UnitId};
use tess_effects::{Rule, Side};

/// **legion turn.once, turn.command-sequence.** Has a unit still its move of this turn? Gives where it
/// stands.
///
/// # Errors
/// Why not.
pub(super) fn may_act(pos: &Position, side: Side, id: UnitId) -> Result<Stance, Refusal> {
    let code = pos.code(id);
    let no = |rule, text: String| Err(Refusal::new(Rule(rule), text).at(&code));
    let unit = pos.unit(id);
    let Stage::Acting(acting) = pos.stage else {
        return no("turn.sequence", "units move while their Command has the initiative".into());
    };
    if pos.side(id) != side {
        return no("turn.sequence", format!("{code} belongs to the other army"));
    }
    if unit.command != acting.command {
        let own = &pos.set.command(unit.command).code;
        let now = &pos.set.command(acting.command).code;
        return no("turn.sequence", format!("{code} belongs to {own}, and {now} has the initiative"));
    }
    let Some(stance) = pos.stance(id) else {
        return no("turn.sequence", format!("{code} is not on the table"));
    };
    if acting.step > Step::Movement {
        return no(
            "turn.command-sequence",
            format!("{code} comes too late: all movement comes before the shooting that follows it"),
        );
    }
    if let Some(town) = goals::is_busy(pos, id) {
        let text = format!("{code} is busy with pillaging {}", pos.set.goal(town).code);
        return no("objective.pillage", text);
    }
    if unit.account.moved {
        return no("turn.once", format!("{code} has had its move of this turn"));
    }
    Ok(stance)
}

/// **legion turn.once, turn.command-sequence.** May a unit move by order now? Gives where it stands.
///
/// # Errors
/// Why not.
pub fn may_move(pos: &Position, side: Side, id: UnitId) -> Result<Stance, Refusal> {
    let stance = may_act(pos, side, id)?;
    let code = pos.code(id);
    let no = |rule, text: String| Err(Refusal::new(Rule(rule), text).at(&code));
    let unit = pos.unit(id);
    if pos.is_engaged(id) {
        let text = format!("{code} is in close combat");
        return Err(Refusal::new(Rule("charge.contact"), text)
            .help("it leaves a combat under the order retire, or by an exchange of lines; attacked in flank or rear it may turn there, with that alone: turn left")
            .at(&code));
    }
    if let Some(host) = unit.attached {
        let text = format!("{code} is attached to {} and moves with it", pos.code(host));
        return Err(Refusal::new(Rule("melee.light-support"), text).help("detach it first").at(&code));
    }
    if let Some(tired) = pos.attached_to(id).find(|&u| pos.unit(u).account.moved) {
        let name = pos.code(tired);
        let text = format!("{name} goes with {code}, and has had its move of this turn");
        return Err(Refusal::new(Rule("turn.once"), text).help(format!("detach {name}")).at(&code));
    }
    match pos.troop(id).class {
        Class::Artillery if pos.base_move(id).0 == 0 => {
            return no("artillery.no-orders", format!("{code} cannot be moved once it stands"));
        }
        Class::Baggage => return no("artillery.no-orders", format!("{code} stays where the camp is")),
        _ => {}
    }
    if unit.morale == Morale::Broken && pos.directive(id) == Directive::Advance {
        return no("morale.broken", format!("{code} is broken and cannot advance"));
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
            acting.step = acting.step.max(Step::Movement);
            Ok(())
        }
        _ => Err(Refusal::new(Rule("turn.sequence"), format!("nobody acts, so {} does not", pos.code(id)))),
    }
}
