//! Fire by order (8.11, 9.85) and the answer to it (8.23).

use crate::events::missile::Occasion;
use crate::missile::rate::{has_second_shot, volleys};
use crate::missile::reaction::{Reply, offer};
use crate::missile::shot::{aim, fire, is_ready};
use crate::order::{Fire, Target};
use crate::piece::{Class, Missile, UnitId, UnitType};
use crate::position::{Hexes, Place, Position};
use crate::refusal::missile::{Misfire, NoShot};
use crate::state::weapon::Weapon;
use crate::{Flow, Oracle, Outcome, Refusal};
use tess_effects::Rule;
use tess_hex::Hex;

/// Could this unit fire at this target now (range, arc, sight, supply, mode)? The reason if not.
///
/// # Errors
/// The refusal.
pub fn may_fire(pos: &Position, unit: UnitId, target: Target) -> Result<(), Refusal> {
    is_ready(pos, unit, Weapon::Own)?;
    aim(pos, unit, Weapon::Own, target, false, Occasion::Order)?;
    came_closer(pos, unit, target)
}

/// **spqr 8.11.** A unit that has moved, as those of a line do before any of them fires, has come closer to
/// its target with its last step; where turning is no movement for fire, one that has only turned may fire,
/// too.
fn came_closer(pos: &Position, unit: UnitId, target: Target) -> Result<(), Refusal> {
    let done = pos.unit(unit).done;
    let turning = pos.set.variant.choices.missile.turning_is_no_move;
    if !done.moved || done.volleys > 0 || turning && !done.shifted {
        return Ok(());
    }
    let at = match target {
        Target::Unit(t) => pos.hexes(t),
        Target::Leader(l) => Hexes::one(pos.leader(l).hex),
    };
    let far = |from: Hex| at.iter().map(|to| from.distance(to)).min();
    let now = pos.hexes(unit).iter().filter_map(far).min();
    if done.left.is_some_and(|before| now < far(before)) {
        return Ok(());
    }
    Err(Refusal::new(Rule("8.11"), Misfire::Unready(unit, NoShot::NotCloser)))
}

/// **spqr 8.11, cataphract 8.11, alexander 8.11.** Does the unit move or fire in a phase, not both: engines,
/// and in SPQR archers among the light infantry.
#[must_use]
pub fn is_slow(pos: &Position, unit: UnitId) -> bool {
    let spec = pos.spec(unit);
    let archer = spec.kind == UnitType::LI && spec.missile == Some(Missile::A);
    spec.class == Class::SC || archer && pos.set.variant.choices.missile.foot_archers_move_or_fire
}

/// **spqr 8.11, 9.85.** What bars a unit from one more shot in this phase.
fn may_still_fire(pos: &Position, unit: UnitId) -> Result<(), Refusal> {
    let spec = pos.spec(unit);
    let now = pos.unit(unit);
    let no = |rule, why| Err(Refusal::new(Rule(rule), Misfire::Unready(unit, why)));
    let engine = spec.class == Class::SC;
    let twice = engine && pos.set.variant.choices.missile.engines_fire_twice_a_phase;
    if twice && now.done.volleys >= 2 {
        return no("9.85", NoShot::TwicePhase);
    }
    if now.done.fired && !twice && !has_second_shot(pos, unit) {
        return no("8.11", NoShot::Fired);
    }
    if pos.set.variant.choices.rout.recovery_alone && now.done.recovered > 0 {
        return no("10.16", NoShot::Recovered);
    }
    if now.pursued {
        return no("8.63", NoShot::Spent);
    }
    if is_slow(pos, unit) && now.done.moved {
        return no("8.11", NoShot::HasMoved);
    }
    if engine && !twice && now.shots >= 2 {
        return no("9.85", NoShot::TwiceTurn);
    }
    Ok(())
}

/// **spqr 5.22\[2\], 8.11.** A fire order without movement, return fire included (8.23). Sets `done.fired`.
///
/// # Errors
/// Refused when it may not fire; as [`Oracle::roll`] and [`Oracle::ask`].
pub fn carry_out_fire(pos: &mut Position, oracle: &mut Oracle<'_>, order: &Fire) -> Flow<Outcome> {
    may_still_fire(pos, order.unit)?;
    is_ready(pos, order.unit, Weapon::Own)?;
    let done = pos.unit(order.unit).done;
    let moving = done.moved && (done.shifted || !pos.set.variant.choices.missile.turning_is_no_move);
    shoot(pos, oracle, order, moving)?;
    Ok(Outcome::Done)
}

/// **spqr 8.11.** Fire in the course of a move: the mover must have come closer to the target just before.
/// `moving`: it pays for its movement (8.15).
///
/// # Errors
/// Refused when it may not fire; as [`Oracle::roll`] and [`Oracle::ask`].
pub fn fire_while_moving(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    order: &Fire,
    came_closer: bool,
    moving: bool,
) -> Flow<()> {
    may_still_fire(pos, order.unit)?;
    let no = |why| Err(Refusal::new(Rule("8.11"), Misfire::Unready(order.unit, why)).into());
    if is_slow(pos, order.unit) {
        return no(NoShot::NotBoth);
    }
    if !came_closer {
        return no(NoShot::NotCloserNow);
    }
    is_ready(pos, order.unit, Weapon::Own)?;
    shoot(pos, oracle, order, moving)
}

fn shoot(pos: &mut Position, oracle: &mut Oracle<'_>, order: &Fire, moving: bool) -> Flow<()> {
    let shot = aim(pos, order.unit, Weapon::Own, order.target, moving, Occasion::Order)?;
    let engine = pos.spec(order.unit).class == Class::SC;
    let now = pos.unit_mut(order.unit);
    now.done.fired = true;
    now.done.volleys += 1;
    now.shots += u8::from(engine);
    fire(pos, oracle, shot)?;
    return_fire(pos, oracle, order.unit, shot.target)
}

/// **spqr 8.23, cataphract 8.23, alexander 8.24.** The unit fired at fires back, unless it fired at this
/// enemy when he came near.
fn return_fire(pos: &mut Position, oracle: &mut Oracle<'_>, firer: UnitId, target: Target) -> Flow<()> {
    let Target::Unit(replier) = target else { return Ok(()) };
    let there = |pos: &Position, u: UnitId| matches!(pos.unit(u).place, Place::Field { .. });
    if !there(pos, replier) || !there(pos, firer) || pos.unit(replier).done.entry_fired_at == Some(firer) {
        return Ok(());
    }
    // An enemy in its own zone holds the unit's eyes.
    let held = pos.set.variant.choices.missile.return_fire_held_by_zone && {
        let near = pos.in_my_zoc(replier);
        !near.is_empty() && !near.contains(&firer)
    };
    if held {
        return Ok(());
    }
    let reply = Reply { window: "return-fire", rule: Rule("8.23"), occasion: Occasion::Return, range: None };
    for _ in 0..volleys(pos, replier) {
        let shots = offer(pos, oracle, replier, &[firer], &reply)?;
        if shots.is_empty() {
            break;
        }
        for shot in shots {
            // The first of an elephant's two shots may have driven the target off.
            if there(pos, firer) && !pos.is_routed(firer) {
                fire(pos, oracle, shot)?;
            }
        }
        if !there(pos, firer) || pos.is_routed(firer) {
            break;
        }
    }
    Ok(())
}
