//! Charging into contact.

use super::find::{along, find};
use super::square::{self, Squared};
use super::walk::Walked;
use super::{ground, may, pass};
use crate::events::movement::MoveEvent;
use crate::formation::Formation;
use crate::measure::{Stance, TOUCH};
use crate::questions::lured::is_lured;
use crate::questions::zone::{has_ahead, zone_against};
use crate::questions::{lasting, posts};
use crate::refusal::Why;
use crate::refusal::movement::{NoCharge, Unmoved};
use crate::setup::Class;
use crate::state::{Directive, Engagement, Impact, Morale, Place, Position, UnitId, Zone};
use crate::written::Step;
use crate::{Happening, Oracle, Refusal};
use tess_effects::{Dice, Rule, Side};

/// A charge that has been declared: its way, up to where it meets its target.
#[derive(Clone, Debug)]
pub struct Charge {
    /// Who.
    pub attacker: UnitId,
    /// Whom.
    pub target: UnitId,
    /// Where it stood.
    pub from: Stance,
    /// The way, its last place that of contact.
    pub walked: Walked,
    /// On which of the target's sides it comes.
    pub side: Zone,
    /// What it brings into the first round.
    pub impact: Impact,
}

/// The charge as ordered, when it is legal and reaches its target.
///
/// # Errors
/// Why it is not, or does not.
pub fn declare(
    pos: &Position,
    side: Side,
    (unit, target): (UnitId, UnitId),
    steps: &[Step],
) -> Result<Charge, Refusal> {
    let from = may::may_move(pos, side, unit)?;
    if pos.turn == 0 {
        return Err(Refusal::new(Rule("card.hot-meal"), Why::Unmoved(unit, Unmoved::FreeMove)));
    }
    permitted(pos, unit, target)?;
    let walked = if steps.is_empty() { find(pos, unit, target)? } else { along(pos, unit, target, steps)? };
    let impact = impact(pos, unit, target, from, &walked);
    let mut there = pos.clone();
    *there.unit_mut(unit) = walked.unit.clone();
    let side = square::side(&there, unit, target);
    Ok(Charge { attacker: unit, target, from, walked, side, impact })
}

/// The position in which a charge ends when everybody stands to receive it.
#[must_use]
pub fn foreseen(pos: &Position, charge: &Charge) -> Position {
    let mut there = pos.clone();
    into_contact(&mut there, charge, &mut Oracle::new(Dice::Closed, &[]).quiet());
    there
}

/// **legion skirmish.feigned-flight.** May a unit fall on an enemy who has followed a feigned flight, under
/// any order that lets it attack at all? He is within its move.
#[must_use]
pub(super) fn springs(pos: &Position, unit: UnitId, target: UnitId) -> bool {
    is_lured(pos, target) && pos.distance(unit, target).is_some_and(|d| d <= pos.base_move(unit) + TOUCH)
}

/// **legion order.advance, order.hold, skirmish.contrary, skirmish.feigned-flight.** Whom a unit may charge
/// under its orders.
fn permitted(pos: &Position, unit: UnitId, target: UnitId) -> Result<(), Refusal> {
    let no = |rule, why| Err(Refusal::new(Rule(rule), Why::Unmoved(unit, Unmoved::NoCharge(target, why))));
    if pos.side(unit) == pos.side(target) {
        return no("charge.contact", NoCharge::Friend);
    }
    if pos.stance(target).is_none() {
        return no("charge.contact", NoCharge::Off);
    }
    if pos.unit(unit).morale == Morale::Broken {
        return no("morale.broken", NoCharge::Broken);
    }
    let order = pos.directive(unit);
    let bound = matches!(order, Directive::March | Directive::Reform);
    if !bound && springs(pos, unit, target) {
        return Ok(());
    }
    match order {
        Directive::Advance => Ok(()),
        Directive::Retire if pos.is_light(unit) => Ok(()),
        Directive::Hold if pos.is_light(target) || zone_against(pos, target, unit) != Zone::Front => Ok(()),
        Directive::Hold => no("order.hold", NoCharge::Holds),
        Directive::Retire | Directive::Reform | Directive::March | Directive::Redeploy => {
            let rule = match order {
                Directive::Retire => "order.retire",
                Directive::Reform => "order.reform",
                Directive::March => "order.march",
                _ => "order.redeploy",
            };
            no(rule, NoCharge::Order(order))
        }
    }
}

/// **legion charge.momentum, charge.warband.** What a straight run of half the Base Move brings; nothing
/// after a turn or a change of formation, over bad ground at the end, or out of a shield wall. A warband
/// needs its enemy in its frontal arc, and loses it by anything that slows or disorders it on its way.
pub(super) fn impact(pos: &Position, unit: UnitId, target: UnitId, from: Stance, walked: &Walked) -> Impact {
    // It stops as soon as bases touch, which is a hair before they meet.
    let long = (walked.straight + TOUCH).times(2) >= pos.base_move(unit);
    let warband = pos.troop(unit).class == Class::Warband;
    if !long || walked.quarters > 0 || walked.reformed || walked.unit.shields || warband && walked.impeded {
        Impact::None
    } else if pos.troop(unit).class == Class::Warband && has_ahead(pos, unit, from, target) {
        Impact::Warband
    } else {
        Impact::Shock
    }
}

/// **legion melee.contact, melee.square-off.** Who stands is met: the attacker lines up with him, and they
/// are in close combat, as he is with all others whom he touches then.
pub fn into_contact(pos: &mut Position, charge: &Charge, oracle: &mut Oracle<'_>) {
    let (unit, target) = (charge.attacker, charge.target);
    *pos.unit_mut(unit) = charge.walked.unit.clone();
    pass::settle(pos, unit, &charge.walked, oracle);
    ground::settle(pos, unit, &charge.walked, oracle);
    let Squared { side, stance, square } = square::off(pos, unit, target);
    pos.unit_mut(unit).place = Place::Table(stance);
    pos.unit_mut(unit).account.moved = true;
    // Nobody fights in a testudo.
    for id in [unit, target] {
        if pos.unit(id).formation == Formation::Testudo {
            pos.unit_mut(id).formation = Formation::Column;
            pos.fall_in(id);
        }
    }
    engage(pos, Engagement { attacker: unit, defender: target, side, impact: charge.impact, fresh: true });
    let own = pos.party_at(unit, stance);
    let touches = |pos: &Position, e: UnitId| pos.bases(e).iter().any(|b| own.iter().any(|o| o.touches(b)));
    let others: Vec<UnitId> =
        pos.enemies(pos.side(unit)).filter(|&e| e != target && touches(pos, e)).collect();
    for &defender in &others {
        let side = square::side(pos, unit, defender);
        engage(pos, Engagement { attacker: unit, defender, side, impact: charge.impact, fresh: true });
    }
    if fills_gaps(pos, unit, target) {
        pos.unit_mut(unit).account.shot = true;
    }
    let event = MoveEvent::Contact { unit, target, side, stance, square, others };
    oracle.tell(|| Happening::Move(event));
}

/// **legion romans.line-relief.** Has a line moved up into the gaps of another that fights this enemy
/// already? Then it does not shoot.
fn fills_gaps(pos: &Position, unit: UnitId, target: UnitId) -> bool {
    let own = pos.bases(unit);
    let beside = |u: UnitId| pos.bases(u).iter().any(|b| own.iter().any(|o| o.touches(b)));
    pos.unit(unit).formation == Formation::Quincunx
        && pos.engagements.iter().any(|e| {
            let friend = if e.attacker == target { e.defender } else { e.attacker };
            (e.attacker == target || e.defender == target)
                && friend != unit
                && pos.unit(friend).formation == Formation::Quincunx
                && beside(friend)
        })
}

/// **legion turn.once.** Records a combat, unless these two are in one. Whoever comes into contact, and who
/// receives him, has had his move.
pub fn engage(pos: &mut Position, new: Engagement) {
    // Whoever touches attached light infantry fights the unit that it is attached to.
    let host = |u: UnitId| pos.unit(u).attached.unwrap_or(u);
    let new = Engagement { attacker: host(new.attacker), defender: host(new.defender), ..new };
    let same = |e: &&Engagement| {
        (e.attacker == new.attacker && e.defender == new.defender)
            || (e.attacker == new.defender && e.defender == new.attacker)
    };
    if pos.engagements.iter().find(same).is_none() {
        pos.engagements.push(new);
        for unit in [new.attacker, new.defender] {
            pos.unit_mut(unit).account.moved = true;
        }
    }
}

/// **legion charge.warband, leader.killed.** The enemy whom a unit has to charge. A warband: it advances,
/// it could run at him straight ahead from where it stands, and would have the impact of its charge. The
/// guard of a killed leader: the nearest enemy, when it can reach him.
#[must_use]
pub fn must_charge(pos: &Position, unit: UnitId) -> Option<UnitId> {
    if pos.turn == 0 {
        return None;
    }
    if posts::avenges(pos, unit) {
        let (enemy, _) = pos.stance(unit).and_then(|at| pos.nearest_enemy(unit, at))?;
        return declare(pos, pos.side(unit), (unit, enemy), &[]).ok().map(|_| enemy);
    }
    if pos.troop(unit).class != Class::Warband || pos.directive(unit) != Directive::Advance {
        return None;
    }
    let side = pos.side(unit);
    let from = may::may_move(pos, side, unit).ok()?;
    let reach = pos.base_move(unit).times(lasting::speed(pos, unit)) + TOUCH;
    let near =
        |e: &UnitId| pos.distance(unit, *e).is_some_and(|d| d <= reach) && has_ahead(pos, unit, from, *e);
    let enemies: Vec<UnitId> = pos.enemies(side).filter(near).collect();
    enemies.into_iter().find(|&e| {
        permitted(pos, unit, e).is_ok()
            && along(pos, unit, e, &[]).is_ok_and(|w| impact(pos, unit, e, from, &w) == Impact::Warband)
    })
}
