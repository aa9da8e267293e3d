//! The way a routed unit takes (10.22 to 10.25).

use crate::questions::{outlook, room};
use std::cmp::{Ordering, Reverse};
use std::ops::Deref;

use crate::field::Edge;
use crate::piece::{Side, UnitId};
use crate::position::{Hexes, Position};
use crate::rout::choice::{Merit, choose, crowd, merit, next_step};
use crate::rout::ground::{Runner, Stride, friends_in, harm};
use crate::state::asks::Finer;
use crate::{Flow, Oracle};
use tess_effects::{Listed, Lower, Matter, Rule};
use tess_hex::{Facing, Hex, Hexside};

/// How far a routed unit runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunLength {
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

/// The facings that have this side to their front and look nearest to the retreat edge, the one to which it
/// turns least first.
fn facings_over(pos: &Position, unit: UnitId, to: Hexside) -> Vec<Facing> {
    let side = pos.side(unit);
    let now = pos.facing(unit).unwrap_or(Facing::E);
    let left = Facing::with_left_front(to);
    let right = left.turn(-1);
    let lies = |f: Facing| pos.hex(unit).map(|at| outlook(pos, side, at, f));
    let least = off_course(pos, side, left).min(off_course(pos, side, right));
    let straight = |f: &Facing| off_course(pos, side, *f) == least;
    let mut all: Vec<Facing> = [left, right].into_iter().filter(straight).collect();
    all.sort_by_key(|&f| (f.vertices_to(now), lies(f)));
    all
}

/// **spqr 10.22.** To which of facings that look as straight home, in either direction: as its owner says
/// who wants to be asked, else the first.
fn which_facing(pos: &Position, oracle: &mut Oracle<'_>, unit: UnitId, open: &[Facing]) -> Flow<Facing> {
    let spec = pos.spec(unit);
    let first = open.first().copied().or(pos.facing(unit)).unwrap_or(Facing::E);
    if open.len() < 2 || !pos.asks(spec.side, Finer::RoutPath) {
        return Ok(first);
    }
    let options = Listed {
        of: open.iter().copied(),
        key: |facing: &Facing| Lower(facing.letters()),
        text: |facing: &Facing| format!("to {facing}"),
    };
    let side = &pos.set.sides[spec.side];
    let matter = Matter { window: "rout-path", side, subject: &spec.code, rule: Rule("10.22") };
    oracle.choose(matter, &options, |matter, _| {
        matter
            .question(format!("{} ({}) routs: which way does it face?", spec.code, spec.kind.letters()))
            .fact("own.type", spec.kind.letters())
            .fact("own.tq", spec.tq)
    })
}

/// Is a hex nearer to the edge than the one before it (0), as near (1) or further (2)?
#[inline]
pub(crate) fn ring(now: u8, then: u8) -> u8 {
    (then + 1).saturating_sub(now).min(2)
}

/// Equally good steps, clockwise from N, six at most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    all: [Stride; 6],
    count: usize,
}

impl Steps {
    pub(crate) const NONE: Steps = {
        let nowhere = Stride { to: Hexes::NOWHERE, slot: 0, side: Hexside::N, class: 0, mp: 0 };
        Steps { all: [nowhere; 6], count: 0 }
    };

    #[inline]
    fn push(&mut self, step: Stride) {
        self.all[self.count] = step;
        self.count += 1;
    }

    fn retain(&mut self, keeps: impl Fn(&Stride) -> bool) {
        let all = std::mem::take(&mut self.count);
        for n in 0..all {
            if keeps(&self.all[n]) {
                self.push(self.all[n]);
            }
        }
    }

    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }
}

impl Deref for Steps {
    type Target = [Stride];

    fn deref(&self) -> &[Stride] {
        &self.all[..self.count]
    }
}

/// The hexes of a run so far, which it does not enter again.
#[derive(Clone, Copy)]
pub(crate) struct Been<'a> {
    /// Where it began.
    pub start: Option<Hex>,
    /// The places it has entered.
    pub places: &'a [Hexes],
}

impl Been<'_> {
    /// Nowhere yet.
    pub const NOWHERE: Been<'static> = Been { start: None, places: &[] };

    /// Has it been in this hex?
    #[inline]
    pub fn contains(self, hex: Hex) -> bool {
        self.start == Some(hex) || self.places.iter().any(|place| place.left == Some(hex))
    }
}

/// **spqr 10.22.** Where a unit of one hex may step: the nearest to its way home that is not blocked, and of
/// these the freest.
pub(crate) fn steps(run: &Runner<'_>, at: Hexes, been: Been<'_>, found: &mut Steps) {
    match at.left.and_then(|hex| Some((hex, run.pos.set.field.slot(hex)?))) {
        Some((hex, slot)) => steps_from(run, hex, slot, been, found),
        None => found.clear(),
    }
}

/// **spqr 10.22.** Where a unit of one hex may step from a hex that lies in this slot of the field.
pub(crate) fn steps_from(run: &Runner<'_>, at: Hex, slot: usize, been: Been<'_>, found: &mut Steps) {
    found.clear();
    let first = run.starts_in(at);
    // Nearer home goes before everything else: what lies further is not looked at.
    for ring in run.rings(at) {
        let mut best = u8::MAX;
        for side in Hexside::in_mask(ring) {
            let Some((near, mp)) = run.points(at, Some(slot), side) else { continue };
            let Some(to) = at.neighbour(side).filter(|&to| !been.contains(to)) else { continue };
            let Some(class) = run.class(to, near, first) else { continue };
            if class > best {
                continue;
            }
            if class < best {
                best = class;
                found.count = 0;
            }
            found.push(Stride { to: Hexes::one(to), slot: near as u16, side, class, mp });
        }
        if found.count > 0 {
            return;
        }
    }
}

/// **spqr 10.22 to 10.25.** The whole way of a unit that runs from where it stands.
///
/// # Errors
/// [`Stop::Ask`](tess_effects::Stop::Ask) while the owner has to choose.
pub fn find_way(pos: &Position, oracle: &mut Oracle<'_>, unit: UnitId, reach: RunLength) -> Flow<Way> {
    let run = Runner::new(pos, unit);
    if pos.spec(unit).two_hex {
        return both_halves(&run, oracle);
    }
    let facing = pos.facing(unit).unwrap_or(Facing::E);
    let mut way = Way { places: Vec::new(), facing, trampled: Vec::new(), end: End::Stands };
    if let Some(last) = one_hex(&run, oracle, reach, &mut way)? {
        let open = facings_over(pos, unit, last);
        // Who does not come to stand faces no way.
        let open = if way.end == End::Stands { &open[..] } else { &open[..1] };
        way.facing = which_facing(pos, oracle, unit, open)?;
    }
    Ok(way)
}

/// The way of a unit of one hex; gives the side across which it enters the last place.
fn one_hex(
    run: &Runner<'_>,
    oracle: &mut Oracle<'_>,
    reach: RunLength,
    way: &mut Way,
) -> Flow<Option<Hexside>> {
    let Runner { pos, unit, .. } = *run;
    let start = pos.hexes(unit);
    let mut left = match reach {
        RunLength::Two => 2,
        RunLength::Full => pos.spec(unit).ma,
    };
    way.places = Vec::with_capacity(usize::from(left) + 1);
    let mut at = start;
    let mut class = 1;
    let mut side = None;
    // The steps on from here, where they were looked at before it came here, and those from the hex that
    // comes next.
    let (mut options, mut ahead) = (Steps::NONE, Steps::NONE);
    let mut home = run.way_home(at);
    while left > 0 {
        if home <= 1 {
            pass(pos, unit, way, at, class, start, false);
            way.end = End::OffMap;
            return Ok(side);
        }
        let been = Been { start: start.left, places: &way.places };
        std::mem::swap(&mut options, &mut ahead);
        if options.is_empty() {
            steps(run, at, been, &mut options);
        }
        ahead.clear();
        if options.is_empty() {
            pass(pos, unit, way, at, class, start, false);
            way.end = End::Stuck;
            return Ok(side);
        }
        let price = |s: &Stride| if reach == RunLength::Two { 1 } else { s.mp.max(1) };
        if reach == RunLength::Full && options.iter().any(|s| price(s) > left) {
            options.retain(|s| price(s) <= left);
        }
        let last = |s: &Stride| price(s) == left;
        let Some(taken) = next_step(run, oracle, &options, last, been, &mut ahead)? else { break };
        pass(pos, unit, way, at, class, start, false);
        left -= price(&taken);
        (at, class, side) = (taken.to, taken.class, Some(taken.side));
        home = run.way_home_from(taken.slot);
        way.places.push(at);
    }
    pass(pos, unit, way, at, class, start, true);
    if class > 1 {
        // It may not stop there (10.25).
        if home <= 1 {
            way.end = End::OffMap;
            return Ok(side);
        }
        let been = Been { start: start.left, places: &way.places };
        steps(run, at, been, &mut options);
        let Some(extra) = next_step(run, oracle, &options, |_| true, been, &mut ahead)? else {
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

/// **spqr 10.22.** A two-hex unit goes straight ahead or straight back, both halves, two hexes; the
/// direction that nears the edge first.
fn both_halves(run: &Runner<'_>, oracle: &mut Oracle<'_>) -> Flow<Way> {
    let Runner { pos, unit, side, .. } = *run;
    let at = pos.hexes(unit);
    let ahead = pos.facing(unit).unwrap_or(Facing::E);
    let about = ahead.opposite();
    let leads_on = |facing: Facing, from: Hexes| {
        let sides = [facing.left_front(), facing.right_front()];
        let on = |s1: Stride| sides.into_iter().any(|s| run.stride(s1.to, s).is_some());
        sides.into_iter().filter_map(|s| run.stride(from, s)).any(on)
    };
    let first = match off_course(pos, side, about).cmp(&off_course(pos, side, ahead)) {
        Ordering::Less => about,
        // Along its edge either way is as good.
        Ordering::Equal
            if leads_on(ahead, at) && leads_on(about, Hexes { left: at.right, right: at.left }) =>
        {
            which_facing(pos, oracle, unit, &[ahead, about])?
        }
        _ => ahead,
    };
    let second = first.opposite();
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
                let (f1, m1) = run.touching(&s1);
                let (f2, m2) = run.touching(&s2);
                let cost = harm(pos, unit, s1.to, false) + harm(pos, unit, s2.to, true);
                let lies = room(pos, pos.side(unit), s2.to);
                runs.push(((!ends, cost, crowd(f1 + f2, m1 + m2, lies)), [s1, s2]));
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
                .map(|e| (merit(run, &e, Been::NOWHERE, true), [e]))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Field;
    use crate::piece::BySide;
    use crate::rout::sides::rings;

    /// The sides that lead home by the lie of the map are those by the distances on it.
    #[test]
    fn rings_are_as_far_as_they_say() {
        for edge in [Edge::North, Edge::East, Edge::South, Edge::West] {
            for (cols, rows) in [((3, 9), (4, 12)), ((10, 11), (7, 9)), ((2, 17), (5, 6))] {
                let field = Field::clear(cols, rows, Facing::NE, BySide([edge, edge]));
                for hex in field.hexes() {
                    let slot = field.slot(hex).expect("a hex of the map");
                    let now = field.slot_to_retreat(Side::First, slot);
                    for (to, near) in field.around(slot) {
                        let far = ring(now, field.slot_to_retreat(Side::First, near));
                        let bit = 1 << to as u8;
                        let by_edge = rings(edge, hex.col() % 2 == 1).map(|ring| ring & bit != 0);
                        assert_eq!(by_edge, [0, 1, 2].map(|n| n == far), "{hex} {to:?} {edge:?}");
                    }
                }
            }
        }
    }
}
