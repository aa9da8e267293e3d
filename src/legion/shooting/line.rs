//! Arcs, lines of shot and what stops them.

use crate::formation::Formation;
use crate::measure::{Base, Length, Point, Stance, TOUCH};
use crate::questions::posts;
use crate::setup::{Barrier, Class, CommandId, Ground, Missile, Troop};
use crate::state::{Position, Stand, UnitId};

/// So far those at the edge of a wood or a village see in and out of it.
const EDGE: Length = Length::inches(1);

/// So near to an obstacle men are next to it.
const NEXT: Length = Length(250);

/// A stand can shoot at a target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Shot {
    /// The target is in cover.
    pub covered: bool,
    /// How far it is.
    pub distance: Length,
    /// The shooter stands higher.
    pub higher: bool,
}

/// A stand that shoots.
struct Shooter<'a> {
    unit: UnitId,
    place: usize,
    base: Base,
    stance: Stance,
    troop: &'a Troop,
    range: Length,
}

fn middle((a, b): (Point, Point)) -> Point {
    Point { x: i32::midpoint(a.x, b.x), y: i32::midpoint(a.y, b.y) }
}

impl<'a> Shooter<'a> {
    fn of(pos: &'a Position, unit: UnitId, place: usize) -> Option<Shooter<'a>> {
        let own = pos.unit(unit);
        let stand: &Stand = own.stands.get(place)?;
        let unit_stance = pos.stance(unit)?;
        let base = *pos.bases(unit).get(place)?;
        let heading = pos.slots(unit).get(place)?.seen_from(unit_stance).heading;
        let stance = Stance { anchor: middle(base.edges()[0]), heading };
        let troop = pos.set.troop(stand.troop);
        let range = pos.profile(own, stand.troop).range;
        Some(Shooter { unit, place, base, stance, troop, range })
    }

    /// **legion shoot.arc.** Light troops, elephants and chariots shoot all round.
    fn is_all_round(&self, pos: &Position) -> bool {
        pos.is_light(self.unit)
            || matches!(self.troop.class, Class::Elephants)
            || self.troop.class.is_chariots()
    }

    /// **legion shoot.arc.** Does the point lie within 45 degrees of its front?
    fn covers(&self, pos: &Position, point: Point) -> bool {
        if self.is_all_round(pos) {
            return true;
        }
        let (right, ahead) = self.stance.local(point);
        let half = self.troop.width.0 / 2;
        ahead >= -TOUCH.0 && (right.abs() - half).max(0) <= ahead.max(0) + TOUCH.0
    }

    /// From where its line starts: the middle of its front edge, or of the edge towards the target when it
    /// shoots all round.
    fn from(&self, pos: &Position, target: Point) -> Point {
        if !self.is_all_round(pos) {
            return self.stance.anchor;
        }
        target.nearest(&self.base.edges().map(middle)).unwrap_or(self.stance.anchor)
    }
}

/// **legion shoot.line, shoot.over.** Can this stand of a unit shoot at another unit? The best stand to
/// shoot at: one out of cover before one in it, then the nearest.
#[must_use]
pub fn shot(pos: &Position, unit: UnitId, place: usize, target: UnitId) -> Option<Shot> {
    let bases = pos.bases(target);
    bases.iter().filter_map(|b| at(pos, (unit, place), b, Some(target))).min()
}

/// Can this stand of a unit shoot at the base of a leader who stands by himself?
#[must_use]
pub fn shot_at_base(pos: &Position, unit: UnitId, place: usize, target: &Base) -> Option<Shot> {
    at(pos, (unit, place), target, None)
}

fn at(pos: &Position, (unit, place): (UnitId, usize), base: &Base, target: Option<UnitId>) -> Option<Shot> {
    let shooter = Shooter::of(pos, unit, place)?;
    if shooter.range.0 == 0 || !shooter.base.is_within(base, shooter.range) {
        return None;
    }
    let distance = shooter.base.distance(base);
    let from = shooter.from(pos, base.middle());
    let to = from.nearest(&base.edges().map(middle))?;
    if !shooter.covers(pos, to) || is_stopped_by_ground(pos, from, to, &shooter, base) {
        return None;
    }
    if is_stopped_by_troops(pos, (from, to), &shooter, (base, target)) {
        return None;
    }
    let height = |p: Point| pos.set.table.height(p);
    let higher = height(shooter.base.middle()) > height(base.middle());
    Some(Shot { covered: is_covered(pos, from, base, target), distance, higher })
}

/// Points of a line, a tenth of an inch from one another, its ends included.
fn along(a: Point, b: Point) -> impl Iterator<Item = Point> {
    let long = a.distance(b).0;
    let pieces = (long / 100).max(1);
    (0..=pieces).map(move |i| Point {
        x: a.x + ((i64::from(b.x) - i64::from(a.x)) * i64::from(i) / i64::from(pieces)) as i32,
        y: a.y + ((i64::from(b.y) - i64::from(a.y)) * i64::from(i) / i64::from(pieces)) as i32,
    })
}

/// Does a piece of ground lie in between? Woods and houses are seen into for an inch from their edge; a
/// hill hides what lies behind it from those who do not stand higher.
fn ground_hides(pos: &Position, from: Point, to: Point) -> bool {
    let height = pos.set.table.height(from);
    pos.set.table.terrain.iter().any(|piece| match piece.ground {
        Ground::Woods | Ground::Village => {
            // Only a hill of two layers and more looks over trees.
            if height >= 2 && height > pos.set.table.height(to) && !piece.outline.contains(to) {
                return false;
            }
            along(from, to)
                .any(|p| piece.outline.contains(p) && p.distance(from) > EDGE && p.distance(to) > EDGE)
        }
        Ground::Hill => {
            let on = piece.outline.contains(from) || piece.outline.contains(to);
            !on && height <= piece.height && along(from, to).any(|p| piece.outline.contains(p))
        }
        _ => false,
    })
}

fn is_stopped_by_ground(
    pos: &Position,
    from: Point,
    to: Point,
    shooter: &Shooter<'_>,
    target: &Base,
) -> bool {
    if ground_hides(pos, from, to) {
        return true;
    }
    let lofted = shooter.troop.missile == Missile::Onager;
    let above = pos.set.table.height(from) > pos.set.table.height(to);
    !lofted
        && !above
        && barriers(pos, from, to).any(|course| {
            // Those next to an obstacle shoot over it and are shot at over it.
            let next = |base: &Base| crosses_near(course, base);
            !next(target) && !next(&shooter.base)
        })
}

/// Does such an obstacle stop a shot, and give cover where no chart says otherwise?
const fn stops(barrier: Barrier) -> bool {
    matches!(barrier, Barrier::Wall | Barrier::Hedge | Barrier::Palisade)
}

/// The courses of walls, hedges and palisades between two points.
fn barriers(pos: &Position, from: Point, to: Point) -> impl Iterator<Item = &Vec<Point>> {
    let all = pos.set.table.obstacles.iter().filter(move |o| stops(o.barrier));
    all.map(|o| &o.course).filter(move |c| c.windows(2).any(|w| meet((w[0], w[1]), (from, to))))
}

fn meet((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    let turn = |p: Point, q: Point, r: Point| {
        let (qx, qy) = (i128::from(q.x) - i128::from(p.x), i128::from(q.y) - i128::from(p.y));
        let (rx, ry) = (i128::from(r.x) - i128::from(p.x), i128::from(r.y) - i128::from(p.y));
        (qx * ry - qy * rx).signum()
    };
    turn(a, b, c) != turn(a, b, d) && turn(c, d, a) != turn(c, d, b)
}

/// Does an obstacle run within a quarter of an inch of a base?
fn crosses_near(course: &[Point], base: &Base) -> bool {
    course.windows(2).any(|w| along(w[0], w[1]).any(|p| base.distance_to(p) <= NEXT))
}

/// **legion shoot.over.** Do other stands stop the line? Elephants shoot over one stand next to them, bows
/// over friends before them one stand deep, engines that loft over all, and those who stand higher over
/// those below.
fn is_stopped_by_troops(
    pos: &Position,
    (from, to): (Point, Point),
    shooter: &Shooter<'_>,
    (target, unit): (&Base, Option<UnitId>),
) -> bool {
    if shooter.troop.missile == Missile::Onager {
        return false;
    }
    let height = pos.set.table.height(from);
    let mut spare =
        u8::from(shooter.troop.class == Class::Elephants || shooter.troop.missile == Missile::Bow);
    for other in pos.unit_ids().filter(|&u| pos.stance(u).is_some()) {
        for (i, base) in pos.bases(other).iter().enumerate() {
            let own = (other, i) == (shooter.unit, shooter.place);
            if own || base == target || !base.is_crossed_by(from, to) {
                continue;
            }
            if height > pos.set.table.height(base.middle()) {
                continue;
            }
            if spare > 0 && base.touches(&shooter.base) && shoots_over(pos, shooter, other, unit) {
                spare -= 1;
                continue;
            }
            return true;
        }
    }
    let leaders = (0..pos.leaders.len() as u16).map(CommandId);
    leaders.filter_map(|l| posts::base(pos, l)).any(|b| &b != target && b.is_crossed_by(from, to))
}

/// May a stand shoot over a stand of this unit next to it? Elephants over any; bows on horses over heavy
/// infantry only.
fn shoots_over(pos: &Position, shooter: &Shooter<'_>, other: UnitId, target: Option<UnitId>) -> bool {
    if shooter.troop.class == Class::Elephants {
        return true;
    }
    let friend = pos.side(other) == pos.side(shooter.unit) && Some(other) != target;
    let class = pos.troop(other).class;
    let heavy = class.is_heavy_infantry() || (class == Class::Auxilia && !pos.unit(other).loose);
    friend && (heavy || !shooter.troop.class.is_cavalry())
}

/// **legion shoot.half.** Is the stand in cover: in ground that gives it, or behind an obstacle that does?
fn is_covered(pos: &Position, from: Point, base: &Base, target: Option<UnitId>) -> bool {
    let charts = &pos.set.charts.ground;
    if pos.set.table.under(base).any(|t| {
        charts.row(t.ground).map_or_else(|| matches!(t.ground, Ground::Woods | Ground::Village), |r| r.cover)
    }) {
        return true;
    }
    let shielded = |u: UnitId| pos.unit(u).shields || pos.unit(u).formation == Formation::Testudo;
    if target.is_some_and(shielded) {
        return true;
    }
    let to = base.middle();
    pos.set.table.obstacles.iter().any(|o| {
        charts.barrier(o.barrier).map_or_else(|| stops(o.barrier), |r| r.cover)
            && o.course.windows(2).any(|w| meet((w[0], w[1]), (from, to)))
            && crosses_near(&o.course, base)
    })
}
