//! A charge, and what the enemy does about it.

use super::counter::Counter;
use super::{chase, counter, evade, lanes, opportunity};
use crate::events::morale::Cause;
use crate::events::movement::MoveEvent;
use crate::flight::{Course, slide};
use crate::formation::Formation;
use crate::measure::TOUCH;
use crate::melee::{self, Pursues};
use crate::movement::{self, Charge, declare, foreseen, into_contact};
use crate::questions::goals::is_busy;
use crate::setup::{Class, Gait};
use crate::state::{Directive, Engagement, Impact, Morale, Place, Position, UnitId, Zone};
use crate::written::Step;
use crate::{Flow, Happening, Oracle, leaders, morale};
use tess_effects::{Rule, Side};

/// **legion charge.contact, charge.momentum, melee.contact.** A unit charges: its way ends where it touches
/// the target, who reacts, and if he stands the two square off in close combat. That is the attacker's
/// move.
///
/// # Errors
/// When it may not charge, or its way leads elsewhere.
pub fn charge(
    pos: &mut Position,
    side: Side,
    (unit, target): (UnitId, UnitId),
    steps: &[Step],
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    let declared = declare(pos, side, (unit, target), steps)?;
    movement::enter(pos, unit)?;
    leaders::stay_behind(pos, unit, oracle);
    let drives_off = pos.is_light(target) && declared.side == Zone::Front;
    if drives_off && pos.directive(unit) == Directive::Hold {
        pos.unit_mut(unit).strayed = Some((declared.from.anchor, pos.turn));
    }
    let (impact, side) = (declared.impact, declared.side);
    oracle.tell(|| {
        let there = foreseen(pos, &declared);
        let foes = there.engagements.iter().filter_map(|e| e.other(unit)).filter(|&foe| foe != target);
        Happening::Move(MoveEvent::Charges { unit, target, side, impact, others: foes.collect() })
    });
    match charged(pos, &declared, oracle)? {
        Reaction::Stands => into_contact(pos, &declared, oracle),
        Reaction::Settled => {}
    }
    pos.unit_mut(unit).account.moved = true;
    Ok(())
}

/// What became of a charge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reaction {
    /// The target stands: contact is made.
    Stands,
    /// It has been settled otherwise, and everybody stands where he belongs.
    Settled,
}

/// **legion charge.contact, turn.command-sequence.** A charge has been declared; the attacker stands where
/// it stood. The target evades, opens lanes, runs, counter-charges or stands; those whom the attacker shows
/// a flank may charge it in their turn.
///
/// # Errors
/// When a die or an answer is due.
pub fn charged(pos: &mut Position, charge: &Charge, oracle: &mut Oracle<'_>) -> Flow<Reaction> {
    // Light infantry that is attached to others stands and falls with them.
    let unit = charge.attacker;
    let target = pos.unit(charge.target).attached.unwrap_or(charge.target);
    surprised(pos, target, oracle);
    if melee::is_prey(pos, target) {
        // elephant.zone: horse may shy before it is there.
        let Some(charge) = smells(pos, charge, oracle)? else { return Ok(Reaction::Settled) };
        arrive(pos, &charge);
        melee::ride_down(pos, target, oracle)?;
        return Ok(Reaction::Settled);
    }
    if lanes::finds_lanes(pos, charge, oracle)? {
        return Ok(Reaction::Settled);
    }
    let evades = pos.is_light(target) || pos.is_lone_stand(target);
    let light = evades && !pos.is_engaged(target) && pos.unit(target).morale != Morale::Broken;
    if light && !evade::stands(pos, (unit, target), oracle)? {
        chase::run_off(pos, &Charge { target, ..charge.clone() }, oracle)?;
        return Ok(Reaction::Settled);
    }
    let smelt = smells(pos, charge, oracle)?;
    let Some(charge) = smelt.as_ref() else { return Ok(Reaction::Settled) };
    let flanked = charge.side != Zone::Front && pos.unit(target).formation != Formation::Orbis;
    if !light && flanked && !morale::test(pos, target, Cause::Flanked, oracle)? {
        arrive(pos, charge);
        morale::break_unit(pos, target, Some(unit), oracle)?;
        if pos.stance(unit).is_some() && melee::pursues(pos, unit, target) != Pursues::Never {
            melee::pursue(pos, unit, target, oracle)?;
        }
        return Ok(Reaction::Settled);
    }
    // who was charged has taken his test, if one was due
    let mut aware = Some(target);
    match (pos.gait(target), pos.gait(unit)) {
        (Gait::LightFoot, Gait::HeavyHorse | Gait::LightHorse | Gait::Chariots) => {
            melee::passed_through(pos, charge, oracle)?;
        }
        (Gait::LightFoot, Gait::HeavyFoot | Gait::Warband | Gait::Elephants) => {
            melee::pushed_back(pos, charge, oracle)?;
        }
        _ => match counter::counter(pos, charge, oracle)? {
            Counter::Meets(changed) => into_contact(pos, &changed, oracle),
            Counter::Stands => into_contact(pos, charge, oracle),
            Counter::Shied => {
                ride_on(pos, charge, oracle);
                aware = None;
            }
        },
    }
    touched(pos, (unit, aware), oracle)?;
    if pos.is_engaged(unit) {
        opportunity::exposed(pos, unit, oracle)?;
    }
    Ok(Reaction::Settled)
}

/// **legion charge.contact, morale.when.** Any move into contact is a charge: whoever else is touched in
/// flank or rear tests as its target does, but light troops, who have their own rules.
fn touched(pos: &mut Position, (unit, aware): (UnitId, Option<UnitId>), oracle: &mut Oracle<'_>) -> Flow<()> {
    let flanked = |e: &&Engagement| e.attacker == unit && e.fresh && e.side != Zone::Front;
    let others: Vec<UnitId> = pos.engagements.iter().filter(flanked).map(|e| e.defender).collect();
    for other in others.into_iter().filter(|&o| Some(o) != aware) {
        let steady = pos.stance(other).is_some() && pos.unit(other).morale != Morale::Broken;
        if steady && !pos.is_light(other) && !morale::test(pos, other, Cause::Flanked, oracle)? {
            morale::break_unit(pos, other, Some(unit), oracle)?;
        }
    }
    Ok(())
}

/// **legion elephant.zone.** Horse that charges past or at elephants, or is charged by them, loses its
/// order and may retire before there is contact. Gives the charge with the attacker as it is by then;
/// nothing when there is none any more.
fn smells(pos: &mut Position, charge: &Charge, oracle: &mut Oracle<'_>) -> Flow<Option<Charge>> {
    let (unit, target) = (charge.attacker, charge.target);
    let elephants = |u: UnitId| pos.troop(u).class == Class::Elephants && pos.stance(u).is_some();
    if !pos.unit_ids().any(elephants) {
        return Ok(Some(charge.clone()));
    }
    let before = pos.unit(unit).clone();
    arrive(pos, charge);
    let (there, theirs) = (pos.stance(unit), pos.stance(target));
    morale::near_elephants(pos, unit, &charge.walked.trail, oracle)?;
    if pos.stance(unit) != there || pos.stance(target) != theirs {
        return Ok(None);
    }
    let mut changed = charge.clone();
    changed.walked.unit = pos.unit(unit).clone();
    let (place, morale) = (before.place, pos.unit(unit).morale);
    *pos.unit_mut(unit) = before;
    pos.unit_mut(unit).place = place;
    pos.unit_mut(unit).morale = morale;
    Ok(Some(changed))
}

/// The target is not there any more: the attacker goes on for as long as it would have, and meets whom it
/// comes upon.
fn ride_on(pos: &mut Position, charge: &Charge, oracle: &mut Oracle<'_>) {
    let unit = charge.attacker;
    let far = charge.walked.straight;
    arrive(pos, charge);
    let Some(end) = pos.stance(unit) else { return };
    pos.unit_mut(unit).place = Place::Table(end.moved(0, -far.0));
    let slid = slide(pos, unit, Course::plain(end.heading, far));
    if let Some(met) = slid.met {
        let runs = (slid.gone + TOUCH).times(2) >= pos.base_move(unit);
        let impact = if runs { charge.impact } else { Impact::None };
        melee::meet(pos, (unit, met), impact, Rule("charge.contact"), oracle);
    }
}

/// The attacker stands where it meets its target.
pub(super) fn arrive(pos: &mut Position, charge: &Charge) {
    let account = pos.unit(charge.attacker).account;
    *pos.unit_mut(charge.attacker) = charge.walked.unit.clone();
    pos.unit_mut(charge.attacker).account = account;
    pos.unit_mut(charge.attacker).account.moved = true;
}

/// **legion objective.pillage.** A unit that loots is attacked: it is in no order.
fn surprised(pos: &mut Position, unit: UnitId, oracle: &mut Oracle<'_>) {
    if is_busy(pos, unit).is_some() {
        morale::disorder(pos, unit, Rule("objective.pillage"), oracle);
    }
}
