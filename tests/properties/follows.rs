//! What must follow follows: after the loss of a unit, the tests of those whom it touches; after enough
//! hits, the rout.

use tesserarius::effects::Recorded;
use tesserarius::gboh::events::hit_cause::{CheckCause, HitCause};
use tesserarius::gboh::events::missile::Occasion;
use tesserarius::gboh::events::{FireEvent, MoveEvent, RoutEvent, ShockEvent};
use tesserarius::gboh::piece::{Side, UnitType};
use tesserarius::gboh::position::{Morale, Place};
use tesserarius::gboh::{Happening, UnitId};

use super::watch::Seen;

type Found = Result<(), String>;

pub fn check(seen: &Seen<'_>) -> Found {
    let story: Vec<&Happening> = seen
        .run
        .record
        .iter()
        .filter_map(|entry| match entry {
            Recorded::Happened(it) => Some(it),
            _ => None,
        })
        .collect();
    for (nth, it) in story.iter().enumerate() {
        let after = &story[nth + 1..];
        match it {
            Happening::Rout(RoutEvent::Routs { unit, .. }) => routed(seen, *unit, after)?,
            Happening::Rout(RoutEvent::Trampled { unit, .. }) => trampled(seen, *unit, after)?,
            Happening::Rout(RoutEvent::Hits { unit, .. }) => hit(seen, *unit)?,
            Happening::Move(MoveEvent::Withdrew { unit, with, .. }) => withdrew(seen, *unit, *with, after)?,
            _ => {}
        }
    }
    steady(seen)
}

fn code<'a>(seen: &'a Seen<'_>, unit: UnitId) -> &'a str {
    &seen.before.spec(unit).code
}

/// **spqr 10.22, 9.14, 9.24.** Who routs runs, rages, or is gone; **6.68** his comrade goes too or is
/// tested; **cataphract 11.2** an undisciplined army is tested as long as it has its spirit.
fn routed(seen: &Seen<'_>, unit: UnitId, after: &[&Happening]) -> Found {
    let pos = seen.before;
    let ends = after.iter().any(|it| match it {
        Happening::Rout(
            RoutEvent::Ran { unit: who, .. }
            | RoutEvent::Eliminated { unit: who, .. }
            | RoutEvent::Fled { unit: who },
        ) => *who == unit,
        Happening::Rout(RoutEvent::RampageRoll { elephant, .. }) => *elephant == unit,
        _ => false,
    });
    if !ends {
        return Err(format!("{} routs and goes nowhere", code(seen, unit)));
    }
    if let Some(friend) = pos.partner(unit)
        && pos.hex(unit) == seen.before.hex(friend)
        && !pos.is_routed(friend)
        && stood_together(seen, unit, friend)
    {
        let told = after.iter().any(|it| match it {
            Happening::Rout(RoutEvent::Routs { unit: who, .. } | RoutEvent::Eliminated { unit: who, .. }) => {
                *who == friend
            }
            Happening::Rout(RoutEvent::Checked { unit: who, what, .. }) => {
                *who == friend && *what == CheckCause::Stack
            }
            _ => false,
        });
        let gone_before = !matches!(seen.run.position.unit(friend).place, Place::Field { .. })
            || seen.run.position.is_routed(friend);
        if !told && !gone_before {
            return Err(format!(
                "{} routs, and {} in its hex is not tested",
                code(seen, unit),
                code(seen, friend)
            ));
        }
    }
    let side = pos.side(unit);
    let spirited = |s: Side| pos.set.special.undisciplined[s] && !pos.course.spirit_lost[s.index()];
    if spirited(side) && seen.run.position.has_spirit(side) {
        let checks = |it: &&&Happening| matches!(it, Happening::Rout(RoutEvent::ArmyCheck { side: s, .. }) if *s == side);
        let led = pos.overall(side).is_some() && seen.run.position.overall(side).is_some();
        if led && !after.iter().any(|it| checks(&it)) {
            return Err(format!("{} routs, and its army is not tested", code(seen, unit)));
        }
    }
    Ok(())
}

/// Nothing in the action parted the two before.
fn stood_together(seen: &Seen<'_>, one: UnitId, two: UnitId) -> bool {
    !seen.run.record.iter().any(|entry| match entry {
        Recorded::Happened(Happening::Move(
            MoveEvent::Marched { unit, .. }
            | MoveEvent::Withdrew { unit, .. }
            | MoveEvent::Extended { unit, .. }
            | MoveEvent::Advanced { unit, .. },
        )) => *unit == one || *unit == two,
        _ => false,
    })
}

/// **spqr 6.69.** Who is run over takes a hit, and checks when the runner would have stopped there.
fn trampled(seen: &Seen<'_>, unit: UnitId, after: &[&Happening]) -> Found {
    let tested = after.iter().any(|it| match it {
        Happening::Rout(RoutEvent::Hits { unit: who, why, .. }) => {
            *who == unit && matches!(why, HitCause::RunOver | HitCause::RunOverCheck)
        }
        Happening::Rout(RoutEvent::Checked { unit: who, what, .. }) => {
            *who == unit && *what == CheckCause::RunOver
        }
        Happening::Rout(RoutEvent::Eliminated { unit: who, .. } | RoutEvent::Routs { unit: who, .. }) => {
            *who == unit
        }
        _ => false,
    });
    if tested || seen.before.is_routed(unit) {
        return Ok(());
    }
    Err(format!("{} is run over and feels nothing", code(seen, unit)))
}

/// **10.27.** A routed unit that is hit is gone.
fn hit(seen: &Seen<'_>, unit: UnitId) -> Found {
    let now = seen.run.position.unit(unit);
    let rallied = |entry: &Recorded<Happening>| match entry {
        Recorded::Happened(Happening::Rout(RoutEvent::Rallied { unit: who, .. })) => *who == unit,
        _ => false,
    };
    if seen.run.record.iter().any(rallied) {
        return Ok(());
    }
    if seen.before.is_routed(unit) && matches!(now.place, Place::Field { .. }) && now.morale == Morale::Routed
    {
        return Err(format!("{} had routed, was hit and runs still", code(seen, unit)));
    }
    Ok(())
}

/// **spqr 6.52.** Of those who withdraw together one is tested, the upper one: no more, no fewer (6.68).
fn withdrew(seen: &Seen<'_>, unit: UnitId, with: Option<UnitId>, after: &[&Happening]) -> Found {
    let next = after.iter().position(|it| matches!(it, Happening::Move(MoveEvent::Withdrew { .. })));
    let until = &after[..next.unwrap_or(after.len())];
    let checked = |who: UnitId| {
        let is = |it: &&&Happening| matches!(it, Happening::Move(MoveEvent::WithdrawCheck { unit, .. }) if *unit == who);
        until.iter().filter(|it| is(it)).count()
    };
    let together: usize = [Some(unit), with].into_iter().flatten().map(checked).sum();
    let stack_checks_twice = with.is_some() && together > 1;
    if stack_checks_twice {
        return Err(format!(
            "the stack of {} is tested {together} times after one withdrawal",
            code(seen, unit)
        ));
    }
    Ok(())
}

/// **spqr 10.14.** Who has as many hits as his quality has routed; phalanxes and those who keep together
/// have one less.
fn steady(seen: &Seen<'_>) -> Found {
    let pos = &seen.run.position;
    for unit in pos.unit_ids() {
        let (now, spec) = (pos.unit(unit), pos.spec(unit));
        let Morale::Steady { hits } = now.morale else { continue };
        if !matches!(now.place, Place::Field { .. }) || pos.is_leader_elephant(unit) {
            continue;
        }
        let spirit = if pos.has_spirit(pos.side(unit)) { 2 } else { 0 };
        if hits > 0 && hits >= spec.tq + spirit && seen.before.hits(unit) < hits {
            return Err(format!("{} has {hits} hits and stands", spec.code));
        }
        if spec.kind == UnitType::EL && hits > spec.tq {
            return Err(format!("the elephant {} has {hits} hits", spec.code));
        }
    }
    Ok(())
}

/// **cataphract 7.14 with 8.33.** Foot that turns because it is harassed is tested by the bare die, and
/// horse is not.
pub fn harassed(seen: &Seen<'_>) -> Found {
    if seen.before.set.variant.book != "cataphract" {
        return Ok(());
    }
    let mut die = None;
    for entry in &seen.run.record {
        match entry {
            Recorded::Rolled(rolled) if rolled.label.text.starts_with("reface:") => die = Some(rolled.face),
            Recorded::Happened(Happening::Fire(FireEvent::Turned { unit, roll, hits })) => {
                let is_horse = seen.before.spec(*unit).kind.is_cavalry();
                // The champion of an army counts in every check (11.85).
                let champion = seen.run.position.champion_modifier(seen.before.side(*unit));
                let bare = die.take().and_then(|face| i8::try_from(face).ok()) == Some(*roll - champion);
                if if is_horse { (*roll, *hits) != (0, 0) } else { !bare } {
                    return Err(format!("{} turns on {roll}, for {hits} hits", code(seen, *unit)));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// **spqr 8.21.** Entry fire is for those whose zone is newly entered: not for whoever has had one half of
/// the mover in his zone since before. Looked at where the first move of the action is one manoeuvre.
pub fn entered(seen: &Seen<'_>) -> Found {
    let pos = seen.before;
    let mut first: Option<UnitId> = None;
    for entry in &seen.run.record {
        match entry {
            Recorded::Happened(Happening::Move(MoveEvent::Marched { unit, way, .. })) => {
                if first.is_some() || way.len() != 1 {
                    return Ok(());
                }
                first = Some(*unit);
            }
            Recorded::Happened(Happening::Fire(FireEvent::Shot {
                unit, occasion: Occasion::Entry, ..
            })) => {
                let Some(mover) = first else { return Ok(()) };
                // Who has turned has another zone.
                let turned = seen.run.record.iter().any(|entry| match entry {
                    Recorded::Happened(Happening::Move(MoveEvent::Refaced { unit: who, .. })) => who == unit,
                    _ => false,
                });
                if !turned && pos.hexes(mover).iter().any(|hex| pos.exerts(*unit, hex)) {
                    return Err(format!(
                        "{} fires at {}, which was in its zone before",
                        code(seen, *unit),
                        code(seen, mover)
                    ));
                }
            }
            Recorded::Happened(Happening::Command(_) | Happening::Fire(_)) | Recorded::Rolled(_) => {}
            Recorded::Decided(..) => {}
            Recorded::Happened(_) if first.is_some() => {}
            Recorded::Happened(_) => return Ok(()),
        }
    }
    Ok(())
}

/// **spqr 8.43, 8.51 and their twins.** Into a hex that is emptied before the blows nobody goes who has
/// another enemy in his zone then, also when the combat is over. Looked at where there is one combat.
pub fn stays(seen: &Seen<'_>) -> Found {
    let then = seen.before;
    let (mut fights, mut struck, mut broken, mut touched) = (0, false, Vec::new(), Vec::new());
    for entry in &seen.run.record {
        let Recorded::Happened(it) = entry else { continue };
        match it {
            Happening::Shock(ShockEvent::Begins { .. }) => fights += 1,
            Happening::Shock(ShockEvent::Struck(_)) => struck = true,
            Happening::Rout(RoutEvent::Routs { unit, .. } | RoutEvent::Eliminated { unit, .. })
                if !struck =>
            {
                broken.push(*unit);
            }
            Happening::Move(
                MoveEvent::Marched { unit, .. }
                | MoveEvent::Withdrew { unit, .. }
                | MoveEvent::Refaced { unit, .. },
            ) => touched.push(*unit),
            Happening::Move(MoveEvent::Advanced { unit, to, .. }) if fights == 1 => {
                let emptied = broken.iter().any(|&b| then.hex(b) == Some(*to));
                let looks = touched.contains(unit) || then.set.unit(*unit).two_hex;
                if !emptied || looks || then.spec(*unit).kind == UnitType::EL {
                    continue;
                }
                let stands = |e: &UnitId| {
                    then.side(*e) != then.side(*unit)
                        && !broken.contains(e)
                        && !touched.contains(e)
                        && then.hexes(*e).iter().any(|hex| then.exerts(*unit, hex))
                };
                if let Some(enemy) = then.unit_ids().find(stands) {
                    let (who, whom) = (code(seen, *unit), code(seen, enemy));
                    return Err(format!(
                        "{who} advances into {to}, emptied in the charge, with {whom} in its zone"
                    ));
                }
            }
            _ => {}
        }
    }
    Ok(())
}
