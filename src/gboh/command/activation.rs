//! Whose leader comes next (5.1, 5.26, 5.33).

use crate::command::phase::begin;
use crate::command::{champion, turn};
use crate::events::Happening;
use crate::events::command::CommandEvent;
use crate::movement::finished;
use crate::piece::{LeaderId, Side};
use crate::position::Position;
use crate::questions::{can_enable, is_contingent_commander, is_freed, is_inactive, is_pinned};
use crate::refusal::turn::Turn;
use crate::state::stage::{PhaseKind, Stage};
use crate::{Flow, Oracle, Refusal};
use tess_effects::Rule;

/// Who would come next, as far as it is certain without a die.
enum Next {
    /// Leaders of one side.
    Due(Side, Vec<LeaderId>),
    /// Leaders of this initiative on both sides: a die decides.
    Tie(u8),
    /// Nobody.
    Nobody,
}

/// **spqr 5.12, 5.26.** Freed leaders first, then the lowest initiative; after the die for a tie the sides
/// alternate. **Alexander 5.25.** A freed leader comes before those of higher initiative only.
fn look(pos: &Position) -> Next {
    // Freed leaders are those with the greater claim, where the book has it so.
    let freed = u8::from(!pos.set.variant.choices.command.freed_come_first);
    let claim = |l: LeaderId| match (is_inactive(pos, l), pos.leader(l).waited) {
        (true, false) => Some((1, pos.initiative(l))),
        (true, true) if is_freed(pos, l) => Some((freed, pos.initiative(l))),
        _ => None,
    };
    // Whose claim is the first so far, by side.
    let mut first = (u8::MAX, u8::MAX);
    let mut due: [Vec<LeaderId>; 2] = [Vec::new(), Vec::new()];
    for leader in pos.leader_ids() {
        let Some(claim) = claim(leader).filter(|&claim| claim <= first) else { continue };
        if claim < first {
            first = claim;
            due.iter_mut().for_each(Vec::clear);
        }
        due[pos.leader_spec(leader).side.index()].push(leader);
    }
    let (lowest, [first, second]) = (first.1, due);
    match (first.is_empty(), second.is_empty()) {
        (true, true) => Next::Nobody,
        (false, true) => Next::Due(Side::First, first),
        (true, false) => Next::Due(Side::Second, second),
        _ => match pos.course.tie {
            Some((initiative, Side::First)) if initiative == lowest => Next::Due(Side::First, first),
            Some((initiative, Side::Second)) if initiative == lowest => Next::Due(Side::Second, second),
            _ if yielding(pos) == Some(Side::First) => Next::Due(Side::Second, second),
            _ if yielding(pos) == Some(Side::Second) => Next::Due(Side::First, first),
            _ => Next::Tie(lowest),
        },
    }
}

/// **alexander 5.12.** The side that lets the other go first in ties: that of a leader who does, while he is
/// on the map.
fn yielding(pos: &Position) -> Option<Side> {
    let present = |&l: &LeaderId| pos.leader_spec(l).yields_ties && pos.leader(l).hex.is_some();
    pos.leader_ids().find(present).map(|l| pos.leader_spec(l).side)
}

/// The stage at the opening of a battle, as far as it is certain without a die; else the stage stays at the
/// start of the turn, and `begin` of the first side throws for it.
pub(crate) fn settle(pos: &mut Position) {
    if let Next::Due(side, due) = look(pos) {
        pos.stage = Stage::Activation { side, due, reactivation: false, trump_tried: false };
    }
}

/// **spqr 5.12, 5.28, cataphract 11.85.** Determines whose leader is next: first the one whom the winner of
/// the champions' fight chooses; when nobody is left the turn ends (3.0 D, E) and the next begins.
pub(crate) fn next(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    if champion::offer(pos, oracle) {
        return Ok(());
    }
    // Turns in which nobody at all could act would follow each other for ever: routs end, and then nothing
    // moves.
    let mut idle_turns = 0;
    loop {
        crate::command::uncontrolled::run(pos, oracle)?;
        match look(pos) {
            Next::Nobody => {
                turn::end(pos, oracle)?;
                if matches!(pos.stage, Stage::Over { .. }) {
                    return Ok(());
                }
                idle_turns += 1;
                if idle_turns > 10 {
                    turn::nobody_left(pos, oracle);
                    return Ok(());
                }
                turn::begin(pos, oracle)?;
                if matches!(pos.stage, Stage::Elite { .. } | Stage::Markers { .. }) {
                    return Ok(());
                }
            }
            Next::Tie(initiative) => {
                let first = turn::higher_die(pos, oracle, "initiative", [0, 0], Rule("5.12"), true)?;
                let first = first.map_or(Side::First, |(side, _)| side);
                pos.course.tie = Some((initiative, first));
                oracle.tell(|| Happening::Command(CommandEvent::TieBroken { initiative, first }));
            }
            Next::Due(side, due) => {
                let due: Vec<LeaderId> = due
                    .into_iter()
                    .filter(|&leader| {
                        let idle = is_pinned(pos, leader) && !can_enable(pos, leader);
                        if idle {
                            wait(pos, oracle, leader);
                        }
                        !idle
                    })
                    .collect();
                if !due.is_empty() {
                    pos.stage = Stage::Activation { side, due, reactivation: false, trump_tried: false };
                    return Ok(());
                }
            }
        }
    }
}

/// **spqr 5.26.** He keeps his activation until he is out of the enemy's zone.
fn wait(pos: &mut Position, oracle: &mut Oracle<'_>, leader: LeaderId) {
    pos.leader_mut(leader).waited = true;
    take_turn(pos, leader);
    oracle.tell(|| Happening::Command(CommandEvent::Waits { leader }));
}

/// **spqr 5.12.** After one of a tie's leaders the other side comes next.
fn take_turn(pos: &mut Position, leader: LeaderId) {
    let (side, rating) = (pos.leader_spec(leader).side, pos.initiative(leader));
    let opens = yielding(pos) == Some(side.other()) && pos.course.tie.is_none_or(|(r, _)| r != rating);
    if opens || pos.course.tie == Some((rating, side)) {
        pos.course.tie = Some((rating, side.other()));
    }
}

/// Checks that a leader is one of those who are due.
fn expect_due(pos: &Position, leader: LeaderId) -> Result<(Side, bool), Refusal> {
    let Stage::Activation { side, due, reactivation, .. } = &pos.stage else {
        return Err(Refusal::new(Rule("5.1"), Turn::NobodyDue));
    };
    if due.contains(&leader) {
        return Ok((*side, *reactivation));
    }
    Err(Refusal::new(Rule("5.12"), Turn::NotDue(leader, due.clone())))
}

/// **spqr 5.11, 5.12, 5.33.** Activates a leader whose turn it is.
pub(crate) fn activate(pos: &mut Position, oracle: &mut Oracle<'_>, leader: LeaderId) -> Flow<()> {
    let (_, reactivation) = expect_due(pos, leader)?;
    if pos.course.prize.take().is_some() {
        begin(pos, oracle, leader, PhaseKind::Initial)
    } else if reactivation {
        let kind = reactivated(pos, leader);
        begin(pos, oracle, leader, kind)
    } else {
        start(pos, oracle, leader)
    }
}

/// **spqr 5.33.** The leader is not finished any more; gives the phase that he has.
pub(crate) fn reactivated(pos: &mut Position, leader: LeaderId) -> PhaseKind {
    let was_finished = pos.leader(leader).finished;
    let keeps = pos.set.variant.choices.command.reactivated_keep_momentum && !was_finished;
    pos.leader_mut(leader).finished = false;
    if keeps { PhaseKind::Initial } else { PhaseKind::Reactivated }
}

/// The first orders phase of a leader in his own turn.
pub(crate) fn start(pos: &mut Position, oracle: &mut Oracle<'_>, leader: LeaderId) -> Flow<()> {
    if is_freed(pos, leader) {
        pos.leader_mut(leader).no_momentum = true;
    }
    take_turn(pos, leader);
    begin(pos, oracle, leader, PhaseKind::Initial)
}

/// **spqr 5.15, 5.26.** The leader whose turn it is is not used: finished, or waiting when he is held in the
/// enemy's zone. Of a re-activation: it is declined.
pub(crate) fn pass(pos: &mut Position, oracle: &mut Oracle<'_>, leader: LeaderId) -> Flow<()> {
    let (_, reactivation) = expect_due(pos, leader)?;
    if reactivation {
        return decline(pos, oracle);
    }
    if is_pinned(pos, leader) {
        wait(pos, oracle, leader);
    } else {
        take_turn(pos, leader);
        finished(pos, oracle, leader, CommandEvent::ORDERS_DONE);
    }
    next(pos, oracle)
}

/// **spqr 5.33.** The side need not use its re-activation.
pub(crate) fn decline(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    let Stage::Activation { side, reactivation: true, .. } = pos.stage else {
        return Err(Refusal::new(Rule("5.33"), Turn::NoReactivation).into());
    };
    oracle.tell(|| match pos.course.prize {
        Some(_) => Happening::Command(CommandEvent::PrizeDeclined { side }),
        None => Happening::Command(CommandEvent::ReactivationDeclined { side }),
    });
    pos.course.prize = None;
    next(pos, oracle)
}

/// **spqr 5.33.** After a die roll of doom of 0 or 1 the enemy of the leader who failed may activate
/// anybody.
pub(crate) fn reactivation(pos: &mut Position, oracle: &mut Oracle<'_>, side: Side) -> Flow<()> {
    let due: Vec<LeaderId> = pos
        .leader_ids()
        .filter(|&l| {
            let it = pos.leader(l);
            pos.leader_spec(l).side == side
                && it.hex.is_some()
                && !it.killed
                && !is_contingent_commander(pos, l)
                && (!is_pinned(pos, l) || can_enable(pos, l))
        })
        .collect();
    if due.is_empty() {
        return next(pos, oracle);
    }
    oracle.tell(|| Happening::Command(CommandEvent::Reactivation { side }));
    pos.stage = Stage::Activation { side, due, reactivation: true, trump_tried: true };
    Ok(())
}
