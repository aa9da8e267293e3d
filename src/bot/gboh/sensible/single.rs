//! Individual orders, the most useful first.

use super::super::plan::{Pace, Plan};
use super::eye::{Use, away, foes, use_of};
use super::lead::follow;
use super::lines::target;
use super::place::Scene;
use tess_gboh::Side;
use tess_gboh::order::{Fire, Order, Step, Target};
use tess_gboh::piece::UnitId;
use tess_gboh::play::defaults::{reshape, walk};
use tess_gboh::play::legal::{Orders, UnitChoice};
use tess_gboh::play::{Legal, legal};

/// Units whose ways are looked at for one order: those nearest to the enemy.
const LOOKED_AT: usize = 8;

/// As many by who is in a hurry.
const GLANCED_AT: usize = 6;

/// Hexes around an order within which units are looked at again.
const AROUND: u8 = 3;

/// What an order has to gain, in tenths of hits.
const ENOUGH: i32 = 4;

/// Gives individual orders while they last and gain something.
pub(super) fn command(plan: &mut Plan<'_>, side: Side) {
    let mut refused: Vec<Order> = Vec::new();
    let mut known: Vec<(UnitId, i32, Option<Order>)> = Vec::new();
    while let Legal::Orders(orders) = legal(&plan.now, side) {
        if orders.left == 0 || plan.is_closed || refused.len() > 8 {
            return;
        }
        let leader = orders.leader;
        let best = choose(plan, side, &orders.units, &refused, &mut known);
        let Some((_, order)) = best else {
            // Nothing for the men: the leader looks for a better post.
            if orders.leaders.iter().any(|&(l, _)| l == leader) {
                follow(plan, side, leader);
            }
            return;
        };
        if plan.order(&order) {
            // The field has changed for whoever stands near; for the others what was seen still holds.
            let done = match &order {
                Order::Move(it) => plan.now.hex(it.unit).map(|h| (it.unit, h)),
                Order::Rally(u) | Order::Recover(u) => plan.now.hex(*u).map(|h| (*u, h)),
                Order::Fire(it) => plan.now.hex(it.unit).map(|h| (it.unit, h)),
                _ => None,
            };
            known.retain(|k| {
                let at = plan.now.hex(k.0);
                done.is_some_and(|(u, h)| k.0 != u && at.is_some_and(|a| a.distance(h) > AROUND))
            });
        } else {
            known.iter_mut().filter(|(_, _, o)| o.as_ref() == Some(&order)).for_each(|k| k.2 = None);
            refused.push(order);
        }
    }
}

/// Cavalry that could charge with its next order forms up first, where that is played (alexander 9.7), if
/// there is more than one unit to do so: orders shut out lines. True when anybody did.
pub(super) fn form_up(plan: &mut Plan<'_>, side: Side, orders: &Orders) -> bool {
    let foes = foes(&plan.now, side);
    let due = |c: &&UnitChoice| {
        let reach = i32::from(plan.now.spec(c.unit).ma);
        c.shapes.contains(&Step::Wedge) && (3..=reach + 1).contains(&away(&plan.now, c.unit, &foes))
    };
    let able: Vec<UnitId> = orders.units.iter().filter(due).map(|c| c.unit).collect();
    if able.len() < 2 {
        return false;
    }
    let ready = able.into_iter().take(usize::from(orders.left));
    ready.filter(|&unit| plan.order(&reshape(unit, Step::Wedge))).count() > 0
}

fn choose(
    plan: &Plan<'_>,
    side: Side,
    units: &[UnitChoice],
    refused: &[Order],
    known: &mut Vec<(UnitId, i32, Option<Order>)>,
) -> Option<(i32, Order)> {
    let (pos, scene) = (&plan.now, Scene::new(&plan.now, side, (plan.pace, plan.temper)));
    let mut near: Vec<&UnitChoice> = units.iter().collect();
    near.sort_by_cached_key(|c| (scene.away(c.unit), c.unit));
    let mut best: Option<(i32, Order)> = None;
    let mut offer = |worth: i32, order: Order| {
        if worth > ENOUGH && !refused.contains(&order) && best.as_ref().is_none_or(|(most, _)| worth > *most)
        {
            best = Some((worth, order));
        }
    };
    let most = if plan.pace == Pace::Thorough { LOOKED_AT } else { GLANCED_AT };
    let mut looked = 0;
    for choice in near {
        let unit = choice.unit;
        if choice.rally {
            offer(25 + 3 * i32::from(pos.spec(unit).size), Order::Rally(unit));
        }
        if choice.recover > 0 {
            let urgent = i32::from(pos.hits(unit)) * 2;
            offer(6 * i32::from(choice.recover) + urgent, Order::Recover(unit));
        }
        if let Some(foe) = target(pos, &choice.targets) {
            let worth = if use_of(pos, unit) == Use::Light { 18 } else { 8 };
            offer(worth, Order::Fire(Fire { unit, target: Target::Unit(foe) }));
        }
        if choice.moves && looked < most && !plan.temper.holds {
            looked += 1;
            let found = known.iter().find(|k| k.0 == unit).cloned();
            let (_, gain, order) = found.unwrap_or_else(|| {
                let place = scene.best(unit);
                let gain = place.map_or(0, |p| p.gain);
                let order = place.map(|p| walk(choice, p.hex, Some(p.facing), false));
                known.push((unit, gain, order.clone()));
                (unit, gain, order)
            });
            if let Some(order) = order {
                offer(gain, order);
            }
        }
    }
    best
}
