//! A player who fights sensibly: lines go forward together, infantry shocks where the charts promise
//! something, missiles keep their distance, horse looks for flanks, battered units are recovered and
//! rallied.

mod answer;
mod clash;
mod eye;
mod glance;
mod lead;
mod lines;
mod place;
mod single;
mod strike;

use self::place::Scene;
use super::plan::{Pace, Plan, Temper};
use super::random::must;
use crate::chance::Chance;
use tess_effects::Question;
use tess_game::Agent;
use tess_gboh::order::Order;
use tess_gboh::play::{Legal, legal};
use tess_gboh::{LeaderId, Position, Side};
use tess_ledger::Role;

/// Chance in percent from which a trump is thought of at all.
const TRUMP_FROM: u8 = 60;

/// Sheets of any mood that are thought of besides those of the known ones.
const MOODS: usize = 12;

/// Standing orders for either side of any battle, much what [`Sensible`] answers himself: light troops and
/// elephants' prey give way, everybody fires, leaders save themselves, and nothing is left to be asked.
pub const STANDING: &str = "\
# light troops go out of the way, horse of what it cannot fight, the battered of everything
when withdraw type SK if mover.type != SK do max
when withdraw type LI if mover.type != SK, LI do max
when withdraw type LC if mover.type != SK, LC do max
when withdraw if own.hits >= own.tq-2 do max
when entry-fire do yes
when retire-fire do yes
when return-fire do yes
when leader-withdraw do far
when leader-follow do yes
when pass-thru do yes
otherwise default
";

/// A player who fights sensibly.
#[derive(Clone, Debug)]
pub struct Sensible {
    chance: Chance,
    pace: Pace,
}

/// A player who fights sensibly; the seed decides where two things seem equally good.
#[must_use]
pub fn sensible(seed: u64) -> Sensible {
    Sensible { chance: Chance::new(seed), pace: Pace::Thorough }
}

/// The same player in a hurry, who looks only at what comes to mind first: for battles that are fought by
/// the thousand.
#[must_use]
pub fn quick(seed: u64) -> Sensible {
    Sensible { chance: Chance::new(seed), pace: Pace::Hurried { front: None } }
}

impl Agent<Position> for Sensible {
    fn answer(&mut self, position: &Position, side: &Role, question: &Question) -> Option<String> {
        let me = position.set.find_side(side.as_str())?;
        Some(answer::answer(position, me, question))
    }

    fn orders(&mut self, position: &Position, side: &Role) -> Option<String> {
        let me = position.set.find_side(side.as_str())?;
        let mut plan = Plan::lenient(position, side.as_str(), self.pace);
        compose(&mut plan, me, &mut self.chance);
        plan.sheet()
    }

    fn answer_unseen(&self, question: &Question) -> Option<String> {
        answer::unseen(question)
    }
}

/// What commanders of many tempers would write, the sensible ones first; equal ones once.
pub(crate) fn sheets(position: &Position, side: &Role, chance: &mut Chance) -> Vec<String> {
    let Some(me) = position.set.find_side(side.as_str()) else { return Vec::new() };
    let even = Temper::EVEN;
    let (thorough, hurried) = (Pace::Thorough, Pace::Hurried { front: None });
    let mut all = vec![
        (thorough, even),
        (hurried, even),
        (thorough, Temper { holds: true, ..even }),
        (hurried, Temper { singly: true, ..even }),
        (thorough, Temper { strike: 12, ..even }),
        (thorough, Temper { strike: -12, ..even }),
        (thorough, Temper { momentum: 101, ..even }),
        (thorough, Temper { momentum: 20, ..even }),
        (thorough, Temper { leader: 1, ..even }),
        (hurried, Temper { holds: true, leader: 1, ..even }),
        (hurried, Temper { leader: 2, ..even }),
        (thorough, Temper { trump: 20, ..even }),
    ];
    all.extend((0..MOODS).map(|_| {
        let pace = if chance.once_in(2) { thorough } else { hurried };
        (pace, Temper::any(chance))
    }));
    let mut sheets: Vec<String> = Vec::new();
    for (pace, temper) in all {
        let mut plan = Plan::lenient(position, side.as_str(), pace);
        plan.temper = temper;
        compose(&mut plan, me, chance);
        sheets.extend(plan.sheet().filter(|sheet| !sheets.contains(sheet)));
    }
    sheets
}

pub(super) fn compose(plan: &mut Plan<'_>, side: Side, chance: &mut Chance) {
    match legal(&plan.now, side) {
        Legal::Nothing => {}
        Legal::Begin => {
            plan.end(&Order::Begin);
        }
        // Shock is what this player wants: his lines stand. A bluff now and then costs nothing.
        Legal::Markers { leaders } => {
            let bluff = leaders.into_iter().take(1).filter(|_| chance.once_in(4));
            plan.end(&Order::Prearrange(bluff.map(|l| (l, Some(false))).collect()));
        }
        Legal::Elite { leaders } => {
            let who = leaders.iter().copied().max_by_key(|&l| plan.now.initiative(l));
            if !plan.order(&Order::Elite(who)) {
                plan.order(&Order::Elite(None));
            }
            phase(plan, side);
        }
        Legal::Activation { due, pinned, trumps, reactivation } => {
            let dares =
                trumps.iter().copied().filter(|&(_, p)| p >= plan.temper.trump).max_by_key(|&(_, p)| p);
            if let Some((leader, _)) = dares
                && plan.end(&Order::Trump(leader))
            {
                return;
            }
            let best = trumps.iter().copied().filter(|&(_, p)| p >= TRUMP_FROM).max_by_key(|&(_, p)| p);
            if let Some((leader, _)) = best
                && chance.once_in(8)
                && plan.end(&Order::Trump(leader))
            {
                return;
            }
            let free = |l: &&_| !pinned.contains(l);
            let Some(leader) = chosen(plan, due.iter().filter(free).copied().collect(), &due) else { return };
            if plan.order(&Order::Activate(leader)) {
                phase(plan, side);
            } else {
                plan.end(&if reactivation { Order::Finish } else { Order::Pass(leader) });
            }
        }
        Legal::Orders(_) => phase(plan, side),
        Legal::After { leader, momentum } => finish(plan, side, leader, momentum),
    }
}

/// Who of those that may be active is: who has most initiative, or one behind him.
fn chosen(plan: &Plan<'_>, mut free: Vec<LeaderId>, due: &[LeaderId]) -> Option<LeaderId> {
    // of equals the last
    free.reverse();
    free.sort_by_key(|&l| std::cmp::Reverse(plan.now.initiative(l)));
    let at = plan.temper.leader.min(free.len().saturating_sub(1));
    free.get(at).or(due.first()).copied()
}

/// A whole orders phase, or what is left of it.
pub(super) fn phase(plan: &mut Plan<'_>, side: Side) {
    let Legal::Orders(mut orders) = legal(&plan.now, side) else {
        if let Legal::After { leader, momentum } = legal(&plan.now, side) {
            finish(plan, side, leader, momentum);
        }
        return;
    };
    if let Pace::Hurried { .. } = plan.pace {
        plan.pace =
            Pace::Hurried { front: Some(Scene::new(&plan.now, side, (plan.pace, plan.temper)).front()) };
    }
    let (holds, together) = (plan.temper.holds, !plan.temper.holds && !plan.temper.singly);
    if !orders.contingents.is_empty() && !holds {
        lines::contingents(plan, side);
        let Legal::Orders(left) = legal(&plan.now, side) else { return };
        orders = left;
    }
    let formed = !holds && single::form_up(plan, side, &orders);
    if formed || !together || !lines::command(plan, side, &orders) {
        single::command(plan, side);
    }
    strike::shocks(plan, side);
    let Legal::Orders(orders) = legal(&plan.now, side) else { return };
    if !orders.may_end {
        must(plan, side);
    }
    finish(plan, side, orders.leader, orders.momentum);
}

fn finish(plan: &mut Plan<'_>, side: Side, leader: LeaderId, momentum: Option<u8>) {
    let likely = momentum.is_some_and(|p| p >= plan.temper.momentum);
    // What nobody could imagine may have closed the plan; the phase ends all the same.
    plan.is_closed = false;
    if !(likely && has_work(&plan.now, side, leader) && plan.end_with_momentum()) {
        plan.end(&Order::Finish);
    }
}

/// Would another phase of this leader serve anything: men near him who fight, have run, are worn, or could
/// still march without tiring?
fn has_work(pos: &Position, side: Side, leader: LeaderId) -> bool {
    let Some(here) = pos.leader(leader).hex else { return false };
    let foes = eye::foes(pos, side);
    let range = pos.command_range(leader);
    let work = pos.on_field(side).filter(|&u| {
        let near = pos.hex(u).is_some_and(|h| h.distance(here) <= range);
        let unit = pos.unit(u);
        let rested = !unit.moved_before && !unit.done.moved;
        near && (pos.is_routed(u)
            || pos.hits(u) >= 3
            || rested && eye::away(pos, u, &foes) <= 6
            || pos.is_beside_enemy(u))
    });
    work.count() >= 3
}
