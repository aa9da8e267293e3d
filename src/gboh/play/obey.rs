//! One order, at the stage where the battle stands: refused, or handed to the chapter that carries it out.

use crate::command::individual as io;
use crate::command::lay_markers;
use crate::command::phase::{finish, note_zones, resolve};
use crate::command::{activation, contingent, extension, line_order, momentum, succession, trump, turn};
use crate::movement;
use crate::order::{Order, ShockOrder};
use crate::piece::Side;
use crate::play::duty;
use crate::position::Position;
use crate::questions;
use crate::questions::{authority, reach};
use crate::refusal::line::Line;
use crate::refusal::order::Combine;
use crate::refusal::turn::Turn;
use crate::state::stage::Stage;
use crate::{Flow, Outcome, Refusal};
use crate::{Oracle, shock};
use tess_effects::{Rule, Stop};

/// Carries out one order of a side.
///
/// # Errors
/// `Stop::Refused` when it is illegal now; the position may then hold rubbish. Else as the oracle.
pub fn obey(pos: &mut Position, side: Side, order: &Order, oracle: &mut Oracle<'_>) -> Flow<Outcome> {
    expect(pos, side)?;
    let done = |()| Outcome::Done;
    let outcome = match order {
        Order::Begin => turn::open_with_dice(pos, oracle).map(done),
        Order::Prearrange(markers) => lay_markers::place(pos, oracle, markers).map(done),
        Order::Elite(leader) => turn::elite(pos, oracle, *leader).map(done),
        Order::Activate(leader) => activation::activate(pos, oracle, *leader).map(done),
        Order::Trump(leader) => trump::trump(pos, oracle, *leader).map(done),
        Order::Pass(leader) => activation::pass(pos, oracle, *leader).map(done),
        Order::Finish if matches!(pos.stage, Stage::Activation { reactivation: true, .. }) => {
            activation::decline(pos, oracle).map(done)
        }
        Order::Finish => finish(pos, oracle).map(done),
        Order::Resolve => resolve(pos, oracle).map(done),
        Order::Momentum => momentum::momentum(pos, oracle),
        Order::Line(line) => line_order::begin_line(pos, oracle, *line),
        Order::Contingent(leader) => contingent::summon(pos, oracle, *leader),
        Order::EndLine => end_line(pos, oracle).map(done),
        Order::Move(it) => io::move_unit(pos, oracle, it),
        Order::MoveLeader(it) => io::move_leader(pos, oracle, it),
        Order::Fire(it) => io::fire(pos, oracle, it),
        Order::Harass { fire, way } => io::harass(pos, oracle, fire, way),
        Order::Recover(unit) => io::recover(pos, oracle, *unit),
        Order::Rally(unit) => io::rally(pos, oracle, *unit),
        Order::Replace(leader, hex) => io::replace(pos, oracle, *leader, *hex),
        Order::Succeed { proconsul, follows } => {
            succession::settle(pos, side, *proconsul, *follows).map(|()| Outcome::Done).map_err(Stop::from)
        }
        Order::Restack(hex) => io::restack(pos, oracle, *hex),
        Order::Regroup(returns) => io::regroup(pos, oracle, returns),
        Order::Mode { unit, limber } => io::mode(pos, oracle, *unit, *limber),
        Order::Extend(slides) => extension::extend(pos, oracle, slides),
        Order::Shock(it) => combine(pos, oracle, it),
        Order::Ask { about, on } => {
            about.iter().for_each(|&finer| pos.course.asks[side.index()].set(finer, *on));
            Ok(Outcome::Done)
        }
    }?;
    note_zones(pos);
    turn::bereft(pos, oracle);
    Ok(outcome)
}

/// Is it this side's turn to decide?
fn expect(pos: &Position, side: Side) -> Result<(), Refusal> {
    let Some(now) = duty::due(pos).side else {
        return Err(Refusal::new(Rule("11.2"), Turn::Over));
    };
    if now == side {
        return Ok(());
    }
    Err(Refusal::new(Rule("2.4"), Turn::Waits(now)))
}

fn end_line(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    if questions::orders(pos).is_none_or(|p| p.line().is_none()) {
        return Err(Refusal::new(Rule("4.31"), Line::None).into());
    }
    line_order::end_line(pos, oracle)
}

/// **spqr 5.26, 7.33, 8.42.** One combat. Attackers who have had no order in this phase must be in the
/// active leader's range and under his command.
fn combine(pos: &mut Position, oracle: &mut Oracle<'_>, order: &ShockOrder) -> Flow<Outcome> {
    let Some(phase) = questions::orders(pos) else {
        return Err(Refusal::new(Rule("8.42"), Combine::CombinesInPhase).into());
    };
    let leader = phase.leader;
    for &unit in &order.attackers {
        let done = pos.unit(unit).done;
        if done.moved || done.fired {
            continue;
        }
        let spec = pos.spec(unit);
        let no = |rule, why| Err(Refusal::new(Rule(rule), why).into());
        if spec.side != phase.side {
            return no("8.42", Combine::ForeignAttacker(unit));
        }
        if movement::contingent_enables(pos, unit) {
            continue;
        }
        let it = pos.leader(leader);
        if it.killed || it.finished {
            return no("7.33", Combine::NeedsLeader(unit));
        }
        if !authority::may_enable(pos, leader, unit) || !reach::in_range(pos, leader, unit) {
            return no("7.33", Combine::Unordered(unit, leader));
        }
    }
    line_order::end_line(pos, oracle)?;
    // The entry fire at the line stands, whatever becomes of the combat.
    match shock::combine(pos, oracle, order) {
        Err(Stop::Refused(refusal)) if oracle.is_bound() => Ok(Outcome::CutShort(*refusal)),
        other => other,
    }
}
