//! Shock orders: who attacks whom (8.42).

use std::sync::Arc;

use crate::events::shock::ShockEvent;
use crate::movement::mark::{can_enable, enable, fitness, is_fit, may_enable, triarii_wait};
use crate::order::ShockOrder;
use crate::piece::{Side, UnitId, UnitType};
use crate::position::{Place, Position, ShockMark};
use crate::questions::{approach, targets, targets_but};
use crate::refusal::shock::Shock;
use crate::state::stage::Combat;
use crate::{Flow, Happening, Oracle, Outcome, Refusal};
use tess_effects::Rule;

/// **spqr 8.42.** Combines attackers and defenders into one combat, after checking that they may.
///
/// # Errors
/// A refusal when they may not.
pub fn combine(pos: &mut Position, oracle: &mut Oracle<'_>, order: &ShockOrder) -> Flow<Outcome> {
    let combat = legal(pos, order)?;
    for &unit in &combat.attackers {
        if matches!(pos.unit(unit).shock, ShockMark::None) {
            enable(pos, oracle, unit);
        }
    }
    oracle.tell(|| {
        Happening::Shock(ShockEvent::Combined {
            attackers: combat.attackers.clone(),
            defenders: combat.defenders.clone(),
            ordered: true,
        })
    });
    if let Some(phase) = pos.stage.phase_mut() {
        Arc::make_mut(&mut phase.combats).push(combat);
    }
    Ok(Outcome::Done)
}

/// The combat of an order, stacks completed, or why there cannot be such a combat.
pub(crate) fn legal(pos: &Position, order: &ShockOrder) -> Result<Combat, Refusal> {
    let Some(phase) = pos.stage.phase() else {
        return Err(Refusal::new(Rule("8.42"), Shock::NotOrdered));
    };
    let side = phase.side;
    if order.attackers.is_empty() || order.defenders.is_empty() {
        return Err(Refusal::new(Rule("8.42"), Shock::OneSided));
    }
    let attackers =
        with_partners(pos, &order.attackers, |p| pos.unit(p).shock == ShockMark::MustCheck && is_fit(pos, p));
    let defenders = with_partners(pos, &order.defenders, |_| true);
    for &a in &attackers {
        check_attacker(pos, side, a, &attackers, &phase.combats)?;
    }
    if let Some(&engine) = order.defenders.iter().find(|&&d| pos.is_covered(d)) {
        return Err(Refusal::new(Rule("cataphract 11.63"), Shock::Covered(engine)));
    }
    for &d in &defenders {
        check_defender(pos, side, d, &phase.combats)?;
    }
    for &a in &attackers {
        for &d in &defenders {
            if approach(pos, a, d).is_none() {
                return Err(not_in_zone(pos, a, d));
            }
        }
        nobody_is_left(pos, side, a, &attackers, &defenders, &phase.combats)?;
    }
    if let Some(with) = order.with
        && !attackers.contains(&with)
    {
        return Err(Refusal::new(Rule("8.45"), Shock::NoAttacker(with)));
    }
    let light = |u: UnitId| pos.spec(u).kind.is_skirmisher();
    if let Some(with) = order.with
        && light(with)
        && !attackers.iter().all(|&a| light(a))
    {
        return Err(Refusal::new(Rule("9.23"), Shock::LightDecides(with)));
    }
    Ok(Combat { attackers, defenders, with: order.with })
}

fn with_partners(pos: &Position, units: &[UnitId], also: impl Fn(UnitId) -> bool) -> Vec<UnitId> {
    let mut all = Vec::with_capacity(2 * units.len());
    all.extend_from_slice(units);
    // An engine that shares the hex of infantry counts for nothing (cataphract 11.63).
    let counts = |p: UnitId| pos.spec(p).class != crate::piece::Class::SC;
    all.extend(units.iter().filter_map(|&u| pos.partner(u)).filter(|&p| also(p) && counts(p)));
    all.sort_unstable();
    all.dedup();
    all
}

fn check_attacker(
    pos: &Position,
    side: Side,
    unit: UnitId,
    group: &[UnitId],
    combats: &[Combat],
) -> Result<(), Refusal> {
    let no = |rule, why| Err(Refusal::new(Rule(rule), why));
    if pos.spec(unit).side != side {
        return no("8.42", Shock::NotYours(unit));
    }
    fitness(pos, unit)?;
    if combats.iter().any(|c| c.attackers.contains(&unit)) {
        return no("8.42", Shock::Attacks(unit));
    }
    if triarii_wait(pos, unit) {
        return no("9.72", Shock::TriariiWait(unit));
    }
    if let Some(partner) = pos.partner(unit) {
        if !pos.is_top(unit) && !group.contains(&partner) {
            return no("9.62", Shock::Under(unit, partner));
        }
        if combats.iter().any(|c| c.attackers.contains(&partner)) {
            return no("8.42", Shock::Without(partner, unit));
        }
    }
    if matches!(pos.unit(unit).shock, ShockMark::None) {
        may_enable(pos, unit)?;
    }
    Ok(())
}

fn check_defender(pos: &Position, side: Side, unit: UnitId, combats: &[Combat]) -> Result<(), Refusal> {
    let no = |why| Err(Refusal::new(Rule("8.42"), why));
    if pos.spec(unit).side == side {
        return no(Shock::Own(unit));
    }
    if !matches!(pos.unit(unit).place, Place::Field { .. }) {
        return no(Shock::Off(unit));
    }
    if combats.iter().any(|c| c.defenders.contains(&unit)) {
        return no(Shock::Attacked(unit));
    }
    Ok(())
}

fn not_in_zone(pos: &Position, attacker: UnitId, defender: UnitId) -> Refusal {
    let reached = pos.in_my_zoc(attacker).contains(&defender);
    if reached && pos.spec(attacker).kind == UnitType::SK {
        return Refusal::new(Rule("9.23"), Shock::Skirmisher(attacker, defender));
    }
    if reached {
        return Refusal::new(Rule("9.15"), Shock::NotFromThere(attacker, defender));
    }
    Refusal::new(Rule("8.42"), Shock::NotInZone(attacker, defender, targets(pos, attacker)))
}

/// **spqr 8.42.** Every enemy in an attacker's zone is attacked by somebody: in this combat, in another, or
/// by a unit that still could.
fn nobody_is_left(
    pos: &Position,
    side: Side,
    attacker: UnitId,
    attackers: &[UnitId],
    defenders: &[UnitId],
    combats: &[Combat],
) -> Result<(), Refusal> {
    let covered = |d: UnitId| defenders.contains(&d) || combats.iter().any(|c| c.defenders.contains(&d));
    for enemy in targets_but(pos, attacker, covered) {
        // Nobody attacks but whom he stands beside.
        let near = pos.hexes(enemy).iter().flat_map(|h| h.neighbours());
        let other = near.flat_map(|(_, h)| pos.stack(h).units()).any(|u| {
            pos.side(u) == side
                && !attackers.contains(&u)
                && !combats.iter().any(|c| c.attackers.contains(&u))
                && is_fit(pos, u)
                && approach(pos, u, enemy).is_some()
                && (pos.unit(u).shock != ShockMark::None || can_enable(pos, u))
        });
        if !other {
            return Err(Refusal::new(Rule("8.42"), Shock::Left(attacker, enemy)));
        }
    }
    Ok(())
}
