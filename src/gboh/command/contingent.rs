//! Contingent commanders of Macedon, optional (alexander 5.6, 4.54): a wing commander sets them to work with
//! orders of his own, and each gives what is a line command to his contingent.

use crate::command::commander::commander;
use crate::command::individual::orders_left;
use crate::command::{individual, line_order};
use crate::events::Happening;
use crate::events::command::CommandEvent;
use crate::movement::marker;
use crate::piece::{LeaderId, UnitId};
use crate::position::Position;
use crate::questions::authority::{double_depth, is_overall};
use crate::questions::{is_contingent_commander, orders, reach};
use crate::refusal::line::Contingent;
use crate::refusal::order::Kept;
use crate::refusal::turn::Turn;
use crate::state::stage::{LineInProgress, Mode, Phase, Troop};
use crate::{Flow, Oracle, Outcome, Refusal};
use tess_effects::Rule;

/// Orders that a contingent costs at most (alexander 5.63).
const DEAREST: u8 = 3;

/// What setting a contingent commander to work comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summons {
    /// The units that his command reaches.
    pub units: Vec<UnitId>,
    /// Orders that it costs the wing commander.
    pub price: u8,
}

/// **alexander 5.63.** One order less than there are units in the contingent, one at least and three at
/// most. Units count that are on the map and in order.
#[must_use]
pub fn price(pos: &Position, commander: LeaderId) -> u8 {
    let units = &pos.leader_spec(commander).contingent;
    let there = units.iter().filter(|&&u| pos.hex(u).is_some() && !pos.is_routed(u)).count();
    u8::try_from(there.saturating_sub(1)).unwrap_or(DEAREST).clamp(1, DEAREST)
}

/// **alexander 5.61 to 5.65.** May the leader of this phase set this contingent commander to work?
///
/// # Errors
/// Why not.
pub fn may_summon(pos: &Position, phase: &Phase, called: LeaderId) -> Result<Summons, Refusal> {
    let wing = phase.leader;
    let (boss, spec) = (pos.leader_spec(wing), pos.leader_spec(called));
    let no = |rule, why| Err(Refusal::new(Rule(rule), why));
    if !is_contingent_commander(pos, called) || spec.side != boss.side {
        return no("alexander 5.61", Contingent::NotOne(called));
    }
    if !pos.set.special.contingent_commanders {
        return no("alexander 5.61", Contingent::NotPlayed(called));
    }
    if boss.contingents == 0 {
        return no("alexander 5.62", Contingent::NoWing(wing, called));
    }
    let it = pos.leader(called);
    if it.killed || it.hex.is_none() {
        return no("alexander 5.63", Contingent::Off(called));
    }
    if it.finished {
        return no("alexander 5.63", Contingent::Finished(called));
    }
    if phase.contingents.contains(&called) {
        return no("alexander 5.64", Contingent::Had(called));
    }
    if phase.contingents.len() >= usize::from(boss.contingents) {
        return no("alexander 5.64", Contingent::Enough(wing, called));
    }
    marker::bars(pos, wing, Kept::FromContingents)?;
    let half = pos.command_range(wing).div_ceil(2);
    let near = pos.leader(wing).hex.zip(it.hex);
    if !near.is_some_and(|(from, to)| reach::reaches(pos, boss.side, from, to, half)) {
        return no("alexander 5.63", Contingent::Far(wing, called, half));
    }
    let price = price(pos, called);
    let left = orders_left(pos, phase);
    if left < price {
        return no("alexander 5.63", Contingent::OrdersLeft { wing, left, called, price });
    }
    let units = within(pos, wing, called);
    if units.is_empty() {
        return no("alexander 5.65", Contingent::Nobody(called));
    }
    Ok(Summons { units, price })
}

/// **alexander 5.65, 9.62.** His units in his range that could take orders; a double depth phalanx only when
/// the overall commander has set him to work.
fn within(pos: &Position, wing: LeaderId, called: LeaderId) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = pos.leader_spec(called).contingent.clone();
    units.retain(|&u| {
        pos.hex(u).is_some()
            && !pos.is_routed(u)
            && double_depth(pos, wing, u).is_ok()
            && reach::in_range(pos, called, u)
    });
    units.sort_unstable();
    units
}

/// **alexander 5.22, 5.63.** Sets him to work: the orders are spent, his marker is opened, and his
/// contingent is under command as a line is.
pub(crate) fn summon(pos: &mut Position, oracle: &mut Oracle<'_>, called: LeaderId) -> Flow<Outcome> {
    let Some(phase) = orders(pos) else {
        return Err(Refusal::new(Rule("alexander 5.63"), Turn::NoPhase).into());
    };
    if phase.contingent.is_none() {
        commander(pos)?;
    }
    may_summon(pos, phase, called)?;
    let fires = phase.line().is_some_and(|l| !l.entered.is_empty());
    line_order::end_line(pos, oracle)?;
    match commander(pos).and_then(|_| again(pos, called)) {
        Ok(summons) => begin(pos, oracle, called, summons),
        Err(refusal) if fires && oracle.is_bound() => Ok(Outcome::CutShort(refusal)),
        Err(refusal) => Err(refusal.into()),
    }
}

/// The entry fire at the command before may have changed what can be done.
fn again(pos: &Position, called: LeaderId) -> Result<Summons, Refusal> {
    match orders(pos) {
        Some(phase) => may_summon(pos, phase, called),
        None => Err(Refusal::new(Rule("alexander 5.63"), Turn::NoPhase)),
    }
}

fn begin(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    called: LeaderId,
    Summons { units, price }: Summons,
) -> Flow<Outcome> {
    let leader = individual::spend(pos, price)?;
    marker::open(pos, oracle, called)?;
    let told = units.clone();
    oracle.tell(|| Happening::Command(CommandEvent::ContingentBegins { leader, called, units: told, price }));
    let starts = units.iter().map(|&u| pos.hex(u)).collect();
    if let Some(phase) = pos.stage.phase_mut() {
        phase.mode = Mode::Individual;
        phase.contingents.push(called);
        let line = Troop::Contingent(called);
        phase.contingent =
            Some(LineInProgress { line, units: units.into(), entered: Vec::new(), firing: false, starts });
    }
    Ok(Outcome::Done)
}

/// **alexander 7.23, 5.65.** May he leave the enemy zone he stands in, with the command in progress? Only
/// when it comes of the overall commander.
///
/// # Errors
/// When another set him to work.
pub(crate) fn may_leave(pos: &Position, wing: LeaderId, called: LeaderId) -> Result<(), Refusal> {
    if crate::questions::stands_in_zoc(pos, called) && !is_overall(pos, wing) {
        return Err(Refusal::new(Rule("7.23"), Contingent::Held(called)));
    }
    Ok(())
}
