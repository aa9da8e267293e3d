//! Over which edge of a unit somebody comes: the front that is touched is the front.

use super::zone::Block;
use crate::formation::Formation;
use crate::measure::{Base, Point, Stance, TOUCH};
use crate::state::{Position, UnitId, Zone};

/// Nearer to a corner than this nobody knows on which side of it he is.
const CORNER: i32 = 150;

/// Who comes at an edge by no more than this from straight looks at it.
const LOOKS: i32 = 4_500;

const ALL: [Zone; 4] = [Zone::Front, Zone::Left, Zone::Right, Zone::Rear];

/// An edge of a block: how far a place lies outside it, how far along it, and from where to where it runs.
struct Edge {
    out: fn(&Block, (i32, i32)) -> i32,
    along: fn((i32, i32)) -> i32,
    ends: (i32, i32),
}

fn edge(block: &Block, zone: Zone) -> Edge {
    let across = (block.left, block.right);
    let deep = (block.rear, block.front);
    match zone {
        Zone::Front => Edge { out: |b, p| p.1 - b.front, along: |p| p.0, ends: across },
        Zone::Rear => Edge { out: |b, p| b.rear - p.1, along: |p| p.0, ends: across },
        Zone::Left => Edge { out: |b, p| b.left - p.0, along: |p| p.1, ends: deep },
        Zone::Right => Edge { out: |b, p| p.0 - b.right, along: |p| p.1, ends: deep },
    }
}

/// How bases lie to the block of a unit that they touch.
struct Touching {
    block: Block,
    bases: Vec<[(i32, i32); 4]>,
}

impl Touching {
    fn of(pos: &Position, unit: UnitId, at: Stance, others: &[Base]) -> Touching {
        let local = |b: &Base| b.corners.map(|p: Point| at.local(p));
        Touching { block: Block::of(pos, unit), bases: others.iter().map(local).collect() }
    }

    /// How long they touch an edge of the block with an edge of theirs.
    fn flush(&self, zone: Zone) -> i32 {
        let Edge { out, along, ends: (low, high) } = edge(&self.block, zone);
        let edges = self.bases.iter().flat_map(|b| (0..4).map(|i| (b[i], b[(i + 1) % 4])));
        let lies = |p: (i32, i32)| out(&self.block, p).abs() <= 2 * TOUCH.0;
        let long = |(p, q): ((i32, i32), (i32, i32))| {
            (along(p).max(along(q)).min(high) - along(p).min(along(q)).max(low)).max(0)
        };
        edges.filter(|&(p, q)| lies(p) && lies(q)).map(long).sum()
    }

    /// Does a corner of theirs touch an edge of the block, away from its ends?
    fn touches_with_a_corner(&self, zone: Zone) -> bool {
        let Edge { out, along, ends: (low, high) } = edge(&self.block, zone);
        let inside = |p: (i32, i32)| along(p) > low + CORNER && along(p) < high - CORNER;
        self.bases.iter().flatten().any(|&p| out(&self.block, p).abs() <= 2 * TOUCH.0 && inside(p))
    }
}

/// **legion melee.square-off.** The edge of a unit that another touches along an edge of its own, however
/// its stands lie about it.
#[must_use]
pub fn met_along(pos: &Position, unit: UnitId, other: UnitId) -> Option<Zone> {
    let touching = Touching::of(pos, unit, pos.stance(unit)?, &pos.bases(other));
    let longest = ALL.map(|zone| (touching.flush(zone), zone)).into_iter().max_by_key(|f| f.0)?;
    (longest.0 > CORNER).then_some(longest.1)
}

/// **legion melee.square-off.** The edge of a unit that another touches with a corner, away from its ends.
#[must_use]
pub fn met_at(pos: &Position, unit: UnitId, other: UnitId) -> Option<Zone> {
    let touching = Touching::of(pos, unit, pos.stance(unit)?, &pos.bases(other));
    ALL.into_iter().find(|&zone| touching.touches_with_a_corner(zone))
}

/// Does a unit look at this side of another: does it face it by no more than 45 degrees from straight?
#[must_use]
pub fn looks_at(pos: &Position, unit: UnitId, (other, zone): (UnitId, Zone)) -> bool {
    let (Some(own), Some(theirs)) = (pos.stance(unit), pos.stance(other)) else { return false };
    own.heading.to(theirs.heading.turned(zone.turn()).about()).abs() <= LOOKS
}

/// **legion pass.disorder.** Over which edge of a unit another comes onto it, on its way from place to
/// place; none when it does not. A square has no edge but its front.
#[must_use]
pub fn entered(pos: &Position, unit: UnitId, (other, trail): (UnitId, &[Stance])) -> Option<Zone> {
    let at = pos.stance(unit)?;
    let theirs = pos.bases(unit);
    let onto = |there: &Stance| -> Option<(Base, Base)> {
        let own = pos.party_at(other, *there);
        own.iter().find_map(|b| Some((*b, *theirs.iter().find(|t| t.overlaps(b))?)))
    };
    let (own, base) = trail.iter().find_map(onto)?;
    let block = match pos.unit(unit).formation {
        Formation::Orbis => return Some(Zone::Front),
        // Between the maniples one is among them, and meets each by itself.
        Formation::Quincunx => Block::about(vec![in_frame(at, &base)]),
        _ => Block::of(pos, unit),
    };
    let corners = own.corners.map(|p| at.local(p));
    // By how much it lies on the block, from this edge: least over that by which it came.
    let deep = |zone: Zone| {
        let out = edge(&block, zone).out;
        -corners.iter().map(|&p| out(&block, p)).min().unwrap_or(0)
    };
    ALL.into_iter().min_by_key(|&zone| deep(zone))
}

/// A base in the frame of a stance.
fn in_frame(at: Stance, base: &Base) -> Base {
    let local = |p: Point| {
        let (right, ahead) = at.local(p);
        Point { x: right, y: ahead }
    };
    Base { corners: base.corners.map(local) }
}
