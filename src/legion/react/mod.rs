//! What the enemy does about a charge, and what skirmishers do to provoke one.

mod chariots;
mod chase;
mod counter;
mod evade;
mod feign;
mod leave;
mod opportunity;
mod sally;

pub use chariots::{dismount, mount, remount};
pub use evade::may_stand_freely;
pub use feign::feign;
pub use leave::{Way, leave};
pub use sally::sally;

use super::Oracle;
use super::flight;
use super::formation::Formation;
use super::melee::{self, Pursues};
use super::morale::{self, Cause};
use super::movement::{Charge, into_contact};
use super::position::{Morale, Position, UnitId};
use super::table::Gait;
use super::troop::Class;
use super::victory;
use super::zone::Zone;
use crate::Flow;

/// What became of a charge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reaction {
    /// The target stands: contact is made.
    Stands,
    /// It has been settled otherwise, and everybody stands where he belongs.
    Settled,
}

/// **legion charge.contact, turn.command-sequence.** A charge has been declared; the attacker stands where it stood. The target evades, opens lanes, runs, counter-charges
/// or stands; those whom the attacker shows a flank may charge it in their turn.
///
/// # Errors
/// When a die or an answer is due.
pub fn charged(pos: &mut Position, charge: &Charge, oracle: &mut Oracle<'_>) -> Flow<Reaction> {
    // Light infantry that is attached to others stands and falls with them.
    let unit = charge.attacker;
    let target = pos.unit(charge.target).attached.unwrap_or(charge.target);
    victory::surprised(pos, target, oracle);
    if melee::is_prey(pos, target) {
        arrive(pos, charge);
        melee::ride_down(pos, target, oracle)?;
        return Ok(Reaction::Settled);
    }
    if chariots::finds_lanes(pos, charge, oracle)? {
        return Ok(Reaction::Settled);
    }
    let light = pos.is_light(target) && !pos.is_engaged(target) && pos.unit(target).morale != Morale::Broken;
    if light && !evade::stands(pos, (unit, target), oracle)? {
        chase::run_off(pos, charge, oracle)?;
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
    match (pos.gait(target), pos.gait(unit)) {
        (Gait::LightFoot, Gait::HeavyHorse | Gait::LightHorse | Gait::Chariots) => {
            melee::passed_through(pos, charge, oracle)?;
        }
        (Gait::LightFoot, Gait::HeavyFoot | Gait::Warband | Gait::Elephants) => {
            melee::pushed_back(pos, charge, oracle)?;
        }
        _ => match counter::counter(pos, charge, oracle)? {
            Some(changed) => into_contact(pos, &changed, oracle),
            None => into_contact(pos, charge, oracle),
        },
    }
    if pos.is_engaged(unit) {
        opportunity::exposed(pos, unit, oracle)?;
    }
    Ok(Reaction::Settled)
}

/// **legion elephant.zone.** Horse that charges past or at elephants, or is charged by them, loses its order and may retire before there is contact. Gives the
/// charge with the attacker as it is by then; nothing when there is none any more.
fn smells(pos: &mut Position, charge: &Charge, oracle: &mut Oracle<'_>) -> Flow<Option<Charge>> {
    let (unit, target) = (charge.attacker, charge.target);
    let elephants = |u: UnitId| pos.troop(u).class == Class::Elephants && pos.stance(u).is_some();
    if !pos.unit_ids().any(elephants) {
        return Ok(Some(charge.clone()));
    }
    let before = pos.unit(unit).clone();
    arrive(pos, charge);
    let (there, theirs) = (pos.stance(unit), pos.stance(target));
    flight::near_elephants(pos, unit, &charge.walked.trail, oracle)?;
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

/// The attacker stands where it meets its target.
fn arrive(pos: &mut Position, charge: &Charge) {
    let account = pos.unit(charge.attacker).account;
    *pos.unit_mut(charge.attacker) = charge.walked.unit.clone();
    pos.unit_mut(charge.attacker).account = account;
    pos.unit_mut(charge.attacker).account.moved = true;
}
