//! A player who does anything that is legal.

use super::plan::Plan;
use crate::chance::Chance;
use tess_effects::Question;
use tess_game::Agent;
use tess_gboh::movement::reachable;
use tess_gboh::order::{LeaderMove, Order, ShockOrder};
use tess_gboh::play::defaults::{deeds, single, walk};
use tess_gboh::play::legal::{Orders, UnitChoice};
use tess_gboh::play::{Legal, legal};
use tess_gboh::{Position, Side};
use tess_ledger::Role;

/// Lines of one sheet at most.
const LONGEST: usize = 24;

/// A player who does anything that is legal.
#[derive(Clone, Debug)]
pub struct Random {
    chance: Chance,
}

/// A player who does anything that is legal, by this seed.
#[must_use]
pub fn random(seed: u64) -> Random {
    Random { chance: Chance::new(seed) }
}

impl Agent<Position> for Random {
    fn answer(&mut self, _position: &Position, _side: &Role, question: &Question) -> Option<String> {
        self.chance.pick(&question.choices).map(|c| c.key.clone())
    }

    fn orders(&mut self, position: &Position, side: &Role) -> Option<String> {
        let me = position.set.find_side(side.as_str())?;
        let mut plan = Plan::new(position, side.as_str());
        compose(&mut plan, me, &mut self.chance);
        plan.sheet()
    }
}

/// Writes a sheet of random orders.
pub(super) fn compose(plan: &mut Plan<'_>, side: Side, chance: &mut Chance) {
    match legal(&plan.now, side) {
        Legal::Nothing => {}
        Legal::Begin => {
            plan.end(&Order::Begin);
        }
        Legal::Markers { leaders } => {
            let some: Vec<_> = leaders.into_iter().filter(|_| chance.once_in(2)).collect();
            let markers = some.into_iter().map(|l| (l, Some(chance.once_in(2)))).collect();
            plan.end(&Order::Prearrange(markers));
        }
        Legal::Elite { leaders } => {
            let who = chance.pick(&leaders).copied().filter(|_| !chance.once_in(6));
            if !plan.order(&Order::Elite(who)) {
                plan.order(&Order::Elite(None));
            }
            phase(plan, side, chance);
        }
        Legal::Activation { due, trumps, reactivation, .. } => {
            if let Some(&(leader, _)) = chance.pick(&trumps).filter(|_| chance.clone().once_in(3))
                && chance.once_in(3)
                && plan.end(&Order::Trump(leader))
            {
                return;
            }
            let Some(&leader) = chance.pick(&due) else { return };
            if chance.once_in(10) && plan.end(&Order::Pass(leader)) {
                return;
            }
            if !plan.order(&Order::Activate(leader)) {
                let instead = if reactivation { Order::Finish } else { Order::Pass(leader) };
                plan.end(&instead);
                return;
            }
            phase(plan, side, chance);
        }
        Legal::Orders(_) => phase(plan, side, chance),
        Legal::After { momentum, .. } => finish(plan, momentum.is_some(), chance),
    }
}

/// Orders until they run out or enough is enough, then the end of the phase.
fn phase(plan: &mut Plan<'_>, side: Side, chance: &mut Chance) {
    let mut misses = 0;
    while misses < 8 && plan.len() < LONGEST && !plan.is_closed {
        let Legal::Orders(orders) = legal(&plan.now, side) else { return };
        // A leader who trumped has to do something, so he tries longer.
        if orders.may_end && chance.once_in(9) {
            break;
        }
        let done = match any(&plan.now, &orders, chance) {
            Some(order) => plan.order(&order),
            None => false,
        };
        misses += usize::from(!done);
    }
    let may_try = match legal(&plan.now, side) {
        Legal::Orders(orders) => orders.momentum.is_some(),
        Legal::After { momentum, .. } => momentum.is_some(),
        _ => return,
    };
    finish(plan, may_try, chance);
    if plan.is_empty() {
        must(plan, side);
    }
}

fn finish(plan: &mut Plan<'_>, may_try: bool, chance: &mut Chance) {
    if may_try && !chance.once_in(3) && plan.end(&Order::Momentum) {
        return;
    }
    if plan.is_empty() || !chance.once_in(8) || !plan.end(&Order::Resolve) {
        plan.end(&Order::Finish);
    }
}

/// The phase may not end before something is done (5.45): the first thing that is legal.
pub(super) fn must(plan: &mut Plan<'_>, side: Side) -> bool {
    let Legal::Orders(orders) = legal(&plan.now, side) else { return false };
    let now = plan.now.clone();
    deeds(&now, &orders).any(|order| plan.order(&order))
}

/// Some order, perhaps an illegal one.
pub(super) fn any(pos: &Position, orders: &Orders, chance: &mut Chance) -> Option<Order> {
    match chance.below(16) {
        0 | 1 if !orders.lines.is_empty() => chance.pick(&orders.lines).map(|l| Order::Line(l.line)),
        0..=2 if !orders.contingents.is_empty() => {
            chance.pick(&orders.contingents).map(|c| Order::Contingent(c.leader))
        }
        2 if !orders.leaders.is_empty() => leader_move(pos, orders, chance),
        3 if !orders.restack.is_empty() => chance.pick(&orders.restack).map(|&hex| Order::Restack(hex)),
        3 | 4 if !orders.replace.is_empty() => {
            let leader = *chance.pick(&orders.replace)?;
            let unit = chance.pick(&orders.units)?.unit;
            Some(Order::Replace(leader, pos.hex(unit)?))
        }
        5 | 6 if !orders.shock.is_empty() => shock(orders, chance),
        7..=9 => {
            let able: Vec<Order> = orders.units.iter().flat_map(single).collect();
            chance.pick(&able).cloned()
        }
        _ => {
            let able: Vec<&UnitChoice> = orders.units.iter().filter(|c| c.moves).collect();
            let choice = chance.pick(&able)?;
            let stack = choice.stack_price.is_some() && chance.once_in(2);
            let places = reachable(pos, choice.unit);
            let there = chance.pick(&places)?;
            let facing = (!chance.once_in(4)).then_some(there.facing);
            let mut order = walk(choice, there.hex, facing, stack);
            if let Order::Move(it) = &mut order {
                it.shock = chance.once_in(3);
                let leaders: Vec<_> = pos.hexes(it.unit).iter().flat_map(|h| pos.leaders_in(h)).collect();
                let carried: Vec<_> = leaders.into_iter().filter(|_| chance.once_in(2)).collect();
                if pos.set.variant.choices.command.rides_on_any_order
                    && let Some(&leader) = chance.pick(&carried)
                    && chance.once_in(4)
                {
                    let ways = pos.hexes(it.unit).iter().flat_map(|h| h.neighbours().map(|(_, to)| to));
                    it.until =
                        chance.pick(&ways.collect::<Vec<_>>()).map(|&h| (leader, h)).into_iter().collect();
                }
                it.carry = carried;
            }
            Some(order)
        }
    }
}

fn shock(orders: &Orders, chance: &mut Chance) -> Option<Order> {
    let (unit, foes) = chance.pick(&orders.shock)?;
    let foe = *chance.pick(foes)?;
    let mut attackers = vec![*unit];
    for (other, theirs) in &orders.shock {
        if other != unit && theirs.contains(&foe) && chance.once_in(2) {
            attackers.push(*other);
        }
    }
    attackers.sort_unstable();
    Some(Order::Shock(ShockOrder { attackers, defenders: vec![foe], with: None }))
}

fn leader_move(pos: &Position, orders: &Orders, chance: &mut Chance) -> Option<Order> {
    let &(leader, _) = chance.pick(&orders.leaders)?;
    let from = pos.leader(leader).hex?;
    let mut hex = from;
    for _ in 0..=chance.below(5) {
        let side = tess_hex::Hexside::ALL[chance.below(6)];
        hex = hex.neighbour(side).filter(|&h| pos.set.field.is_open(h)).unwrap_or(hex);
    }
    (hex != from).then(|| Order::MoveLeader(LeaderMove { leader, path: vec![hex] }))
}
