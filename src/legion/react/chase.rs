//! Evasion, and the charger behind it.

use super::{charge, evade};
use crate::events::morale::{How, MoraleEvent};
use crate::measure::{Base, Heading, Length, Stance, TOUCH};
use crate::morale::{self, Run, owe_move};
use crate::movement::{Charge, leash};
use crate::questions::names;
use crate::state::{Finer, Morale, Place, Position, UnitId};
use crate::{Flow, Happening, Oracle, flight, melee, shooting};
use tess_effects::{Question, Rule};

/// **legion evade.procedure, evade.debt.** The target turns about and runs straight away from the charger,
/// who stops after half a move or runs after it. If it is caught it is attacked in the rear; otherwise it
/// faces about and may shoot.
pub(super) fn run_off(pos: &mut Position, charge: &Charge, oracle: &mut Oracle<'_>) -> Flow<()> {
    let (unit, target) = (charge.attacker, charge.target);
    let heading = away(pos, target, unit, oracle)?;
    if !chases(pos, (unit, target), oracle)? {
        let half = pos.base_move(unit).half();
        stop(pos, charge, half);
        if morale::shies(pos, unit, Some(charge.from), oracle)?
            || pos.distance(unit, target).is_none_or(|far| far > TOUCH)
        {
            face(pos, target, heading, oracle)?;
        } else {
            // Whoever found no way is caught where he stood.
            melee::meet(pos, (unit, target), charge.impact, Rule("evade.procedure"), oracle);
            return Ok(());
        }
        return shooting::return_fire(pos, target, unit, oracle);
    }
    let due = leash(pos, unit, flight::pursuit_dice(pos, unit, (target, heading), oracle)?);
    let others = pursue(pos, charge, due, oracle)?;
    for (evader, heading) in std::iter::once((target, heading)).chain(others) {
        if !pos.is_engaged(evader) {
            face(pos, evader, heading, oracle)?;
            shooting::return_fire(pos, evader, unit, oracle)?;
        }
    }
    Ok(())
}

/// Runs away by the evasion dice, back to the enemy. Gives the way it ran.
fn away(pos: &mut Position, target: UnitId, unit: UnitId, oracle: &mut Oracle<'_>) -> Flow<Heading> {
    let heading = flight::away_from(pos, target, unit).unwrap_or_default();
    let due = flight::evade_dice(pos, target, (Some(unit), heading), oracle)?;
    let from = pos.stance(target);
    morale::run(pos, target, Run::off(heading, due, How::Evades), oracle)?;
    owe_move(pos, target);
    if let (Some(from), Some(to)) = (from, pos.stance(target)) {
        morale::near_elephants(pos, target, &flight::trail(from, to), oracle)?;
    }
    Ok(heading)
}

/// **legion evade.procedure.** Those who got away face about, or show their backs when their side, asked for
/// it, says so.
fn face(pos: &mut Position, target: UnitId, heading: Heading, oracle: &mut Oracle<'_>) -> Flow<()> {
    if pos.stance(target).is_none() {
        return Ok(());
    }
    let side = pos.side(target);
    if pos.asks(side, Finer::AboutFace) {
        let code = pos.code(target);
        let text = format!("{code} has got away: does it face about?");
        let question =
            Question::new("about-face", &pos.set.sides[side], &code, Rule("evade.procedure"), text)
                .choice("turn", "faces those who charged it")
                .choice("stay", "faces the way it ran")
                .fact("own.type", names::kind(pos, target))
                .or_else("turn");
        if oracle.ask(question)? == "stay" {
            return Ok(());
        }
    }
    flight::turn(pos, target, heading.about());
    Ok(())
}

/// The charger stops after half a move, or runs on.
fn chases(pos: &Position, (unit, target): (UnitId, UnitId), oracle: &mut Oracle<'_>) -> Flow<bool> {
    let code = pos.code(unit);
    let half = pos.base_move(unit).half();
    let text = format!("{} evades: does {code} run after it?", pos.code(target));
    let side = pos.set.sides[pos.side(unit)].clone();
    let question = Question::new("chase", &side, &code, Rule("evade.procedure"), text)
        .choice("stop", format!("stops after {half} inches"))
        .choice("pursue", "goes the whole way that its dice say")
        .fact("enemy.type", names::kind(pos, target))
        .fact("own.type", names::kind(pos, unit));
    Ok(oracle.ask(question)? == "pursue")
}

/// The charger goes so far along the way that it had declared. Gives what is left when the way is shorter.
fn along(pos: &mut Position, charge: &Charge, far: Length) -> Length {
    charge::arrive(pos, charge);
    let (mut gone, mut at): (i32, Stance) = (0, charge.from);
    for pair in charge.walked.trail.windows(2) {
        let step = pair[0].anchor.distance(pair[1].anchor).0;
        if gone + step > far.0 {
            break;
        }
        gone += step;
        at = pair[1];
    }
    pos.unit_mut(charge.attacker).place = Place::Table(at);
    Length(far.0 - gone)
}

/// **legion pass.through.** The charger stops so far on the way that it had declared, and never on friends
/// through whom it goes: before them then.
fn stop(pos: &mut Position, charge: &Charge, far: Length) {
    along(pos, charge, far);
    let unit = charge.attacker;
    let (Some(end), trail) = (pos.stance(unit), &charge.walked.trail) else { return };
    let last = trail.iter().rposition(|&at| at == end).unwrap_or(0);
    let group = pos.party(unit);
    let others: Vec<Base> =
        pos.unit_ids().filter(|u| !group.contains(u)).flat_map(|u| pos.bases(u)).collect();
    let clear =
        |at: &&Stance| !pos.party_at(unit, **at).iter().any(|b| others.iter().any(|other| other.overlaps(b)));
    let at = trail[..=last].iter().rev().find(clear).copied().unwrap_or(charge.from);
    pos.unit_mut(unit).place = Place::Table(at);
}

/// **legion evade.procedure, charge.multiple.** The charger's pursuit, with all whom it meets on its way.
/// Light troops whom it would reach may evade in their turn, once each: whom it reaches again it attacks in
/// the rear. It goes no farther than its first roll. Gives who evaded so, and their ways.
fn pursue(
    pos: &mut Position,
    charge: &Charge,
    due: Length,
    oracle: &mut Oracle<'_>,
) -> Flow<Vec<(UnitId, Heading)>> {
    let unit = charge.attacker;
    let mut others: Vec<(UnitId, Heading)> = Vec::new();
    let mut left = along(pos, charge, due);
    let mut already = due - left;
    if left == Length::ZERO {
        let event = MoraleEvent::Went { unit, how: How::Pursues, due, gone: due };
        oracle.tell(|| Happening::Morale(event));
    }
    if morale::shies(pos, unit, Some(charge.from), oracle)? {
        return Ok(others);
    }
    while left > Length::ZERO {
        let Some(stance) = pos.stance(unit) else { break };
        let run = Run { leaves: true, already, ..Run::on(stance.heading, left, How::Pursues) };
        already = Length::ZERO;
        let slid = morale::run(pos, unit, run, oracle)?;
        left = left - slid.gone;
        if morale::shies(pos, unit, Some(stance), oracle)? {
            break;
        }
        let Some(met) = slid.met else { break };
        // Light infantry that is attached to others stands and falls with them.
        let host = pos.host(met);
        if melee::is_prey(pos, host) {
            melee::ride_down(pos, host, oracle)?;
            continue;
        }
        let evaded = host == charge.target || others.iter().any(|(other, _)| *other == host);
        let fresh = !evaded && pos.is_light(host) && !pos.is_engaged(host);
        if fresh && pos.unit(host).morale != Morale::Broken && !evade::stands(pos, (unit, host), oracle)? {
            others.push((host, away(pos, host, unit, oracle)?));
            continue;
        }
        let rule = if evaded { "evade.procedure" } else { "charge.multiple" };
        melee::meet(pos, (unit, met), charge.impact, Rule(rule), oracle);
        break;
    }
    Ok(others)
}
