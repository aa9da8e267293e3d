//! Which rule carries out which order.

use super::sequence::{armies_stand, finish, rest, take_initiative, whose};
use crate::read::Order;
use crate::refusal::Why;
use crate::refusal::course::Untimely;
use crate::setup::CommandId;
use crate::state::{Directive, Position};
use crate::{
    Flow, Oracle, Outcome, Refusal, cards, command, deploy, drill, leaders, melee, movement, rally, react,
    shooting, support, victory,
};
use tess_effects::{Rule, Side};

/// Carries out one order.
pub(crate) fn obey(pos: &mut Position, side: Side, order: &Order, oracle: &mut Oracle<'_>) -> Flow<Outcome> {
    if let Some(refusal) = not_now(pos, side) {
        return Err(refusal.into());
    }
    let stood = cards::places_before(pos);
    match order {
        Order::Direct(command, order) => direct(pos, side, (*command, *order), oracle)?,
        Order::SetOut(kind, points, height) => {
            deploy::set_out(pos, (kind, points), *height, oracle)?;
        }
        Order::Edge(north) => edge(pos, *north, oracle)?,
        Order::Place(piece, spot) => deploy::place(pos, side, (*piece, *spot), oracle)?,
        Order::PlaceAll => deploy::place_all(pos, side, oracle)?,
        Order::Move(unit, steps) => movement::go(pos, side, *unit, steps, oracle)?,
        Order::Charge(unit, target, steps) => {
            react::charge(pos, side, (*unit, *target), steps, oracle)?;
        }
        Order::ChargeLeader(unit, leader, steps) => {
            react::charge_leader(pos, side, (*unit, *leader), steps, oracle)?;
        }
        Order::Shoot(unit, targets) => shooting::shoot(pos, side, (*unit, targets), oracle)?,
        Order::Sally(unit, target, out, back) => {
            react::sally(pos, side, (*unit, *target), (out, back), oracle)?;
        }
        Order::Feign(unit) => react::feign(pos, side, *unit, oracle)?,
        Order::Leave(unit, way) => react::leave(pos, side, (*unit, *way), oracle)?,
        Order::Dismount(unit, close) => drill::dismount(pos, side, (*unit, *close), oracle)?,
        Order::Remount(unit) => drill::remount(pos, side, *unit, oracle)?,
        Order::Ride(leader, way) => leaders::ride(pos, side, *leader, way, oracle)?,
        Order::Post(leader, unit, post) => leaders::join(pos, side, (*leader, *unit, *post), oracle)?,
        Order::Part(leader) => leaders::part(pos, side, *leader, oracle)?,
        Order::Attach(unit, host, wings) => support::attach(pos, side, (*unit, *host), *wings, oracle)?,
        Order::Release(unit) => support::release(pos, side, *unit, oracle)?,
        Order::Merge(part, unit) => support::merge(pos, side, (*part, *unit), oracle)?,
        Order::Rally(unit) => rally::rally(pos, side, *unit, oracle)?,
        Order::Fight => melee::fight(pos, side, oracle)?,
        Order::Relieve(first, second) => movement::relieve(pos, side, (*first, *second), oracle)?,
        Order::Detach(unit, count, hand) => movement::detach(pos, side, *unit, (*count, *hand), oracle)?,
        Order::Draw(count) => {
            if cards::draw(pos, side, *count, oracle)? {
                armies_stand(pos, oracle);
            }
        }
        Order::Card(what, on) => cards::play(pos, side, (*what, on), oracle)?,
        Order::Hide(command, number) => cards::hide(pos, side, (*command, *number), oracle)?,
        Order::Arrive(command) => cards::arrive(pos, side, *command, oracle)?,
        Order::Enter(along) => cards::enter(pos, side, *along, oracle)?,
        Order::Pillage(unit, goal) => victory::pillage(pos, side, (*unit, *goal), oracle)?,
        Order::Ask(about, on) => about.iter().for_each(|&finer| pos.asks[side].set(finer, *on)),
        Order::Truce => victory::offer(pos, side, oracle)?,
        Order::Rest => rest(pos, side, oracle)?,
        Order::Finish => finish(pos, side, oracle)?,
    }
    leaders::by_themselves(pos, oracle)?;
    cards::found_on_the_way(pos, &stood, oracle)?;
    Ok(Outcome::Done)
}

/// Why a side cannot give orders at all.
fn not_now(pos: &Position, side: Side) -> Option<Refusal> {
    let now = whose(pos);
    let no = |why| Some(Refusal::new(Rule("turn.sequence"), Why::Untimely(why)));
    match now {
        None => no(Untimely::Over),
        Some(other) if other != side => no(Untimely::Others(other)),
        Some(_) => None,
    }
}

/// A Command gets its order; when all lie open, initiative is rolled for.
fn direct(
    pos: &mut Position,
    side: Side,
    order: (CommandId, Option<Directive>),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    if command::give(pos, side, order, oracle)? { take_initiative(pos, oracle) } else { Ok(()) }
}

/// **legion setup.first.** The edge is chosen, the dice say who deploys first, and Superior Scouting may
/// turn it about.
fn edge(pos: &mut Position, north: bool, oracle: &mut Oracle<'_>) -> Flow<()> {
    let first = deploy::choose(pos, north, oracle)?;
    let first = cards::scouted(pos, first, oracle)?;
    deploy::begin(pos, first);
    Ok(())
}
