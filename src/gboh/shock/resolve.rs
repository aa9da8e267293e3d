//! The shock segment from its first step to its last, and a single combat in the middle of a move.

use std::sync::Arc;

use crate::events::shock::ShockEvent;
use crate::movement::mark;
use crate::piece::UnitId;
use crate::position::{Position, ShockMark};
use crate::refusal::shock::Shock;
use crate::shock::fight::Fight;
use crate::shock::{
    advance, aftermath, auto, breakthrough, charge, collapse, engaged, formed, leaders, pass_thru, pursuit,
    struggle,
};
use crate::state::stage::Combat;
use crate::{Flow, Happening, Oracle, Outcome, Refusal, missile, questions, rout};
use tess_effects::Rule;

/// **spqr 8.41 to 8.6.** Resolves all combats of the phase, step by step for all of them. Units that must
/// shock and were not combined are combined here.
///
/// # Errors
/// A refusal when nobody is giving orders; else as [`Oracle::roll`] and [`Oracle::ask`].
pub fn resolve(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<Outcome> {
    let Some(side) = pos.stage.phase().map(|p| p.side) else {
        return Err(Refusal::new(Rule("8.4"), Shock::NotResolved).into());
    };
    if pos.set.special.engaged {
        engaged::designate(pos, oracle, side)?;
    }
    let ordered = pos.stage.phase_mut().map(|p| std::mem::take(&mut p.combats)).unwrap_or_default();
    let combats = auto::complete(pos, oracle, side, Arc::unwrap_or_clone(ordered));
    let attacked = combats.iter().flat_map(|c| c.defenders.iter().copied());
    missile::shield_wall::open_for_shock(pos, oracle, attacked);
    pos.course.in_shock = true;
    if pursuit::is_formed(pos) {
        segments_with_late_checks(pos, oracle, side, combats)?;
    } else {
        let chased = segment(pos, oracle, side, combats, false)?;
        segment(pos, oracle, side, chased, true)?;
    }
    pos.course.in_shock = false;
    rout::settle(pos, oracle)?;
    aftermath::clear(pos, side);
    if pos.set.special.engaged {
        aftermath::release(pos, oracle);
    }
    Ok(Outcome::Done)
}

/// **cataphract 6.73.** One combat at once, in the middle of the enemy's move or one's own: the attacker
/// checks as after a move.
///
/// # Errors
/// As [`resolve`].
pub fn strike(pos: &mut Position, oracle: &mut Oracle<'_>, attacker: UnitId, defender: UnitId) -> Flow<()> {
    pos.unit_mut(attacker).shock = ShockMark::MustCheck;
    pos.unit_mut(attacker).done.closed = true;
    let combat = Combat { attackers: vec![attacker], defenders: vec![defender], with: None };
    let before = std::mem::replace(&mut pos.course.in_shock, true);
    let side = pos.side(attacker);
    let outcome = segment(pos, oracle, side, vec![combat], false);
    pos.course.in_shock = before;
    outcome?;
    rout::settle(pos, oracle)?;
    for unit in [attacker, defender] {
        pos.unit_mut(unit).shock = ShockMark::None;
    }
    Ok(())
}

/// All steps for these combats; gives the combats in which pursuits ended.
fn segment(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    side: crate::Side,
    combats: Vec<Combat>,
    pursuit: bool,
) -> Flow<Vec<Combat>> {
    // Without a combat, and as long as armies keep their spirit, only the elephants of leaders may rout.
    if combats.is_empty() && !pos.course.spirit_lost.contains(&true) {
        collapse::leader_elephants(pos, oracle)?;
        return Ok(Vec::new());
    }
    let mut fights = fight_out(pos, oracle, side, combats, pursuit)?;
    collapse::shaken(pos, oracle, &mut fights)?;
    aftermath::spend(pos, oracle, &fights);
    let mut chased = Vec::new();
    for fight in fights.iter_mut().filter(|f| !f.over) {
        if fight.pass_thru {
            pass_thru::come_out(pos, oracle, fight)?;
        }
        pursuit::settle(pos, fight);
        chased.extend(pursuit::pursue(pos, oracle, fight)?);
        advance::advance(pos, oracle, fight, false)?;
    }
    aftermath::leave_columns(pos, oracle, &fights)?;
    formed::leave(pos, oracle, &fights);
    leaders::withdraw(pos, oracle, &fights)?;
    if pos.set.special.engaged {
        aftermath::engage(pos, oracle, &fights);
    }
    // Riders whose enemies have gone meanwhile have nobody left to attack.
    chased.retain(|c| c.attackers.iter().all(|&a| mark::is_on_field(pos, a)));
    for combat in &mut chased {
        let rider = combat.attackers[0];
        combat.defenders = questions::targets(pos, rider);
    }
    chased.retain(|c| !c.defenders.is_empty());
    Ok(chased)
}

/// **alexander 10.42A.** The same where pursuits are ridden to their end before anybody is checked for
/// collapse; the others advance after that.
fn segments_with_late_checks(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    side: crate::Side,
    combats: Vec<Combat>,
) -> Flow<()> {
    let mut fights = fight_out(pos, oracle, side, combats, false)?;
    let mut again = Vec::new();
    for fight in fights.iter_mut().filter(|f| !f.over) {
        if fight.pass_thru {
            pass_thru::come_out(pos, oracle, fight)?;
        }
        pursuit::settle(pos, fight);
        again.extend(pursuit::pursue(pos, oracle, fight)?);
    }
    again.retain(|c| c.attackers.iter().chain(&c.defenders).all(|&u| mark::is_here(pos, u)));
    let mut second = fight_out(pos, oracle, side, again, true)?;
    for fight in second.iter_mut().filter(|f| !f.over) {
        pursuit::settle(pos, fight);
        pursuit::pursue(pos, oracle, fight)?;
    }
    fights.extend(second);
    collapse::shaken(pos, oracle, &mut fights)?;
    aftermath::spend(pos, oracle, &fights);
    for fight in fights.iter().filter(|f| !f.over) {
        advance::advance(pos, oracle, fight, false)?;
    }
    aftermath::leave_columns(pos, oracle, &fights)?;
    leaders::withdraw(pos, oracle, &fights)
}

/// From the charge to the routs of broken units.
fn fight_out(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    side: crate::Side,
    combats: Vec<Combat>,
    pursuit: bool,
) -> Flow<Vec<Fight>> {
    let mut fights: Vec<Fight> = combats
        .into_iter()
        .enumerate()
        .map(|(i, combat)| Fight::new(pos, i as u8 + 1, side, combat, pursuit))
        .collect();
    for fight in &mut fights {
        oracle.tell(|| {
            Happening::Shock(ShockEvent::Begins {
                number: fight.number,
                attackers: fight.attackers.clone(),
                defenders: fight.defenders.clone(),
            })
        });
        pass_thru::offer(pos, oracle, fight)?;
    }
    charge::charge(pos, oracle, &mut fights)?;
    for fight in &mut fights {
        if fight.goes_on(pos) {
            leaders::casualties(pos, oracle, fight)?;
        }
    }
    struggle::struggle(pos, oracle, &mut fights)?;
    breakthrough::breakthrough(pos, oracle, &fights)?;
    collapse::broken(pos, oracle, &mut fights)?;
    Ok(fights)
}

/// Units that have to shock or may, with the enemies in their zones, for `tess legal` and the bots.
#[must_use]
pub fn candidates(pos: &Position) -> Vec<(UnitId, Vec<UnitId>)> {
    let Some(phase) = pos.stage.phase() else { return Vec::new() };
    pos.on_field(phase.side)
        .filter(|&u| !phase.combats.iter().any(|c| c.attackers.contains(&u)))
        .filter(|&u| mark::is_fit(pos, u) && !mark::triarii_wait(pos, u))
        .map(|u| (u, questions::targets(pos, u)))
        .filter(|(u, near)| {
            !near.is_empty() && (pos.unit(*u).shock != ShockMark::None || mark::can_enable(pos, *u))
        })
        .collect()
}
