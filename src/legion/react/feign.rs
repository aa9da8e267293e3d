//! Feigned flight.

use crate::events::morale::{Cause, How};
use crate::measure::{Heading, Length};
use crate::morale::{self, Run, disorder, sit_out};
use crate::refusal::Why;
use crate::refusal::combat::Undone;
use crate::refusal::movement::Unmoved;
use crate::setup::Class;
use crate::state::{Impact, Morale, Position, Segment, Stage, UnitId};
use crate::{Flow, Oracle, Refusal, flight, melee, movement, shooting};
use tess_effects::{Rule, Side};

const RULE: Rule = Rule("skirmish.feigned-flight");

/// **legion skirmish.feigned-flight.** Skirmishers turn about and run from the nearest enemy, by the
/// evasion dice. He tests, and when he fails he runs after them, in disorder. Caught, they are attacked in
/// the rear; otherwise they face about and may shoot, and their friends may fall on him.
///
/// # Errors
/// When they may not.
pub fn feign(pos: &mut Position, side: Side, unit: UnitId, oracle: &mut Oracle<'_>) -> Flow<()> {
    let enemy = may(pos, side, unit)?;
    if let Stage::Acting(acting) = &mut pos.stage {
        acting.step = acting.step.max(Segment::Movement);
    }
    let heading = flight::away_from(pos, unit, enemy).unwrap_or_default();
    let due = flight::evade_dice(pos, unit, (Some(enemy), heading), oracle)?;
    let from = pos.stance(unit);
    morale::run(pos, unit, Run::off(heading, due, How::Feigns), oracle)?;
    pos.unit_mut(unit).account.moved = true;
    morale::shies(pos, unit, from, oracle)?;
    if morale::test(pos, enemy, Cause::Lured, oracle)? || pos.stance(unit).is_none() {
        face(pos, unit, heading);
        return Ok(());
    }
    let due = flight::pursuit_dice(pos, enemy, (unit, heading), oracle)?;
    disorder(pos, enemy, RULE, oracle);
    flight::turn(pos, enemy, heading);
    sit_out(pos, enemy);
    pos.unit_mut(enemy).account.pursued = true;
    let mut left = due;
    while left > Length::ZERO && pos.stance(enemy).is_some() {
        let from = pos.stance(enemy);
        let slid = morale::run(pos, enemy, Run::on(heading, left, How::Pursues), oracle)?;
        left = left - slid.gone;
        if morale::shies(pos, enemy, from, oracle)? {
            break;
        }
        let Some(met) = slid.met else { break };
        let host = pos.host(met);
        if melee::is_prey(pos, host) {
            melee::ride_down(pos, host, oracle)?;
            continue;
        }
        melee::meet(pos, (enemy, met), Impact::None, RULE, oracle);
        break;
    }
    if pos.is_engaged(unit) {
        return Ok(());
    }
    face(pos, unit, heading);
    shooting::return_fire(pos, unit, enemy, oracle)
}

fn face(pos: &mut Position, unit: UnitId, heading: Heading) {
    if pos.stance(unit).is_some() {
        flight::turn(pos, unit, heading.about());
    }
}

/// The enemy from whom they pretend to flee: the nearest that could follow.
fn may(pos: &Position, side: Side, unit: UnitId) -> Result<UnitId, Refusal> {
    let refuse = |why| Refusal::new(RULE, Why::Undone(unit, why));
    let no = |why| Err(refuse(why));
    // It is the move of the unit, and of those who go with it.
    movement::may_move(pos, side, unit)?;
    if pos.turn == 0 {
        return Err(Refusal::new(Rule("card.hot-meal"), Why::Unmoved(unit, Unmoved::FreeMove)));
    }
    if !pos.is_light(unit) {
        return no(Undone::NoSkirmishers);
    }
    if pos.unit(unit).morale == Morale::Broken {
        return no(Undone::Unfit);
    }
    let able = |e: &UnitId| {
        pos.unit(*e).morale != Morale::Broken
            && !pos.is_engaged(*e)
            && !matches!(pos.troop(*e).class, Class::Artillery | Class::Baggage)
    };
    let nearest = pos.enemies(side).filter(able).min_by_key(|&e| (pos.distance(unit, e), e));
    nearest.ok_or_else(|| refuse(Undone::NoFollower))
}
