//! The collapse: who routs (8.47, 10.15).

use std::sync::Arc;

use crate::check::check;
use crate::events::shock::ShockEvent;
use crate::piece::UnitId;
use crate::position::{Morale, Position};
use crate::rout::{self, Gone, RoutCause, RoutEnd, is_broken};
use crate::shock::doom::{Doomed, judge, worst};
use crate::shock::fight::{Exit, Fight, steady};
use crate::shock::{advance, formed, pursuit};
use crate::variant::shock::Pursuit;
use crate::{Flow, Happening, Oracle};
use tess_effects::Rule;

/// **spqr 8.47 step 1.** Broken units of all combats rout.
pub(crate) fn broken(pos: &mut Position, oracle: &mut Oracle<'_>, fights: &mut [Fight]) -> Flow<()> {
    for fight in fights.iter_mut().filter(|f| !f.over) {
        fight.sync(pos, Exit::Broken);
        fall(pos, oracle, fight, Exit::Broken)?;
        fight.sync(pos, Exit::Broken);
        formed::ride(pos, oracle, fight)?;
    }
    dismay(pos, oracle, fights, Exit::Broken)
}

/// **spqr 8.47 step 2.** Shaken units of all combats check.
pub(crate) fn shaken(pos: &mut Position, oracle: &mut Oracle<'_>, fights: &mut [Fight]) -> Flow<()> {
    let mut shaken: Vec<(usize, UnitId)> = Vec::new();
    for (i, fight) in fights.iter().enumerate().filter(|(_, f)| !f.over) {
        for &unit in fight.attackers.iter().chain(&fight.defenders) {
            let once = || !shaken.iter().any(|&(_, u)| u == unit);
            if is_shaken(pos, unit) && fight.holds(pos, unit) && !fight.stood.contains(&unit) && once() {
                shaken.push((i, unit));
            }
        }
    }
    let mut failed: Vec<(usize, UnitId)> = Vec::new();
    for (i, unit) in shaken {
        if !hold(pos, oracle, unit)? {
            failed.push((i, unit));
        }
    }
    // Defenders leave first.
    for defends in [true, false] {
        for &(i, unit) in &failed {
            let fight = &mut fights[i];
            if fight.defenders.contains(&unit) == defends && fight.holds(pos, unit) {
                send(pos, oracle, fight, unit, Exit::Collapsed)?;
                fight.sync(pos, Exit::Collapsed);
            }
        }
    }
    dismay(pos, oracle, fights, Exit::Collapsed)?;
    for fight in fights.iter_mut().filter(|f| !f.over) {
        formed::ride(pos, oracle, fight)?;
    }
    leader_elephants(pos, oracle)
}

/// **cataphract 11.2.** An army has lost its spirit in this step: its units that are broken without it rout,
/// first those in combats, then the others.
pub(crate) fn dismay(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    fights: &mut [Fight],
    exit: Exit,
) -> Flow<()> {
    if !pos.course.spirit_lost.contains(&true) {
        return Ok(());
    }
    // Each round routs somebody: a check lost in one combat may break units in another.
    while let Some(fight) = fights.iter_mut().find(|f| !f.over && has_broken(pos, f)) {
        fall(pos, oracle, fight, exit)?;
        fight.sync(pos, exit);
    }
    rout::settle(pos, oracle)?;
    for fight in fights.iter_mut().filter(|f| !f.over) {
        fight.sync(pos, exit);
    }
    Ok(())
}

/// Is somebody who is still in this combat broken?
fn has_broken(pos: &Position, fight: &Fight) -> bool {
    fight.attackers.iter().chain(&fight.defenders).any(|&u| is_broken(pos, u) && fight.holds(pos, u))
}

/// **spqr 10.13, 10.14, 9.14.** The elephant of a leader that bore what its companions could not.
pub(crate) fn leader_elephants(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    let set = Arc::clone(&pos.set);
    for &(_, elephant) in &set.special.leader_elephants {
        // Nobody asks for the enemy before whom it stands firm.
        if !is_broken(pos, elephant) {
            continue;
        }
        let by = pos.hex(elephant).and_then(|h| {
            pos.enemies_next_to(pos.side(elephant), h).into_iter().find(|&e| !pos.is_routed(e))
        });
        rout::rout_if_broken(pos, oracle, elephant, by)?;
    }
    Ok(())
}

/// One hit from rout and in an enemy zone?
fn is_shaken(pos: &Position, unit: UnitId) -> bool {
    let Morale::Steady { hits } = pos.unit(unit).morale else { return false };
    hits > 0 && hits + 1 == pos.quality(unit) && pos.unit_in_zoc(unit)
}

/// **spqr 8.47 step 2.** One check; who holds loses a hit.
fn hold(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId) -> Flow<bool> {
    let check = check(pos, oracle, unit, "collapse", 0, Rule("8.47"))?;
    let equal = i16::from(check.die) + i16::from(check.modifier) == i16::from(check.quality);
    let held = !check.failed() && (!equal || pos.set.variant.choices.shock.collapse_equal_passes);
    if held && let Morale::Steady { hits } = &mut pos.unit_mut(unit).morale {
        *hits = hits.saturating_sub(1);
    }
    oracle.tell(|| Happening::Shock(ShockEvent::Collapse { unit, check, held }));
    Ok(held)
}

/// **spqr 8.43, 8.47 step 1, 10.15.** Routs the broken units of a combat, defenders first; when everybody is
/// broken, only one side.
pub(crate) fn fall(pos: &mut Position, oracle: &mut Oracle<'_>, fight: &mut Fight, exit: Exit) -> Flow<()> {
    if !has_broken(pos, fight) {
        return if exit == Exit::Broken { pursuit::throw(pos, oracle, fight) } else { Ok(()) };
    }
    let (attackers, defenders) = (fight.attackers_left(pos), fight.defenders_left(pos));
    let all = |units: &[UnitId]| !units.is_empty() && units.iter().all(|&u| is_broken(pos, u));
    let (mut routs, mut flees) = if all(&attackers) && all(&defenders) {
        judge_all(pos, oracle, fight, &attackers, &defenders)
    } else {
        let broken = |units: &[UnitId]| units.iter().copied().filter(|&u| is_broken(pos, u)).collect();
        (broken(&attackers), broken(&defenders))
    };
    drop((attackers, defenders));
    // Phalanxes first: whether one stands decides about pursuit.
    flees.sort_by_key(|&u| (!rout::may_stand(pos, u), u));
    routs.sort_unstable();
    let mut thrown = exit != Exit::Broken;
    for unit in flees.into_iter().map(Some).chain([None]) {
        let phalanx = unit.is_some_and(|u| rout::may_stand(pos, u));
        if !thrown && !phalanx {
            thrown = true;
            pursuit::throw(pos, oracle, fight)?;
        }
        if let Some(unit) = unit
            && fight.holds(pos, unit)
        {
            send(pos, oracle, fight, unit, exit)?;
            fight.sync(pos, exit);
        }
    }
    for unit in routs {
        if fight.holds(pos, unit) {
            send(pos, oracle, fight, unit, exit)?;
            fight.sync(pos, exit);
        }
    }
    Ok(())
}

/// **spqr 10.15.** All would rout: the units of one side do, the others keep one hit less than their
/// quality.
fn judge_all(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    fight: &Fight,
    attackers: &[UnitId],
    defenders: &[UnitId],
) -> (Vec<UnitId>, Vec<UnitId>) {
    let mut beyond = |u: UnitId| {
        let cost = advance::cost(pos, fight, u);
        i16::from(pos.hits(u)) + i16::from(cost) - i16::from(pos.quality(u))
    };
    let charging = attackers.iter().map(|&u| beyond(u)).max().unwrap_or(0);
    let standing = worst(pos, defenders);
    let doomed = judge(charging, standing);
    let loser = if doomed == Doomed::Attackers { fight.side } else { fight.side.other() };
    oracle.tell(|| {
        Happening::Shock(ShockEvent::AllBroken {
            number: fight.number,
            attackers: charging,
            defenders: standing,
            loser,
        })
    });
    let (lost, saved) =
        if doomed == Doomed::Attackers { (attackers, defenders) } else { (defenders, attackers) };
    for &unit in saved {
        steady(pos, oracle, unit, Rule("10.15"));
    }
    if doomed == Doomed::Attackers { (lost.to_vec(), Vec::new()) } else { (Vec::new(), lost.to_vec()) }
}

/// **spqr 10.2, 8.62.** Routs one unit and notes how it went. In break-offs and pursuit combats it runs its
/// whole allowance.
fn send(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    fight: &mut Fight,
    unit: UnitId,
    exit: Exit,
) -> Flow<()> {
    let attacker = fight.attackers.contains(&unit);
    let position = exit != Exit::Charge
        && !attacker
        && fight.bout.as_ref().is_some_and(|b| b.conditions.superiority.by_position());
    let enemies = if attacker { &fight.defenders } else { &fight.attackers };
    let by = match &fight.bout {
        Some(bout) => Some(if attacker { bout.defender } else { bout.attacker }),
        None => enemies.first().copied(),
    };
    let far = !attacker
        && !rout::may_stand(pos, unit)
        && (fight.pursuit && pos.set.pursuit() != Pursuit::InFormation
            || fight.chase.is_some_and(|c| !c.pursues));
    let end = if far {
        rout::rout_full(pos, oracle, unit)?
    } else {
        rout::rout(pos, oracle, unit, RoutCause::Shock { attacker, position }, by)?
    };
    let (exit, path) = match end {
        RoutEnd::Ran(path) => (exit, path),
        RoutEnd::Gone(Gone::ByType) => (Exit::Destroyed, Vec::new()),
        RoutEnd::Left(path) => (Exit::OffMap, path),
        RoutEnd::Gone(Gone::NoWay) => (Exit::NoWay, Vec::new()),
        RoutEnd::Rampaged => (exit, Vec::new()),
        RoutEnd::Stood => {
            fight.stood.push(unit);
            return Ok(());
        }
    };
    fight.gone.push((unit, exit, path));
    Ok(())
}
