//! Exchange of lines: a Roman line in combat falls back, and the one behind it takes its place.

use super::charge::{Charge, impact, into_contact};
use super::walk::{Walked, Walker};
use super::{ground, may, pass, square};
use crate::events::movement::MoveEvent;
use crate::measure::Stance;
use crate::questions::passing;
use crate::refusal::Why;
use crate::refusal::movement::{Relief, Unmoved};
use crate::state::{Directive, Morale, Position, Segment, Stage, UnitId, Zone};
use crate::written::Step;
use crate::{Flow, Happening, Oracle, Refusal};
use tess_effects::{Rule, Side};

/// **legion pass.relief, romans.line-relief.** A line of legionaries or auxilia in close combat goes back
/// half its base move, without fighting; the other, in good order and within its base move of the enemy,
/// goes through it or past it into contact.
///
/// # Errors
/// When one of them cannot; the word to blame is its code.
pub fn relieve(
    pos: &mut Position,
    side: Side,
    (first, second): (UnitId, UnitId),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    let enemy = engaged_line(pos, side, first)?;
    let from = relieving_line(pos, side, second, enemy)?;
    let (back, charge) = ways(pos, (first, second), enemy, from)?;
    may::enter(pos, second)?;
    pos.engagements.retain(|e| e.attacker != first && e.defender != first);
    oracle.tell(|| Happening::Move(MoveEvent::Relieved { first, second, enemy }));
    let shaken = pos.unit(first).morale != Morale::Good;
    *pos.unit_mut(first) = back.unit.clone();
    pos.unit_mut(first).account.moved = true;
    pos.unit_mut(first).account.fought = true;
    pass::settle(pos, first, &back, oracle);
    ground::settle(pos, first, &back, oracle);
    into_contact(pos, &charge, oracle);
    if shaken {
        ground::disorder(pos, second, Rule("pass.disorder"), oracle);
    }
    Ok(())
}

/// The line that fights: the enemy before it.
fn engaged_line(pos: &Position, side: Side, first: UnitId) -> Result<UnitId, Refusal> {
    let no = |rule, why| Err(Refusal::new(Rule(rule), Why::Unmoved(first, Unmoved::Relief(why))));
    let Stage::Acting(acting) = pos.stage else {
        return no("turn.sequence", Relief::NotNow);
    };
    if pos.side(first) != side || pos.unit(first).command != acting.command {
        return no("turn.sequence", Relief::NotInCommand);
    }
    if acting.step > Segment::Movement {
        return no("turn.command-sequence", Relief::TooLate);
    }
    if !matches!(pos.directive(first), Directive::Advance | Directive::Hold | Directive::Redeploy) {
        return no("pass.relief", Relief::Order);
    }
    if !passing::is_legionary(pos, first) || !passing::is_line(pos, first) || !pos.is_heavy(first) {
        return no("pass.relief", Relief::NoLine);
    }
    let account = &pos.unit(first).account;
    if pos.unit(first).morale == Morale::Broken || account.moved || account.fought {
        return no("turn.once", Relief::Moved);
    }
    let own = pos.engagements.iter().filter(|e| e.attacker == first || e.defender == first);
    let own: Vec<_> = own.collect();
    if own.iter().any(|e| e.defender == first && e.side != Zone::Front) {
        return no("pass.relief", Relief::Held);
    }
    match own.first() {
        Some(e) => Ok(if e.attacker == first { e.defender } else { e.attacker }),
        None => no("pass.relief", Relief::NoCombat),
    }
}

/// The line that relieves: where it stands.
fn relieving_line(pos: &Position, side: Side, second: UnitId, enemy: UnitId) -> Result<Stance, Refusal> {
    let no = |why| Err(Refusal::new(Rule("pass.relief"), Why::Unmoved(second, Unmoved::Relief(why))));
    let from = may::may_move(pos, side, second)?;
    if !passing::is_legionary(pos, second) || !passing::is_line(pos, second) || !pos.is_heavy(second) {
        return no(Relief::NoLine);
    }
    if pos.unit(second).morale != Morale::Good {
        return no(Relief::Shaken);
    }
    let (far, reach) = (pos.distance(second, enemy), pos.base_move(second));
    if far.is_none_or(|d| d > reach) {
        return no(Relief::Far(enemy, reach));
    }
    Ok(from)
}

/// The way back of the one and the way into contact of the other; either is as if the other were not there.
fn ways(
    pos: &Position,
    (first, second): (UnitId, UnitId),
    enemy: UnitId,
    from: Stance,
) -> Result<(Walked, Charge), Refusal> {
    let mut back = Walker::new(pos, first)?;
    back.disregard(second);
    back.step(Step::Back(pos.base_move(first).half().0))?;
    let back = back.done();
    let mut there = pos.clone();
    *there.unit_mut(first) = back.unit.clone();
    let mut on = Walker::new(&there, second)?;
    on.disregard(first);
    on.run_at(enemy)?;
    let walked = on.done();
    let impact = impact(pos, second, enemy, from, &walked);
    *there.unit_mut(second) = walked.unit.clone();
    let own = there.bases(second);
    if there.bases(first).iter().any(|b| own.iter().any(|o| o.overlaps(b))) {
        let no_room = Unmoved::Relief(Relief::NoRoom(second));
        return Err(Refusal::new(Rule("pass.relief"), Why::Unmoved(first, no_room)));
    }
    let side = square::side(&there, second, enemy);
    Ok((back, Charge { attacker: second, target: enemy, from, walked, side, impact }))
}
