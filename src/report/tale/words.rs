//! A scene in words.

use super::fight::Fate;
use super::scene::{Rally, Scene, Shot};
use super::who::{alike, bound, codes, leader, taken};
use crate::form::list::{count, hits, listed, plural};
use crate::narrate::Teller;
use tess_effects::Rule;
use tess_gboh::events::hit_cause::HitCause;
use tess_gboh::events::missile::Occasion;
use tess_gboh::events::{FireEvent, MoveEvent, RoutEvent};
use tess_gboh::order::Target;
use tess_gboh::{LeaderId, UnitId};
use tess_hex::{Facing, Hex};

/// Units that are told with their hexes; of more the roster has them.
const FEW: usize = 3;

/// The sentences of a scene.
pub(super) fn told(t: &mut Teller<'_>, scene: &Scene) -> String {
    match scene {
        Scene::Moves(units) => moves(t, units),
        Scene::Rides(leaders) => rides(t, leaders),
        Scene::Strain(why, units) => {
            let rule = t.rule(why.rule());
            format!("{}, {} ({rule}).", as_they(*why), listed(&taken(t, units)))
        }
        Scene::Fire(target, occasion, shots) => fire(t, *target, *occasion, shots),
        Scene::Missiles(low, spent) => missiles(t, low, spent),
        Scene::Reloads(units) => {
            let rule = t.rule(FireEvent::RELOAD);
            format!("{} {} missiles again ({rule}).", in_order(t, units), plural(units.len(), "has", "have"))
        }
        Scene::Withdraws(before, units) => withdraws(t, *before, units),
        Scene::Turns(before, units) => turns(t, *before, units),
        Scene::Fight(fight) => fight.told(t),
        Scene::Flight(fate) => flight(t, fate),
        Scene::RunsOn(rule, units) => {
            let who: Vec<UnitId> = units.iter().map(|(unit, _)| *unit).collect();
            let verb = plural(who.len(), "runs on", "run on");
            format!("{} {verb} ({}).", in_order(t, &who), t.rule(*rule))
        }
        Scene::Recovers(units) => recovers(t, units),
        Scene::Rallies(leader, tries) => rallies(t, *leader, tries),
        Scene::Told(text) => format!("{text}."),
    }
}

fn moves(t: &mut Teller<'_>, units: &[(UnitId, Option<Hex>)]) -> String {
    let who: Vec<UnitId> = units.iter().map(|(unit, _)| *unit).collect();
    let places: Vec<(UnitId, Hex)> = units.iter().filter_map(|(unit, to)| Some((*unit, (*to)?))).collect();
    let all = places.len() == who.len();
    match places.as_slice() {
        [] => format!("{} {} about.", codes(t, &who), plural(who.len(), "turns", "turn")),
        few if all && few.len() <= FEW => format!("{}.", bound(t, few, "moves", "move")),
        _ => format!("{} {}.", in_order(t, &who), plural(who.len(), "moves", "move")),
    }
}

/// Units by their codes, as the roster has them.
fn in_order(t: &mut Teller<'_>, units: &[UnitId]) -> String {
    let mut units = units.to_vec();
    units.sort_unstable();
    units.dedup();
    codes(t, &units)
}

fn rides(t: &mut Teller<'_>, leaders: &[(LeaderId, Hex)]) -> String {
    let each: Vec<String> =
        leaders.iter().map(|(leader, hex)| format!("{} rides to {hex}", self::leader(t, *leader))).collect();
    format!("{}.", listed(&each))
}

/// `S1 and S2 shoot at A29 (dice 3 and 7; 8.15): 2 hits.`
fn fire(t: &mut Teller<'_>, target: Target, occasion: Occasion, shots: &[Shot]) -> String {
    let whom = match target {
        Target::Unit(unit) => t.code(unit).to_owned(),
        Target::Leader(leader) => t.name(leader).to_owned(),
    };
    let mut units: Vec<UnitId> = shots.iter().map(|shot| shot.unit).collect();
    units.dedup();
    let n = units.len();
    let did = match occasion {
        Occasion::Order | Occasion::Engine => format!("{} at {whom}", plural(n, "shoots", "shoot")),
        Occasion::Entry => format!("{} at {whom} as it comes near", plural(n, "shoots", "shoot")),
        Occasion::Retire => format!("{} after {whom}", plural(n, "shoots", "shoot")),
        Occasion::Return => format!("{} back at {whom}", plural(n, "shoots", "shoot")),
        Occasion::Harass => format!("{} {whom}", plural(n, "harasses", "harass")),
        Occasion::Withdrawal => format!("{} back shooting at {whom}", plural(n, "falls", "fall")),
    };
    let dice: Vec<String> = shots.iter().map(|shot| t.die(shot.die).to_string()).collect();
    let sum: u8 = shots.iter().map(|shot| shot.hits).sum();
    let end = match (sum, target) {
        (_, Target::Leader(_)) => String::new(),
        (0, _) => format!(" and {}", plural(n, "misses", "miss")),
        (sum, _) => format!(": {}", hits(sum)),
    };
    let rule = t.rule(occasion.rule());
    let with = format!("({}; {rule})", count(&dice, "die", "dice"));
    match sum {
        0 => format!("{} {did}{end} {with}.", codes(t, &units)),
        _ => format!("{} {did} {with}{end}.", codes(t, &units)),
    }
}

fn missiles(t: &mut Teller<'_>, low: &[UnitId], spent: &[UnitId]) -> String {
    let rule = t.rule(FireEvent::SUPPLY);
    let mut parts = Vec::new();
    if !spent.is_empty() {
        parts.push(format!("{} {} out of missiles", in_order(t, spent), plural(spent.len(), "is", "are")));
    }
    if !low.is_empty() {
        parts.push(format!("{} {} low on them", in_order(t, low), plural(low.len(), "is", "are")));
    }
    if spent.is_empty() {
        parts = vec![format!("{} {} low on missiles", in_order(t, low), plural(low.len(), "is", "are"))];
    }
    format!("{} ({rule}).", listed(&parts))
}

fn withdraws(t: &mut Teller<'_>, before: UnitId, units: &[(UnitId, Option<Hex>)]) -> String {
    let rule = t.rule(MoveEvent::WITHDRAWS);
    let places: Vec<(UnitId, Hex)> = units.iter().filter_map(|(unit, to)| Some((*unit, (*to)?))).collect();
    let who = bound(t, &places, "falls back", "fall back");
    format!("{who} before {} ({rule}).", t.code(before))
}

fn turns(t: &mut Teller<'_>, before: UnitId, units: &[(UnitId, Facing)]) -> String {
    let rule = t.rule(MoveEvent::TURNS);
    let who: Vec<UnitId> = units.iter().map(|(unit, _)| *unit).collect();
    let verb = plural(who.len(), "turns", "turn");
    format!("{} {verb} to meet {} ({rule}).", codes(t, &who), t.code(before))
}

fn flight(t: &mut Teller<'_>, fate: &Fate) -> String {
    let did = fate.did(t);
    format!("{} {did}.", t.code(fate.unit))
}

/// Units that are out of the battle by one rule or another: `ME1 and ME5 are lost (10.27)`.
pub(super) fn lost(t: &mut Teller<'_>, fates: &[&Fate]) -> String {
    let mut rules: Vec<Rule> = fates.iter().filter_map(|fate| fate.gone).collect();
    rules.sort_unstable();
    rules.dedup();
    let each: Vec<String> = rules
        .into_iter()
        .map(|rule| {
            let units: Vec<UnitId> =
                fates.iter().filter(|fate| fate.gone == Some(rule)).map(|fate| fate.unit).collect();
            let verb = plural(units.len(), "is", "are");
            format!("{} {verb} lost ({})", in_order(t, &units), t.rule(rule))
        })
        .collect();
    format!("{}.", listed(&each))
}

fn recovers(t: &mut Teller<'_>, units: &[(UnitId, u8)]) -> String {
    let rule = t.rule(RoutEvent::RECOVERS);
    let each: Vec<String> = alike(t, units)
        .into_iter()
        .map(|(n, who, count)| {
            let (verb, each) = (plural(count, "recovers", "recover"), plural(count, "", " each"));
            format!("{who} {verb} {}{each}", hits(n))
        })
        .collect();
    format!("{} ({rule}).", listed(&each))
}

fn rallies(t: &mut Teller<'_>, leader: LeaderId, tries: &[Rally]) -> String {
    let (name, rule) = (self::leader(t, leader), t.rule(RoutEvent::RALLIES));
    let mut parts = Vec::new();
    for won in [true, false] {
        let those: Vec<&Rally> = tries.iter().filter(|it| (it.die <= it.needed) == won).collect();
        if !those.is_empty() {
            let units: Vec<UnitId> = those.iter().map(|it| it.unit).collect();
            let dice: Vec<String> =
                those.iter().map(|it| format!("{} against {}", t.die(it.die), it.needed)).collect();
            let verb = if won { "rallies" } else { "tries in vain to rally" };
            parts.push(format!("{verb} {} ({}; {rule})", codes(t, &units), count(&dice, "die", "dice")));
        }
    }
    format!("{name} {}.", listed(&parts))
}

/// How it came that units took hits.
const fn as_they(why: HitCause) -> &'static str {
    match why {
        HitCause::Ground => "on difficult ground",
        HitCause::RoughTurn => "turning in rough ground",
        HitCause::Pivot => "pivoting",
        HitCause::Wheel => "wheeling",
        HitCause::MovesAgain | HitCause::MovesAgainFar | HitCause::HarassesAgain => {
            "moving once more in the turn"
        }
        HitCause::FifthPoint => "for a fifth movement point",
        HitCause::Through | HitCause::PassedThrough => "as friends pass through friends",
        HitCause::WithdrawsFromBehind => "stepping away from an approach on flank or rear",
        HitCause::Withdrawal
        | HitCause::InfantryWithdraws
        | HitCause::ChariotsWithdraw
        | HitCause::LegionWithdraws
        | HitCause::DisorderInWithdrawal => "falling back",
        HitCause::TurnsBefore | HitCause::TurnsInHaste => "turning before the enemy",
        HitCause::ElephantsNear | HitCause::BesideElephants | HitCause::Elephants => "near elephants",
        HitCause::FeignedRetreat => "in the feigned retreat",
        HitCause::Lured => "in the chase",
        HitCause::Advance => "advancing",
        HitCause::Missiles => "by missiles",
        HitCause::PreShock => "before the clash",
        HitCause::Shock | HitCause::ShockInColumn | HitCause::Breakthrough => "in the clash",
        HitCause::ElephantPassed => "as an elephant passes",
        HitCause::ChariotsPassed => "as chariots pass",
        HitCause::GroundOfReturn => "on their ground",
        HitCause::RunOver | HitCause::RunOverCheck => "run over by friends in flight",
        HitCause::ComradeBroke => "at the rout of a comrade",
        HitCause::Rampage => "before elephants running wild",
    }
}
