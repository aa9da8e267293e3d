//! Feigned retreat (cataphract 6.7): riders who flee, lure their enemy after them and turn on it.

use crate::check::check;
use crate::events::hit_cause::HitCause;
use crate::events::missile::Occasion;
use crate::events::movement::MoveEvent;
use crate::movement::march::{Body, March};
use crate::movement::retreat::Retreat;
use crate::movement::withdraw::{entitled_now, followers, in_order, place};
use crate::movement::{cost, facts, feign_choice, mark, stacking};
use crate::order::Target;
use crate::piece::{LeaderId, UnitId};
use crate::position::{Hexes, Position};
use crate::questions::near::{distance, within_two};
use crate::questions::{along, company, outlook};
use crate::state::asks::Finer;
use crate::state::weapon::Weapon;
use crate::{Flow, Happening, Oracle, missile, questions, rout};
use tess_effects::{Question, Rule};
use tess_hex::{Facing, Hex, Hexside};

const RULE: Rule = Rule("cataphract 6.73");

/// How far they ride, in hexes (cataphract 6.73).
const FAR: std::ops::RangeInclusive<usize> = 3..=5;

/// **cataphract 6.71, 6.72.** Does this unit know the ruse, and is it free to use it against that one?
fn may_feign(pos: &Position, unit: UnitId, mover: UnitId) -> bool {
    pos.spec(unit).feigns
        && pos.spec(mover).kind.is_cavalry()
        && pos.side(mover) != pos.side(unit)
        && in_order(pos, unit)
        && in_order(pos, mover)
        && !pos.in_column(unit)
        && !questions::is_engaged(pos, unit)
        && !pos.unit_in_zoc(unit)
        && !pos.unit_in_zoc(mover)
}

/// **cataphract 6.72 to 6.75.** Offers feigned retreats to those whom the mover has just come upon, one
/// after the other, in the order their player likes. True when the mover was lured: its move is over.
pub(crate) fn offer(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    mover: UnitId,
    prev: Option<Hexes>,
) -> Flow<bool> {
    let side = pos.side(mover).other();
    if !pos.spec(mover).kind.is_cavalry() || !pos.set.units.iter().any(|u| u.feigns && u.side == side) {
        return Ok(false);
    }
    let mut able: Vec<UnitId> = within_two(pos, pos.hexes(mover), Some(side))
        .into_iter()
        .filter(|&u| {
            let now = distance(pos.hexes(u), pos.hexes(mover)) <= 2;
            entitled_now(pos, u, mover, prev) || prev.is_none() && now
        })
        .collect();
    loop {
        able.retain(|&u| may_feign(pos, u, mover) && !ways(pos, u, pos.hexes(mover)).is_empty());
        let Some(unit) = first(pos, oracle, &able, mover)? else { return Ok(false) };
        able.retain(|&u| u != unit);
        if let Some(way) = which(pos, oracle, unit, mover)?
            && feign(pos, oracle, unit, mover, &way)?
        {
            return Ok(true);
        }
        if !in_order(pos, mover) {
            return Ok(false);
        }
    }
}

/// **cataphract 6.75.** Whose turn it is, of several.
fn first(pos: &Position, oracle: &mut Oracle<'_>, able: &[UnitId], mover: UnitId) -> Flow<Option<UnitId>> {
    let [one, _, ..] = able else { return Ok(able.first().copied()) };
    let text =
        format!("{} is before several who may feign a retreat. Who is first?", facts::named(pos, mover));
    let side = &pos.set.sides[pos.spec(*one).side];
    let rule = Rule("cataphract 6.75");
    let mut q = Question::new("feign-first", side, &pos.spec(mover).code, rule, text)
        .choice("no", "nobody feigns a retreat");
    for &u in able {
        q = q.choice(pos.spec(u).code.to_ascii_lowercase(), facts::named(pos, u));
    }
    let key = oracle.ask(facts::about(q, pos, *one, mover))?;
    Ok(able.iter().copied().find(|&u| pos.spec(u).code.eq_ignore_ascii_case(&key)))
}

/// Asks one unit whether it rides away, and where to.
fn which(pos: &Position, oracle: &mut Oracle<'_>, unit: UnitId, mover: UnitId) -> Flow<Option<Retreat>> {
    let spec = pos.spec(unit);
    let text = format!(
        "{} comes within {} of {}. Feign a retreat?",
        facts::named(pos, mover),
        pos.distance(unit, mover).unwrap_or(2),
        facts::named(pos, unit)
    );
    let mut q =
        Question::new("feign", &pos.set.sides[spec.side], &spec.code, RULE, text).choice("no", "stays");
    let ways = ways(pos, unit, pos.hexes(mover));
    for way in &ways {
        let (Some(end), far) = (way.end(), way.way.len()) else { continue };
        q = q.choice(end.to_string(), format!("{far} hexes to {end}, {}", facts::hits(way.hits)));
    }
    let key = oracle.ask(facts::about(q, pos, unit, mover).fact("mover.bait", rating(pos, mover)))?;
    let Some(way) = ways.into_iter().find(|w| w.end().is_some_and(|h| h.to_string() == key)) else {
        return Ok(None);
    };
    let wanted = pos.asks(pos.side(unit), Finer::FeignPath);
    let all = if wanted { ways_to(pos, unit, pos.hexes(mover), &way) } else { Vec::new() };
    feign_choice::way(pos, oracle, unit, mover, &all, &way).map(Some)
}

/// **cataphract 6.74.** The highest die by which it is not lured.
fn rating(pos: &Position, mover: UnitId) -> u8 {
    pos.spec(mover).bait.unwrap_or(pos.spec(mover).tq)
}

/// Hits of riding across a side, `None` where no rider goes: ground, enemies and, unless ignored, their
/// zones (6.73).
fn ride(pos: &Position, body: &Body, from: Hex, side: Hexside, zones: bool) -> Option<u8> {
    let to = from.neighbour(side)?;
    let entry = cost::entry(pos, body.kind, body.tread, false, from, side, 0).ok()?;
    if pos.stack(to).units().any(|u| pos.side(u) != body.side)
        || zones && pos.in_enemy_zoc(body.side, to)
        || stacking::friends(pos, body, to).any(|f| pos.in_column(f))
    {
        return None;
    }
    Some(entry.total() + stacking::through_hits(pos, body, to))
}

/// **cataphract 6.73\[2\].** Where it may ride: three to five hexes, each further from the enemy than the
/// one before. Of ways that cost the same the one whose hexes lie better for its side.
fn ways(pos: &Position, unit: UnitId, mover: Hexes) -> Vec<Retreat> {
    let Some(start) = pos.hex(unit) else { return Vec::new() };
    let lies = |way: &[Hex]| along(pos, pos.side(unit), way);
    let body = Body::unordered(pos, unit, None);
    let mut found: Vec<Retreat> = Vec::new();
    let mut edge = vec![Retreat { way: Vec::new(), mp: 0, hits: 0 }];
    for far in 1..=*FAR.end() {
        let mut next: Vec<Retreat> = Vec::new();
        for r in &edge {
            let from = r.end().unwrap_or(start);
            let off = |h: Hex| distance(Hexes::one(h), mover);
            for (side, to) in from.neighbours().filter(|&(_, to)| off(to) > off(from)) {
                let Some(hits) = ride(pos, &body, from, side, true) else { continue };
                let mut way = r.way.clone();
                way.push(to);
                let new = Retreat { way, mp: 0, hits: r.hits + hits };
                match next.iter_mut().find(|o| o.end() == Some(to)) {
                    Some(old) if old.hits < new.hits => {}
                    Some(old) if old.hits > new.hits || lies(&old.way) > lies(&new.way) => *old = new,
                    Some(_) => {}
                    None => next.push(new),
                }
            }
        }
        if FAR.contains(&far) {
            let may_end = |r: &&Retreat| {
                r.end().is_some_and(|h| {
                    let there = March::at(pos, unit, h, heading(pos, unit, start, &r.way));
                    stacking::may_end(pos, &body, &there)
                })
            };
            found.extend(next.iter().filter(may_end).cloned());
        }
        edge = next;
    }
    let side = pos.side(unit);
    found.sort_by_cached_key(|r| (r.way.len(), r.end().map(|h| company(pos, side, h))));
    found
}

/// All ways to where this one ends: as each hex is one further from the enemy than the one before, they are
/// of one length.
fn ways_to(pos: &Position, unit: UnitId, mover: Hexes, one: &Retreat) -> Vec<Retreat> {
    let (Some(start), Some(end)) = (pos.hex(unit), one.end()) else { return Vec::new() };
    let body = Body::unordered(pos, unit, None);
    let off = |h: Hex| distance(Hexes::one(h), mover);
    let mut ways = vec![Retreat { way: Vec::new(), mp: 0, hits: 0 }];
    for left in (0..one.way.len()).rev() {
        let mut longer = Vec::new();
        for so_far in &ways {
            let from = so_far.end().unwrap_or(start);
            let near = |to: Hex| off(to) > off(from) && usize::from(to.distance(end)) <= left;
            for (side, to) in from.neighbours().filter(|&(_, to)| near(to)) {
                if let Some(hits) = ride(pos, &body, from, side, true) {
                    let way = so_far.way.iter().copied().chain([to]).collect();
                    longer.push(Retreat { way, mp: 0, hits: so_far.hits + hits });
                }
            }
        }
        ways = longer;
    }
    ways
}

/// The facings of a rider who has come this way, straight on: with the last hex before him. First the one
/// between the two directions of a way that has wound, or as he rode last.
fn headings(start: Hex, way: &[Hex], now: Facing) -> Vec<Facing> {
    let before = way.len().checked_sub(2).map_or(start, |n| way[n]);
    let Some(side) = way.last().and_then(|&end| before.side_towards(end)) else { return Vec::new() };
    let left = Facing::with_left_front(side);
    if now == left { vec![left, left.turn(-1)] } else { vec![left.turn(-1), left] }
}

/// How a rider faces who has come this way: straight on; where the way has wound, between its two
/// directions, else as he turns least.
fn heading(pos: &Position, unit: UnitId, start: Hex, way: &[Hex]) -> Facing {
    let now = pos.facing(unit).unwrap_or(Facing::E);
    let all: Vec<Hex> = std::iter::once(start).chain(way.iter().copied()).collect();
    let mut sides = all.windows(2).rev().filter_map(|p| p[0].side_towards(p[1]));
    let Some(last) = sides.next() else { return now };
    let turned = sides.find(|&s| s != last);
    let left = Facing::with_left_front(last);
    let key = |f: Facing| {
        let winds = turned.is_some_and(|s| [f.left_front(), f.right_front()].contains(&s));
        (!winds, f.vertices_to(now), outlook(pos, pos.side(unit), start, f))
    };
    if key(left.turn(-1)) < key(left) { left.turn(-1) } else { left }
}

/// **cataphract 6.73, 6.74.** The whole ruse; true when the enemy was lured.
fn feign(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    mover: UnitId,
    way: &Retreat,
) -> Flow<bool> {
    let (Some(start), Some(end)) = (pos.hex(unit), way.end()) else { return Ok(false) };
    let seen = sees(pos, mover, start);
    let body = Body::unordered(pos, unit, None);
    let following = followers(pos, oracle, &body, mover)?;
    let mut passed: Vec<(UnitId, u8)> = Vec::new();
    for &hex in &way.way {
        let hits = stacking::through_hits(pos, &body, hex);
        passed.extend(stacking::friends(pos, &body, hex).filter(|_| hits > 0).map(|f| (f, hits)));
    }
    let open = headings(start, &way.way, heading(pos, unit, start, &way.way));
    let facing = feign_choice::facing(pos, oracle, unit, mover, &open)?;
    place(pos, &body, end, facing.unwrap_or_else(|| heading(pos, unit, start, &way.way)));
    oracle.tell(|| Happening::Move(MoveEvent::Feigned { unit, mover, from: start, way: way.way.clone() }));
    for (leader, _) in following {
        pos.place_leader(leader, Some(end));
        oracle.tell(|| Happening::Move(MoveEvent::LeaderFollowed { leader, unit, hex: end }));
    }
    crate::movement::leaders::withdraw_from(pos, oracle, unit)?;
    if way.hits > 0 {
        rout::hit(pos, oracle, unit, way.hits, HitCause::FeignedRetreat)?;
    }
    for (standing, hits) in passed {
        oracle.tell(|| Happening::Move(MoveEvent::Through { unit, standing, hits }));
        rout::hit(pos, oracle, standing, hits, HitCause::PassedThrough)?;
        rout::rout_if_broken(pos, oracle, standing, Some(mover))?;
    }
    if rout::rout_if_broken(pos, oracle, unit, Some(mover))? || !baited(pos, oracle, mover, seen)? {
        return Ok(false);
    }
    pursue(pos, oracle, unit, mover, start, &way.way)?;
    Ok(true)
}

/// **cataphract 6.74.** Is a unit out of the command range of every leader who could order it?
#[must_use]
pub fn is_out_of_hand(pos: &Position, unit: UnitId) -> bool {
    !pos.leader_ids().any(|l| {
        pos.leader_spec(l).side == pos.side(unit)
            && crate::questions::can_command(pos, l, unit)
            && crate::questions::in_range(pos, l, unit)
    })
}

/// **cataphract 8.35.** After harassment of cavalry: the harasser, which has not left its hex, turns away,
/// and the target may be lured after it; one that was `out_of_hand` when it was attacked must follow (6.74).
///
/// # Errors
/// As the oracle's.
pub fn feign_after_harassing(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    target: UnitId,
    out_of_hand: bool,
) -> Flow<()> {
    let Some(hex) = pos.hex(unit).filter(|_| may_feign(pos, unit, target)) else { return Ok(()) };
    let spec = pos.spec(unit);
    let rule = Rule("cataphract 8.35");
    let text =
        format!("{} has harassed {}. Feign a retreat?", facts::named(pos, unit), facts::named(pos, target));
    let q = Question::new("feign", &pos.set.sides[spec.side], &spec.code, rule, text)
        .choice("no", "stays as it is")
        .choice("yes", "turns away and lures it");
    let q = facts::about(q, pos, unit, target).fact("reason", "harass");
    if oracle.ask(q.fact("mover.bait", rating(pos, target)))? != "yes" {
        return Ok(());
    }
    let Some(at) = pos.hex(target) else { return Ok(()) };
    let seen = sees(pos, target, hex);
    let away = turned_away(pos, unit, hex, at);
    if let Some(facing) = feign_choice::facing(pos, oracle, unit, target, &away)? {
        pos.turn_in_place(unit, facing);
    }
    oracle.tell(|| Happening::Move(MoveEvent::Feigned { unit, mover: target, from: hex, way: Vec::new() }));
    if out_of_hand {
        let rating = rating(pos, target);
        let told = MoveEvent::Bait { mover: target, die: None, modifier: 0, rating, follows: true };
        oracle.tell(|| Happening::Move(told));
    } else if !baited(pos, oracle, target, seen)? {
        return Ok(());
    }
    // It comes back by the way on which the harasser came.
    pursue(pos, oracle, unit, target, hex, &[])
}

/// **cataphract 6.73\[2\].** The facings of somebody who would ride from here straight away from there, the
/// nearest to his own first.
fn turned_away(pos: &Position, unit: UnitId, from: Hex, enemy: Hex) -> Vec<Facing> {
    let now = pos.facing(unit).unwrap_or(Facing::E);
    let ahead = |f: Facing| -> u8 {
        let sides = [f.left_front(), f.right_front()];
        sides.into_iter().filter_map(|s| from.neighbour(s)).map(|h| h.distance(enemy)).sum()
    };
    let farthest = Facing::ALL.into_iter().map(ahead).max();
    let mut away: Vec<Facing> = Facing::ALL.into_iter().filter(|&f| Some(ahead(f)) == farthest).collect();
    away.sort_by_cached_key(|&f| (f.vertices_to(now), outlook(pos, pos.side(unit), from, f)));
    away
}

/// Does the mover see the hex?
fn sees(pos: &Position, mover: UnitId, hex: Hex) -> bool {
    let there = Hexes::one(hex);
    pos.hexes(mover).iter().any(|from| {
        questions::sight::is_clear(pos, from, hex, questions::sight::Eye::Level, [pos.hexes(mover), there])
    })
}

/// **cataphract 6.74.** The bait: a die higher than its rating, one less with a leader, and it follows;
/// unseen it stays.
fn baited(pos: &Position, oracle: &mut Oracle<'_>, mover: UnitId, seen: bool) -> Flow<bool> {
    let rating = rating(pos, mover);
    let rule = Rule("cataphract 6.74");
    if !seen {
        let told = MoveEvent::Bait { mover, die: None, modifier: 0, rating, follows: false };
        oracle.tell(|| Happening::Move(told));
        return Ok(false);
    }
    let modifier = if riders(pos, mover).is_empty() { 0 } else { -1 };
    let die = oracle.d10("bait", &pos.spec(mover).code, rule)?;
    let follows = die as i8 + modifier > rating as i8;
    oracle.tell(|| Happening::Move(MoveEvent::Bait { mover, die: Some(die), modifier, rating, follows }));
    Ok(follows)
}

/// Leaders in the hexes of a unit.
fn riders(pos: &Position, unit: UnitId) -> Vec<LeaderId> {
    let side = pos.side(unit);
    let here = pos.hexes(unit);
    pos.leader_ids()
        .filter(|&l| {
            !pos.is_counter(l)
                && pos.leader_spec(l).side == side
                && pos.leader(l).hex.is_some_and(|h| here.contains(h))
        })
        .collect()
}

/// **cataphract 6.73\[3\].** The lured unit follows until it is two hexes behind, or the way is blocked;
/// then comes what they have waited for.
fn pursue(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    mover: UnitId,
    start: Hex,
    way: &[Hex],
) -> Flow<()> {
    let body = Body::unordered(pos, mover, None);
    let Some(began) = pos.hex(mover) else { return Ok(()) };
    let with = riders(pos, mover);
    let mut goals: Vec<Hex> = std::iter::once(start).chain(way.iter().copied()).collect();
    let (mut at, mut gone, mut untold) = (began, Vec::new(), Vec::new());
    while in_order(pos, mover) && pos.distance(mover, unit).is_some_and(|d| d > 2) {
        let Some(&goal) = goals.first() else { break };
        if at == goal {
            goals.remove(0);
            continue;
        }
        // Up to the hex where it began the way is the nearest, then it is theirs.
        let nearer: Vec<(u8, Hexside, Hex)> = at
            .neighbours()
            .filter(|(_, n)| n.distance(goal) < at.distance(goal))
            .filter_map(|(side, n)| ride(pos, &body, at, side, false).map(|hits| (hits, side, n)))
            .collect();
        let next = feign_choice::after(pos, oracle, mover, unit, &nearer)?;
        let Some((hits, side, to)) = next else { break };
        let through = stacking::through_hits(pos, &body, to);
        let passed: Vec<UnitId> = stacking::friends(pos, &body, to).filter(|_| through > 0).collect();
        at = to;
        gone.push(to);
        untold.push(to);
        let mut facing = heading(pos, mover, began, &gone);
        if ![facing.left_front(), facing.right_front()].contains(&side) {
            facing = Facing::with_left_front(side);
        }
        place(pos, &body, at, facing);
        for &leader in &with {
            pos.place_leader(leader, Some(at));
        }
        if hits > 0 || !passed.is_empty() {
            // What befalls it on the way is told after the way to there.
            let way = std::mem::take(&mut untold);
            oracle.tell(|| Happening::Move(MoveEvent::Lured { mover, unit, way }));
        }
        rout::hit(pos, oracle, mover, hits, HitCause::Lured)?;
        for standing in passed {
            oracle.tell(|| Happening::Move(MoveEvent::Through { unit: mover, standing, hits: through }));
            rout::hit(pos, oracle, standing, through, HitCause::PassedThrough)?;
            rout::rout_if_broken(pos, oracle, standing, None)?;
        }
        rout::rout_if_broken(pos, oracle, mover, Some(unit))?;
    }
    if let (Some(now), true) = (pos.facing(mover), in_order(pos, mover)) {
        let open = headings(began, &gone, now);
        if let Some(facing) = feign_choice::facing(pos, oracle, mover, unit, &open)? {
            pos.turn_in_place(mover, facing);
        }
    }
    if gone.is_empty() || !untold.is_empty() {
        oracle.tell(|| Happening::Move(MoveEvent::Lured { mover, unit, way: untold }));
    }
    step_back(pos, &body, began);
    if in_order(pos, mover) && in_order(pos, unit) {
        close(pos, oracle, unit, mover)?;
    }
    // Lured by those who harassed it, it is not its side's turn to shock (cataphract 8.35).
    let active = pos.stage.phase().is_some_and(|p| pos.leader_spec(p.leader).side == pos.side(mover));
    if active && in_order(pos, mover) && pos.is_beside_enemy(mover) && !pos.unit(mover).done.shocked {
        mark::mark_moved(pos, oracle, mover);
    }
    Ok(())
}

/// **cataphract 6.61.** A pursuer whom a blocked way leaves among friends goes back to where it set out.
fn step_back(pos: &mut Position, body: &Body, began: Hex) {
    let (Some(hex), Some(facing)) = (pos.hex(body.unit), pos.facing(body.unit)) else { return };
    if stacking::friends(pos, body, hex).next().is_some() && in_order(pos, body.unit) {
        let with = riders(pos, body.unit);
        place(pos, body, began, facing);
        for leader in with {
            pos.place_leader(leader, Some(began));
        }
    }
}

/// **cataphract 6.73\[4\].** Two hexes apart with a free hex between them: the one who fled turns on its
/// pursuer, or is caught.
fn close(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId, mover: UnitId) -> Flow<()> {
    let between = between(pos, unit, mover);
    if pos.distance(unit, mover) != Some(2) || between.is_empty() {
        return Ok(());
    }
    let check = check(pos, oracle, unit, "feint", 0, RULE)?;
    oracle.tell(|| Happening::Move(MoveEvent::Feint { unit, check }));
    let (who, other) = if check.failed() { (mover, unit) } else { (unit, mover) };
    strike(pos, oracle, who, other, &between, !check.failed())
}

/// Free hexes that touch both, into which the striker could go.
fn between(pos: &Position, unit: UnitId, mover: UnitId) -> Vec<Hex> {
    let (Some(a), Some(b)) = (pos.hex(unit), pos.hex(mover)) else { return Vec::new() };
    let mut found: Vec<Hex> = a
        .neighbours()
        .map(|(_, n)| n)
        .filter(|&n| n.touches(b) && pos.stack(n).is_empty() && pos.set.field.is_open(n))
        .collect();
    found.sort_by_cached_key(|&h| company(pos, pos.side(unit), h));
    found
}

/// Asks what the striker does, and does it.
fn strike(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    who: UnitId,
    other: UnitId,
    between: &[Hex],
    feigner: bool,
) -> Flow<()> {
    let (Some(at), Some(target)) = (pos.hex(who), pos.hex(other)) else { return Ok(()) };
    let body = Body::unordered(pos, who, None);
    let spec = pos.spec(who);
    let text = format!("{} may strike at {}.", facts::named(pos, who), facts::named(pos, other));
    let mut q = Question::new("feign-strike", &pos.set.sides[spec.side], &spec.code, RULE, text)
        .choice("no", "stays as it is");
    let mut plans: Vec<(String, Hex, Facing, bool)> = Vec::new();
    if feigner && let Some(&facing) = facings_towards(pos, who, at, target, other, false).first() {
        plans.push(("fire".to_owned(), at, facing, false));
    }
    for &hex in between {
        if at.side_towards(hex).is_none_or(|side| ride(pos, &body, at, side, false).is_none()) {
            continue;
        }
        for (word, by_shock) in [("fire", false), ("shock", true)] {
            if let Some(&facing) = facings_towards(pos, who, hex, target, other, by_shock).first() {
                plans.push((format!("{word}-{hex}"), hex, facing, by_shock));
            }
        }
    }
    for (key, hex, facing, by_shock) in &plans {
        let what = if *by_shock { "attacks by shock" } else { "fires" };
        q = q.choice(key.clone(), format!("{what} from {hex}, facing {facing}"));
    }
    let default = plans.iter().find(|p| p.3 != feigner).or(plans.first());
    if let Some((key, ..)) = default {
        q = q.or_else(key.clone());
    }
    let key = oracle.ask(facts::about(q, pos, who, other).fact("feigner", feigner))?;
    let Some((_, hex, _, by_shock)) = plans.into_iter().find(|p| p.0 == key) else { return Ok(()) };
    let open = facings_towards(pos, who, hex, target, other, by_shock);
    let Some(facing) = feign_choice::facing(pos, oracle, who, other, &open)? else { return Ok(()) };
    go_up(pos, oracle, &body, at, hex, facing)?;
    if !in_order(pos, who) || !in_order(pos, other) {
        return Ok(());
    }
    if by_shock {
        return (pos.set.sequels.strike)(pos, oracle, who, other);
    }
    match missile::shot::aim(pos, who, Weapon::Own, Target::Unit(other), true, Occasion::Withdrawal) {
        Ok(shot) => missile::shot::fire(pos, oracle, shot),
        Err(_) => Ok(()),
    }
}

/// Puts the striker where it strikes from, with its leaders and the hits of the ground.
fn go_up(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    body: &Body,
    at: Hex,
    hex: Hex,
    facing: Facing,
) -> Flow<()> {
    let who = body.unit;
    let hits = at.side_towards(hex).and_then(|side| ride(pos, body, at, side, false)).unwrap_or(0);
    let with = riders(pos, who);
    if hex == at {
        pos.turn_in_place(who, facing);
    } else {
        place(pos, body, hex, facing);
        for leader in with {
            pos.place_leader(leader, Some(hex));
        }
    }
    oracle.tell(|| Happening::Move(MoveEvent::Strikes { unit: who, hex, facing }));
    rout::hit(pos, oracle, who, hits, HitCause::Ground)?;
    rout::rout_if_broken(pos, oracle, who, None).map(drop)
}

/// How it would face in a hex to strike, straightest first; nothing where it cannot strike in that manner.
fn facings_towards(
    pos: &Position,
    who: UnitId,
    hex: Hex,
    target: Hex,
    other: UnitId,
    by_shock: bool,
) -> Vec<Facing> {
    let near = |f: Facing| {
        let fronts = [f.left_front(), f.right_front()];
        fronts.iter().filter_map(|&s| hex.neighbour(s)).map(|n| n.distance(target)).sum::<u8>()
    };
    let mut facings = Facing::ALL;
    let turns = |f: Facing| pos.facing(who).map_or(0, |now| now.vertices_to(f));
    facings.sort_by_cached_key(|&f| (near(f), turns(f), outlook(pos, pos.side(who), hex, f)));
    let strikes = |facing: &Facing| {
        let facing = *facing;
        let mut there = pos.clone();
        if hex == pos.hex(who).unwrap_or(hex) {
            there.turn_in_place(who, facing);
        } else {
            place(&mut there, &Body::unordered(pos, who, None), hex, facing);
        }
        if by_shock {
            mark::may_strike(&there, who, other)
        } else {
            missile::shot::can_shoot(&there, who, Weapon::Own)
                && missile::shot::aim(
                    &there,
                    who,
                    Weapon::Own,
                    Target::Unit(other),
                    true,
                    Occasion::Withdrawal,
                )
                .is_ok()
        }
    };
    facings.into_iter().filter(strikes).collect()
}
