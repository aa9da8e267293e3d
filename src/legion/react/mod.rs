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
use super::formation::Formation;
use super::melee::{self, Pursues};
use super::morale::{self, Cause};
use super::movement::{Charge, into_contact};
use super::position::{Morale, Position};
use super::table::Gait;
use super::zone::Zone;
use crate::effects::Flow;

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
    let (unit, target) = (charge.attacker, charge.target);
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

/// The attacker stands where it meets its target.
fn arrive(pos: &mut Position, charge: &Charge) {
    let account = pos.unit(charge.attacker).account;
    *pos.unit_mut(charge.attacker) = charge.walked.unit.clone();
    pos.unit_mut(charge.attacker).account = account;
    pos.unit_mut(charge.attacker).account.moved = true;
}
