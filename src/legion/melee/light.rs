//! Light infantry that stands before horse, or before heavy foot.

use super::after::{self, Score};
use super::dice::automatic_disorder;
use super::pursuit::meet;
use super::round::throw;
use crate::events::melee::{End, MeleeEvent};
use crate::events::morale::{How, MoraleEvent};
use crate::flight::{Course, Slid, Through, slide};
use crate::measure::{Heading, Length, TOUCH};
use crate::morale::{self, disengage};
use crate::movement::{Charge, into_contact};
use crate::questions::stands::{self, Aim};
use crate::setup::{Class, Gait};
use crate::shooting::{self, Blow};
use crate::state::{Position, UnitId};
use crate::{Flow, Happening, Oracle, leaders};
use tess_effects::Rule;

/// What is left of the charger's move.
fn left(charge: &Charge) -> Length {
    Length((charge.walked.allowance.0 - charge.walked.spent.0).max(0))
}

/// **legion light.cavalry-passes.** Horse and chariots ride through light infantry that stands: a volley, a
/// stand lost, a round fought in passing with all that comes of one, and on with what is left of the move,
/// perhaps into others.
pub fn passed_through(pos: &mut Position, charge: &Charge, oracle: &mut Oracle<'_>) -> Flow<()> {
    let (unit, light) = (charge.attacker, charge.target);
    into_contact(pos, charge, oracle);
    let volleys = shooting::exchange(pos, unit, light, oracle)?;
    if pos.stance(unit).is_none() || !pos.engagements.iter().any(|e| e.other(unit) == Some(light)) {
        return Ok(());
    }
    oracle.tell(|| Happening::Melee(MeleeEvent::RidesThrough { unit, light }));
    if let Some(&stand) = stands::aimed(pos, light, Aim::Contact(unit)).last() {
        morale::lose_stand(pos, stand, Rule("light.cavalry-passes"), oracle)?;
    }
    let round = if pos.stance(light).is_some() {
        Some(in_passing(pos, (unit, light), &volleys, oracle)?)
    } else {
        None
    };
    disengage_from(pos, unit, light);
    if pos.troop(unit).class == Class::ScythedChariots && round.is_some() {
        morale::destroy(pos, unit, Rule("chariot.scythed"), oracle)?;
    }
    let Some(round) = round else {
        let hits = struck(&volleys, light);
        return rides_on(pos, charge, hits, oracle);
    };
    let lost = round.rider.end() == End::Lost;
    // Hits taken in passing count for the combat that follows; without one they decide this round.
    let meets = pos.is_engaged(unit) || ahead(pos, charge).met.is_some();
    if lost && (!meets || round.rider.stands > 0 && after::shies(pos, &round.rider, oracle)?) {
        return after::thrown_back(pos, &round, meets, oracle);
    }
    if after::passed(pos, (unit, light), &round, oracle)? {
        return Ok(());
    }
    if !lost && round.rider.stands > 0 && after::recoils(pos, &round.rider, oracle)? {
        return Ok(());
    }
    rides_on(pos, charge, round.rider.taken, oracle)?;
    // Those whom he rode through may have gone back into his way, so that he meets nobody after all.
    if lost && !pos.is_engaged(unit) { after::lost(pos, &round.rider, oracle) } else { Ok(()) }
}

/// A round fought in passing.
pub(super) struct Passing {
    /// What it was for the rider.
    pub rider: Score,
    /// What it was for the light infantry.
    pub light: Score,
}

/// The round itself: dice of both, hits with those of the volleys before it, and the danger to leaders.
fn in_passing(
    pos: &mut Position,
    (unit, light): (UnitId, UnitId),
    volleys: &[Blow],
    oracle: &mut Oracle<'_>,
) -> Flow<Passing> {
    automatic_disorder(pos, unit, light, oracle);
    automatic_disorder(pos, light, unit, oracle);
    let (own, theirs) = (throw(pos, unit, light, oracle)?, throw(pos, light, unit, oracle)?);
    let mut rider = Score::new(pos, unit, vec![light]);
    let mut target = Score::new(pos, light, vec![unit]);
    // The stand that was ridden down is one lost.
    target.stands = 1 + morale::take_hits(pos, (light, own), Aim::Contact(unit), true, oracle)?;
    rider.stands = morale::take_hits(pos, (unit, theirs), Aim::Contact(light), true, oracle)?;
    (rider.dealt, rider.taken) = (own + struck(volleys, unit), theirs + struck(volleys, light));
    (target.dealt, target.taken) = (rider.taken, rider.dealt);
    for score in [&rider, &target] {
        let (unit, taken, dealt, end) = (score.unit, score.taken, score.dealt, score.end());
        pos.unit_mut(unit).account.fought = true;
        pos.unit_mut(unit).account.won |= end == End::Won;
        oracle.tell(|| Happening::Melee(MeleeEvent::Ended { unit, taken, dealt, end }));
        leaders::after_combat(pos, unit, (score.foes.first().copied(), end == End::Lost), oracle)?;
    }
    Ok(Passing { rider, light: target })
}

/// The hits of one's volleys.
fn struck(volleys: &[Blow], by: UnitId) -> u16 {
    volleys.iter().filter(|b| b.0 == by).map(|b| b.2).sum()
}

/// The two have passed one another.
fn disengage_from(pos: &mut Position, unit: UnitId, light: UnitId) {
    pos.engagements.retain(|e| e.other(unit) != Some(light));
}

/// Where the rest of the move would lead, through the light infantry and out of it.
fn ahead(pos: &mut Position, charge: &Charge) -> Slid {
    let before = pos.unit(charge.attacker).place;
    let slid = go_on(pos, charge);
    pos.unit_mut(charge.attacker).place = before;
    slid
}

fn go_on(pos: &mut Position, charge: &Charge) -> Slid {
    let Some(stance) = pos.stance(charge.attacker) else { return Slid::default() };
    let course = Course { past: Some(charge.target), ..Course::plain(stance.heading, left(charge)) };
    slide(pos, charge.attacker, course)
}

/// The rest of the move, through the light infantry and out of it. The hits of the round in passing go
/// along.
fn rides_on(pos: &mut Position, charge: &Charge, hits: u16, oracle: &mut Oracle<'_>) -> Flow<()> {
    let unit = charge.attacker;
    if pos.stance(unit).is_none() {
        return Ok(());
    }
    if pos.is_engaged(unit) {
        pos.unit_mut(unit).account.pelted += hits;
        return Ok(());
    }
    let slid = go_on(pos, charge);
    let (due, gone) = (left(charge), slid.gone);
    let event = MoraleEvent::Went { unit, how: How::Charges(Rule("light.cavalry-passes")), due, gone };
    oracle.tell(|| Happening::Morale(event));
    let reached = |m: &UnitId| pos.distance(unit, *m).is_some_and(|d| d <= TOUCH);
    if let Some(met) = slid.met.filter(reached) {
        pos.unit_mut(unit).account.pelted += hits;
        meet(pos, (unit, met), charge.impact, Rule("light.cavalry-passes"), oracle);
    }
    Ok(())
}

/// **legion light.pushed-back.** Heavy foot and elephants push light infantry that stands before them to
/// the end of their move. It slips behind heavy foot of its own side, whom the chargers meet then, and
/// stops at ground that it cannot enter.
pub fn pushed_back(pos: &mut Position, charge: &Charge, oracle: &mut Oracle<'_>) -> Flow<()> {
    let (unit, light) = (charge.attacker, charge.target);
    into_contact(pos, charge, oracle);
    let volleys = shooting::exchange(pos, unit, light, oracle)?;
    for (hit, by) in [(unit, light), (light, unit)] {
        pos.unit_mut(hit).account.pelted += struck(&volleys, by);
    }
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
