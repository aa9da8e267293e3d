//! The way a routed unit takes (10.22 to 10.25).

use std::cmp::Reverse;
use std::ops::Deref;

use super::choice::{Merit, choose, is_new, merit, next_step};
use super::ground::{Runner, Stride, friends_in, harm};
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

/// Is a hex nearer to the edge than the one before it (0), as near (1) or further (2)?
#[inline]
pub(super) fn ring(now: u8, then: u8) -> u8 {
    (then + 1).saturating_sub(now).min(2)
}

/// Equally good steps, clockwise from N, six at most.
#[derive(Clone, Copy)]
pub(super) struct Steps {
    all: [Stride; 6],
    count: usize,
}

impl Steps {
    const NONE: Steps =
        Steps { all: [Stride { to: Hexes::NOWHERE, side: Hexside::N, class: 0, mp: 0 }; 6], count: 0 };

    fn push(&mut self, step: Stride) {
        self.all[self.count] = step;
        self.count += 1;
    }

    fn retain(&mut self, keeps: impl Fn(&Stride) -> bool) {
        let mut kept = Steps::NONE;
        self.iter().filter(|s| keeps(s)).for_each(|s| kept.push(*s));
        *self = kept;
    }
}

impl Deref for Steps {
    type Target = [Stride];

    fn deref(&self) -> &[Stride] {
        &self.all[..self.count]
    }
}

/// **spqr 10.22.** Where a unit of one hex may step: the nearest to its way home that is not blocked, and of these the
/// freest. `been` are hexes of this run, which it does not enter again.
pub(super) fn steps(run: &Runner<'_>, at: Hexes, been: &[Hex]) -> Steps {
    let field = &run.pos.set.field;
    let mut found = Steps::NONE;
    let Some(slot) = at.left.and_then(|h| field.slot(h)) else { return found };
    let now = field.slot_to_retreat(run.side, slot);
    // The sides that lead into each ring, a bit for each.
    let mut rings = [0_u8; 3];
    for (to, near) in field.around(slot) {
        rings[usize::from(ring(now, field.slot_to_retreat(run.side, near)))] |= 1 << to as u8;
    }
    // Nearer home goes before everything else: what lies further is not looked at.
    for mut sides in rings {
        let mut best = u8::MAX;
        while sides != 0 {
            let to = Hexside::ALL[sides.trailing_zeros() as usize];
            sides &= sides - 1;
            let Some(s) = run.stride(at, to).filter(|s| s.class <= best && is_new(been, s)) else { continue };
            if s.class < best {
                best = s.class;
                found.count = 0;
            }
            found.push(s);
        }
        if found.count > 0 {
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
    let run = Runner::new(pos, unit);
    if pos.spec(unit).two_hex {
        return both_halves(&run, oracle);
    }
    let facing = pos.facing(unit).unwrap_or(Facing::E);
    let mut way = Way { places: Vec::new(), facing, trampled: Vec::new(), end: End::Stands };
    if let Some(last) = one_hex(&run, oracle, reach, &mut way)? {
        way.facing = facing_over(pos, unit, last);
    }
    Ok(way)
}

/// The way of a unit of one hex; gives the side across which it enters the last place.
fn one_hex(run: &Runner<'_>, oracle: &mut Oracle<'_>, reach: Reach, way: &mut Way) -> Flow<Option<Hexside>> {
    let Runner { pos, unit, .. } = *run;
    let start = pos.hexes(unit);
    let mut left = match reach {
        Reach::Two => 2,
        Reach::Full => pos.spec(unit).ma,
    };
    way.places.reserve_exact(usize::from(left) + 1);
    let mut been = Vec::with_capacity(usize::from(left) + 1);
    been.extend(start.left);
    let mut at = start;
    let mut class = 1;
    let mut side = None;
    while left > 0 {
        if run.way_home(at) <= 1 {
            pass(pos, unit, way, at, class, start, false);
            way.end = End::OffMap;
            return Ok(side);
        }
        let mut options = steps(run, at, &been);
        if options.is_empty() {
            pass(pos, unit, way, at, class, start, false);
            way.end = End::Stuck;
            return Ok(side);
        }
        let price = |s: &Stride| if reach == Reach::Two { 1 } else { s.mp.max(1) };
        if options.iter().any(|s| price(s) > left) {
            options.retain(|s| price(s) <= left);
        }
        let last = |s: &Stride| price(s) == left;
        let Some(taken) = next_step(run, oracle, &options, last, &been)? else { break };
        pass(pos, unit, way, at, class, start, false);
        left -= price(&taken);
        (at, class, side) = (taken.to, taken.class, Some(taken.side));
        way.places.push(at);
        been.extend(at.left);
    }
    pass(pos, unit, way, at, class, start, true);
    if class > 1 {
        // It may not stop there (10.25).
        if run.way_home(at) <= 1 {
            way.end = End::OffMap;
            return Ok(side);
        }
        let options = steps(run, at, &been);
        let Some(extra) = next_step(run, oracle, &options, |_| true, &been)? else {
            way.end = End::Crowded;
            return Ok(side);
        };
        if beyond(pos, unit, way, &extra) {
            side = Some(extra.side);
        }
    }
    Ok(side)
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

/// **spqr 10.25.** The one hex more. False when it is not free either.
fn beyond(pos: &Position, unit: UnitId, way: &mut Way, extra: &Stride) -> bool {
    if extra.class == 1 {
        way.places.push(extra.to);
        return true;
    }
    pass(pos, unit, way, extra.to, extra.class, Hexes::NOWHERE, true);
    way.end = End::Crowded;
    false
}

/// **spqr 10.22.** A two-hex unit goes straight ahead or straight back, both halves, two hexes; the direction that
/// nears the edge first.
fn both_halves(run: &Runner<'_>, oracle: &mut Oracle<'_>) -> Flow<Way> {
    let Runner { pos, unit, side, .. } = *run;
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
        if nears && run.way_home(from) <= 1 {
            way.end = End::OffMap;
            return Ok(way);
        }
        let sides = [facing.left_front(), facing.right_front()];
        let mut runs: Vec<(Merit, [Stride; 2])> = Vec::new();
        let mut off: Option<Stride> = None;
        for s1 in sides.into_iter().filter_map(|s| run.stride(from, s)) {
            if nears && run.way_home(s1.to) <= 1 {
                off = off.filter(|o| o.class <= s1.class).or(Some(s1));
            }
            for s2 in sides.into_iter().filter_map(|s| run.stride(s1.to, s)) {
                let ends = s2.class == 1
                    || sides.iter().any(|&s| run.stride(s2.to, s).is_some_and(|e| e.class == 1));
                let (f1, m1) = run.touching(s1.to);
                let (f2, m2) = run.touching(s2.to);
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
        let taken = runs[choose(run, oracle, &runs)?].1;
        for (n, s) in taken.iter().enumerate() {
            way.places.push(s.to);
            pass(pos, unit, &mut way, s.to, s.class, from, n == 1);
        }
        if taken[1].class > 1 {
            let more: Vec<(Merit, [Stride; 1])> = sides
                .into_iter()
                .filter_map(|s| run.stride(taken[1].to, s))
                .map(|e| (merit(run, &e, &[], true), [e]))
                .collect();
            let Some(class) = more.iter().map(|(_, s)| s[0].class).min() else {
                way.end = End::Crowded;
                return Ok(way);
            };
            let more: Vec<_> = more.into_iter().filter(|(_, s)| s[0].class == class).collect();
            let extra = more[choose(run, oracle, &more)?].1[0];
            beyond(pos, unit, &mut way, &extra);
        }
        return Ok(way);
    }
    Ok(Way { places: Vec::new(), facing: ahead, trampled: Vec::new(), end: End::Stuck })
}
