//! The way a routed unit takes (10.22 to 10.25).

use std::cmp::Reverse;

use super::choice::{Merit, choose, is_new, merit, next_step};
use super::ground::{Stride, friends_in, harm, stride, touching};
use crate::effects::Flow;
use crate::gboh::Oracle;
use crate::gboh::field::Edge;
use crate::gboh::piece::{Side, UnitId};
use crate::gboh::position::{Hexes, Position};
use crate::hex::{Facing, Hex, Hexside};

/// How far a routed unit runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Two hexes (10.22).
    Two,
    /// Its printed allowance in points (10.23).
    Full,
}

/// How a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It stands in its last hex.
    Stands,
    /// It has left the map.
    OffMap,
    /// No way out (10.22, 10.24).
    Stuck,
    /// The hex beyond its friends was not free (10.25).
    Crowded,
}

/// A run, not yet made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// The places it enters, in order.
    pub places: Vec<Hexes>,
    /// Its facing at the end.
    pub facing: Facing,
    /// The friends in its way, in order; `true` when it would have stopped there.
    pub trampled: Vec<(UnitId, bool)>,
    /// How it ends.
    pub end: End,
}

/// The facings that look straight at a side's retreat edge.
fn homeward(pos: &Position, side: Side) -> &'static [Facing] {
    match pos.set.field.retreat[side] {
        Edge::West => &[Facing::W],
        Edge::East => &[Facing::E],
        Edge::North => &[Facing::NW, Facing::NE],
        Edge::South => &[Facing::SE, Facing::SW],
    }
}

/// Vertices between a facing and the way home.
fn off_course(pos: &Position, side: Side, facing: Facing) -> u8 {
    homeward(pos, side).iter().map(|f| f.vertices_to(facing)).min().unwrap_or(0)
}

/// The facing that has this side to its front and looks nearest to the retreat edge.
fn facing_over(pos: &Position, unit: UnitId, to: Hexside) -> Facing {
    let side = pos.spec(unit).side;
    let now = pos.facing(unit).unwrap_or(Facing::E);
    let left = Facing::with_left_front(to);
    let right = left.turn(-1);
    let key = |f: Facing| (off_course(pos, side, f), f.vertices_to(now));
    if key(right) < key(left) { right } else { left }
}

/// Hexes to go to the edge, of the nearer half.
#[inline]
pub(super) fn to_edge(pos: &Position, unit: UnitId, at: Hexes) -> u8 {
    at.iter().map(|h| pos.set.field.to_retreat(pos.spec(unit).side, h)).min().unwrap_or(0)
}

/// Is a hex nearer to the edge than the one before it (0), as near (1) or further (2)?
#[inline]
pub(super) fn ring(now: u8, then: u8) -> u8 {
    (then + 1).saturating_sub(now).min(2)
}

/// **spqr 10.22.** Where a unit of one hex may step: the nearest to its way home that is not blocked, and of these the
/// freest. `been` are hexes of this run, which it does not enter again.
pub(super) fn steps(pos: &Position, unit: UnitId, at: Hexes, been: &[Hex]) -> Vec<Stride> {
    let (side, field) = (pos.spec(unit).side, &pos.set.field);
    let now = to_edge(pos, unit, at);
    let rings = Hexside::ALL.map(|to| {
        let next = at.left.and_then(|h| h.neighbour(to));
        next.map_or(u8::MAX, |h| ring(now, field.to_retreat(side, h)))
    });
    let mut found: Vec<Stride> = Vec::new();
    // Nearer home goes before everything else: what lies further is not looked at.
    for ring in 0..=2 {
        for to in Hexside::ALL.into_iter().filter(|&to| rings[to as usize] == ring) {
            let Some(s) = stride(pos, unit, at, to).filter(|s| is_new(been, s)) else { continue };
            match found.first().map_or(std::cmp::Ordering::Less, |best| s.class.cmp(&best.class)) {
                std::cmp::Ordering::Less => {
                    found.clear();
                    found.push(s);
                }
                std::cmp::Ordering::Equal => found.push(s),
                std::cmp::Ordering::Greater => {}
            }
        }
        if !found.is_empty() {
            break;
        }
    }
    found
}

/// **spqr 10.22 to 10.25.** The whole way of a unit that runs from where it stands.
///
/// # Errors
/// [`Stop::Ask`](crate::effects::Stop::Ask) while the owner has to choose.
pub fn find_way(pos: &Position, oracle: &mut Oracle<'_>, unit: UnitId, reach: Reach) -> Flow<Way> {
    if pos.spec(unit).two_hex { both_halves(pos, oracle, unit) } else { one_hex(pos, oracle, unit, reach) }
}

fn one_hex(pos: &Position, oracle: &mut Oracle<'_>, unit: UnitId, reach: Reach) -> Flow<Way> {
    let start = pos.hexes(unit);
    let facing = pos.facing(unit).unwrap_or(Facing::E);
    let mut way = Way { places: Vec::new(), facing, trampled: Vec::new(), end: End::Stands };
    let mut left = match reach {
        Reach::Two => 2,
        Reach::Full => pos.spec(unit).ma,
    };
    way.places.reserve_exact(usize::from(left) + 1);
    let mut been = Vec::with_capacity(usize::from(left) + 1);
    been.extend(start.left);
    let mut at = start;
    let mut class = 1;
    while left > 0 {
        if to_edge(pos, unit, at) <= 1 {
            pass(pos, unit, &mut way, at, class, start, false);
            way.end = End::OffMap;
            return Ok(way);
        }
        let options = steps(pos, unit, at, &been);
        if options.is_empty() {
            pass(pos, unit, &mut way, at, class, start, false);
            way.end = End::Stuck;
            return Ok(way);
        }
        let price = |s: &Stride| if reach == Reach::Two { 1 } else { s.mp.max(1) };
        let payable = options.iter().filter(|s| price(s) <= left).map(|&s| (s, price(&s) == left));
        let Some(taken) = next_step(pos, oracle, unit, payable, &been)? else { break };
        pass(pos, unit, &mut way, at, class, start, false);
        left -= price(&taken);
        (at, class) = (taken.to, taken.class);
        way.places.push(at);
        way.facing = facing_over(pos, unit, taken.side);
        been.extend(at.left);
    }
    pass(pos, unit, &mut way, at, class, start, true);
    if class > 1 {
        // It may not stop there (10.25).
        if to_edge(pos, unit, at) <= 1 {
            way.end = End::OffMap;
            return Ok(way);
        }
        let options = steps(pos, unit, at, &been).into_iter().map(|s| (s, true));
        let Some(extra) = next_step(pos, oracle, unit, options, &been)? else {
            way.end = End::Crowded;
            return Ok(way);
        };
        beyond(pos, unit, &mut way, &extra, facing_over(pos, unit, extra.side));
    }
    Ok(way)
}

/// The friends in a place the runner leaves again, or in which it would stop.
fn pass(pos: &Position, unit: UnitId, way: &mut Way, at: Hexes, class: u8, start: Hexes, stop: bool) {
    if class == 1 || at == start {
        return;
    }
    for friend in friends_in(pos, unit, at) {
        match way.trampled.iter_mut().find(|(u, _)| *u == friend) {
            Some(seen) => seen.1 |= stop,
            None => way.trampled.push((friend, stop)),
        }
    }
}

/// **spqr 10.25.** The one hex more.
fn beyond(pos: &Position, unit: UnitId, way: &mut Way, extra: &Stride, facing: Facing) {
    if extra.class == 1 {
        way.places.push(extra.to);
        way.facing = facing;
    } else {
        pass(pos, unit, way, extra.to, extra.class, Hexes::NOWHERE, true);
        way.end = End::Crowded;
    }
}

/// **spqr 10.22.** A two-hex unit goes straight ahead or straight back, both halves, two hexes; the direction that
/// nears the edge first.
fn both_halves(pos: &Position, oracle: &mut Oracle<'_>, unit: UnitId) -> Flow<Way> {
    let side = pos.spec(unit).side;
    let at = pos.hexes(unit);
    let ahead = pos.facing(unit).unwrap_or(Facing::E);
    let (first, second) = if off_course(pos, side, ahead.opposite()) < off_course(pos, side, ahead) {
        (ahead.opposite(), ahead)
    } else {
        (ahead, ahead.opposite())
    };
    for facing in [first, second] {
        // Facing about, the halves change names (6.45).
        let from = if facing == ahead { at } else { Hexes { left: at.right, right: at.left } };
        let mut way = Way { places: Vec::new(), facing, trampled: Vec::new(), end: End::Stands };
        let nears = off_course(pos, side, facing) < off_course(pos, side, facing.opposite());
        if nears && to_edge(pos, unit, from) <= 1 {
            way.end = End::OffMap;
            return Ok(way);
        }
        let sides = [facing.left_front(), facing.right_front()];
        let mut runs: Vec<(Merit, [Stride; 2])> = Vec::new();
        let mut off: Option<Stride> = None;
        for s1 in sides.into_iter().filter_map(|s| stride(pos, unit, from, s)) {
            if nears && to_edge(pos, unit, s1.to) <= 1 {
                off = off.filter(|o| o.class <= s1.class).or(Some(s1));
            }
            for s2 in sides.into_iter().filter_map(|s| stride(pos, unit, s1.to, s)) {
                let ends = s2.class == 1
                    || sides.iter().any(|&s| stride(pos, unit, s2.to, s).is_some_and(|e| e.class == 1));
                let (f1, m1) = touching(pos, unit, s1.to);
                let (f2, m2) = touching(pos, unit, s2.to);
                let cost = harm(pos, unit, s1.to, false) + harm(pos, unit, s2.to, true);
                let number = s2.to.iter().map(Hex::number).min().unwrap_or(0);
                runs.push(((!ends, cost, f1 + f2, m1 + m2, number), [s1, s2]));
            }
        }
        if let Some(s1) = off {
            way.places.push(s1.to);
            pass(pos, unit, &mut way, s1.to, s1.class, from, false);
            way.end = End::OffMap;
            return Ok(way);
        }
        let Some(classes) = runs.iter().map(|(_, s)| (s[0].class, s[1].class)).min() else { continue };
        runs.retain(|(_, s)| (s[0].class, s[1].class) == classes);
        runs.sort_by_key(|(m, s)| (*m, Reverse(s[0].side == sides[0])));
        let taken = runs[choose(pos, oracle, unit, &runs)?].1;
        for (n, s) in taken.iter().enumerate() {
            way.places.push(s.to);
            pass(pos, unit, &mut way, s.to, s.class, from, n == 1);
        }
        if taken[1].class > 1 {
            let more: Vec<(Merit, [Stride; 1])> = sides
                .into_iter()
                .filter_map(|s| stride(pos, unit, taken[1].to, s))
                .map(|e| (merit(pos, unit, &e, &[], true), [e]))
                .collect();
            let Some(class) = more.iter().map(|(_, s)| s[0].class).min() else {
                way.end = End::Crowded;
                return Ok(way);
            };
            let more: Vec<_> = more.into_iter().filter(|(_, s)| s[0].class == class).collect();
            let extra = more[choose(pos, oracle, unit, &more)?].1[0];
            beyond(pos, unit, &mut way, &extra, facing);
        }
        return Ok(way);
    }
    Ok(Way { places: Vec::new(), facing: ahead, trampled: Vec::new(), end: End::Stuck })
}
