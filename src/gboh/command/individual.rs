//! Individual orders: who may get one, what it costs, and the chapters that carry it out (4.2, 4.4, 4.5,
//! 5.22).

use crate::command::commander::{About, commander, ready};
use crate::command::contingent;
use crate::events::Happening;
use crate::events::command::CommandEvent;
use crate::order::{Fire, LeaderMove, Move, Step, Target, Way};
use crate::piece::{Class, LeaderId, Rank, Side, UnitId, UnitType};
use crate::position::Position;
use crate::questions::authority::{
    double_depth, elephant_command, group_of, is_overall, joined, may_command,
};
use crate::questions::reach::{in_range, leader_in_range};
use crate::questions::{is_pinned, orders};
use crate::refusal::order::{Combine, Elephant, FireOrder, Kept, Led, Ordered, Orders, Unreplaced};
use crate::state::stage::{Group, Mode, Phase, Troop};
use crate::variant::shock::Pursuit;
use crate::{Flow, Oracle, Outcome, Refusal, command, missile, movement, questions, skirmish};
use tess_effects::Rule;
use tess_hex::{Facing, Hex};

/// Individual orders that the leader of this phase has left (4.22).
#[must_use]
pub fn orders_left(pos: &Position, phase: &Phase) -> u8 {
    match phase.mode {
        Mode::Lines { .. } => 0,
        _ if pos.leader_spec(phase.leader).rank == Rank::ElephantLeader => 0,
        _ => pos.initiative(phase.leader).saturating_sub(phase.orders_used),
    }
}

/// **spqr 4.22, 5.21, 4.93.** Uses up individual orders.
pub(crate) fn spend(pos: &mut Position, count: u8) -> Result<LeaderId, Refusal> {
    let leader = commander(pos)?;
    use_up(pos, leader, count)?;
    Ok(leader)
}

/// [`spend`] for who knows the commander.
fn use_up(pos: &mut Position, leader: LeaderId, count: u8) -> Result<(), Refusal> {
    if questions::is_contingent_commander(pos, leader) {
        return Err(Refusal::new(Rule("alexander 5.65"), Orders::ContingentOnly(leader)));
    }
    if pos.leader_spec(leader).rank == Rank::ElephantLeader {
        return Err(Refusal::new(Rule("4.93"), Orders::NoIndividual(leader)));
    }
    let Some(phase) = orders(pos) else { return Ok(()) };
    if matches!(phase.mode, Mode::Lines { .. }) {
        return Err(Refusal::new(Rule("4.31"), Orders::ByLines(leader)));
    }
    let left = orders_left(pos, phase);
    if left < count {
        return Err(Refusal::new(Rule("4.22"), Orders::OrdersLeft { leader, left, needs: count }));
    }
    if let Some(phase) = pos.stage.phase_mut() {
        phase.mode = Mode::Individual;
        phase.orders_used += count;
        phase.acted = true;
    }
    Ok(())
}

/// **spqr 4.21, 4.35, 4.5, 9.52, 4.91.** May this leader give this unit an individual order now? Counts
/// nothing.
///
/// # Errors
/// Why not.
pub fn may_order(pos: &Position, leader: LeaderId, unit: UnitId) -> Result<(), Refusal> {
    may_command(pos, leader, unit)?;
    crate::movement::marker::may_order(pos, leader, unit)?;
    double_depth(pos, leader, unit)?;
    let group = group_of(pos, leader, unit);
    if let (Some(bound), Some(group)) = (pos.course.group, group)
        && joined(bound, group).is_none()
    {
        let rule = if matches!(bound, Group::Horse { .. }) { Rule("4.54") } else { Rule("4.52") };
        return Err(Refusal::new(rule, Ordered::OtherKind(leader, unit, bound)));
    }
    elephant_command(pos, leader, &[unit])?;
    if !in_range(pos, leader, unit) {
        let far = Ordered::Far(leader, unit, pos.command_range(leader));
        return Err(Refusal::new(Rule("4.21"), far));
    }
    Ok(())
}

/// The checks and the price of an individual order to a unit.
fn give(pos: &mut Position, unit: UnitId, about: About, count: u8) -> Result<LeaderId, Refusal> {
    let leader = commander(pos)?;
    ready(pos, unit, about)?;
    may_order(pos, leader, unit)?;
    pay(pos, leader, unit, count)?;
    Ok(leader)
}

/// The price of an individual order to a unit that may have it, and what it binds the leader to.
fn pay(pos: &mut Position, leader: LeaderId, unit: UnitId, count: u8) -> Result<(), Refusal> {
    use_up(pos, leader, count)?;
    pos.course.group = match (pos.course.group, group_of(pos, leader, unit)) {
        (Some(bound), Some(more)) => joined(bound, more).or(Some(more)),
        (bound, more) => more.or(bound),
    };
    crate::movement::marker::bind(pos, leader, unit);
    Ok(())
}

/// What a move costs in individual orders: two for a stack, one when the overall commander stands in it,
/// always two for a double depth phalanx (6.64, 9.52).
#[must_use]
pub fn price(pos: &Position, leader: LeaderId, unit: UnitId, stack: bool) -> u8 {
    let partner = pos.partner(unit).is_some();
    if !stack || !partner {
        1
    } else if pos.in_double_depth(unit) {
        2
    } else if is_overall(pos, leader) && pos.leader(leader).hex == pos.hex(unit) {
        1
    } else {
        2
    }
}

/// Do two units belong to what one leader may order together (4.52)?
fn are_of_one_class(pos: &Position, leader: LeaderId, pair: [UnitId; 2]) -> bool {
    let [first, other] = pair.map(|unit| group_of(pos, leader, unit));
    first.zip(other).is_none_or(|(a, b)| joined(a, b).is_some())
}

/// **spqr 4.52, 6.64.** May this leader give one individual order to a unit and whoever is stacked with it?
#[must_use]
pub fn may_order_stack(pos: &Position, leader: LeaderId, unit: UnitId) -> bool {
    let may = |u: UnitId| ready(pos, u, About::Action).is_ok() && may_order(pos, leader, u).is_ok();
    let other = pos.partner(unit).filter(|&other| are_of_one_class(pos, leader, [unit, other]));
    other.is_some_and(|other| may(unit) && may(other))
}

/// **spqr 5.23, 6.64.** May a unit of the line in progress take whoever is stacked with it along?
#[must_use]
pub fn line_takes_stack(pos: &Position, unit: UnitId) -> bool {
    let fit = |&other: &UnitId| ready(pos, other, About::Action).is_ok();
    let other = pos.partner(unit).filter(fit);
    other.is_some_and(|other| in_line(pos, &[unit, other], false).is_ok())
}

/// **spqr 5.22\[1\], 5.23\[1\], 6.12, 6.64, 6.66.** A move: of the line in progress, or by individual order.
pub(crate) fn move_unit(pos: &mut Position, oracle: &mut Oracle<'_>, order: &Move) -> Flow<Outcome> {
    let leader = commander(pos)?;
    crate::movement::marker::bars(pos, leader, Kept::FromMoves)?;
    let unit = order.unit;
    if pos.is_leader_elephant(unit) {
        return turn_elephant(pos, oracle, leader, order);
    }
    let partner = pos.partner(unit);
    if !order.stack && partner.is_some() && !pos.is_top(unit) && !pos.is_covered(unit) {
        return Err(Refusal::new(Rule("6.66"), Ordered::Below(unit)).into());
    }
    let pair = [unit, partner.unwrap_or(unit)];
    let together = if order.stack && partner.is_some() { &pair[..] } else { &pair[..1] };
    for &u in together {
        ready(pos, u, About::Action)?;
        crate::movement::marker::holds(pos, leader, u)?;
    }
    riders(pos, leader, order)?;
    if pos.spec(unit).kind == UnitType::EL && !order.carry.contains(&leader) {
        stays_with_elephants(pos, leader, pos.hex(unit))?;
    }
    if orders(pos).is_some_and(|p| p.line().is_some()) {
        in_line(pos, together, false)?;
        if pos.is_counter(leader) {
            movement::goes_all_the_way(pos, order)?;
        }
        open_shields(pos, oracle, together);
        let Some(phase) = pos.stage.phase_mut() else { return Ok(Outcome::Done) };
        phase.acted = true;
        let outcome = go(pos, oracle, order)?;
        return leader_stays_near(pos, oracle, leader, &order.carry, outcome);
    }
    for &u in together {
        may_order(pos, leader, u)?;
        if !are_of_one_class(pos, leader, [unit, u]) {
            return Err(Refusal::new(Rule("4.52"), Ordered::TwoClasses(unit)).into());
        }
    }
    pay(pos, leader, unit, price(pos, leader, unit, order.stack))?;
    go(pos, oracle, order)
}

/// **alexander 5.46.** The move itself; a unit that stands in another hex afterwards is what a leader who
/// trumped owes.
fn go(pos: &mut Position, oracle: &mut Oracle<'_>, order: &Move) -> Flow<Outcome> {
    let before = pos.hexes(order.unit);
    let outcome = movement::carry_out_move(pos, oracle, order)?;
    let after = pos.hexes(order.unit);
    if after.left.is_none() || after.iter().any(|h| !before.contains(h)) {
        crate::command::commander::has_acted(pos);
    }
    Ok(outcome)
}

/// **spqr 4.83, 4.85, 6.15.** The elephant of a leader goes with him, never by itself; alone in its hex it
/// may be turned in a phase of its side, at no cost, not even an order.
fn turn_elephant(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    leader: LeaderId,
    order: &Move,
) -> Flow<Outcome> {
    let elephant = order.unit;
    let spec = pos.spec(elephant);
    let no = |rule, why| Err(Refusal::new(Rule(rule), why).into());
    if spec.side != pos.leader_spec(leader).side {
        return no("4.21", Elephant::NotHis(elephant));
    }
    let (Some(now), Some(hex)) = (pos.facing(elephant), pos.hex(elephant)) else {
        return no("4.83", Elephant::Off(elephant));
    };
    let facing = match &order.way {
        Way::Steps(steps) => steps.iter().try_fold(now, |facing, step| match step {
            Step::Turn(by) => Some(facing.turn(*by)),
            Step::Face(to) => Some(*to),
            _ => None,
        }),
        Way::To { .. } => None,
    };
    let Some(facing) = facing else {
        return no("4.83", Elephant::Follows(elephant));
    };
    if pos.stack(hex).top != Some(elephant) {
        return no("4.85", Elephant::Faces(elephant));
    }
    pos.turn_in_place(elephant, facing);
    oracle.tell(|| Happening::Command(CommandEvent::ElephantTurned { elephant, facing }));
    Ok(Outcome::Done)
}

/// **spqr 4.23, 4.4.** Who may ride along: the leader who gives the order, from the unit's hex; with the
/// overall commander's own stack every leader in it.
fn riders(pos: &Position, leader: LeaderId, order: &Move) -> Result<(), Refusal> {
    for &rider in &order.carry {
        let spec = pos.leader_spec(rider);
        let at = pos.leader(rider).hex;
        if at.is_none() || at != pos.hexes(order.unit).iter().find(|&h| Some(h) == at) {
            return Err(Refusal::new(Rule("4.23"), Led::NotWith(rider, order.unit)));
        }
        let with_overall = is_overall(pos, leader) && pos.leader(leader).hex == at;
        if rides_unbidden(pos, leader, rider) {
            continue;
        }
        if spec.side != pos.leader_spec(leader).side || rider != leader && !with_overall {
            return Err(Refusal::new(Rule("4.23"), Led::NotAlong(rider)));
        }
    }
    Ok(())
}

/// **alexander 4.23, 4.24, 4.25.** Whoever gave the order to the unit: who stands with it may go along,
/// unless he is finished or held in an enemy zone, from where only the overall commander takes him.
/// **Alexander 5.8:** a contingent commander always may.
fn rides_unbidden(pos: &Position, leader: LeaderId, rider: LeaderId) -> bool {
    let free = questions::is_contingent_commander(pos, rider)
        || !is_pinned(pos, rider) && !pos.leader(rider).finished;
    pos.set.variant.choices.command.rides_on_any_order
        && pos.leader_spec(rider).side == pos.leader_spec(leader).side
        && rider != leader
        && (free || is_overall(pos, leader))
}

/// **spqr 4.91, optional.** A leader who orders elephants after their first orders remains with the one that
/// he rides with: it does not leave `hex` without him, nor he it.
fn stays_with_elephants(pos: &Position, leader: LeaderId, hex: Option<Hex>) -> Result<(), Refusal> {
    let side = pos.leader_spec(leader).side;
    let rides = !pos.is_counter(leader)
        && hex.is_some_and(|h| {
            pos.leader(leader).hex == hex && pos.stack(h).units().any(|u| pos.spec(u).kind == UnitType::EL)
        });
    if !rides || !pos.set.special.elephant_command || !pos.course.elephants_ordered[side.index()] {
        return Ok(());
    }
    Err(Refusal::new(Rule("4.91"), Led::StaysWithElephant(leader)))
}

/// **cataphract 11.62.** Is it an engine in the hex of a unit of the line in progress, which orders it too?
fn with_line(pos: &Position, unit: UnitId) -> bool {
    pos.spec(unit).class == Class::SC
        && pos.set.variant.choices.missile.engines_go_with_a_line
        && orders(pos)
            .and_then(Phase::line)
            .is_some_and(|l| pos.partner(unit).is_some_and(|p| l.units.contains(&p)))
}

/// **spqr 4.31, 5.23, 8.21.** Do these units belong to the line in progress, and does it still move (or
/// fire)?
fn in_line(pos: &Position, units: &[UnitId], fire: bool) -> Result<(), Refusal> {
    let Some(line) = orders(pos).and_then(Phase::line) else { return Ok(()) };
    for &unit in units {
        if !line.units.contains(&unit) && !with_line(pos, unit) {
            return Err(Refusal::new(Rule("4.32"), Ordered::NotInTroop(unit, line.line)));
        }
    }
    if !fire && line.firing {
        return Err(Refusal::new(Rule("8.21"), Ordered::TroopFires(line.line)));
    }
    Ok(())
}

/// A line or a contingent, for people.
pub fn name_of(pos: &Position, troop: Troop) -> String {
    match troop {
        Troop::Line(line) => format!("the line {}", pos.set.line(line).code),
        Troop::Contingent(leader) => format!("the contingent of {}", pos.leader_spec(leader).code),
    }
}

/// **spqr 4.34.** A leader who has moved with his line must end within range of one of its units.
fn leader_stays_near(
    pos: &Position,
    oracle: &Oracle<'_>,
    leader: LeaderId,
    moved: &[LeaderId],
    outcome: Outcome,
) -> Flow<Outcome> {
    let Some(line) = orders(pos).and_then(Phase::line) else { return Ok(outcome) };
    if !pos.set.variant.choices.command.ends_near_his_line
        || !moved.contains(&leader)
        || pos.leader(leader).hex.is_none_or(|h| pos.stack(h).units().any(|u| line.units.contains(&u)))
        || line.units.iter().any(|&u| pos.hex(u).is_some() && in_range(pos, leader, u))
    {
        return Ok(outcome);
    }
    let refusal = Refusal::new(Rule("4.34"), Led::NotNear(leader));
    if oracle.is_bound() { Ok(Outcome::CutShort(refusal)) } else { Err(refusal.into()) }
}

/// **spqr 4.23, 4.34, 4.4.** A leader's own move: the active leader by individual order or with his line,
/// other leaders by the overall commander once in a phase, at two orders out of an enemy zone of control.
pub(crate) fn move_leader(pos: &mut Position, oracle: &mut Oracle<'_>, order: &LeaderMove) -> Flow<Outcome> {
    let leader = commander(pos)?;
    crate::movement::marker::bars(pos, leader, Kept::FromMoves)?;
    let (boss, spec) = (pos.leader_spec(leader), pos.leader_spec(order.leader));
    let no = |rule, why| Err(Refusal::new(Rule(rule), why).into());
    let it = pos.leader(order.leader);
    if it.hex.is_none() || it.killed {
        return no("4.23", Led::LeaderOff(order.leader));
    }
    if order.leader == leader {
        let beast = |u: UnitId| pos.spec(u).kind == UnitType::EL && pos.unit(u).done.moved;
        // Few leaders ride with elephants, so that comes before the question whether any has moved.
        if let Err(refusal) = stays_with_elephants(pos, leader, it.hex)
            && pos.on_field(boss.side).any(beast)
        {
            return Err(refusal.into());
        }
        if let Some(phase) = orders(pos).filter(|p| p.line().is_some()) {
            if phase.leader != leader {
                contingent::may_leave(pos, phase.leader, leader)?;
            }
            let outcome = movement::move_leader(pos, oracle, order)?;
            return leader_stays_near(pos, oracle, leader, &[leader], outcome);
        }
        spend(pos, 1)?;
        return movement::move_leader(pos, oracle, order);
    }
    if questions::is_contingent_commander(pos, leader) {
        return no("alexander 5.65", Led::CommandGoesOn(leader, order.leader));
    }
    if pos.is_counter(order.leader) {
        return no("4.93", Led::WithElephant(order.leader));
    }
    if spec.side != boss.side || !is_overall(pos, leader) {
        return no("4.23", Led::NotOverall(leader, order.leader));
    }
    let from_zone = pos.set.variant.choices.command.overall_orders_from_zone;
    if from_zone && crate::questions::stands_in_zoc(pos, leader) {
        return no("4.4", Led::LeavesZone(leader, order.leader));
    }
    if it.sent {
        return no("4.4", Led::Sent(order.leader));
    }
    if !leader_in_range(pos, leader, order.leader) {
        return no("4.21", Led::LeaderFar(leader, order.leader));
    }
    let count = if crate::questions::stands_in_zoc(pos, order.leader) { 2 } else { 1 };
    spend(pos, count)?;
    pos.leader_mut(order.leader).sent = true;
    movement::move_leader(pos, oracle, order)
}

/// **spqr 5.22\[2\], 5.23\[2\], 8.21.** Fire without movement by individual order; in a line command fire of
/// the line, and of its moved units after all have moved. Engines fire without orders (9.85).
pub(crate) fn fire(pos: &mut Position, oracle: &mut Oracle<'_>, order: &Fire) -> Flow<Outcome> {
    let unit = order.unit;
    if pos.spec(unit).class == Class::SC {
        return engine(pos, oracle, order);
    }
    commander(pos)?;
    if let Some(line) = orders(pos).and_then(Phase::line) {
        in_line(pos, &[unit], true)?;
        let moving = line.units.iter().any(|&u| pos.unit(u).done.moved);
        let it = pos.unit(unit).done;
        let second = missile::has_second_shot(pos, unit);
        if it.fired && !second {
            return Err(Refusal::new(Rule("5.24"), FireOrder::HasFired(unit)).into());
        }
        let stays = !it.moved && pos.set.variant.choices.command.line_mixes;
        if moving && !it.moved && !stays {
            return Err(Refusal::new(Rule("5.23"), FireOrder::HasNotMoved(unit)).into());
        }
        if (!moving || stays) && !second {
            ready(pos, unit, About::Action)?;
        }
        open_shields(pos, oracle, &[unit]);
        missile::may_fire(pos, unit, order.target)?;
        if !stays {
            crate::command::elephant_leaders::all_have_gone(pos)?;
            crate::command::line_order::end_movement(pos, oracle)?;
        }
        if oracle.is_bound()
            && (pos.hex(unit).is_none() || missile::may_fire(pos, unit, order.target).is_err())
        {
            return Ok(Outcome::CutShort(Refusal::new(Rule("8.21"), FireOrder::CannotFireNow(unit))));
        }
        if let Some(phase) = pos.stage.phase_mut() {
            phase.acted = true;
        }
        crate::command::commander::has_acted(pos);
        return missile::carry_out_fire(pos, oracle, order);
    }
    // The second shot belongs to the order for the first (cataphract 11.4).
    if !missile::has_second_shot(pos, unit) {
        give(pos, unit, About::Action, 1)?;
    }
    crate::command::commander::has_acted(pos);
    missile::carry_out_fire(pos, oracle, order)
}

/// **cataphract 11.74.** The first order to a unit of a line that stands behind closed shields opens those
/// of the whole line.
fn open_shields(pos: &mut Position, oracle: &mut Oracle<'_>, units: &[UnitId]) {
    if !units.iter().any(|&u| pos.unit(u).shield_wall) {
        return;
    }
    if let Some(line) = orders(pos).and_then(Phase::line).map(|l| l.units.clone()) {
        missile::shield_wall::open_by_line(pos, oracle, &line);
    }
}

/// **spqr 9.85.** An engine fires in any phase of its side without an order and whoever is active.
fn engine(pos: &mut Position, oracle: &mut Oracle<'_>, order: &Fire) -> Flow<Outcome> {
    let spec = pos.spec(order.unit);
    if orders(pos).is_none_or(|p| p.side != spec.side) {
        return Err(Refusal::new(Rule("9.85"), FireOrder::EngineOutOfPhase(order.unit)).into());
    }
    missile::carry_out_fire(pos, oracle, order)
}

/// **spqr 8.31.** Harassment and dispersal: the whole move of a unit of the line or by individual order.
pub(crate) fn harass(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    order: &Fire,
    way: &[Hex],
) -> Flow<Outcome> {
    let leader = commander(pos)?;
    crate::movement::marker::bars(pos, leader, Kept::FromMoves)?;
    let Target::Unit(_) = order.target else {
        return Err(Refusal::new(Rule("8.31"), FireOrder::HarassesUnits).into());
    };
    ready(pos, order.unit, About::Action)?;
    if orders(pos).is_some_and(|p| p.line().is_some()) {
        in_line(pos, &[order.unit], false)?;
        if let Some(phase) = pos.stage.phase_mut() {
            phase.acted = true;
        }
    } else {
        may_order(pos, leader, order.unit)?;
        give(pos, order.unit, About::Action, 1)?;
    }
    crate::command::commander::has_acted(pos);
    skirmish::carry_out_harass(pos, oracle, order, way)
}

/// **spqr 5.22\[3\], 10.16.** Recovery.
pub(crate) fn recover(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId) -> Flow<Outcome> {
    give(pos, unit, About::Else, 1)?;
    command::recover(pos, oracle, unit)
}

/// **spqr 5.22\[4\], 10.28.** Rally.
pub(crate) fn rally(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId) -> Flow<Outcome> {
    let leader = give(pos, unit, About::Rally, 1)?;
    command::rally(pos, oracle, leader, unit)
}

/// **spqr 5.22\[6\], 6.66, 9.64.** Exchanges the units of a Roman stack.
pub(crate) fn restack(pos: &mut Position, oracle: &mut Oracle<'_>, hex: Hex) -> Flow<Outcome> {
    let stack = pos.stack(hex);
    let (Some(top), Some(bottom)) = (stack.top, stack.bottom) else {
        return Err(Refusal::new(Rule("6.66"), Ordered::NoStack(hex)).into());
    };
    if !pos.spec(top).is_roman_foot() || !pos.spec(bottom).is_roman_foot() {
        return Err(Refusal::new(Rule("6.66"), Ordered::NotRoman(hex)).into());
    }
    ready(pos, bottom, About::Else)?;
    give(pos, top, About::Else, 1)?;
    pos.swap_stack(hex);
    oracle.tell(|| Happening::Command(CommandEvent::Restacked { hex, top: bottom }));
    Ok(Outcome::Done)
}

/// **spqr 9.82.** An engine changes between move and fire mode, and does neither in this phase.
pub(crate) fn mode(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId, limber: bool) -> Flow<Outcome> {
    let spec = pos.spec(unit);
    let no = |why| Err(Refusal::new(Rule("9.82"), why).into());
    if spec.class != Class::SC {
        return no(FireOrder::NoEngine(unit));
    }
    if !pos.set.variant.choices.missile.engines_have_modes {
        return no(FireOrder::NoModes(unit));
    }
    if pos.unit(unit).limbered == limber {
        return no(FireOrder::ThatMode(unit));
    }
    if limber && pos.unit(unit).done.moved {
        return no(FireOrder::EngineMoved(unit));
    }
    if with_line(pos, unit) {
        ready(pos, unit, About::Action)?;
        if let Some(phase) = pos.stage.phase_mut() {
            phase.acted = true;
        }
    } else {
        give(pos, unit, About::Action, 1)?;
    }
    let it = pos.unit_mut(unit);
    it.limbered = limber;
    // No move after limbering, no fire after unlimbering, in this phase.
    it.done.moved |= limber;
    it.done.fired |= !limber;
    oracle.tell(|| Happening::Command(CommandEvent::ModeChanged { unit, limbered: limber }));
    Ok(Outcome::Done)
}

/// **spqr 4.4\[6\], 5.22\[7\], 8.64.** The overall commander spends his whole phase on bringing back
/// pursuing cavalry.
pub(crate) fn regroup(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    returns: &[(UnitId, Hex, Facing)],
) -> Flow<Outcome> {
    let leader = commander(pos)?;
    crate::movement::marker::bars(pos, leader, Kept::ToThatLine)?;
    if pos.set.variant.choices.shock.pursuit != Pursuit::ThroughTheLine {
        return Err(Refusal::new(Rule("8.64"), Combine::ComesBack).into());
    }
    let untouched = orders(pos).is_some_and(|p| p.mode == Mode::Open && p.orders_used == 0);
    if !is_overall(pos, leader) || !untouched {
        return Err(Refusal::new(Rule("8.64"), Combine::WholePhase).into());
    }
    spend(pos, pos.initiative(leader))?;
    crate::shock::regroup(pos, oracle, returns)
}

/// **spqr 4.4\[4\], 4.74, 4.75.** The overall commander replaces a fallen leader: tribunes and praefects
/// come back themselves, for others a replacement counter comes while there is one. He is finished for this
/// turn.
pub(crate) fn replace(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    fallen: LeaderId,
    hex: Hex,
) -> Flow<Outcome> {
    let leader = commander(pos)?;
    crate::movement::marker::bars(pos, leader, Kept::ToThatLine)?;
    let (side, spec) = (pos.leader_spec(leader).side, pos.leader_spec(fallen));
    let no = |rule, why| Err(Refusal::new(Rule(rule), Led::NotReplaced(fallen, why)).into());
    if !is_overall(pos, leader) {
        return no("4.74", Unreplaced::ByOverall);
    }
    if spec.side != side || !pos.leader(fallen).killed {
        return no("4.74", Unreplaced::Alive);
    }
    let comes = match spec.rank {
        Rank::Overall => return no("4.75", Unreplaced::Overall),
        Rank::ElephantLeader => return no("4.93", Unreplaced::ElephantLeader),
        Rank::MacedonianContingent => {
            return no("alexander 8.44", Unreplaced::Contingent);
        }
        _ if !pos.set.variant.choices.command.fallen_are_replaced => {
            return no("alexander 8.44", Unreplaced::Nobody);
        }
        Rank::Tribune | Rank::PraefectSociorum | Rank::PraefectEquitum | Rank::Contingent => fallen,
        Rank::Subordinate | Rank::Proconsul | Rank::Replacement => match spare(pos, side) {
            Some(counter) => counter,
            None => return no("4.74", Unreplaced::NoneLeft),
        },
    };
    let stack = pos.stack(hex);
    if !stack.units().any(|u| may_command(pos, comes, u).is_ok()) {
        return no("4.74", Unreplaced::NobodyThere(hex));
    }
    spend(pos, 1)?;
    if comes != fallen {
        pos.replacements[side.index()] = pos.replacements[side.index()].saturating_sub(1);
    }
    pos.station(comes, Some(hex));
    let it = pos.leader_mut(comes);
    (it.killed, it.wounds, it.finished, it.waited) = (false, 0, true, false);
    (it.elephant, it.enabled_shock, it.no_momentum) = (None, false, false);
    oracle.tell(|| Happening::Command(CommandEvent::Replaced { leader: fallen, by: comes, hex }));
    Ok(Outcome::Done)
}

/// A replacement counter that is not in play and has not fallen, while the scenario has any left.
#[must_use]
pub fn spare(pos: &Position, side: Side) -> Option<LeaderId> {
    if pos.replacements[side.index()] == 0 {
        return None;
    }
    pos.leader_ids().find(|&l| {
        let spec = pos.leader_spec(l);
        let it = pos.leader(l);
        spec.side == side && spec.rank == Rank::Replacement && !it.killed && it.hex.is_none()
    })
}
