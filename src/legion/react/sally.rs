//! Light troops that move, shoot, and move again.

use crate::measure::Stance;
use crate::refusal::Why;
use crate::refusal::combat::Undone;
use crate::shooting::{self, Mark};
use crate::state::{Place, Position, Segment, Stage, UnitId};
use crate::written::Step;
use crate::{Flow, Oracle, Refusal, movement};
use tess_effects::{Rule, Side, Stop};

const RULE: Rule = Rule("skirmish.split-move");

/// **legion skirmish.split-move.** Light troops go part of their way, shoot, and go the rest of it. The two
/// parts are one move: together they cost no more than it.
///
/// # Errors
/// When they are not light, or a part is not allowed.
pub fn sally(
    pos: &mut Position,
    side: Side,
    (unit, target): (UnitId, Mark),
    (out, back): (&[Step], &[Step]),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    let no = |why| Refusal::new(RULE, Why::Undone(unit, why));
    if !pos.is_light(unit) {
        return Err(no(Undone::NotLight).into());
    }
    // The whole way is tried first: nobody shoots on a way that is not allowed.
    let mut trial = pos.clone();
    let first = movement::walk(&trial, unit, out)?;
    *trial.unit_mut(unit) = first.unit.clone();
    let second = movement::walk(&trial, unit, back)?;
    if first.spent + second.spent > first.allowance {
        let left = first.allowance - first.spent;
        return Err(no(Undone::TooFar(left, second.spent)).into());
    }
    movement::go(pos, side, unit, out, oracle)?;
    shooting::shoot(pos, side, (unit, &[(target, None)]), oracle)?;
    if let Stage::Acting(acting) = &mut pos.stage {
        acting.step = Segment::Movement;
    }
    // An answer may have driven it off, or kept it from going on.
    if pos.stance(unit) != Some(first.unit.place).and_then(stance) || pos.is_engaged(unit) {
        return Ok(());
    }
    pos.unit_mut(unit).account.moved = false;
    // What happened on the way may have barred the rest of it: it stays where it is then.
    let (before, mark) = (pos.clone(), oracle.recorded());
    match movement::go(pos, side, unit, back, oracle) {
        Err(Stop::Refused(_)) => {
            *pos = before;
            pos.unit_mut(unit).account.moved = true;
            oracle.forget_after(mark);
            Ok(())
        }
        other => other,
    }
}

fn stance(place: Place) -> Option<Stance> {
    match place {
        Place::Table(stance) => Some(stance),
        _ => None,
    }
}
