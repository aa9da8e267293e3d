//! The charge: pre-shock checks of all combats at once (8.43, 9.19, 9.23, 9.53).

use crate::check::check;
use crate::events::blow::Shift;
use crate::events::exemption::{Exemption, ShiftCause};
use crate::events::hit_cause::HitCause;
use crate::events::shock::ShockEvent;
use crate::piece::{UnitId, UnitType};
use crate::position::Position;
use crate::questions::approach;
use crate::shock::collapse::{dismay, fall};
use crate::shock::fight::{Exit, Fight, chosen, moved_in, speakers};
use crate::shock::{advance, formed};
use crate::variant::charts::Angle;
use crate::variant::shock::ElephantsShake;
use crate::{Flow, Happening, Oracle, rout};

/// **spqr 8.43.** All checks, then all hits, then all routs, then the advances of attackers whose enemies
/// are gone.
pub(crate) fn charge(pos: &mut Position, oracle: &mut Oracle<'_>, fights: &mut [Fight]) -> Flow<()> {
    let mut shaken: Vec<(UnitId, u8)> = Vec::new();
    for fight in fights.iter() {
        for unit in checkers(pos, oracle, fight) {
            roll(pos, oracle, fight, unit, &mut shaken)?;
        }
    }
    for (unit, hits) in shaken {
        rout::hit(pos, oracle, unit, hits, HitCause::PreShock)?;
    }
    for fight in fights.iter_mut() {
        fight.sync(pos, Exit::Charge);
        fall(pos, oracle, fight, Exit::Charge)?;
    }
    dismay(pos, oracle, fights, Exit::Charge)?;
    for fight in fights.iter_mut() {
        fight.sync(pos, Exit::Charge);
        if !fight.goes_on(pos) {
            fight.over = true;
            formed::ride(pos, oracle, fight)?;
            advance::advance(pos, oracle, fight, true)?;
        } else {
            advance::bar(pos, oracle, fight);
        }
    }
    Ok(())
}

/// **alexander 9.22.** Hexes of a move after which chariots need no check.
const CHARIOT_RUN: u8 = 4;

/// One check, and the other unit's of a double depth stack when it took hits (9.53).
fn roll(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    fight: &Fight,
    unit: UnitId,
    shaken: &mut Vec<(UnitId, u8)>,
) -> Flow<()> {
    let other = if pos.in_double_depth(unit) { pos.partner(unit) } else { None };
    for unit in [Some(unit), other].into_iter().flatten() {
        let reasons = modifiers(pos, fight, unit);
        let modifier = reasons.iter().map(|r| r.by).sum();
        let check = check(pos, oracle, unit, "pre-shock", modifier, ShockEvent::PRE_SHOCK)?;
        oracle.tell(|| Happening::Shock(ShockEvent::Charge { unit, check, reasons }));
        if check.excess == 0 {
            break;
        }
        shaken.push((unit, check.excess));
    }
    Ok(())
}

/// Does this attacker's marker ask for checks?
fn charges(pos: &Position, fight: &Fight, attacker: UnitId) -> bool {
    fight.pursuit || moved_in(pos, attacker)
}

/// **spqr 8.43, 9.23.** Who checks in a combat, one for each stack, attackers first. Tells of those who are
/// spared.
fn checkers(pos: &Position, oracle: &mut Oracle<'_>, fight: &Fight) -> Vec<UnitId> {
    let choices = &pos.set.variant.choices.shock;
    let chargers = chosen(&fight.attackers, |a| charges(pos, fight, a));
    if chargers.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::with_capacity(chargers.len() + fight.defenders.len());
    let routed = |d: &UnitId| fight.fugitives.contains(d);
    let easy = fight
        .defenders
        .iter()
        .all(|d| routed(d) || (choices.skirmishers_spare_attackers && pos.spec(*d).kind.is_skirmisher()));
    let fled = fight.defenders.iter().all(routed);
    for unit in speakers(pos, &chargers) {
        let kind = pos.spec(unit).kind;
        if kind == UnitType::CH && !fight.pursuit && pos.unit(unit).done.hexes >= CHARIOT_RUN {
            oracle.tell(|| Happening::Shock(ShockEvent::Exempt { unit, why: Exemption::ChariotRun }));
        } else if fled || easy && !kind.is_skirmisher() {
            oracle.tell(|| Happening::Shock(ShockEvent::Exempt { unit, why: Exemption::EasyEnemy }));
        } else {
            found.push(unit);
        }
    }
    for unit in speakers(pos, &fight.defenders) {
        // Is it met at all, only by light infantry from the front, only from the rear?
        let (mut met, mut light, mut rear) = (false, true, true);
        for &a in &*chargers {
            let Some(angle) = approach(pos, a, unit) else { continue };
            met = true;
            light &= pos.spec(a).kind == UnitType::LI && angle == Angle::Front;
            rear &= angle == Angle::Rear;
        }
        if !met {
            continue;
        }
        let heavy = matches!(pos.spec(unit).kind, UnitType::PH | UnitType::HI | UnitType::LG);
        if choices.light_foot_spares_heavy && light && heavy {
            oracle.tell(|| Happening::Shock(ShockEvent::Exempt { unit, why: Exemption::LightFoot }));
            continue;
        }
        // Of double depth the unit on the attacked side checks first.
        let deep = if rear && pos.in_double_depth(unit) { pos.partner(unit) } else { None };
        found.push(deep.unwrap_or(unit));
    }
    found
}

/// **spqr 8.43, 9.11, 9.19, 9.53.** What is added to a unit's die.
fn modifiers(pos: &Position, fight: &Fight, unit: UnitId) -> Vec<Shift> {
    let mut found = Vec::new();
    let choices = &pos.set.variant.choices.shock;
    let spec = pos.spec(unit);
    let attacks = fight.attackers.contains(&unit);
    let enemies = if attacks { &fight.defenders } else { &fight.attackers };
    let beast = spec.kind == UnitType::EL;
    if attacks && beast && choices.elephants_shake == ElephantsShake::Themselves {
        let heavy = enemies.iter().any(|&d| {
            matches!(pos.spec(d).kind, UnitType::PH | UnitType::HI)
                && approach(pos, unit, d) == Some(Angle::Front)
        });
        if heavy {
            found.push(Shift::new(1, ShiftCause::ElephantsAtFront));
        }
    }
    if !attacks
        && choices.elephants_shake == ElephantsShake::Defenders
        && enemies.iter().any(|&a| pos.spec(a).kind == UnitType::EL)
    {
        found.push(Shift::new(1, ShiftCause::ByElephants));
    }
    if !attacks && enemies.iter().any(|&a| pos.spec(a).kind == UnitType::CH) {
        found.push(Shift::new(1, ShiftCause::ByChariots));
    }
    let is_indian = |&e: &UnitId| pos.spec(e).kind == UnitType::EL && pos.spec(e).indian;
    if beast && !spec.indian && enemies.iter().any(is_indian) {
        found.push(Shift::new(1, ShiftCause::AfricanElephants));
    }
    if !attacks && enemies.iter().any(|&a| pos.in_double_depth(a)) {
        found.push(Shift::new(1, ShiftCause::ByDoubleDepth));
    }
    if !attacks && pos.in_double_depth(unit) && choices.double_depth_check != 0 {
        found.push(Shift::new(choices.double_depth_check, ShiftCause::InDoubleDepth));
    }
    if !attacks && fight.pass_thru && enemies.iter().all(|&a| pos.spec(a).kind == UnitType::EL) {
        found.push(Shift::new(1, ShiftCause::OpensRanks));
    }
    found
}
