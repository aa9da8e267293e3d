//! Line commands: forward together while the enemy is far, each to his best place when he is near.

use super::super::plan::Plan;
use super::eye::{Use, away, foes, horse_begins, use_of};
use super::lead::follow;
use super::place::Scene;
use tess_gboh::command::commander::in_progress as contingent;
use tess_gboh::order::{Fire, Order, Target};
use tess_gboh::piece::{LeaderId, UnitId};
use tess_gboh::play::defaults::walk;
use tess_gboh::play::legal::{ContingentChoice, LineChoice, Orders};
use tess_gboh::play::{Legal, legal};
use tess_gboh::{Position, Side};

/// Chance in percent from which a die for line commands is thrown.
const DIE_FROM: u8 = 50;

/// How near the enemy has to be for everybody to go his own way.
const NEAR: i32 = 3;

/// How near the enemy comes before foot that waits for its horse goes to meet him.
const COMES: i32 = 5;

/// How far horse looks for weaker horse.
const HUNT: i32 = 15;

/// Commands lines, if that is better than single orders. False when nothing was ordered.
pub(super) fn command(plan: &mut Plan<'_>, side: Side, orders: &Orders) -> bool {
    let before = plan.len();
    let singles = orders.left;
    let mut lines: Vec<(i32, LineChoice)> = worthwhile(&plan.now, side, &orders.lines);
    let goes_on = orders.units.iter().any(|_| plan.now.stage.phase().is_some_and(|p| p.line().is_some()));
    if goes_on {
        line(plan, side);
    }
    // A few units are better ordered one by one: they may then recover and rally as well.
    while let Some(at) = best(&lines, i32::from(singles)) {
        let (_, choice) = lines.remove(at);
        if !plan.order(&Order::Line(choice.line)) {
            continue;
        }
        line(plan, side);
        let Legal::Orders(now) = legal(&plan.now, side) else { break };
        lines.retain(|(_, l)| now.lines.iter().any(|n| n.line == l.line));
    }
    if plan.len() == before {
        return false;
    }
    let after = legal(&plan.now, side);
    if let Legal::Orders(now) = after
        && now.leaders.iter().any(|&(l, _)| l == orders.leader)
    {
        follow(plan, side, orders.leader);
    }
    true
}

/// Sets contingent commanders to work where that moves more men than the orders that it costs. Their lines
/// go like any other; the orders that are left come afterwards.
pub(super) fn contingents(plan: &mut Plan<'_>, side: Side) {
    while let Legal::Orders(orders) = legal(&plan.now, side) {
        let foes = foes(&plan.now, side);
        let far = |&u: &UnitId| {
            let way = away(&plan.now, u, &foes);
            if plan.now.unit(u).moved_before { 0 } else { (way - 1).clamp(0, 4) }
        };
        let worth = |c: &ContingentChoice| c.units.iter().map(far).sum::<i32>();
        let best = orders
            .contingents
            .iter()
            .filter(|c| c.units.len() > usize::from(c.price) && worth(c) > 0)
            .max_by_key(|c| (worth(c), std::cmp::Reverse(c.leader)));
        let Some(choice) = best else { return };
        if plan.is_closed || !plan.order(&Order::Contingent(choice.leader)) {
            return;
        }
        line(plan, side);
        if plan.is_closed || !plan.order(&Order::EndLine) {
            return;
        }
    }
}

/// The line that gains most, if it gains more than `singles` units could by themselves.
fn best(lines: &[(i32, LineChoice)], singles: i32) -> Option<usize> {
    let (at, (worth, choice)) = lines.iter().enumerate().max_by_key(|(_, (worth, _))| *worth)?;
    let many = choice.units.len() as i32 > singles.min(3);
    (*worth > 0 && (many || *worth > 6)).then_some(at)
}

/// How far each line has still to go, by the sum of its units.
fn worthwhile(pos: &Position, side: Side, lines: &[LineChoice]) -> Vec<(i32, LineChoice)> {
    let foes = foes(pos, side);
    let waits = horse_begins(pos, side);
    let far = |&unit: &UnitId| {
        let way = away(pos, unit, &foes);
        match use_of(pos, unit) {
            _ if pos.unit(unit).moved_before => 0,
            Use::Foot | Use::Light if waits && way > COMES => 0,
            Use::Light => (way - 2).clamp(0, 4),
            _ => (way - 1).clamp(0, 4),
        }
    };
    let sum = |line: &LineChoice| line.units.iter().map(far).sum::<i32>();
    let able = lines.iter().filter(|l| l.chance >= DIE_FROM && l.units.len() > 1);
    able.map(|l| (sum(l), l.clone())).collect()
}

/// Moves the line in progress, lets it fire, and brings the leader after it.
fn line(plan: &mut Plan<'_>, side: Side) {
    let Some((leader, units)) = in_progress(&plan.now) else { return };
    let all = foes(&plan.now, side);
    let horse = units.iter().any(|&u| use_of(&plan.now, u) == Use::Horse);
    let prey = if horse { prey(&plan.now, &units, &all) } else { Vec::new() };
    let foes = if prey.is_empty() { &all } else { &prey };
    let way = units.iter().map(|&u| away(&plan.now, u, foes)).min().unwrap_or(99);
    let pace = units.iter().map(|&u| i32::from(plan.now.spec(u).ma)).min().unwrap_or(0);
    // Horse waits for the foot instead of meeting the whole enemy by itself, but rides down weaker horse.
    let waits = horse && prey.is_empty();
    let leash = if waits {
        way - Scene::new(&plan.now, side, (plan.pace, plan.temper)).front().max(NEAR) + 2
    } else {
        99
    };
    let together = pace.min(way - NEAR).min(leash);
    if waits && leash < 1 && way > NEAR * 2 {
        return follow_if_going_on(plan, side, leader);
    }
    if together < 1 || !march(plan, &units, foes, together) {
        each(plan, side, &units, &all);
    }
    shots(plan, side);
    follow_if_going_on(plan, side, leader);
}

/// The enemy horse in front of this horse, if it is weaker than all of its own side about there.
fn prey(pos: &Position, units: &[UnitId], foes: &[UnitId]) -> Vec<UnitId> {
    let to = |foe: UnitId| units.iter().filter_map(|&u| pos.distance(u, foe)).min().map_or(99, i32::from);
    let mounted = |unit: UnitId| pos.spec(unit).kind.is_cavalry() && !pos.is_routed(unit);
    let prey: Vec<UnitId> = foes.iter().copied().filter(|&f| mounted(f) && to(f) <= HUNT).collect();
    let Some(side) = prey.first().map(|&f| pos.spec(f).side) else { return prey };
    let weight = |unit: UnitId| i32::from(pos.spec(unit).size) * super::eye::margin(pos, unit);
    let theirs: i32 = prey.iter().map(|&f| weight(f)).sum();
    let near =
        |unit: UnitId| prey.iter().any(|&f| pos.distance(unit, f).is_some_and(|d| i32::from(d) <= HUNT));
    let ours: i32 = pos.on_field(side.other()).filter(|&u| mounted(u) && near(u)).map(weight).sum();
    if ours * 10 >= theirs * 12 { prey } else { Vec::new() }
}

fn follow_if_going_on(plan: &mut Plan<'_>, side: Side, leader: LeaderId) {
    if plan.now.stage.phase().is_some_and(|p| p.line().is_some()) {
        follow(plan, side, leader);
    }
}

fn in_progress(pos: &Position) -> Option<(LeaderId, Vec<UnitId>)> {
    let phase = pos.stage.phase()?;
    Some((contingent(phase).unwrap_or(phase.leader), phase.line()?.units.to_vec()))
}

/// All straight ahead, unless that tears the line or leads away from the enemy.
fn march(plan: &mut Plan<'_>, units: &[UnitId], foes: &[UnitId], steps: i32) -> bool {
    let sum = |pos: &Position| units.iter().map(|&u| away(pos, u, foes)).sum::<i32>();
    let hits = |pos: &Position| units.iter().map(|&u| i32::from(pos.hits(u))).sum::<i32>();
    let before = (sum(&plan.now), hits(&plan.now));
    for steps in [steps, steps - 1, steps - 2] {
        if steps < 1 {
            break;
        }
        let mut tried = plan.clone();
        if tried.text(&format!("all fwd {steps}")) && !tried.is_closed {
            let after = (sum(&tried.now), hits(&tried.now));
            let many = units.len() as i32;
            let moved = units.iter().filter(|&&u| tried.now.unit(u).done.moved).count() as i32;
            if after.1 == before.1 && before.0 - after.0 >= moved.max(1) && moved * 2 > many {
                *plan = tried;
                return true;
            }
        }
    }
    false
}

/// Everybody to his best place, those nearest to the enemy first.
fn each(plan: &mut Plan<'_>, side: Side, units: &[UnitId], foes: &[UnitId]) {
    let mut order = units.to_vec();
    order.sort_by_cached_key(|&u| (away(&plan.now, u, foes), u));
    let Legal::Orders(orders) = legal(&plan.now, side) else { return };
    for unit in order {
        let Some(choice) = orders.units.iter().find(|c| c.unit == unit && c.moves) else { continue };
        let Some(place) = Scene::new(&plan.now, side, (plan.pace, plan.temper)).best(unit) else { continue };
        if place.gain > 2 {
            let stacked = choice.stack_price == Some(0);
            let to = |stack| walk(choice, place.hex, Some(place.facing), stack);
            if !(stacked && plan.order(&to(true))) {
                plan.order(&to(false));
            }
        }
        if plan.is_closed {
            return;
        }
    }
}

/// Everybody who can fires at the enemy nearest to rout.
fn shots(plan: &mut Plan<'_>, side: Side) {
    let mut fired: Vec<UnitId> = Vec::new();
    while let Legal::Orders(orders) = legal(&plan.now, side) {
        let next = orders.units.iter().find(|c| !c.targets.is_empty() && !fired.contains(&c.unit));
        let Some(choice) = next else { return };
        fired.push(choice.unit);
        if let Some(target) = target(&plan.now, &choice.targets) {
            plan.order(&Order::Fire(Fire { unit: choice.unit, target: Target::Unit(target) }));
        }
        if plan.is_closed {
            return;
        }
    }
}

/// Whom to fire at: elephants, then whoever is nearest to rout.
pub(super) fn target(pos: &Position, targets: &[UnitId]) -> Option<UnitId> {
    let steady = |&&t: &&UnitId| !pos.is_routed(t);
    targets
        .iter()
        .filter(steady)
        .min_by_key(|&&t| (use_of(pos, t) != Use::Beast, super::eye::margin(pos, t), t))
        .or(targets.first())
        .copied()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::chance::Chance;
    use crate::gboh::plan::Pace;
    use crate::gboh::random::compose;
    use tess_gboh::state::stage::Stage;
    use tess_scenario::Library;

    fn granicus() -> Position {
        let options = BTreeMap::from([("contingent-commanders".to_owned(), true)]);
        let loaded = Library::embedded().load_with("alexander/granicus-334bc", &options).expect("a field");
        let mut pos = Position::new(loaded.setup);
        let king = pos.set.find_leader("ALE").expect("Alexander");
        pos.stage =
            Stage::Activation { side: Side::First, due: vec![king], reactivation: false, trump_tried: true };
        pos
    }

    #[test]
    fn alexander_sets_his_contingents_to_work_and_they_go() {
        let pos = granicus();
        let mut plan = Plan::lenient(&pos, "macedon", Pace::Thorough);
        assert!(plan.order(&Order::Activate(pos.set.find_leader("ALE").expect("Alexander"))));
        contingents(&mut plan, Side::First);
        let moved = |code: &str| plan.now.unit(plan.now.set.find_unit(code).expect("a unit")).done.moved;
        assert!(["Y1", "Y2", "Y3"].into_iter().any(moved), "{:?}", plan.sheet());
        let phase = plan.now.stage.phase().expect("a phase");
        assert!(!phase.contingents.is_empty() && phase.contingent.is_none());
        assert!(plan.sheet().expect("a sheet").contains("contingent NIC"));
    }

    #[test]
    fn whoever_does_anything_finds_contingents_too() {
        let pos = granicus();
        let found = (0..60).any(|seed| {
            let mut plan = Plan::new(&pos, "macedon");
            compose(&mut plan, Side::First, &mut Chance::new(seed));
            plan.sheet().is_some_and(|sheet| sheet.contains("contingent "))
        });
        assert!(found);
    }

    /// Before the first order of a leader of Carthage at Cannae.
    fn cannae(leader: &str) -> (Position, LeaderId) {
        let loaded = Library::embedded().load("spqr/cannae-216bc").expect("a field");
        let mut pos = Position::new(loaded.setup);
        let due = pos.set.find_leader(leader).expect("a leader");
        pos.stage =
            Stage::Activation { side: Side::First, due: vec![due], reactivation: false, trump_tried: true };
        (pos, due)
    }

    #[test]
    fn stronger_horse_rides_at_weaker_and_its_leader_goes_with_it() {
        let (pos, hanno) = cannae("HNO");
        let mut plan = Plan::lenient(&pos, "carthage", Pace::Thorough);
        assert!(plan.order(&Order::Activate(hanno)));
        let Legal::Orders(orders) = legal(&plan.now, Side::First) else { panic!("no orders") };
        assert!(command(&mut plan, Side::First, &orders));
        let horse =
            ["HI1", "HI2", "HI3", "HI4", "HL1", "HL2", "HL3", "HL4"].map(|code| pos.set.find_unit(code));
        let at = plan.now.leader(hanno).hex.expect("on the map");
        for unit in horse.into_iter().flatten() {
            let (from, to) = (pos.hex(unit).expect("a hex"), plan.now.hex(unit).expect("a hex"));
            assert_eq!(from.distance(to), 8, "{:?}", plan.sheet());
            assert!(to.distance(at) <= plan.now.command_range(hanno), "{:?}", plan.sheet());
        }
    }

    #[test]
    fn foot_behind_stronger_horse_waits_a_turn_for_it() {
        let (mut pos, hannibal) = cannae("HAN");
        assert!(horse_begins(&pos, Side::First) && !horse_begins(&pos, Side::Second));
        let foot = pos.set.find_line(Side::First, "foot").expect("a line");
        let marches = |pos: &Position| {
            let mut plan = Plan::lenient(pos, "carthage", Pace::Thorough);
            assert!(plan.order(&Order::Activate(hannibal)));
            let Legal::Orders(orders) = legal(&plan.now, Side::First) else { panic!("no orders") };
            worthwhile(&plan.now, Side::First, &orders.lines).iter().any(|(w, l)| l.line == foot && *w > 0)
        };
        assert!(!marches(&pos));
        pos.turn = 2;
        assert!(marches(&pos));
    }
}
