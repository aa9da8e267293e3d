//! Trumps (5.4): activating a leader before his time, or instead of an enemy.

use std::iter;

use crate::command::activation::start;
use crate::command::commander::About;
use crate::command::phase::begin;
use crate::command::{commander, individual};
use crate::events::Happening;
use crate::events::command::CommandEvent;
use crate::movement::finished;
use crate::piece::{Class, LeaderId, Rank, Side, UnitId};
use crate::position::Position;
use crate::questions::{authority, can_enable, is_freed, is_inactive, is_pinned, orders, reach};
use crate::refusal::turn::{NoTrump, Turn};
use crate::state::stage::{Mode, Phase, PhaseKind, Stage};
use crate::{Flow, Oracle, Refusal, movement, shock};
use tess_effects::{Listed, Lower, Matter, OrNo, Rule};

/// **spqr 5.41, 5.43, 5.46.** May the side whose turn it is try to activate this leader instead of the one
/// who is due?
///
/// # Errors
/// Why not.
pub fn may_trump(pos: &Position, leader: LeaderId) -> Result<(), Refusal> {
    let spec = pos.leader_spec(leader);
    let no = |rule, why| Err(Refusal::new(Rule(rule), Turn::NoTrump(leader, why)));
    let Stage::Activation { side, due, reactivation: false, trump_tried } = &pos.stage else {
        return no("5.41", NoTrump::NotNow);
    };
    if *side != spec.side {
        return no("5.41", NoTrump::Foreign);
    }
    if spec.rank == Rank::Contingent {
        return no("5.41", NoTrump::Contingent);
    }
    if *trump_tried {
        return no("5.43", NoTrump::Tried);
    }
    if freed_before(pos, leader, due) {
        return no("5.26", NoTrump::Freed);
    }
    if !is_inactive(pos, leader) {
        return no("5.41", NoTrump::NotThere);
    }
    let lowest = due.iter().map(|&l| pos.initiative(l)).max().unwrap_or(0);
    if pos.initiative(leader) <= lowest {
        return no("5.41", NoTrump::NotHigher);
    }
    if is_pinned(pos, leader) && !can_enable(pos, leader) {
        return no("5.46", NoTrump::Held);
    }
    Ok(())
}

/// **spqr 5.26.** Is one of those due a leader who has been freed? **Alexander 5.25.** Or has the side one
/// of lower initiative than his?
fn freed_before(pos: &Position, leader: LeaderId, due: &[LeaderId]) -> bool {
    if pos.set.variant.choices.command.freed_come_first {
        return due.iter().any(|&l| is_freed(pos, l));
    }
    let (side, rating) = (pos.leader_spec(leader).side, pos.initiative(leader));
    let lower = |l: LeaderId| pos.leader_spec(l).side == side && pos.initiative(l) < rating;
    pos.leader_ids().any(|l| lower(l) && is_freed(pos, l))
}

/// **spqr 5.41.** The try. On failure he is finished and the leader who was due is activated.
pub(crate) fn trump(pos: &mut Position, oracle: &mut Oracle<'_>, leader: LeaderId) -> Flow<()> {
    may_trump(pos, leader)?;
    if throw(pos, oracle, leader, None, Rule("5.41"))? {
        let (winner, loser) = counter(pos, oracle, leader, Rule("5.42"))?;
        if let Some(loser) = loser {
            finished(pos, oracle, loser, Rule("5.44"));
        }
        return take_over(pos, oracle, winner);
    }
    finished(pos, oracle, leader, Rule("5.44"));
    let Stage::Activation { due, trump_tried, .. } = &mut pos.stage else { return Ok(()) };
    *trump_tried = true;
    if let [only] = due.as_slice() {
        let only = *only;
        if !is_pinned(pos, only) {
            start(pos, oracle, only)?;
        }
    }
    Ok(())
}

/// The leader who trumped is activated; whoever was passed over has no momentum in this turn.
pub(crate) fn take_over(pos: &mut Position, oracle: &mut Oracle<'_>, leader: LeaderId) -> Flow<()> {
    bypass(pos, oracle, leader);
    begin(pos, oracle, leader, PhaseKind::Initial)?;
    if let Some(phase) = pos.stage.phase_mut() {
        phase.must_act = true;
    }
    Ok(())
}

/// **spqr 5.44.** Inactive leaders of both sides whose initiative is not above the trumping leader's are
/// passed over.
fn bypass(pos: &mut Position, oracle: &mut Oracle<'_>, by: LeaderId) {
    let rating = pos.initiative(by);
    for leader in pos.leader_ids() {
        if leader != by
            && is_inactive(pos, leader)
            && pos.initiative(leader) <= rating
            && !pos.leader(leader).no_momentum
        {
            pos.leader_mut(leader).no_momentum = true;
            oracle.tell(|| Happening::Command(CommandEvent::Bypassed { leader }));
        }
    }
}

/// The die for a trump.
fn throw(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    leader: LeaderId,
    against: Option<LeaderId>,
    rule: Rule,
) -> Flow<bool> {
    let die = oracle.d10("trump", &pos.leader_spec(leader).code, rule)?;
    let won = die <= pos.initiative(leader);
    oracle.tell(|| Happening::Command(CommandEvent::TrumpTried { leader, against, die, won }));
    Ok(won)
}

/// **spqr 5.42.** Leaders with whom the enemy of `active` may try to trump him.
#[must_use]
pub fn counters(pos: &Position, active: LeaderId) -> Vec<LeaderId> {
    let side: Side = pos.leader_spec(active).side.other();
    let rating = pos.initiative(active);
    pos.leader_ids()
        .filter(|&l| {
            pos.leader_spec(l).side == side
                && !matches!(pos.leader_spec(l).rank, Rank::ElephantLeader | Rank::Contingent)
                && is_inactive(pos, l)
                && pos.initiative(l) >= rating
                && (!is_pinned(pos, l) || can_enable(pos, l))
        })
        .collect()
}

/// **spqr 5.42.** The other side may trump the leader who has just won a trump or momentum. Returns who acts
/// in the end, and the leader who has thereby lost his activation. A leader who fails is finished (5.44).
pub(crate) fn counter(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    active: LeaderId,
    rule: Rule,
) -> Flow<(LeaderId, Option<LeaderId>)> {
    let candidates = counters(pos, active);
    if candidates.is_empty() {
        return Ok((active, None));
    }
    let spec = pos.leader_spec(active);
    let side = &pos.set.sides[spec.side.other()];
    let options = Listed {
        of: iter::once(None).chain(candidates.iter().copied().map(Some)),
        key: |rival: &Option<LeaderId>| OrNo(rival.map(|l| Lower(&pos.leader_spec(l).code))),
        text: |rival: &Option<LeaderId>| match rival {
            Some(l) => {
                let (code, rating) = (&pos.leader_spec(*l).code, pos.initiative(*l));
                format!("{code} succeeds with 0 to {rating}; if he fails he is finished")
            }
            None => "let him act".to_owned(),
        },
    };
    let matter = Matter { window: "trump", side, subject: &spec.code, rule };
    let rival = oracle.choose(matter, &options, |matter, _| {
        let text = format!("{} is about to be active; trump him with a leader of yours?", spec.code);
        let question = matter
            .question(text)
            .fact("initiative", pos.initiative(active))
            .fact("phases", pos.leader(active).phases);
        candidates.iter().fold(question, |question, &l| {
            let key = pos.leader_spec(l).code.to_ascii_lowercase();
            question.fact(&format!("chance.{key}"), percent(pos.initiative(l)))
        })
    })?;
    let Some(rival) = rival else { return Ok((active, None)) };
    if throw(pos, oracle, rival, Some(active), rule)? {
        return Ok((rival, Some(active)));
    }
    finished(pos, oracle, rival, Rule("5.44"));
    Ok((active, None))
}

/// The chance of a die not above a rating, in percent.
#[must_use]
pub const fn percent(rating: u8) -> u8 {
    if rating >= 9 { 100 } else { (rating + 1) * 10 }
}

/// **spqr 5.45.** A leader who has trumped must do something, as long as there is anything that he can do.
/// **Alexander 5.46:** bring a unit into another hex, let one fire, or let units shock.
pub(crate) fn must_act(pos: &Position) -> Result<(), Refusal> {
    let Some(phase) = orders(pos) else { return Ok(()) };
    let strict = pos.set.variant.choices.command.trumper_moves_or_fights;
    let done = phase.acted && !strict || !phase.combats.is_empty();
    if !phase.must_act
        || done
        || !(if strict { could_move_or_fight(pos, phase) } else { could_act(pos, phase.leader) })
    {
        return Ok(());
    }
    Err(Refusal::new(Rule("5.45"), Turn::MustAct { leader: phase.leader, strict }))
}

/// **alexander 5.46.** Is there a shock that he could still let happen, or a unit that could still leave its
/// hex at his order?
fn could_move_or_fight(pos: &Position, phase: &Phase) -> bool {
    let leader = phase.leader;
    if pos.leader(leader).killed || pos.leader(leader).finished {
        return false;
    }
    if !shock::candidates(pos).is_empty() {
        return true;
    }
    if is_pinned(pos, leader) || crate::movement::marker::is_bound(pos, leader) {
        return false;
    }
    let goes = |unit: UnitId| {
        commander::ready(pos, unit, About::Action).is_ok()
            && pos.is_top(unit)
            && movement::reachable(pos, unit).iter().any(|r| !pos.hexes(unit).contains(r.hex))
    };
    match phase.line() {
        Some(line) if !line.firing && line.units.iter().any(|&u| goes(u)) => true,
        _ => {
            individual::orders_left(pos, phase) > 0
                && pos
                    .on_field(phase.side)
                    .any(|unit| individual::may_order(pos, leader, unit).is_ok() && goes(unit))
        }
    }
}

/// Is there a unit that could surely take an order from him, or, when he is pinned, a shock to enable?
fn could_act(pos: &Position, leader: LeaderId) -> bool {
    if pos.leader(leader).killed || pos.leader(leader).finished {
        return false;
    }
    if is_pinned(pos, leader) {
        return !shock::candidates(pos).is_empty();
    }
    // Bound by a marker he moves nobody (6.83).
    if crate::movement::marker::is_bound(pos, leader) {
        return false;
    }
    let free = matches!(pos.stage.phase(), Some(p) if p.mode == Mode::Open && p.orders_used == 0);
    free && pos.on_field(pos.leader_spec(leader).side).any(|unit| {
        let it = pos.unit(unit);
        let spec = pos.spec(unit);
        // Units that can always at least turn where they stand.
        let turns = !spec.two_hex
            && spec.class != Class::SC
            && !pos.is_leader_elephant(unit)
            && !pos.unit_in_zoc(unit)
            && !pos.in_column(unit);
        turns
            && !pos.is_routed(unit)
            && !it.rallied
            && !it.pursued
            && pos.is_top(unit)
            && authority::may_command(pos, leader, unit).is_ok()
            && authority::elephant_command(pos, leader, &[unit]).is_ok()
            && reach::in_range(pos, leader, unit)
    })
}
