//! Whether light troops stand.

use crate::events::morale::Cause;
use crate::questions::names;
use crate::setup::{Class, Gait};
use crate::state::{Position, UnitId};
use crate::{Flow, Oracle, leaders, morale};
use tess_effects::{Question, Rule};

/// **legion evade.light-infantry, evade.light-cavalry.** May light troops stand before this enemy as they
/// like? Light infantry before light infantry, light cavalry before light troops; all others test.
#[must_use]
pub fn may_stand_freely(pos: &Position, unit: UnitId, target: UnitId) -> bool {
    match pos.gait(target) {
        Gait::LightFoot => pos.gait(unit) == Gait::LightFoot,
        _ => pos.is_light(unit),
    }
}

/// **legion evade.light-infantry, evade.light-cavalry.** Light troops decide as soon as they are charged;
/// those who want to stand before heavier troops test for it.
pub(super) fn stands(
    pos: &mut Position,
    (unit, target): (UnitId, UnitId),
    oracle: &mut Oracle<'_>,
) -> Flow<bool> {
    let lone = pos.is_lone_stand(target);
    if lone && !leaders::may_stand(pos, target) {
        return Ok(false);
    }
    let free = lone || may_stand_freely(pos, unit, target);
    let rule = if lone {
        Rule("leader.risk")
    } else if pos.troop(target).class == Class::LightCavalry {
        Rule("evade.light-cavalry")
    } else {
        Rule("evade.light-infantry")
    };
    let code = pos.code(target);
    let text = format!("{} charges {code}: does {code} evade?", pos.code(unit));
    let (value, _) = morale::value(pos, target, Cause::Stand);
    let stand = if free {
        "receives the charge".to_owned()
    } else {
        format!("receives the charge if it rolls no more than {value} on a die")
    };
    let side = pos.set.sides[pos.side(target)].clone();
    let question = Question::new("evade", &side, &code, rule, text)
        .choice("evade", "about turn, and away by its evasion dice")
        .choice("stand", stand)
        .fact("enemy.type", names::kind(pos, unit))
        .fact("own.type", names::kind(pos, target))
        .fact("own.hits", pos.unit(target).hits)
        .or_else(if free && !lone { "stand" } else { "evade" });
    if oracle.ask(question)? == "evade" {
        return Ok(false);
    }
    if free { Ok(true) } else { morale::test(pos, target, Cause::Stand, oracle) }
}
