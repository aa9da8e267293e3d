//! Momentum and the die roll of doom (5.3).

use crate::command::phase::{begin, resolve};
use crate::command::{activation, trump};
use crate::events::Happening;
use crate::events::command::CommandEvent;
use crate::movement::finished;
use crate::piece::Rank;
use crate::position::Position;
use crate::questions::stands_in_zoc;
use crate::refusal::turn::{NoMomentum, Turn};
use crate::state::stage::{Mode, Phase, PhaseKind, Stage};
use crate::variant::command::{Doom, LineDice};
use crate::{Flow, Oracle, Outcome, Refusal};
use tess_effects::Rule;

/// Orders phases a leader may have in one turn (5.14).
const PHASES: u8 = 3;

/// **spqr 5.14, 5.31, 5.33, 5.34, 5.52.** May the leader whose phase this is try for momentum?
///
/// # Errors
/// What bars him.
pub fn may_try(pos: &Position, phase: &Phase) -> Result<(), Refusal> {
    let leader = phase.leader;
    let (spec, it) = (pos.leader_spec(leader), pos.leader(leader));
    let no = |rule, why| Err(Refusal::new(Rule(rule), Turn::NoMomentum(leader, why)));
    if it.killed || it.finished {
        return no("5.31", NoMomentum::Finished);
    }
    match phase.kind {
        PhaseKind::Elite => return no("5.52", NoMomentum::Elite),
        PhaseKind::Reactivated => return no("5.33", NoMomentum::Reactivated),
        PhaseKind::Initial | PhaseKind::Momentum => {}
    }
    if spec.rank == Rank::ElephantLeader {
        return no("4.93", NoMomentum::ElephantLeader);
    }
    if spec.rank == Rank::Contingent {
        return no("5.31", NoMomentum::Contingent);
    }
    if phase.by_range && phase.kind == PhaseKind::Initial && spec.strategy.is_some() {
        return no("5.31", NoMomentum::ByRange);
    }
    if phase.fought {
        return no("5.31", NoMomentum::Fought);
    }
    if it.no_momentum {
        return no("5.31", NoMomentum::Bypassed);
    }
    if it.was_in_zoc || stands_in_zoc(pos, leader) {
        return no("5.31", NoMomentum::InZone);
    }
    let most = crate::movement::marker::phases(pos, leader, PHASES);
    if it.phases >= most && most < PHASES {
        return no("6.81", NoMomentum::TwoPhases);
    }
    if it.phases >= PHASES {
        return no("5.14", NoMomentum::ThreePhases);
    }
    Ok(())
}

/// **spqr 5.32, 5.42.** The try for another phase; given while orders may still be given, it ends them
/// first.
pub(crate) fn momentum(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<Outcome> {
    let Some(phase) = pos.stage.phase().cloned() else {
        return Err(Refusal::new(Rule("5.31"), Turn::NotEnded).into());
    };
    may_try(pos, &phase)?;
    if matches!(pos.stage, Stage::Orders(_)) {
        resolve(pos, oracle)?;
        if let Err(refusal) = may_try(pos, &phase) {
            return Ok(Outcome::CutShort(refusal));
        }
    }
    let leader = phase.leader;
    let die = oracle.d10("momentum", &pos.leader_spec(leader).code, Rule("5.32"))?;
    let won = die <= pos.initiative(leader) && die != 9;
    oracle.tell(|| Happening::Command(CommandEvent::Momentum { leader, die, won }));
    if won {
        let (winner, loser) = trump::counter(pos, oracle, leader, Rule("5.42"))?;
        if loser.is_some() {
            finished(pos, oracle, leader, Rule("5.44"));
            trump::take_over(pos, oracle, winner)?;
        } else {
            again(pos, oracle, &phase)?;
        }
        return Ok(Outcome::Done);
    }
    finished(pos, oracle, leader, CommandEvent::NO_MOMENTUM);
    if die == 9 {
        doom(pos, oracle, &phase)?
    } else {
        activation::next(pos, oracle)?
    }
    Ok(Outcome::Done)
}

/// Another phase of the same leader.
fn again(pos: &mut Position, oracle: &mut Oracle<'_>, last: &Phase) -> Flow<()> {
    let once = pos.set.variant.choices.command.line_dice == LineDice::OnceForAll;
    let had_lines = match last.kind {
        _ if once => last.had_lines || last.line_roll == Some(true),
        PhaseKind::Momentum => last.had_lines,
        _ => matches!(last.mode, Mode::Lines { .. }),
    };
    let by_range = last.by_range;
    begin(pos, oracle, last.leader, PhaseKind::Momentum)?;
    if let Some(phase) = pos.stage.phase_mut() {
        phase.had_lines = had_lines;
        phase.by_range = by_range;
    }
    Ok(())
}

/// **spqr 5.33.** The die roll of doom: 0 and 1 give the enemy a leader of his choice, 9 ends all
/// activations of the turn. **Cataphract 5.33:** 0 and 1 finish all leaders of the side. **Alexander 5.33:**
/// before 280 BC a 9 is a crisis of faith.
fn doom(pos: &mut Position, oracle: &mut Oracle<'_>, phase: &Phase) -> Flow<()> {
    let leader = phase.leader;
    let die = oracle.d10("doom", &pos.leader_spec(leader).code, Rule("5.33"))?;
    let kind = pos.set.variant.choices.command.doom;
    oracle.tell(|| Happening::Command(CommandEvent::Doom { leader, die, kind }));
    match die {
        0 | 1 if kind == Doom::Paralysis => {
            for id in pos.leader_ids().filter(|&l| pos.leader_spec(l).side == phase.side).collect::<Vec<_>>()
            {
                pos.leader_mut(id).finished = true;
            }
            activation::next(pos, oracle)
        }
        9 if kind == Doom::CrisisOfFaith => {
            crate::command::faith::crisis(pos, oracle, leader)?;
            activation::next(pos, oracle)
        }
        0 | 1 => activation::reactivation(pos, oracle, phase.side.other()),
        9 => {
            for it in &mut pos.leaders {
                it.finished = true;
            }
            activation::next(pos, oracle)
        }
        _ => activation::next(pos, oracle),
    }
}
