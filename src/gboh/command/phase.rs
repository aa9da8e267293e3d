//! An orders phase from its first to its last moment (5.2), and the books kept for it.

use std::sync::Arc;

use crate::events::Happening;
use crate::events::command::CommandEvent;
use crate::movement::finished;
use crate::piece::{LeaderId, UnitId, UnitType};
use crate::position::{Done, Place, Position, ShockMark};
use crate::questions::authority::is_overall;
use crate::questions::reach::leader_in_range;
use crate::questions::{is_pinned, orders, stands_in_zoc};
use crate::refusal::turn::Turn;
use crate::state::stage::{Group, Phase, PhaseKind, Stage};
use crate::{Flow, Oracle, Refusal, shock};
use tess_effects::Rule;

/// Begins an orders phase: his marker is opened (6.83), nobody has done anything in it, and where everybody
/// stands is noted.
pub(crate) fn begin(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    leader: LeaderId,
    kind: PhaseKind,
) -> Flow<()> {
    crate::movement::marker::open(pos, oracle, leader)?;
    note_stations(pos, Some(leader));
    let side = pos.leader_spec(leader).side;
    let it = pos.leader_mut(leader);
    it.phases += 1;
    it.waited = false;
    let goes_on = kind == PhaseKind::Momentum && pos.set.variant.choices.command.horse_for_activation;
    pos.course.group = pos.course.group.filter(|g| goes_on && matches!(g, Group::Horse { .. }));
    pos.stage = Stage::Orders(Phase::new(leader, side, kind));
    oracle.tell(|| Happening::Command(CommandEvent::Activated { leader, kind }));
    Ok(())
}

/// Nobody has done anything, and where everybody stands is noted; of the leader whose phase it is also
/// whether his overall commander has him in range.
pub(crate) fn note_stations(pos: &mut Position, active: Option<LeaderId>) {
    let mut watched: Vec<UnitId> = Vec::with_capacity(32);
    pos.presence().each_beside_enemy(|side, hex| {
        if pos.in_enemy_zoc(side, hex) {
            watched.extend(pos.stack(hex).units().filter(|&u| pos.side(u) == side));
        }
    });
    // The elephant of a leader may stand beneath a unit, where the grid does not show it (4.85).
    let own = pos.set.special.leader_elephants.iter().map(|&(_, u)| u);
    watched.extend(own.filter(|&u| pos.unit_in_zoc(u)));
    let (mut marked, mut changed): (Vec<UnitId>, Vec<UnitId>) = (Vec::new(), Vec::with_capacity(32));
    pos.touched().for_each(|id| {
        let it = pos.unit(id);
        if it.shock != ShockMark::None {
            marked.push(id);
        }
        // What is not changed need not be noted for the way back.
        if it.reaction_shots != 0 || it.done != Done::default() {
            changed.push(id);
        }
    });
    for id in changed {
        let it = pos.unit_mut(id);
        (it.done, it.reaction_shots) = (Done::default(), 0);
    }
    for &id in &watched {
        pos.unit_mut(id).done.began_in_zoc = true;
    }
    watched.extend(marked);
    pos.settle_down(&watched);
    debug_assert!(pos.unit_ids().all(|u| {
        let fresh = Done { began_in_zoc: pos.unit_in_zoc(u), ..Done::default() };
        pos.unit(u).done == fresh && pos.unit(u).reaction_shots == 0
    }));
    let overall = active.and_then(|leader| pos.overall(pos.leader_spec(leader).side));
    for id in pos.leader_ids() {
        let began = pos.leader(id).hex;
        let was_in_zoc = stands_in_zoc(pos, id);
        let in_command = active == Some(id) && overall.is_some_and(|oc| leader_in_range(pos, oc, id));
        let it = pos.leader_mut(id);
        (it.spent, it.sent, it.began, it.was_in_zoc, it.in_command) =
            (0, false, began, was_in_zoc, in_command);
    }
}

/// Notes who has come into an enemy zone of control in the course of an order (5.31).
pub(crate) fn note_zones(pos: &mut Position) {
    if let Some(leader) = pos.stage.phase().map(|p| p.leader)
        && !pos.leader(leader).was_in_zoc
        && stands_in_zoc(pos, leader)
    {
        pos.leader_mut(leader).was_in_zoc = true;
    }
}

/// **spqr 5.27, 5.28.** The end of the orders: the line in progress, then all shock of the phase.
pub(crate) fn resolve(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    let Some(phase) = orders(pos) else {
        return Err(Refusal::new(Rule("5.27"), Turn::NoPhase).into());
    };
    // What counts is what was ordered, whatever the shocks make of it.
    let (leader, side, ordered, combined) =
        (phase.leader, phase.side, phase.acted, !phase.combats.is_empty());
    crate::command::trump::must_act(pos)?;
    crate::command::line_order::end_line(pos, oracle)?;
    oracle.tell(|| Happening::Command(CommandEvent::OrdersGiven { leader }));
    shock::resolve(pos, oracle)?;
    shock::come_back(pos, oracle, leader)?;
    crate::command::uncontrolled::relieve(pos);
    note_zones(pos);
    let (mut shocked, mut elephants) = (combined, false);
    let mut changed: Vec<UnitId> = Vec::with_capacity(32);
    pos.touched().for_each(|id| {
        let it = pos.unit(id);
        let had_order = it.done.moved || it.done.fired || it.done.recovered > 0;
        let spec = pos.spec(id);
        if spec.side == side {
            shocked |= it.done.shocked && matches!(it.place, Place::Field { .. });
            elephants |= had_order && spec.kind == UnitType::EL && !pos.is_leader_elephant(id);
        }
        if it.done.moved && !it.moved_before || it.shock != ShockMark::None {
            changed.push(id);
        }
    });
    for id in changed {
        let it = pos.unit_mut(id);
        it.moved_before |= it.done.moved;
        it.shock = ShockMark::None;
    }
    debug_assert!(pos.unit_ids().all(|u| pos.unit(u).shock == ShockMark::None));
    // The first orders of elephants are those of a whole phase (4.91).
    pos.course.elephants_ordered[side.index()] |= elephants;
    let silent = pos.leader(leader).was_in_zoc && !is_overall(pos, leader) && !ordered;
    if shocked && silent {
        pos.leader_mut(leader).enabled_shock = true;
    }
    pos.stage = match std::mem::replace(&mut pos.stage, Stage::TurnStart) {
        Stage::Orders(phase) => {
            Stage::After(Phase { acted: ordered || shocked, combats: Arc::default(), ..phase })
        }
        other => other,
    };
    Ok(())
}

/// **spqr 5.15.** The leader who has just had his orders phase is finished, or after an elite phase inactive
/// again (5.52), or waits in the enemy's zone (5.26); then whoever comes next.
pub(crate) fn finish(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    if orders(pos).is_some() {
        resolve(pos, oracle)?;
    }
    let Stage::After(phase) = &pos.stage else {
        return Err(Refusal::new(Rule("5.28"), Turn::NotEnded).into());
    };
    let (leader, kind, acted) = (phase.leader, phase.kind, phase.acted);
    let it = pos.leader(leader);
    if it.killed || it.finished {
        // A casualty result has finished him already.
    } else if it.enabled_shock && !is_overall(pos, leader) {
        finished(pos, oracle, leader, Rule("5.26"));
    } else if kind == PhaseKind::Elite {
        oracle.tell(|| Happening::Command(CommandEvent::Inactive { leader }));
    } else if !acted && is_pinned(pos, leader) {
        pos.leader_mut(leader).waited = true;
        oracle.tell(|| Happening::Command(CommandEvent::Waits { leader }));
    } else {
        finished(pos, oracle, leader, CommandEvent::ORDERS_DONE);
    }
    crate::command::activation::next(pos, oracle)
}
