//! Shock orders: who attacks whom (8.42).

use std::sync::Arc;

use crate::events::shock::ShockEvent;
use crate::movement::mark::{can_enable, enable, fitness, is_fit, may_enable, triarii_wait};
use crate::order::ShockOrder;
use crate::piece::{Side, UnitId, UnitType};
use crate::position::{Place, Position, ShockMark};
use crate::state::stage::Combat;
use crate::survey::{approach, targets, targets_but};
use crate::{Flow, Outcome, Refusal};
use crate::{Happening, Oracle};
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
        return Err(
            Refusal::new(Rule("8.42"), "nobody is giving orders").help("shock is ordered in an orders phase")
        );
    };
    let side = phase.side;
    if order.attackers.is_empty() || order.defenders.is_empty() {
        return Err(Refusal::new(Rule("8.42"), "a combat needs an attacker and a defender"));
    }
    let attackers =
        with_partners(pos, &order.attackers, |p| pos.unit(p).shock == ShockMark::MustCheck && is_fit(pos, p));
    let defenders = with_partners(pos, &order.defenders, |_| true);
    for &a in &attackers {
        check_attacker(pos, side, a, &attackers, &phase.combats)?;
    }
    if let Some(&engine) = order.defenders.iter().find(|&&d| pos.is_covered(d)) {
        let code = &pos.spec(engine).code;
        let text = format!("{code} takes no part in shock: the infantry in its hex does");
        return Err(Refusal::new(Rule("cataphract 11.63"), text).help("attack that").at(code.clone()));
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
        let code = &pos.spec(with).code;
        return Err(Refusal::new(Rule("8.45"), format!("{code} is none of the attackers")).at(code.clone()));
    }
    let light = |u: UnitId| pos.spec(u).kind.is_skirmisher();
    if let Some(with) = order.with
        && light(with)
        && !attackers.iter().all(|&a| light(a))
    {
        let code = &pos.spec(with).code;
        return Err(Refusal::new(
            Rule("9.23"),
            format!("{code} is a skirmisher and never decides beside others"),
        )
        .help("name another attacker after `with`")
        .at(code.clone()));
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
    let spec = pos.spec(unit);
    let refuse = |rule, text: String| Refusal::new(Rule(rule), text).at(spec.code.clone());
    if spec.side != side {
        return Err(refuse("8.42", format!("{} is not yours", spec.code)));
    }
    fitness(pos, unit)?;
    if combats.iter().any(|c| c.attackers.contains(&unit)) {
        return Err(refuse("8.42", format!("{} attacks already", spec.code))
            .help("a unit attacks once in a shock segment"));
    }
    if triarii_wait(pos, unit) {
        return Err(refuse("9.72", format!("triarii {} moved and may not shock yet", spec.code)).help(
            "they shock after a move once Rome has lost half its withdrawal level, without a move always",
        ));
    }
    if let Some(partner) = pos.partner(unit) {
        if !pos.is_top(unit) && !group.contains(&partner) {
            return Err(refuse("9.62", format!("{} stands under {}", spec.code, pos.spec(partner).code))
                .help("the bottom unit of a stack attacks with the top one"));
        }
        if combats.iter().any(|c| c.attackers.contains(&partner)) {
            return Err(refuse("8.42", format!("{} attacks without {}", pos.spec(partner).code, spec.code))
                .help("units of a stack attack the same hex in one combat"));
        }
    }
    if matches!(pos.unit(unit).shock, ShockMark::None) {
        may_enable(pos, unit)?;
    }
    Ok(())
}

fn check_defender(pos: &Position, side: Side, unit: UnitId, combats: &[Combat]) -> Result<(), Refusal> {
    let spec = pos.spec(unit);
    let refuse = |text: String| Refusal::new(Rule("8.42"), text).at(spec.code.clone());
    if spec.side == side {
        return Err(refuse(format!("{} is your own", spec.code)));
    }
    if !matches!(pos.unit(unit).place, Place::Field { .. }) {
        return Err(refuse(format!("{} is not on the map", spec.code)));
    }
    if combats.iter().any(|c| c.defenders.contains(&unit)) {
        return Err(refuse(format!("{} is attacked already", spec.code))
            .help("a unit is attacked once in a shock segment; name all its attackers in one order"));
    }
    Ok(())
}

fn not_in_zone(pos: &Position, attacker: UnitId, defender: UnitId) -> Refusal {
    let (a, d) = (pos.spec(attacker), pos.spec(defender));
    let reached = pos.in_my_zoc(attacker).contains(&defender);
    if reached && a.kind == UnitType::SK {
        return Refusal::new(
            Rule("9.23"),
            format!("{} ({}) may not attack {}", a.code, a.kind.letters(), d.code),
        )
        .help("skirmishers attack only chariots and routed units")
        .at(a.code.clone());
    }
    if reached {
        return Refusal::new(
            Rule("9.15"),
            format!("{} ({}) may not attack {} from there", a.code, a.kind.letters(), d.code),
        )
        .at(a.code.clone());
    }
    let near: Vec<&str> = targets(pos, attacker).iter().map(|&t| pos.spec(t).code.as_str()).collect();
    let help = if near.is_empty() {
        "no enemy is in its zone of control".to_owned()
    } else {
        format!("in its zone of control: {}", near.join(" "))
    };
    Refusal::new(Rule("8.42"), format!("{} is not in the zone of control of {}", d.code, a.code))
        .help(help)
        .at(d.code.clone())
}

/// **spqr 8.42.** Every enemy in an attacker's zone is attacked by somebody: in this combat, in another, or by a unit that
/// still could.
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
            let (a, d) = (pos.spec(attacker), pos.spec(enemy));
            return Err(Refusal::new(
                Rule("8.42"),
                format!("{} must attack {} too, and nobody else can", a.code, d.code),
            )
            .help(format!("add {} to the defenders", d.code))
            .at(a.code.clone()));
        }
    }
    Ok(())
}
