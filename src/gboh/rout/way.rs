//! The way a routed unit takes (10.22 to 10.25).
//!
//! Where several hexes are equally good the owner chooses. He is asked only when his friends would suffer differently;
//! otherwise the unit keeps away from enemies, then out of its friends' way, and takes the lowest number.

use std::cmp::Reverse;

use super::ground::{Stride, friends_in, harm, stride, touching};
use crate::effects::{Flow, Question, Rule};
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
fn to_edge(pos: &Position, unit: UnitId, at: Hexes) -> u8 {
    at.iter().map(|h| pos.set.field.to_retreat(pos.spec(unit).side, h)).min().unwrap_or(0)
}

/// Does the step lead to a hex where the run has not been?
fn is_new(been: &[Hex], s: &Stride) -> bool {
    s.to.left.is_none_or(|hex| !been.contains(&hex))
}

/// **spqr 10.22.** Where a unit of one hex may step: the nearest to its way home that is not blocked, and of these the
/// freest. `been` are hexes of this run, which it does not enter again.
fn steps(pos: &Position, unit: UnitId, at: Hexes, been: &[Hex]) -> Vec<Stride> {
    let (side, field) = (pos.spec(unit).side, &pos.set.field);
    let now = to_edge(pos, unit, at);
    let rings = Hexside::ALL.map(|to| {
        let next = at.left.and_then(|h| h.neighbour(to));
        next.map_or(u8::MAX, |h| (field.to_retreat(side, h) + 1).saturating_sub(now).min(2))
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

/// Would the unit be lost after this step: nowhere to go on, or nowhere to stand beyond its friends?
fn dooms(pos: &Position, unit: UnitId, s: &Stride, been: &[Hex], last: bool) -> bool {
    if last && s.class == 1 || to_edge(pos, unit, s.to) == 1 {
        return false;
    }
    let strides = Hexside::ALL.into_iter().filter_map(|side| stride(pos, unit, s.to, side));
    let mut free = strides.filter(|next| is_new(been, next));
    if !last {
        // Any way on will do: the first one found answers.
        return free.next().is_none();
    }
    // Class of what `steps` would give.
    let now = to_edge(pos, unit, s.to);
    let best = free.map(|n| ((to_edge(pos, unit, n.to) + 1).saturating_sub(now).min(2), n.class)).min();
    best.is_none_or(|(_, class)| class > 1)
}

/// What decides between equal hexes, best first: life, friends unharmed, far from enemies, out of friends' way, number.
type Merit = (bool, u32, u8, u8, u16);

fn merit(pos: &Position, unit: UnitId, s: &Stride, been: &[Hex], last: bool) -> Merit {
    let (foes, friends) = touching(pos, unit, s.to);
    let number = s.to.iter().map(Hex::number).min().unwrap_or(0);
    (dooms(pos, unit, s, been, last), harm(pos, unit, s.to, last), foes, friends, number)
}

/// **spqr 10.22.** The owner's choice between ways: asked when friends suffer differently and no choice is worse for all.
fn choose(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    options: &[(Merit, impl AsRef<[Stride]>)],
) -> Flow<usize> {
    let Some(best) = (0..options.len()).min_by_key(|&i| options[i].0) else { return Ok(0) };
    let (doomed, cost, ..) = options[best].0;
    if options.iter().all(|(m, _)| m.0 != doomed || m.1 == cost) {
        return Ok(best);
    }
    let spec = pos.spec(unit);
    let key = |strides: &[Stride]| -> String {
        let hexes: Vec<String> = strides.iter().filter_map(|s| s.to.left).map(|h| h.to_string()).collect();
        hexes.join("-")
    };
    let chosen = |answer: &str| options.iter().position(|(_, s)| key(s.as_ref()) == answer);
    let side = &pos.set.sides[spec.side];
    if let Some(answer) = oracle.foregone("rout-path", side, &spec.code, |answer| chosen(answer).is_some()) {
        return Ok(chosen(&answer).unwrap_or(best));
    }
    let mut question = Question::new(
        "rout-path",
        side,
        &spec.code,
        Rule("10.22"),
        format!("{} ({}) routs: which way?", spec.code, spec.kind.letters()),
    )
    .fact("own.type", spec.kind.letters())
    .fact("own.tq", spec.tq);
    for (m, strides) in options {
        let friends: Vec<&str> = strides
            .as_ref()
            .iter()
            .flat_map(|s| friends_in(pos, unit, s.to))
            .map(|u| pos.spec(u).code.as_str())
            .collect();
        let through =
            if friends.is_empty() { "free".to_owned() } else { format!("through {}", friends.join(", ")) };
        let end = if m.0 { ", then no way on" } else { "" };
        question = question.choice(key(strides.as_ref()), format!("{through}{end}"));
    }
    let answer = oracle.ask(question.or_else(key(options[best].1.as_ref())))?;
    Ok(chosen(&answer).unwrap_or(best))
}

/// **spqr 10.22.** Which of these equally good steps a unit of one hex takes, each with whether it would be the last.
fn next_step(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    mut options: impl Iterator<Item = (Stride, bool)> + Clone,
    been: &[Hex],
) -> Flow<Option<Stride>> {
    let others = options.clone().skip(1);
    let Some(first) = options.next() else { return Ok(None) };
    if first.0.class == 1 {
        return Ok(Some(freest(pos, unit, first, others, been)));
    }
    // What an only way is worth is nobody's question.
    if others.clone().next().is_none() {
        return Ok(Some(first.0));
    }
    let weighed: Vec<(Merit, [Stride; 1])> =
        [first].into_iter().chain(others).map(|(s, last)| (merit(pos, unit, &s, been, last), [s])).collect();
    Ok(Some(weighed[choose(pos, oracle, unit, &weighed)?].1[0]))
}

/// The best of steps into vacant hexes. No friend suffers by any of them, so nobody has to choose; what is not better than one
/// that leaves a way on need not be looked at so far ahead.
fn freest(
    pos: &Position,
    unit: UnitId,
    first: (Stride, bool),
    others: impl Iterator<Item = (Stride, bool)>,
    been: &[Hex],
) -> Stride {
    let rank = |s: &Stride| {
        let (foes, friends) = touching(pos, unit, s.to);
        (foes, friends, s.to.iter().map(Hex::number).min())
    };
    let mut others = others.peekable();
    let mut best = first.0;
    if others.peek().is_none() {
        return best;
    }
    let mut best_rank = (dooms(pos, unit, &best, been, first.1), rank(&best));
    for (s, last) in others {
        let rank = rank(&s);
        if (false, rank) < best_rank {
            let rank = (dooms(pos, unit, &s, been, last), rank);
            if rank < best_rank {
                (best, best_rank) = (s, rank);
            }
        }
    }
    best
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
