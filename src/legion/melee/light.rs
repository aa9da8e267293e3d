//! Light infantry that stands before horse, or before heavy foot.

use super::pursuit::meet;
use super::round::throw;
use crate::events::melee::MeleeEvent;
use crate::events::morale::{Cause, How, MoraleEvent};
use crate::flight::{Course, Through, slide};
use crate::measure::{Heading, Length};
use crate::morale::{self, disengage};
use crate::movement::{Charge, into_contact};
use crate::questions::stands::{self, Aim};
use crate::setup::Gait;
use crate::state::{Place, Position, UnitId};
use crate::{Flow, Happening, Oracle, shooting};
use tess_effects::Rule;

/// What is left of the charger's move.
fn left(charge: &Charge) -> Length {
    Length((charge.walked.allowance.0 - charge.walked.spent.0).max(0))
}

/// **legion light.cavalry-passes.** Horse and chariots ride through light infantry that stands: a volley, a
/// stand lost, a round fought in passing, and on with what is left of the move, perhaps into others. Hits
/// taken in passing count for that combat.
pub fn passed_through(pos: &mut Position, charge: &Charge, oracle: &mut Oracle<'_>) -> Flow<()> {
    let (unit, light) = (charge.attacker, charge.target);
    into_contact(pos, charge, oracle);
    shooting::exchange(pos, unit, light, oracle)?;
    if pos.stance(unit).is_none() || !pos.engagements.iter().any(|e| e.other(unit) == Some(light)) {
        return Ok(());
    }
    oracle.tell(|| Happening::Melee(MeleeEvent::RidesThrough { unit, light }));
    if let Some(&stand) = stands::aimed(pos, light, Aim::Contact(unit)).last() {
        morale::lose_stand(pos, stand, Rule("light.cavalry-passes"), oracle)?;
    }
    if pos.stance(light).is_some() {
        let (own, theirs) = (throw(pos, unit, light, oracle)?, throw(pos, light, unit, oracle)?);
        morale::take_hits(pos, (light, own), Aim::Contact(unit), true, oracle)?;
        morale::take_hits(pos, (unit, theirs), Aim::Contact(light), true, oracle)?;
        pos.unit_mut(unit).account.pelted += theirs;
        pos.unit_mut(light).account.fought = true;
        let (dealt, taken) = (theirs + pos.unit(unit).account.pelted - theirs, own);
        let lost = taken > dealt && pos.stance(light).is_some();
        disengage(pos, light);
        if lost && !morale::test(pos, light, Cause::Lost, oracle)? {
            morale::break_unit(pos, light, Some(unit), oracle)?;
        }
    }
    if pos.stance(unit).is_some() && !pos.is_engaged(unit) {
        ride_on(pos, charge, oracle);
    }
    Ok(())
}

/// The rest of the move, through the light infantry and out of it.
fn ride_on(pos: &mut Position, charge: &Charge, oracle: &mut Oracle<'_>) {
    let (unit, light) = (charge.attacker, charge.target);
    let Some(stance) = pos.stance(unit) else { return };
    let place = pos.unit(light).place;
    pos.unit_mut(light).place = Place::Waiting;
    let due = left(charge);
    let slid = slide(pos, unit, Course::plain(stance.heading, due));
    pos.unit_mut(light).place = place;
    let mut gone = slid.gone;
    // It does not stop on them: it goes back to where it is clear of them when the move is too short.
    let lies_on = |pos: &Position| {
        let own = pos.bases(unit);
        pos.bases(light).iter().any(|b| own.iter().any(|o| o.overlaps(b)))
    };
    if lies_on(pos) {
        pos.unit_mut(unit).place = Place::Table(stance);
        gone = Length::ZERO;
    }
    let event = MoraleEvent::Went { unit, how: How::Charges(Rule("light.cavalry-passes")), due, gone };
    oracle.tell(|| Happening::Morale(event));
    if let Some(met) = slid.met.filter(|_| gone > Length::ZERO || due == Length::ZERO) {
        meet(pos, (unit, met), charge.impact, Rule("light.cavalry-passes"), oracle);
    }
}

/// **legion light.pushed-back.** Heavy foot and elephants push light infantry that stands before them to
/// the end of their move. It slips behind heavy foot of its own side, whom the chargers meet then, and
/// stops at ground that it cannot enter.
pub fn pushed_back(pos: &mut Position, charge: &Charge, oracle: &mut Oracle<'_>) -> Flow<()> {
    let (unit, light) = (charge.attacker, charge.target);
    into_contact(pos, charge, oracle);
    shooting::exchange(pos, unit, light, oracle)?;
    let engaged = |pos: &Position| pos.engagements.iter().any(|e| e.other(unit) == Some(light));
    if pos.stance(unit).is_none() || !engaged(pos) {
        return Ok(());
    }
    let Some(stance) = pos.stance(unit) else { return Ok(()) };
    let heading = stance.heading;
    let due = left(charge);
    let ahead = heavies_behind(pos, light, (heading, due));
    let before = pos.unit(light).place;
    let slid = slide(pos, light, pushed(heading, due));
    if ahead.is_some() && slid.left.is_none() {
        disengage(pos, light);
        let own = slide(pos, unit, Course::plain(heading, due));
        let event = MoraleEvent::Went { unit: light, how: How::Pushed, due, gone: slid.gone };
        oracle.tell(|| Happening::Morale(event));
        if let Some(met) = own.met {
            meet(pos, (unit, met), charge.impact, Rule("light.pushed-back"), oracle);
        }
        return Ok(());
    }
    let mut gone = slid.gone.0.min(due.0);
    if slid.left.is_some() || !slid.through.is_empty() {
        // Nothing to slip through: they fight where they are.
        pos.unit_mut(light).place = before;
        gone = 0;
    }
    let own = slide(pos, unit, Course::plain(heading, Length(gone)));
    let event = MoraleEvent::Went { unit: light, how: How::Pushed, due, gone: Length(own.gone.0.max(gone)) };
    oracle.tell(|| Happening::Morale(event));
    Ok(())
}

/// The way of those who are pushed: behind their friends, if they come upon any.
fn pushed(heading: Heading, due: Length) -> Course {
    Course { through: Through::Behind, leaves: true, ..Course::plain(heading, due) }
}

/// Heavy foot of its own side onto which light infantry would be pushed.
fn heavies_behind(pos: &Position, light: UnitId, (heading, due): (Heading, Length)) -> Option<UnitId> {
    let mut there = pos.clone();
    let slid = slide(&mut there, light, pushed(heading, due));
    let heavy = |u: &&UnitId| matches!(pos.gait(**u), Gait::HeavyFoot | Gait::Warband);
    slid.through.iter().find(heavy).copied()
}
