//! Giving a line command (4.31, 4.33, 4.34, 4.5, 4.6).

use crate::command::commander::commander;
use crate::command::elephant_leaders;
use crate::command::turn::strategy;
use crate::events::Happening;
use crate::events::command::CommandEvent;
use crate::piece::{LeaderId, LineId, Rank, UnitId};
use crate::position::Position;
use crate::questions::authority::{elephant_command, is_overall};
use crate::questions::line::{members, needs_presence};
use crate::questions::reach::leader_in_range;
use crate::questions::{authority, orders};
use crate::refusal::line::{Absent, Line, NoDie, NoLine};
use crate::refusal::order::Kept;
use crate::refusal::turn::Turn;
use crate::state::stage::{LineInProgress, Mode, Phase, PhaseKind, Troop};
use crate::variant::command::{LineDice, LineReach};
use crate::{Flow, Oracle, Outcome, Refusal, missile};
use tess_effects::Rule;

/// By what right a leader may command a line now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Licence {
    /// Without a die.
    Free,
    /// With a die not above the overall commander's strategy.
    Roll {
        /// That rating.
        strategy: u8,
        /// Added to the die.
        modifier: i8,
    },
}

/// **spqr 4.31, 4.33, 4.5.** May the leader of this phase begin a line command to this line, to whom and by
/// what right?
///
/// # Errors
/// Why not.
pub fn may_begin(pos: &Position, phase: &Phase, line: LineId) -> Result<(Vec<UnitId>, Licence), Refusal> {
    let leader = phase.leader;
    let (boss, spec) = (pos.leader_spec(leader), pos.set.line(line));
    let no = |rule, why| Err(Refusal::new(Rule(rule), why));
    let barred = |rule, why| no(rule, Line::Barred(leader, line, why));
    if spec.side != boss.side {
        return no("4.31", Line::Foreign(line));
    }
    if boss.line_commands == 0 {
        return barred("4.31", NoLine::HasNone);
    }
    crate::movement::marker::bars(pos, leader, Kept::FromLines)?;
    match &phase.mode {
        Mode::Open => {}
        Mode::Individual => {
            return barred("4.31", NoLine::Individual);
        }
        Mode::Lines { used, .. } if used.contains(&line) => {
            return no("4.31", Line::Had(line));
        }
        Mode::Lines { used, .. } if used.len() >= usize::from(boss.line_commands) => {
            return barred("4.31", NoLine::UsedAll);
        }
        Mode::Lines { .. } => {}
    }
    if boss.rank == Rank::Contingent {
        return barred("cataphract 4.5", NoLine::Contingent);
    }
    let unmoved = pos.set.variant.choices.command.overall_orders_from_zone && is_overall(pos, leader);
    if crate::questions::stands_in_zoc(pos, leader) && !unmoved {
        return barred("4.33", NoLine::InZone);
    }
    authority::may_order_line(pos, leader, line)?;
    elephant_leaders::own_line(pos, leader, line, &spec.units)?;
    let units = members(pos, leader, line);
    if units.is_empty() {
        let wide = pos.set.variant.choices.command.line_reach == LineReach::TwiceRange;
        let why = if wide {
            Absent::TwiceRange
        } else if needs_presence(pos, line) {
            Absent::Presence
        } else {
            Absent::Orders
        };
        return no("4.33", Line::Nobody(leader, line, why));
    }
    mixed_horse(pos, leader, line, &units)?;
    elephant_command(pos, leader, &units)?;
    elephant_leaders::own_line(pos, leader, line, &units)?;
    let licence = licence(pos, phase, &units)?;
    Ok((units, licence))
}

/// **spqr 4.54.** A praefect of cavalry orders legion and ala cavalry as one line only where the chart names
/// him.
fn mixed_horse(pos: &Position, leader: LeaderId, line: LineId, units: &[UnitId]) -> Result<(), Refusal> {
    let (boss, spec) = (pos.leader_spec(leader), pos.set.line(line));
    let mixed = units.iter().any(|&u| pos.spec(u).ala) && units.iter().any(|&u| !pos.spec(u).ala);
    if boss.rank == Rank::PraefectEquitum && mixed && !spec.leaders.contains(&leader) {
        return Err(Refusal::new(Rule("4.54"), Line::Barred(leader, line, NoLine::Mixed)));
    }
    Ok(())
}

/// **spqr 4.33, 4.56, 4.6.** Whether a die decides about the line command.
fn licence(pos: &Position, phase: &Phase, units: &[UnitId]) -> Result<Licence, Refusal> {
    let leader = phase.leader;
    let boss = pos.leader_spec(leader);
    let no = |why| Err(Refusal::new(Rule("4.33"), Line::Die(leader, why)));
    if is_overall(pos, leader) || boss.rank == Rank::ElephantLeader || phase.line_roll == Some(true) {
        return Ok(Licence::Free);
    }
    let initial = phase.kind != PhaseKind::Momentum;
    let free = pos.set.special.first_turn_lines && pos.set.variant.choices.command.free_lines_on_first_turn;
    if initial && pos.turn == 1 && free {
        return Ok(Licence::Free);
    }
    let dice = pos.set.variant.choices.command.line_dice;
    if dice == LineDice::OnceForAll {
        return once_for_all(pos, phase);
    }
    let own = boss.strategy.filter(|_| dice == LineDice::RangeLasts && boss.rank == Rank::Subordinate);
    let own = own.map(|s| s.saturating_sub(pos.leader(leader).wounds));
    let Some(strategy) = own.or_else(|| strategy(pos, boss.side)) else {
        return Err(Refusal::new(Rule("4.33"), Line::NoOverall(leader)));
    };
    if initial {
        let free = pos.set.special.free_line_commands == Some(boss.side) && boss.rank != Rank::Replacement;
        if free || boss.wing || pos.leader(leader).in_command {
            return Ok(Licence::Free);
        }
    } else if !phase.had_lines {
        return no(NoDie::NotInitially);
    } else if phase.by_range && own.is_none() && in_command_now(pos, leader) {
        return Ok(Licence::Free);
    }
    if phase.line_roll == Some(false) {
        return no(NoDie::ThisPhase);
    }
    let in_zoc = i8::from(units.iter().any(|&u| pos.unit_in_zoc(u)));
    let proconsul = i8::from(boss.rank == Rank::Proconsul && !pos.leader(leader).in_command);
    Ok(Licence::Roll { strategy, modifier: in_zoc - proconsul })
}

/// Is the leader in the range of his overall commander at this moment?
fn in_command_now(pos: &Position, leader: LeaderId) -> bool {
    pos.overall(pos.leader_spec(leader).side).is_some_and(|oc| leader_in_range(pos, oc, leader))
}

/// **cataphract 4.33.** The die of the initial phase counts for all that follow it; without the overall
/// commander near only a 0 will do.
fn once_for_all(pos: &Position, phase: &Phase) -> Result<Licence, Refusal> {
    let leader = phase.leader;
    let no = |why| Err(Refusal::new(Rule("4.33"), Line::Die(leader, why)));
    if phase.had_lines {
        return Ok(Licence::Free);
    }
    if phase.kind == PhaseKind::Momentum {
        return no(NoDie::NotWon);
    }
    if phase.line_roll == Some(false) {
        return no(NoDie::Failed);
    }
    let near = in_command_now(pos, leader);
    let strategy = strategy(pos, pos.leader_spec(leader).side).filter(|_| near).unwrap_or(0);
    Ok(Licence::Roll { strategy, modifier: 0 })
}

/// **alexander 4.34, 5.31.** Does this licence come of the overall commander's range, and of nothing else?
fn came_of_range(pos: &Position, phase: &Phase, licence: Licence) -> bool {
    let leader = phase.leader;
    let boss = pos.leader_spec(leader);
    let first = pos.turn == 1 && pos.set.special.first_turn_lines;
    let free = first || boss.wing || pos.set.special.free_line_commands == Some(boss.side);
    pos.set.variant.choices.command.line_dice == LineDice::RangeLasts
        && licence == Licence::Free
        && phase.line_roll.is_none()
        && phase.kind != PhaseKind::Momentum
        && !is_overall(pos, leader)
        && !free
}

/// **spqr 4.31 to 4.33.** Begins a line command; the one in progress ends.
pub(crate) fn begin_line(pos: &mut Position, oracle: &mut Oracle<'_>, line: LineId) -> Flow<Outcome> {
    commander(pos)?;
    let Some(phase) = orders(pos) else {
        return Err(Refusal::new(Rule("4.31"), Turn::NoPhase).into());
    };
    let leader = phase.leader;
    let mut found = may_begin(pos, phase, line)?;
    let fired_at = phase.line().filter(|l| !l.entered.is_empty()).map(|_| phase.clone());
    end_line(pos, oracle)?;
    // The entry fire at the line before may have changed what hangs together; without one all is as it was.
    if let Some(phase) = fired_at {
        found = match may_begin(pos, &phase, line) {
            Ok(found) => found,
            Err(refusal) if oracle.is_bound() => return Ok(Outcome::CutShort(refusal)),
            Err(refusal) => return Err(refusal.into()),
        };
    }
    let (units, licence) = found;
    if let Licence::Roll { strategy, modifier } = licence
        && let Some(refusal) = roll(pos, oracle, leader, strategy, modifier)?
    {
        return Ok(Outcome::CutShort(refusal));
    }
    if let Some(phase) = orders(pos)
        && came_of_range(pos, phase, licence)
        && let Some(phase) = pos.stage.phase_mut()
    {
        phase.by_range = true;
    }
    let told = units.clone();
    oracle.tell(|| Happening::Command(CommandEvent::LineBegins { leader, line, units: told }));
    start(pos, line, units);
    Ok(Outcome::Done)
}

/// **4.33.** The die for a line command: why there is none, when it fails.
fn roll(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    leader: LeaderId,
    strategy: u8,
    modifier: i8,
) -> Flow<Option<Refusal>> {
    let die = oracle.d10("line", &pos.leader_spec(leader).code, Rule("4.33"))?;
    let won = i16::from(die) + i16::from(modifier) <= i16::from(strategy);
    let once = pos.set.variant.choices.command.line_dice == LineDice::OnceForAll;
    let finishes = !won && once && !in_command_now(pos, leader);
    oracle.tell(|| {
        let rolled = CommandEvent::LineRolled { leader, die, modifier, strategy, won, finishes };
        Happening::Command(rolled)
    });
    if let Some(phase) = pos.stage.phase_mut() {
        phase.line_roll = Some(won);
    }
    if finishes {
        crate::movement::finished(pos, oracle, leader, Rule("4.33"));
        crate::command::activation::next(pos, oracle)?;
    }
    let why = if finishes { NoDie::Finished } else { NoDie::Now };
    Ok((!won).then(|| Refusal::new(Rule("4.33"), Line::Die(leader, why))))
}

/// The line is under way.
fn start(pos: &mut Position, line: LineId, units: Vec<UnitId>) {
    let starts = units.iter().map(|&u| pos.hex(u)).collect();
    if let Some(phase) = pos.stage.phase_mut() {
        let troop = Troop::Line(line);
        let current = Some(LineInProgress {
            line: troop,
            units: units.into(),
            entered: Vec::new(),
            firing: false,
            starts,
        });
        phase.mode = match std::mem::replace(&mut phase.mode, Mode::Open) {
            Mode::Lines { mut used, .. } => {
                used.push(line);
                Mode::Lines { used, current }
            }
            _ => Mode::Lines { used: vec![line], current },
        };
    }
}

/// **spqr 8.21.** All movement of the line is over: entry fire at those of its units that came into enemy
/// zones.
pub(crate) fn end_movement(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    let Some(line) = pos.stage.phase_mut().and_then(Phase::line_mut) else { return Ok(()) };
    line.firing = true;
    let entered = line.take_entries();
    if entered.is_empty() { Ok(()) } else { missile::entry_fire_at_line(pos, oracle, &entered) }
}

/// Ends the line command in progress, if there is one.
pub(crate) fn end_line(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    elephant_leaders::all_have_gone(pos)?;
    end_movement(pos, oracle)?;
    let Some(phase) = pos.stage.phase_mut() else { return Ok(()) };
    let current = match &mut phase.mode {
        Mode::Lines { current, .. } => current,
        _ => &mut phase.contingent,
    };
    let (leader, Some(line)) = (phase.leader, current.take()) else { return Ok(()) };
    withdrawn(pos, &line.units);
    let name = line.line;
    oracle.tell(|| Happening::Command(CommandEvent::LineEnds { line: name }));
    crate::command::uncontrolled::after_line(pos, oracle, leader, &line)
}

/// **cataphract 4.33.** A line command under which nobody has done anything is none: the die is won, and the
/// leader may give individual orders after all.
fn withdrawn(pos: &mut Position, units: &[UnitId]) {
    if pos.set.variant.choices.command.line_dice != LineDice::OnceForAll {
        return;
    }
    let used = units.iter().any(|&u| pos.unit(u).done.moved || pos.unit(u).done.fired);
    let Some(phase) = orders(pos) else { return };
    let went = pos.leader(phase.leader).spent > 0;
    if !used
        && !went
        && matches!(&phase.mode, Mode::Lines { used, .. } if used.len() == 1)
        && let Some(phase) = pos.stage.phase_mut()
    {
        phase.mode = Mode::Open;
    }
}
