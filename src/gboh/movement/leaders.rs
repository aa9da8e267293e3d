//! Leaders by themselves: their moves and their withdrawal (4.71, 4.72, 6.14, 6.15).

use crate::events::movement::MoveEvent;
use crate::movement::{cost, facts, road};
use crate::order::LeaderMove;
use crate::piece::{LeaderId, Side, UnitId, UnitType};
use crate::position::{Hexes, Position};
use crate::questions::company;
use crate::questions::near::{distance, leaders_about};
use crate::refusal::movement::{NoRide, Unmoved};
use crate::variant::charts::Tread;
use crate::variant::command::LeaderEscape;
use crate::{Flow, Happening, Oracle, Outcome, Refusal, rout};
use tess_effects::{Listed, Matter, OrNo, Question, Rule};
use tess_hex::Facing;
use tess_hex::Hex;

/// **spqr 4.71, 6.14, 6.15, 6.65.** A leader's own move: cavalry's points (an elephant's on an elephant),
/// never hits, no facing; nine points an orders phase. He enters an enemy zone only where a friendly unit
/// stands, and stops there.
pub fn carry_out(pos: &mut Position, oracle: &mut Oracle<'_>, order: &LeaderMove) -> Flow<Outcome> {
    let leader = order.leader;
    let no = |rule, why| Refusal::new(Rule(rule), Unmoved::Leader(leader, why));
    let (way, mp) = path(pos, order)?;
    let from = pos.leader(leader).hex;
    let side = pos.leader_spec(leader).side;
    let Some((from, &end)) = from.zip(way.last()) else {
        return Err(no("6.14", NoRide::Nowhere).into());
    };
    if !may_stay(pos, leader, end) {
        return Err(no("4.85", NoRide::Elephant(end)).into());
    }
    let watched = way.iter().chain([&from]).any(|&h| pos.in_enemy_zoc(side, h));
    // The last step is the way his elephant faces, if he has one.
    let before = way.iter().rev().nth(1).filter(|_| pos.own_elephant(leader).is_some());
    for hex in [before.copied(), Some(end)].into_iter().flatten() {
        pos.place_leader(leader, Some(hex));
    }
    let l = pos.leader_mut(leader);
    l.spent += mp;
    l.was_in_zoc |= watched;
    let spent = l.spent;
    oracle.tell(|| Happening::Move(MoveEvent::LeaderMoved { leader, from, way, spent }));
    crate::movement::flight::before_leader(pos, oracle, leader)?;
    crate::movement::meet(pos, oracle, leader)?;
    Ok(Outcome::Done)
}

/// **spqr 4.85.** May he end in this hex? A leader elephant stacks with anybody but cavalry.
pub(crate) fn may_stay(pos: &Position, leader: LeaderId, hex: Hex) -> bool {
    pos.own_elephant(leader).is_none() || !pos.stack(hex).units().any(|u| pos.spec(u).kind.is_cavalry())
}

/// The way of a leader's order and its points; a single hex that is not adjacent is reached by the cheapest
/// way.
fn path(pos: &Position, order: &LeaderMove) -> Result<(Vec<Hex>, u8), Refusal> {
    let leader = order.leader;
    let no = |rule, why| Refusal::new(rule, Unmoved::Leader(leader, why));
    let chart = &pos.set.variant.charts.movement;
    let Some(start) = pos.leader(leader).hex else {
        return Err(no(Rule("6.14"), NoRide::Off));
    };
    let left = chart.leader_ma.saturating_sub(pos.leader(leader).spent);
    if let [one] = order.path.as_slice()
        && !one.touches(start)
    {
        return cheapest(pos, leader, start, *one, left)
            .ok_or_else(|| no(Rule("6.14"), NoRide::Unreached { to: *one, left, zones: Rule("4.71") }));
    }
    let (mut from, mut halves, mut stopped) = (start, 0u8, false);
    for &to in &order.path {
        if stopped {
            return Err(no(Rule("4.71"), NoRide::Stopped(from)));
        }
        let cost = enter(pos, leader, from, to).map_err(|rule| no(rule, NoRide::Barred(from, to)))?;
        halves = halves.saturating_add(cost);
        let mp = halves.div_ceil(2);
        if mp > left {
            return Err(no(Rule("6.14"), NoRide::Points { to, left, cost: mp }));
        }
        stopped = pos.in_enemy_zoc(pos.leader_spec(leader).side, to);
        from = to;
    }
    if order.path.is_empty() {
        return Err(no(Rule("6.14"), NoRide::NoHex));
    }
    Ok((order.path.clone(), halves.div_ceil(2)))
}

/// **spqr 4.71, 6.15, 6.24, 6.62.** Half points for a leader going to an adjacent hex, or the rule that bars
/// it.
pub(crate) fn enter(pos: &Position, leader: LeaderId, from: Hex, to: Hex) -> Result<u8, Rule> {
    slip_into(pos, leader, from, to, false)
}

/// Half points for a leader going to an adjacent hex, as [`enter`] has them; with `through` an enemy zone
/// bars nothing (alexander 4.62, optional).
fn slip_into(pos: &Position, leader: LeaderId, from: Hex, to: Hex, through: bool) -> Result<u8, Rule> {
    let side = pos.leader_spec(leader).side;
    let across = from.side_towards(to).ok_or(Rule("6.31"))?;
    let (kind, tread) = if pos.own_elephant(leader).is_some() {
        (UnitType::EL, Tread::Elephant)
    } else {
        (UnitType::HC, Tread::Cavalry)
    };
    let entry = cost::entry(pos, kind, tread, false, from, across, 0)
        .map_err(|shut| if shut == cost::Shut::Rampart { Rule("6.24") } else { Rule("6.27") })?;
    let mut here = pos.stack(to).units();
    if here.any(|u| pos.side(u) != side) {
        return Err(Rule("6.62"));
    }
    // A leader's elephant is a combat unit: it may be the first in the zone.
    let escorted = pos.own_elephant(leader).is_some() || !pos.stack(to).is_empty();
    if !escorted && !through && pos.in_enemy_zoc(side, to) {
        return Err(Rule("4.71"));
    }
    let halves = if road::is_halved(pos, side, from, across) { 1 } else { 2 };
    Ok(entry.mp.saturating_mul(halves) + joining(pos, to))
}

/// **spqr 6.65.** Half points for joining units that stand in a hex.
fn joining(pos: &Position, hex: Hex) -> u8 {
    if pos.stack(hex).is_empty() { 0 } else { 2 * pos.set.variant.charts.movement.leader_joins_mp }
}

/// The cheapest way for a leader: fewest points, then fewest hexes, then the lowest numbers.
fn cheapest(pos: &Position, leader: LeaderId, start: Hex, goal: Hex, left: u8) -> Option<(Vec<Hex>, u8)> {
    if let Some(way) = straight(pos, leader, start, goal, left) {
        return Some(way);
    }
    search(pos, leader, start, goal, left)
}

/// The way of as many hexes as lie between, when only the last of them costs more than open ground, and
/// there by what he pays to join the units there: no other is cheaper. Of several it is the one that the
/// search would settle: back from the goal, each hex is come to from the lowest of those nearer to the
/// start.
fn straight(pos: &Position, leader: LeaderId, start: Hex, goal: Hex, left: u8) -> Option<(Vec<Hex>, u8)> {
    let far = start.distance(goal);
    if far == 0 || pos.set.field.has_roman_roads() {
        return None;
    }
    let mut way = vec![goal; usize::from(far)];
    let mut at = goal;
    for (hex, away) in way.iter_mut().rev().skip(1).zip((1..far).rev()) {
        at = at.neighbours().map(|(_, near)| near).filter(|near| near.distance(start) == away).min()?;
        *hex = at;
    }
    let side = pos.leader_spec(leader).side;
    let (mut from, mut halves) = (start, 0_u8);
    for &to in &way {
        let cost = enter(pos, leader, from, to).ok()?;
        let least = if to == goal { 2 + joining(pos, goal) } else { 2 };
        if cost != least || to != goal && pos.in_enemy_zoc(side, to) {
            return None;
        }
        halves = halves.saturating_add(cost);
        from = to;
    }
    (halves <= left.saturating_mul(2)).then_some((way, halves.div_ceil(2)))
}

/// [`cheapest`], whatever lies between.
fn search(pos: &Position, leader: LeaderId, start: Hex, goal: Hex, left: u8) -> Option<(Vec<Hex>, u8)> {
    // A way found within fewer points is the cheapest of all.
    let roads = pos.set.field.has_roman_roads();
    let straight = if roads { start.distance(goal).div_ceil(2) } else { start.distance(goal) };
    let bounds = [straight, straight + 1].into_iter().filter(|&most| most < left);
    bounds.chain((straight <= left).then_some(left)).find_map(|most| within(pos, leader, start, goal, most))
}

/// The cheapest way that costs no more than so many points; every hex costs one at least, half of one where
/// there are Roman roads.
fn within(pos: &Position, leader: LeaderId, start: Hex, goal: Hex, most: u8) -> Option<(Vec<Hex>, u8)> {
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;
    let side = pos.leader_spec(leader).side;
    let least = if pos.set.field.has_roman_roads() { 1 } else { 2 };
    let most = most.saturating_mul(2);
    let mut best: Vec<Option<Hex>> = vec![None; pos.set.field.count()];
    let mut heap = BinaryHeap::from([Reverse((0u8, 0u8, start, start))]);
    while let Some(Reverse((halves, hexes, hex, from))) = heap.pop() {
        let slot = pos.set.field.slot(hex)?;
        if best[slot].is_some() {
            continue;
        }
        best[slot] = Some(from);
        if hex == goal {
            let mut way = vec![hex];
            let mut back = from;
            while back != start {
                way.push(back);
                back = best[pos.set.field.slot(back)?]?;
            }
            way.reverse();
            return Some((way, halves.div_ceil(2)));
        }
        if hex != start && pos.in_enemy_zoc(side, hex) {
            continue;
        }
        for (_, to) in hex.neighbours() {
            let open = pos.set.field.slot(to).is_some_and(|s| best[s].is_none());
            let rest = to.distance(goal).saturating_mul(least);
            if open
                && halves + least + rest <= most
                && let Ok(cost) = enter(pos, leader, hex, to)
                && halves + cost + rest <= most
            {
                heap.push(Reverse((halves + cost, hexes + 1, to, hex)));
            }
        }
    }
    None
}

/// Everywhere a leader can go now, with the points.
#[must_use]
pub fn leader_reachable(pos: &Position, leader: LeaderId) -> Vec<(Hex, u8)> {
    let Some(start) = pos.leader(leader).hex else { return Vec::new() };
    let left = pos.set.variant.charts.movement.leader_ma.saturating_sub(pos.leader(leader).spent);
    let far = if pos.set.field.has_roman_roads() { left.saturating_mul(2) } else { left };
    let near = |h: &Hex| *h != start && h.distance(start) <= far && may_stay(pos, leader, *h);
    let hexes: Vec<Hex> = pos.set.field.hexes().filter(near).collect();
    hexes.into_iter().filter_map(|h| cheapest(pos, leader, start, h, left).map(|(_, mp)| (h, mp))).collect()
}

/// **spqr 4.72.** Each leader of the other side next to the enemy unit withdraws one to three hexes away
/// from it or stays; alone and with nowhere to go he is lost.
pub fn withdraw_from(pos: &mut Position, oracle: &mut Oracle<'_>, enemy: UnitId) -> Flow<()> {
    withdraw_at(pos, oracle, enemy, pos.hexes(enemy), &mut Vec::new())
}

/// Is there a leader of the other side about these places at all? Most ways lead past nobody.
pub(crate) fn any_along(pos: &Position, enemy: UnitId, way: &[Hexes]) -> bool {
    let side = pos.side(enemy).other();
    way.iter().flat_map(|place| place.iter()).any(|hex| pos.presence().has_leader_about(side, hex))
}

/// The leaders of the other side who have an enemy next to them, or among them, when he is at this place.
pub(crate) fn beside(pos: &Position, enemy: UnitId, at: Hexes) -> impl Iterator<Item = LeaderId> {
    leaders_about(pos, pos.side(enemy).other(), at).filter(|&l| !pos.is_counter(l))
}

/// **spqr 4.72.** The same for one hex of a way, where the enemy does not end perhaps. Who `stayed` in an
/// earlier hex has given his answer for all of the way.
pub(crate) fn withdraw_at(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    enemy: UnitId,
    at: Hexes,
    stayed: &mut Vec<LeaderId>,
) -> Flow<()> {
    let near: Vec<LeaderId> = beside(pos, enemy, at).filter(|l| !stayed.contains(l)).collect();
    for leader in near {
        let Some(hex) = pos.leader(leader).hex else { continue };
        let text = format!("{} comes next to", facts::named(pos, enemy));
        withdraw(pos, oracle, leader, hex, (enemy, at), &text)?;
        if pos.leader(leader).hex == Some(hex) {
            stayed.push(leader);
        }
    }
    Ok(())
}

/// **spqr 4.72.** A leader with an enemy beside him after a shock has the same choice.
pub fn withdraw_after_shock(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    leader: LeaderId,
    enemy: UnitId,
) -> Flow<()> {
    let hexes = pos.set.variant.choices.command.escape == LeaderEscape::ThreeHexes;
    let Some(hex) = pos.leader(leader).hex.filter(|_| hexes) else { return Ok(()) };
    let text = format!("After the shock {} stands next to", facts::named(pos, enemy));
    withdraw(pos, oracle, leader, hex, (enemy, pos.hexes(enemy)), &text)
}

fn withdraw(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    leader: LeaderId,
    hex: Hex,
    (enemy, at): (UnitId, Hexes),
    what: &str,
) -> Flow<()> {
    let spec = pos.leader_spec(leader);
    let alone = pos.is_alone(leader);
    let limit = match pos.set.variant.choices.command.escape {
        LeaderEscape::ThreeHexes => Limit::Hexes(3),
        _ if crate::movement::flight::may_flee(pos, leader) => {
            return crate::movement::flight::offer(pos, oracle, leader, Some(enemy), what);
        }
        LeaderEscape::Points { with_unit } if !alone && !with_unit => return Ok(()),
        LeaderEscape::Points { .. } => head_start(pos, enemy),
    };
    let ways = ways_out(pos, leader, hex, at, limit);
    if ways.is_empty() {
        if alone {
            rout::kill_leader(pos, oracle, leader, Rule("4.72"));
        }
        return Ok(());
    }
    let stays = (!alone).then_some(None);
    let options = Listed {
        of: stays.into_iter().chain(ways.iter().map(Some)),
        key: |way: &Option<&Vec<Hex>>| OrNo(way.and_then(|way| way.last().copied())),
        text: |way: &Option<&Vec<Hex>>| {
            way.map_or_else(|| "stays with the unit".to_owned(), |w| goes_to(pos, w))
        },
    };
    let side = &pos.set.sides[spec.side];
    let matter = Matter { window: "leader-withdraw", side, subject: &spec.code, rule: Rule("4.72") };
    let way =
        oracle.choose(matter, &options, |matter, _| question(pos, leader, enemy, &ways, what, matter))?;
    if let Some(way) = way.cloned() {
        go_by_himself(pos, oracle, leader, enemy, way);
    }
    Ok(())
}

/// A way in words.
pub fn goes_to(pos: &Position, way: &[Hex]) -> String {
    let words: Vec<String> = way.iter().map(ToString::to_string).collect();
    let with = if way.last().is_none_or(|&end| pos.stack(end).is_empty()) { "" } else { ", with a unit" };
    format!("goes to {}{with}", words.join(" "))
}

/// The question of 4.72; who is alone goes far, to a unit where he can.
fn question(
    pos: &Position,
    leader: LeaderId,
    enemy: UnitId,
    ways: &[Vec<Hex>],
    what: &str,
    matter: &Matter<'_>,
) -> Question {
    let spec = pos.leader_spec(leader);
    let alone = pos.is_alone(leader);
    let question = matter
        .question(format!("{what} {}. Does he withdraw?", spec.name))
        .naming(&pos.spec(enemy).code)
        .fact("mover", pos.spec(enemy).code.to_ascii_lowercase())
        .fact("mover.type", pos.spec(enemy).kind.letters().to_ascii_lowercase())
        .fact("alone", alone);
    let best = ways.iter().min_by_key(|w| {
        let end = w.last().copied();
        let lies = end.map(|e| company(pos, spec.side, e));
        (end.is_none_or(|e| pos.stack(e).is_empty()), usize::MAX - w.len(), lies)
    });
    match best.and_then(|w| w.last()) {
        Some(end) if alone => question.or_else(end.to_string()),
        _ => question,
    }
}

/// **alexander 6.95.** The ways that a leader may go by himself while the unit with which he stands
/// withdraws.
pub(crate) fn own_ways(pos: &Position, leader: LeaderId, enemy: UnitId) -> Vec<Vec<Hex>> {
    let by_points = matches!(pos.set.variant.choices.command.escape, LeaderEscape::Points { .. });
    let from = pos.leader(leader).hex.filter(|_| by_points);
    from.map_or_else(Vec::new, |hex| ways_out(pos, leader, hex, pos.hexes(enemy), head_start(pos, enemy)))
}

/// He goes that way.
pub(crate) fn go_by_himself(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    leader: LeaderId,
    enemy: UnitId,
    way: Vec<Hex>,
) {
    pos.place_leader(leader, way.last().copied());
    oracle.tell(|| Happening::Move(MoveEvent::LeaderWithdrew { leader, enemy, way }));
}

/// **alexander 4.62.** As many points as he has more than the enemy, one at least.
fn head_start(pos: &Position, enemy: UnitId) -> Limit {
    let ma = pos.set.variant.charts.movement.leader_ma;
    Limit::Points(ma.saturating_sub(crate::movement::march::pace(pos, enemy)).max(1))
}

/// **spqr 9.14, 4.72, alexander 4.62.** The hexes to which a leader may get away from one who would come
/// into his: the farthest first, then those with friends, then those nearer to his own.
pub fn refuges(pos: &Position, leader: LeaderId, enemy: UnitId) -> Vec<Hex> {
    let Some(hex) = pos.leader(leader).hex else { return Vec::new() };
    let at = pos.hexes(enemy);
    let limit = match pos.set.variant.choices.command.escape {
        LeaderEscape::ThreeHexes => Limit::Hexes(3),
        LeaderEscape::Points { .. } => head_start(pos, enemy),
    };
    let far = |h: Hex| distance(Hexes::one(h), at);
    let ways = ways_out(pos, leader, hex, at, limit);
    let mut ends: Vec<Hex> = ways.iter().filter_map(|w| w.last().copied()).collect();
    let side = pos.leader_spec(leader).side;
    ends.sort_by_cached_key(|&h| (std::cmp::Reverse(far(h)), pos.stack(h).is_empty(), company(pos, side, h)));
    ends
}

/// How far a leader gets away.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    /// So many hexes (spqr 4.72).
    Hexes(u8),
    /// So many points, and into no enemy zone; as an option through them (alexander 4.62).
    Points(u8),
}

/// The ways out, one for each hex, each hex further from the enemy than the one before.
pub(crate) fn ways_out(
    pos: &Position,
    leader: LeaderId,
    start: Hex,
    enemy: Hexes,
    limit: Limit,
) -> Vec<Vec<Hex>> {
    let side: Side = pos.leader_spec(leader).side;
    let far = |h: Hex| distance(Hexes::one(h), enemy);
    let most = match limit {
        Limit::Hexes(n) | Limit::Points(n) => n,
    };
    let counts = matches!(limit, Limit::Points(_));
    // Alexander 4.62, optional: through enemy zones, but not into one.
    let through = counts && pos.set.special.leaders_through_zones;
    let mut found: Vec<(u8, Vec<Hex>)> = Vec::new();
    let mut edge: Vec<(u8, Vec<Hex>)> = vec![(0, Vec::new())];
    for _ in 0..most {
        let mut next: Vec<(u8, Vec<Hex>)> = Vec::new();
        for (spent, way) in &edge {
            let from = way.last().copied().unwrap_or(start);
            if from != start && !through && pos.in_enemy_zoc(side, from) {
                continue;
            }
            for (_, to) in from.neighbours() {
                if far(to) <= far(from) {
                    continue;
                }
                let Ok(cost) = slip_into(pos, leader, from, to, through) else { continue };
                let halves = spent.saturating_add(cost);
                if counts && (halves.div_ceil(2) > most || !through && pos.in_enemy_zoc(side, to)) {
                    continue;
                }
                let known = |(old, w): &(u8, Vec<Hex>)| w.last() == Some(&to) && (!counts || *old <= halves);
                if found.iter().chain(&next).any(known) {
                    continue;
                }
                next.retain(|(_, w)| w.last() != Some(&to));
                let mut longer = way.clone();
                longer.push(to);
                next.push((halves, longer));
            }
        }
        found.extend(next.iter().cloned());
        edge = next;
    }
    let mut ways: Vec<Vec<Hex>> = found.into_iter().map(|(_, way)| way).collect();
    ways.retain(|w| w.last().is_some_and(|&h| may_stay(pos, leader, h)));
    ways.retain(|w| !through || w.last().is_some_and(|&h| !pos.in_enemy_zoc(side, h)));
    ways.sort_by_cached_key(|w| w.last().map(|&h| company(pos, side, h)));
    ways
}

/// **spqr 4.72, 10.22.** Leaders beside the way of a unit that routs: it comes next to them in each of these
/// places. Where nobody stands it is put, so that the map is right when somebody is asked.
///
/// # Errors
/// As the oracle's.
pub fn leaders_withdraw_along(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    enemy: UnitId,
    way: &[Hexes],
    facing: Facing,
) -> Flow<()> {
    if !any_along(pos, enemy, way) {
        return Ok(());
    }
    let mut stayed = Vec::new();
    for &place in way {
        if beside(pos, enemy, place).next().is_none() {
            continue;
        }
        let free = place.iter().all(|h| pos.stack(h).units().all(|u| u == enemy));
        if let Some(left) = place.left.filter(|_| free) {
            pos.put(enemy, left, facing);
        }
        withdraw_at(pos, oracle, enemy, place, &mut stayed)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::Rank;
    use crate::proving_ground::{ground, hex, leader, unit};
    use tess_effects::{Dice, Stop};
    use tess_hex::Facing;

    fn field() -> Position {
        ground(
            vec![
                unit("A", Side::First, UnitType::MI, (4, 5, 5), 2010, Facing::E),
                unit("E", Side::Second, UnitType::HI, (4, 5, 4), 2310, Facing::W),
            ],
            vec![leader("L", Side::First, Rank::Overall, 5, 2005)],
        )
    }

    fn order(path: &[u16]) -> LeaderMove {
        LeaderMove { leader: LeaderId(0), path: path.iter().map(|&n| hex(n)).collect() }
    }

    /// The quick look at a whole way overlooks no leader beside one of its places.
    #[test]
    fn whoever_is_beside_a_way_is_about_it() {
        let (pos, enemy) = (field(), UnitId(1));
        for n in 0..8 * 8 {
            let first = hex((17 + n % 8) * 100 + 1 + n / 8);
            for end in first.neighbours().map(|(_, h)| h).chain([hex(3020)]) {
                let way = [Hexes::one(first), Hexes::one(end)];
                let met = way.iter().any(|&at| beside(&pos, enemy, at).next().is_some());
                assert!(any_along(&pos, enemy, &way) || !met, "{way:?}");
            }
        }
        assert!(!any_along(&pos, enemy, &[Hexes::one(hex(2510)), Hexes::one(hex(2610))]));
        assert!(!any_along(&pos, enemy, &[]));
    }

    #[test]
    fn a_leader_moves_nine_points_in_an_orders_phase_and_no_more() {
        let mut pos = field();
        let mut oracle = Oracle::new(Dice::Closed, &[]);
        assert_eq!(carry_out(&mut pos, &mut oracle, &order(&[2010])), Ok(Outcome::Done));
        assert_eq!((pos.leader(LeaderId(0)).hex, pos.leader(LeaderId(0)).spent), (Some(hex(2010)), 5));
        let far = carry_out(&mut pos, &mut oracle, &order(&[2005]));
        assert!(matches!(far, Err(Stop::Refused(r)) if r.rule == Rule("6.14")));
        assert_eq!(carry_out(&mut pos, &mut oracle, &order(&[2006])), Ok(Outcome::Done));
    }

    #[test]
    fn a_leader_enters_an_enemy_zone_only_where_a_friend_stands() {
        let mut pos = field();
        assert!(pos.in_enemy_zoc(Side::First, hex(2210)));
        let mut oracle = Oracle::new(Dice::Closed, &[]);
        let alone = carry_out(&mut pos, &mut oracle, &order(&[2210]));
        assert!(matches!(alone, Err(Stop::Refused(_))));
        pos.put(UnitId(0), hex(2210), Facing::E);
        assert_eq!(carry_out(&mut pos, &mut oracle, &order(&[2210])), Ok(Outcome::Done));
        assert!(pos.leader(LeaderId(0)).was_in_zoc);
    }

    #[test]
    fn a_leader_alone_must_withdraw_and_each_hex_leads_further_away() {
        let mut pos = field();
        pos.station(LeaderId(0), Some(hex(2210)));
        let mut oracle = Oracle::new(Dice::Closed, &[]);
        let Err(Stop::Ask(q)) = withdraw_from(&mut pos, &mut oracle, UnitId(1)) else {
            panic!("no question")
        };
        assert_eq!(q.window, "leader-withdraw");
        assert!(!q.allows("no"), "staying alone is death");
        for c in &q.choices {
            let h: Hex = c.key.parse().expect("a hex");
            assert!(h.distance(hex(2310)) > 1 && h.distance(hex(2210)) <= 3, "{h}");
        }
    }
}
