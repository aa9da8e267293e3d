//! Shooting by order, and in answer.

use super::dice::{Volley, volley};
use super::line::{shot, shot_at_base};
use crate::events::cards::CardEvent;
use crate::events::morale::Cause;
use crate::events::shooting::ShootEvent;
use crate::measure::Length;
use crate::morale::{self, recoil, sit_out};
use crate::questions::{lasting, posts, stands};
use crate::refusal::Why;
use crate::refusal::combat::{Mark, Unshot};
use crate::setup::Class;
use crate::state::{Directive, Morale, Position, Segment, Stage, UnitId};
use crate::{Flow, Happening, Oracle, Refusal, leaders};
use tess_dice::Die;
use tess_effects::{Question, Rule, Side};

/// Who has hit whom, and how often.
pub type Blow = (UnitId, UnitId, u16);

/// Is a unit, or the unit that it is attached to, in close combat?
fn fights(pos: &Position, id: UnitId) -> bool {
    pos.is_engaged(id) || pos.unit(id).attached.is_some_and(|host| pos.is_engaged(host))
}

/// **legion shoot.target.** At whom a stand shoots: the nearest enemy at whom it can, in no close combat;
/// several when they are equally near.
fn marks(pos: &Position, unit: UnitId, place: usize) -> Vec<Mark> {
    let side = pos.side(unit);
    let units = pos.enemies(side).filter(|&e| !fights(pos, e));
    let mut found: Vec<(Length, Mark)> =
        units.filter_map(|e| Some((shot(pos, unit, place, e)?.distance, Mark::Unit(e)))).collect();
    for leader in pos.set.commands_of(side.other()) {
        let Some(base) = posts::base(pos, leader) else { continue };
        if let Some(shot) = shot_at_base(pos, unit, place, &base) {
            found.push((shot.distance, Mark::Leader(leader)));
        }
    }
    let nearest = found.iter().map(|f| f.0).min();
    found.into_iter().filter(|f| Some(f.0) == nearest).map(|f| f.1).collect()
}

/// The stands of a unit that may shoot at this target, by their places.
fn places(pos: &Position, unit: UnitId, mark: Mark) -> Vec<usize> {
    (0..pos.unit(unit).stands.len()).filter(|&p| marks(pos, unit, p).contains(&mark)).collect()
}

/// **legion shoot.target, turn.once.** May a unit shoot by order now? Gives for each enemy at whom it may
/// shoot the number of stands.
///
/// # Errors
/// Why not.
pub fn may_shoot(pos: &Position, side: Side, id: UnitId) -> Result<Vec<(Mark, usize)>, Refusal> {
    let no = |rule, why| Err(Refusal::new(Rule(rule), Why::Unshot(id, why)));
    let unit = pos.unit(id);
    let Stage::Acting(acting) = pos.stage else { return no("turn.sequence", Unshot::NotNow) };
    if pos.side(id) != side || unit.command != acting.command {
        return no("turn.sequence", Unshot::NotItsTurn(acting.command));
    }
    if pos.stance(id).is_none() {
        return no("turn.sequence", Unshot::Off);
    }
    if pos.turn == 0 {
        return no("card.hot-meal", Unshot::FreeMove);
    }
    if acting.step > Segment::Secondary {
        return no("turn.command-sequence", Unshot::TooLate);
    }
    if unit.account.shot {
        return no("turn.once", Unshot::Shot);
    }
    if unit.account.fought {
        return no("turn.once", Unshot::Fought);
    }
    if fights(pos, id) {
        return no("shoot.target", Unshot::InCombat);
    }
    match pos.directive(id) {
        order @ Directive::Reform => return no("order.reform", Unshot::Order(order)),
        order @ Directive::March => return no("order.march", Unshot::Order(order)),
        _ => {}
    }
    if unit.morale == Morale::Broken {
        return no("morale.broken", Unshot::Broken);
    }
    if unit.stands.iter().all(|s| pos.profile(unit, s.troop).range.0 == 0) {
        return no("shoot.target", Unshot::Unarmed);
    }
    let mut found: Vec<(Mark, usize)> = Vec::new();
    for place in 0..unit.stands.len() {
        for mark in marks(pos, id, place) {
            match found.iter_mut().find(|f| f.0 == mark) {
                Some(entry) => entry.1 += 1,
                None => found.push((mark, 1)),
            }
        }
    }
    if found.is_empty() {
        return no("shoot.line", Unshot::Nobody);
    }
    Ok(found)
}

/// **legion shoot.target.** A unit shoots, at one enemy or at several; with `stands`, with no more than so
/// many at one of them.
///
/// # Errors
/// When it may not shoot, or not at one of them.
pub fn shoot(
    pos: &mut Position,
    side: Side,
    (id, targets): (UnitId, &[(Mark, Option<u8>)]),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    let may = may_shoot(pos, side, id)?;
    let mut used: Vec<usize> = Vec::new();
    let mut aims: Vec<(Mark, Vec<usize>)> = Vec::new();
    for &(mark, most) in targets {
        let mut places = places(pos, id, mark);
        places.retain(|p| !used.contains(p));
        if places.is_empty() {
            let can = may.iter().map(|&(mark, _)| mark).collect();
            return Err(Refusal::new(Rule("shoot.target"), Why::Unshot(id, Unshot::NotAt(mark, can))).into());
        }
        places.truncate(most.map_or(usize::MAX, usize::from));
        used.extend(&places);
        aims.push((mark, places));
    }
    if let Stage::Acting(acting) = &mut pos.stage
        && acting.step == Segment::Movement
    {
        acting.step = Segment::Secondary;
    }
    pos.unit_mut(id).account.shot = true;
    for (mark, places) in aims {
        match mark {
            Mark::Unit(target) => {
                let back = answer(pos, target, id, oracle)?;
                let own = volley(pos, id, &places, target);
                throw_all(pos, own.into_iter().map(|v| (v, false)).chain(back.map(|v| (v, true))), oracle)?;
            }
            Mark::Leader(leader) => {
                oracle.tell(|| Happening::Shoot(ShootEvent::AtLeader { unit: id, leader }));
                leaders::shot_at(pos, leader, oracle)?;
            }
        }
    }
    Ok(())
}

/// All stands of a unit that can shoot at another, whoever else is near.
fn every_place(pos: &Position, unit: UnitId, target: UnitId) -> Vec<usize> {
    (0..pos.unit(unit).stands.len()).filter(|&p| shot(pos, unit, p, target).is_some()).collect()
}

/// **legion shoot.defensive, order.march.** May a unit shoot out of its turn?
pub(super) fn may_answer(pos: &Position, id: UnitId) -> bool {
    let unit = pos.unit(id);
    !unit.account.shot
        && pos.directive(id) != Directive::March
        && unit.morale != Morale::Broken
        && pos.stance(id).is_some()
}

/// A volley of one die at least: without any nobody is asked whether he shoots out of his turn.
fn worth_throwing(pos: &Position, unit: UnitId, places: &[usize], at: UnitId) -> Option<Volley> {
    volley(pos, unit, places, at).filter(|v| v.dice > 0)
}

/// **legion shoot.defensive.** Who is shot at may shoot back, and has done its shooting and moving of the
/// turn then.
fn answer(pos: &mut Position, id: UnitId, at: UnitId, oracle: &mut Oracle<'_>) -> Flow<Option<Volley>> {
    if !may_answer(pos, id) || fights(pos, id) {
        return Ok(None);
    }
    let places = places(pos, id, Mark::Unit(at));
    let Some(volley) = worth_throwing(pos, id, &places, at) else { return Ok(None) };
    let code = pos.code(id);
    let text = format!("{code} is shot at by {}: does it shoot back?", pos.code(at));
    let side = pos.set.sides[pos.side(id)].clone();
    let moved = if pos.unit(id).account.moved { "yes" } else { "no" };
    let question = Question::new("defensive-fire", &side, &code, Rule("shoot.defensive"), text)
        .choice("shoot", format!("throws {} dice, and has moved and shot for this turn", volley.dice))
        .choice("no", "keeps its move and its shot")
        .fact("own.moved", moved)
        .fact("own.dice", volley.dice)
        .or_else(if pos.unit(id).account.moved { "shoot" } else { "no" });
    if oracle.ask(question)? == "no" {
        return Ok(None);
    }
    let account = &mut pos.unit_mut(id).account;
    account.shot = true;
    account.moved = true;
    Ok(Some(volley))
}

/// **legion evade.procedure, skirmish.feigned-flight.** A unit that has got away may shoot at those who ran
/// after it.
pub fn return_fire(pos: &mut Position, id: UnitId, at: UnitId, oracle: &mut Oracle<'_>) -> Flow<()> {
    if !may_answer(pos, id) || pos.stance(at).is_none() {
        return Ok(());
    }
    let places = every_place(pos, id, at);
    let Some(volley) = worth_throwing(pos, id, &places, at) else { return Ok(()) };
    let code = pos.code(id);
    let text = format!("{code} has got away from {}: does it shoot?", pos.code(at));
    let side = pos.set.sides[pos.side(id)].clone();
    let question = Question::new("defensive-fire", &side, &code, Rule("evade.procedure"), text)
        .choice("shoot", format!("throws {} dice", volley.dice))
        .choice("no", "keeps its shot")
        .fact("own.moved", "yes")
        .fact("own.dice", volley.dice);
    if oracle.ask(question)? == "no" {
        return Ok(());
    }
    pos.unit_mut(id).account.shot = true;
    throw_all(pos, std::iter::once((volley, true)), oracle).map(|_| ())
}

/// Throws volleys that are shot at the same time: all dice, then all hits, then the tests.
pub(super) fn throw_all(
    pos: &mut Position,
    volleys: impl Iterator<Item = (Volley, bool)>,
    oracle: &mut Oracle<'_>,
) -> Flow<Vec<Blow>> {
    let mut landed = Vec::new();
    for (volley, defensive) in volleys {
        let mut dice = Vec::new();
        for _ in 0..volley.dice {
            dice.push(oracle.roll(Die::D6, "shoot", &pos.code(volley.unit), Rule("shoot.dice"))?);
        }
        let mut hits = dice.iter().map(|&d| u16::from(d)).sum::<u16>() / 6;
        let (unit, target) = (volley.unit, volley.target);
        let (parts, halved) = (volley.parts, volley.halved);
        oracle.tell(|| {
            Happening::Shoot(ShootEvent::Volley { unit, target, defensive, parts, halved, dice, hits })
        });
        if hits > 0 && lasting::doubles(pos, unit) {
            hits *= 2;
            oracle.tell(|| Happening::Card(CardEvent::Doubled(unit, hits)));
        }
        landed.push((unit, target, hits, volley.from));
    }
    let (mut shaken, mut blows) = (Vec::new(), Vec::new());
    for (unit, target, hits, from) in landed {
        // Hits on a unit with light infantry attached fall on the two together.
        let host = pos.unit(target).attached.unwrap_or(target);
        pos.unit_mut(host).account.suffered += hits;
        let lost = morale::shoot_at(pos, host, hits, from, oracle)?;
        shaken.push((unit, host, hits, lost));
        blows.push((unit, host, hits));
    }
    for (unit, target, hits, lost) in shaken {
        test(pos, target, unit, (hits, lost), oracle)?;
    }
    Ok(blows)
}

/// **legion morale.result, shoot.elephants.** A stand lost to shooting: the unit tests, and falls back half
/// a move in disorder. Elephants test for any hit and do not come on in their next move.
fn test(
    pos: &mut Position,
    id: UnitId,
    from: UnitId,
    (hits, lost): (u16, u8),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    if pos.stance(id).is_none() || pos.unit(id).morale == Morale::Broken {
        return Ok(());
    }
    if pos.troop(id).class == Class::Elephants {
        // As long as the escort bears the hits the elephants have taken none.
        let stung = lost > 0 || (hits > 0 && !stands::is_escorted(pos, id));
        if stung && !morale::test(pos, id, Cause::Stung, oracle)? {
            sit_out(pos, id);
        }
        return Ok(());
    }
    if lost > 0 && !morale::test(pos, id, Cause::Shot, oracle)? {
        morale::disorder(pos, id, Rule("morale.result"), oracle);
        let half = pos.base_move(id).half();
        recoil(pos, id, (Some(from), half), Rule("morale.result"), oracle)?;
    }
    Ok(())
}
