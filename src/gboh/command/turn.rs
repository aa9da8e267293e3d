//! The beginning and the end of a game turn (3.0 D and E, 5.5, 11).

use std::sync::Arc;

use crate::command::{activation, champion, elephant_leaders, phase};
use crate::events::Happening;
use crate::events::command::{CommandEvent, EndOf};
use crate::movement::marker;
use crate::piece::{LeaderId, Rank, Side};
use crate::position::{Done, Position};
use crate::questions::{authority, is_inactive, reach};
use crate::refusal::turn::Turn;
use crate::setup::Setup;
use crate::state::stage::Stage;
use crate::{Flow, Oracle, Refusal, command, questions, rout, skirmish};
use tess_effects::Rule;

/// **spqr 5.51.** Sides whose overall commander is elite and in play. **Alexander 5.5:** before 280 BC only
/// with the option.
fn elites(pos: &Position) -> Vec<(Side, LeaderId)> {
    if pos.set.variant.choices.command.elite_is_optional && !pos.set.special.elite_initiative {
        return Vec::new();
    }
    Side::BOTH
        .into_iter()
        .filter_map(|side| Some((side, pos.overall(side)?)))
        .filter(|&(_, oc)| pos.leader_spec(oc).elite && is_inactive(pos, oc))
        .collect()
}

impl Position {
    /// The start of a battle.
    #[must_use]
    pub fn new(set: Arc<Setup>) -> Position {
        let mut position = Position::unopened(set);
        open(&mut position);
        position
    }
}

/// The opening of a battle as far as no die is needed: a single elite commander's initiative, or the lowest
/// leader. Where champions meet first (cataphract 11.81) the dice are theirs.
fn open(pos: &mut Position) {
    if champion::is_to_come(pos) {
        return;
    }
    if let Some(side) = marker::next_side(pos, None) {
        pos.stage = Stage::Markers { side };
        return;
    }
    match elites(pos).as_slice() {
        [] => activation::settle(pos),
        [(side, _)] => pos.stage = Stage::Elite { side: *side },
        _ => {}
    }
}

/// **spqr 6.82, 5.51, 5.53.** A game turn begins: markers of pre-arranged withdrawal, then the elite
/// initiative. The stage is [`Stage::Markers`] or [`Stage::Elite`] afterwards, or the start of the turn with
/// nobody to ask.
pub(crate) fn begin(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    let turn = pos.turn;
    oracle.tell(|| Happening::Command(CommandEvent::TurnBegins { turn }));
    pos.stage = Stage::TurnStart;
    if champion::is_to_come(pos) {
        champion::challenge(pos, oracle)?;
    }
    if let Some(side) = marker::next_side(pos, None) {
        pos.stage = Stage::Markers { side };
        return Ok(());
    }
    initiative(pos, oracle)
}

/// **spqr 5.51, 5.12.** The markers lie: the turn goes on with the elite initiative or the lowest leader.
pub(crate) fn lead_off(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    initiative(pos, oracle)?;
    if pos.stage == Stage::TurnStart { activation::next(pos, oracle) } else { Ok(()) }
}

/// **spqr 5.51, 5.53.** Who has the elite initiative; the stage stays at the start of the turn when nobody
/// has.
fn initiative(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    match elites(pos).as_slice() {
        [] => {}
        [(side, _)] => pos.stage = Stage::Elite { side: *side },
        [(_, first), (_, second), ..] => {
            let ratings = [pos.initiative(*first), pos.initiative(*second)];
            let winner = higher_die(pos, oracle, "elite", ratings, Rule("5.53"), false)?;
            if let Some((side, _)) = winner {
                pos.stage = Stage::Elite { side };
            }
        }
    }
    Ok(())
}

/// Both sides throw, each adding a rating; the higher wins. A tie is thrown again or gives `None`.
pub(crate) fn higher_die(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    purpose: &str,
    ratings: [u8; 2],
    rule: Rule,
    again: bool,
) -> Flow<Option<(Side, [u8; 2])>> {
    loop {
        let first = oracle.d10(purpose, &pos.set.sides[Side::First], rule)? + ratings[0];
        let second = oracle.d10(purpose, &pos.set.sides[Side::Second], rule)? + ratings[1];
        let totals = [first, second];
        let winner = match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Less => Some(Side::Second),
            std::cmp::Ordering::Equal => None,
        };
        if rule == Rule("5.53") {
            oracle.tell(|| Happening::Command(CommandEvent::EliteRolled { totals, winner }));
        }
        match winner {
            None if again => {}
            _ => return Ok(winner.map(|side| (side, totals))),
        }
    }
}

/// The order `begin`: the dice with which a battle opens.
pub(crate) fn open_with_dice(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    if pos.stage != Stage::TurnStart {
        return Err(Refusal::new(Rule("3.0"), Turn::Begun).into());
    }
    begin(pos, oracle)?;
    if pos.stage == Stage::TurnStart { activation::next(pos, oracle) } else { Ok(()) }
}

/// **spqr 5.51.** May this leader have the elite phase of his side?
///
/// # Errors
/// Why not.
pub fn may_have_elite(pos: &Position, leader: LeaderId) -> Result<(), Refusal> {
    let spec = pos.leader_spec(leader);
    let no = |why| Err(Refusal::new(Rule("5.51"), why));
    if !is_inactive(pos, leader) || spec.rank == Rank::ElephantLeader {
        return no(Turn::NotThere(leader));
    }
    if questions::is_pinned(pos, leader) && !questions::can_enable(pos, leader) {
        return no(Turn::Held(leader));
    }
    let overall = pos.overall(spec.side);
    let in_range = overall.is_some_and(|oc| oc == leader || reach::leader_in_range(pos, oc, leader));
    if pos.turn > 1 && !in_range {
        return no(Turn::Far(leader));
    }
    Ok(())
}

/// **spqr 5.51, 5.52.** The elite initiative is used or declined.
pub(crate) fn elite(pos: &mut Position, oracle: &mut Oracle<'_>, leader: Option<LeaderId>) -> Flow<()> {
    let Stage::Elite { side } = pos.stage else {
        return Err(Refusal::new(Rule("5.51"), Turn::NoElite).into());
    };
    let Some(leader) = leader else {
        oracle.tell(|| Happening::Command(CommandEvent::EliteDeclined { side }));
        return activation::next(pos, oracle);
    };
    if pos.leader_spec(leader).side != side {
        return Err(Refusal::new(Rule("5.51"), Turn::EliteForeign).into());
    }
    may_have_elite(pos, leader)?;
    phase::begin(pos, oracle, leader, crate::state::stage::PhaseKind::Elite)
}

/// **spqr 3.0 D and E, 4.91.** Rout and reload, then the army withdrawal; unless the battle is over the next
/// turn follows.
pub(crate) fn end(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    let turn = pos.turn;
    oracle.tell(|| Happening::Command(CommandEvent::RoutAndReload { turn }));
    pos.stage = Stage::TurnStart;
    // Most have done nothing of what is forgotten now: they are not laid hands on.
    for id in pos.unit_ids() {
        if pos.unit(id).rallied {
            pos.unit_mut(id).rallied = false;
        }
    }
    command::rout_movement(pos, oracle)?;
    skirmish::reload(pos, oracle)?;
    for id in pos.unit_ids() {
        let mut unit = *pos.unit(id);
        unit.done = Done::default();
        unit.moved_before = false;
        unit.pursued = unit.returning;
        unit.shots = 0;
        unit.reaction_shots = 0;
        unit.rallied_by = 0;
        if unit != *pos.unit(id) {
            *pos.unit_mut(id) = unit;
        }
    }
    for leader in &mut pos.leaders {
        leader.finished = false;
        leader.no_momentum = false;
        leader.enabled_shock = false;
        leader.spent = 0;
        leader.phases = 0;
        leader.was_in_zoc = false;
        leader.waited = false;
        leader.sent = false;
    }
    pos.course.tie = None;
    pos.course.group = None;
    marker::clear(pos, oracle);
    withdrawal(pos, oracle);
    // Nobody need be asked when the battle is over.
    if matches!(pos.stage, Stage::Over { .. }) { Ok(()) } else { elephant_leaders::place(pos, oracle) }
}

/// **spqr 11.1, 11.2.** An army at its level withdraws; of two the one less over its level wins.
fn withdrawal(pos: &mut Position, oracle: &mut Oracle<'_>) {
    let points = Side::BOTH.map(|side| rout::rout_points(pos, side));
    let levels = pos.set.withdrawal.0;
    for side in Side::BOTH {
        let (points, level) = (points[side.index()], levels[side.index()]);
        oracle.tell(|| Happening::Command(CommandEvent::Tally { side, points, level }));
    }
    match verdict(points, levels) {
        Some((winner, why)) => over(pos, oracle, winner, why),
        None if pos.set.special.last_turn.is_some_and(|last| pos.turn >= last) => {
            over(pos, oracle, None, EndOf::LastTurn);
        }
        None => pos.turn += 1,
    }
}

/// **spqr 11.2.** Who has won at the end of a turn; `None` while the battle goes on.
#[must_use]
pub fn verdict(points: [u16; 2], levels: [u16; 2]) -> Option<(Option<Side>, EndOf)> {
    match [points[0] >= levels[0], points[1] >= levels[1]] {
        [false, false] => None,
        [true, false] => Some((Some(Side::Second), EndOf::Withdrawal)),
        [false, true] => Some((Some(Side::First), EndOf::Withdrawal)),
        [true, true] => {
            let winner = match (points[0] - levels[0]).cmp(&(points[1] - levels[1])) {
                std::cmp::Ordering::Less => Some(Side::First),
                std::cmp::Ordering::Greater => Some(Side::Second),
                std::cmp::Ordering::Equal => None,
            };
            Some((winner, EndOf::Both))
        }
    }
}

/// **alexander 10.52.** A leader is dead whose death loses the battle.
pub(crate) fn bereft(pos: &mut Position, oracle: &mut Oracle<'_>) {
    if let Some(side) = pos.course.bereft
        && !matches!(pos.stage, Stage::Over { .. })
    {
        over(pos, oracle, Some(side.other()), EndOf::Bereft);
    }
}

/// No leader of either side can ever act again.
pub(crate) fn nobody_left(pos: &mut Position, oracle: &mut Oracle<'_>) {
    over(pos, oracle, None, EndOf::NoLeaders);
}

fn over(pos: &mut Position, oracle: &mut Oracle<'_>, winner: Option<Side>, why: EndOf) {
    pos.stage = Stage::Over { winner };
    oracle.tell(|| Happening::Command(CommandEvent::Over { winner, why }));
}

/// **spqr 4.33, 4.56.** The strategy rating that his subordinates use; `None` without an overall commander.
#[must_use]
pub fn strategy(pos: &Position, side: Side) -> Option<u8> {
    let oc = pos.overall(side)?;
    let spec = pos.leader_spec(oc);
    debug_assert!(authority::is_overall(pos, oc));
    match spec.rank {
        Rank::Proconsul => Some(1),
        _ => Some(spec.strategy.unwrap_or(0).saturating_sub(pos.leader(oc).wounds)),
    }
}
