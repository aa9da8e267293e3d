//! A straight way that ends where something stops it.

use super::dice::slid as slid_to;
use crate::measure::{Base, Heading, Length, Point, Stance};
use crate::questions::passing::may_pass;
use crate::questions::zone::Block;
use crate::setup::{Ground, Pace};
use crate::state::{Edge, Place, Position, UnitId};

/// A way is looked at in pieces of a tenth of an inch.
const PIECE: i32 = 100;

/// Through which friends a unit goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Through {
    /// Through all: it flees. Friends on whom it would end stop it before them.
    All,
    /// Through all, and behind those on whom it would end, however far that is.
    Behind,
    /// As when it moves by order.
    Allowed,
}

/// A straight way of a unit that nobody orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Course {
    /// Where to.
    pub heading: Heading,
    /// How far.
    pub far: Length,
    /// Through which friends.
    pub through: Through,
    /// It may lead off the table.
    pub leaves: bool,
    /// An enemy through whom it leads.
    pub past: Option<UnitId>,
}

impl Course {
    /// So far, as when it moves by order: on the table, through no enemy.
    #[must_use]
    pub const fn plain(heading: Heading, far: Length) -> Course {
        Course { heading, far, through: Through::Allowed, leaves: false, past: None }
    }
}

/// What came of a way.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Slid {
    /// How far it led.
    pub gone: Length,
    /// Friends through whom it led.
    pub through: Vec<UnitId>,
    /// The enemy who stopped it.
    pub met: Option<UnitId>,
    /// It left the table over this edge.
    pub left: Option<Edge>,
    /// Ground, or friends, stopped it.
    pub barred: bool,
    /// It had no room where it began, and got to no other place: it lies on others, or beyond the edge.
    pub stuck: bool,
}

/// Straight away from an enemy: the way from its middle to the unit's own.
#[must_use]
pub fn away_from(pos: &Position, id: UnitId, enemy: UnitId) -> Option<Heading> {
    let middle = |u: UnitId| {
        let block = Block::of(pos, u);
        pos.stance(u)
            .map(|s| s.at(i32::midpoint(block.left, block.right), i32::midpoint(block.front, block.rear)))
    };
    Some(Heading::of(middle(enemy)?, middle(id)?))
}

/// Turns a unit, with what goes with it, about the middle of their block until it faces so, its stands as
/// they are.
pub fn about(pos: &mut Position, id: UnitId, heading: Heading) {
    let Some(stance) = pos.stance(id) else { return };
    let block = Block::of_party(pos, id);
    let middle = (i32::midpoint(block.left, block.right), i32::midpoint(block.front, block.rear));
    pos.unit_mut(id).place = Place::Table(stance.swung(middle, stance.heading.to(heading)));
}

/// Turns a unit about the middle of its block, where there is room to. Says whether there was.
pub fn turn(pos: &mut Position, id: UnitId, heading: Heading) -> bool {
    let before = pos.unit(id).place;
    about(pos, id, heading);
    let group = pos.party(id);
    let own: Vec<Base> = group.iter().flat_map(|&u| pos.bases(u)).collect();
    let crowds = |u: UnitId| pos.bases(u).iter().any(|b| own.iter().any(|o| o.overlaps(b)));
    let room = own.iter().all(|b| pos.set.table.holds(b))
        && !is_barred(pos, id, &own)
        && !pos.unit_ids().any(|u| !group.contains(&u) && crowds(u));
    if !room {
        pos.unit_mut(id).place = before;
    }
    room
}

/// Carries a unit, and what is attached to it, along a course, facing as it does, until it has gone so far
/// or an enemy, the table's edge, ground that it cannot enter, or friends stop it. It never ends on others:
/// it ends at the last place where it was clear of them. Nothing is told.
pub fn slide(pos: &mut Position, id: UnitId, course: Course) -> Slid {
    let Some(from) = pos.stance(id) else { return Slid::default() };
    let way = Way::of(pos, id, from, course);
    let slid = way.slide(pos);
    pos.unit_mut(id).place = Place::Table(slid_to(from, course.heading, slid.gone.0));
    slid
}

/// The places of a straight way, a tenth of an inch apart, its ends included; the unit faces all along as
/// at its end.
#[must_use]
pub fn trail(from: Stance, to: Stance) -> Vec<Stance> {
    let (dx, dy) = (to.anchor.x - from.anchor.x, to.anchor.y - from.anchor.y);
    let pieces = (dx.abs().max(dy.abs()) / PIECE).max(1);
    let part = |all: i32, n: i32| (i64::from(all) * i64::from(n) / i64::from(pieces)) as i32;
    let at = |n: i32| Point { x: from.anchor.x + part(dx, n), y: from.anchor.y + part(dy, n) };
    (0..=pieces).map(|n| Stance { anchor: at(n), heading: to.heading }).collect()
}

/// The places of a way that has led so far to where a unit stands now.
#[must_use]
pub fn behind(to: Stance, heading: Heading, gone: Length) -> Vec<Stance> {
    trail(slid_to(to, heading, -gone.0), to)
}

/// A course with all who stand about it.
struct Way {
    id: UnitId,
    from: Stance,
    course: Course,
    friends: Vec<Other>,
    foes: Vec<Other>,
}

/// Another unit, as it lies to where a way begins.
struct Other {
    unit: UnitId,
    bases: Vec<Base>,
    /// The way begins on it.
    under: bool,
    /// It touches where the way begins.
    beside: bool,
    /// The way begins on it and leads away from it: whoever has just turned his back at a slant.
    pressed: bool,
}

fn near(a: &[Base], b: &[Base]) -> bool {
    a.iter().any(|a| b.iter().any(|b| a.touches(b)))
}

fn on(a: &[Base], b: &[Base]) -> bool {
    a.iter().any(|a| b.iter().any(|b| a.overlaps(b)))
}

impl Way {
    fn of(pos: &Position, id: UnitId, from: Stance, course: Course) -> Way {
        let group = pos.party(id);
        let start = pos.party_at(id, from);
        let ahead = |b: &Base| Stance { anchor: from.anchor, heading: course.heading }.local(b.middle()).1;
        let own = start.iter().map(ahead).sum::<i32>() / (start.len().max(1) as i32);
        let other = |unit: UnitId| {
            let bases = pos.bases(unit);
            let (under, beside) = (on(&start, &bases), near(&start, &bases));
            let pressed = under && bases.iter().all(|b| ahead(b) < own);
            Other { unit, bases, under, beside, pressed }
        };
        let side = pos.side(id);
        let passed = |u: UnitId| pos.side(u) == side || course.past == Some(pos.host(u));
        let others = pos.unit_ids().filter(|u| !group.contains(u) && pos.stance(*u).is_some());
        let (friends, foes): (Vec<UnitId>, Vec<UnitId>) = others.partition(|&u| passed(u));
        let all = |units: Vec<UnitId>| units.into_iter().map(other).collect();
        Way { id, from, course, friends: all(friends), foes: all(foes) }
    }

    fn bases(&self, pos: &Position, far: i32) -> Vec<Base> {
        pos.party_at(self.id, slid_to(self.from, self.course.heading, far))
    }

    /// Does it lie on anybody here?
    fn is_clear(&self, here: &[Base]) -> bool {
        let free = |other: &Other| !on(here, &other.bases);
        self.friends.iter().all(free) && self.foes.iter().filter(|o| o.under).all(free)
    }

    /// Does it lie on anybody but those on whom its way begins and leads away from?
    fn lies_on(&self, here: &[Base]) -> bool {
        self.friends.iter().chain(&self.foes).any(|o| !o.pressed && on(here, &o.bases))
    }

    /// The enemy whom it meets at a place of the way.
    fn met(&self, here: &[Base]) -> Option<&Other> {
        let meets =
            |o: &&Other| !o.pressed && if o.beside { on(here, &o.bases) } else { near(here, &o.bases) };
        self.foes.iter().find(meets)
    }

    fn slide(&self, pos: &Position) -> Slid {
        let mut found = Slid::default();
        let start = self.bases(pos, 0);
        let roomy = self.is_clear(&start) && start.iter().all(|b| over(pos, b).is_none());
        if (!roomy && start.iter().any(|b| over(pos, b).is_some())) || is_barred(pos, self.id, &start) {
            return Slid { stuck: true, ..found };
        }
        let far = self.course.far.0;
        // Behind friends on whom it would end, but not so far that nobody could tell why.
        let most = far + if self.course.through == Through::Behind { 24_000 } else { 0 };
        let (mut at, mut best, mut got_clear) = (0, 0, roomy);
        // Friends on its way, also those before whom it stops in the end.
        let mut reached: Vec<(UnitId, i32)> = Vec::new();
        while at < most && (at < far || best < at) {
            let next = (at + PIECE).min(if at < far { far } else { most });
            let here = self.bases(pos, next);
            if let Some(edge) = here.iter().find_map(|b| over(pos, b)) {
                found.left = Some(edge).filter(|_| self.course.leaves);
                found.barred = true;
                break;
            }
            if is_barred(pos, self.id, &here) {
                found.barred = true;
                break;
            }
            if let Some(foe) = self.met(&here) {
                found.met = Some(foe.unit);
                if !foe.beside && best == at {
                    let touching = self.touch(pos, foe, (at, next));
                    // Others may stand nearer than that within the piece.
                    best = if self.lies_on(&self.bases(pos, touching)) { at } else { touching };
                }
                break;
            }
            if !self.reaches(pos, &here, next, &mut reached) {
                found.barred = true;
                break;
            }
            at = next;
            if self.is_clear(&here) {
                (best, got_clear) = (at, true);
            }
        }
        if found.left.is_some() {
            (best, got_clear) = (self.edge(pos, (at, (at + PIECE).min(most))), true);
        }
        let end = self.bases(pos, best);
        let passes = |f: UnitId, met: i32| {
            let behind = |o: &Other| o.unit == f && !on(&end, &o.bases);
            met <= best && (found.left.is_some() || self.friends.iter().any(behind))
        };
        let through = reached.into_iter().filter(|&(f, met)| passes(f, met)).map(|(f, _)| f).collect();
        Slid { gone: Length(best), through, stuck: !got_clear, ..found }
    }

    /// Takes down the friends whom it reaches at a place of the way; no when one of them lets nobody
    /// through.
    fn reaches(&self, pos: &Position, here: &[Base], at: i32, reached: &mut Vec<(UnitId, i32)>) -> bool {
        for friend in self.friends.iter().filter(|f| !f.under && on(here, &f.bases)) {
            let past = self.course.past == Some(pos.host(friend.unit));
            let asks = self.course.through == Through::Allowed && !past;
            if asks && may_pass(pos, self.id, friend.unit).is_err() {
                return false;
            }
            if !past && !reached.iter().any(|(f, _)| *f == friend.unit) {
                reached.push((friend.unit, at));
            }
        }
        true
    }

    /// The farthest of a piece at which the unit touches and does not lie on the enemy.
    fn touch(&self, pos: &Position, foe: &Other, (clear, met): (i32, i32)) -> i32 {
        let (mut low, mut high) = (clear, met);
        while high - low > 1 {
            let middle = i32::midpoint(low, high);
            if near(&self.bases(pos, middle), &foe.bases) { high = middle } else { low = middle }
        }
        high
    }

    /// How far along the way it still is on the table, between a place that is and one that is not.
    fn edge(&self, pos: &Position, (on, off): (i32, i32)) -> i32 {
        let (mut low, mut high) = (on, off);
        while high - low > 1 {
            let middle = i32::midpoint(low, high);
            let leaves = self.bases(pos, middle).iter().any(|b| over(pos, b).is_some());
            if leaves { high = middle } else { low = middle }
        }
        low
    }
}

/// Over which edge does the base lie?
fn over(pos: &Position, base: &Base) -> Option<Edge> {
    let table = &pos.set.table;
    base.corners.iter().find_map(|p| {
        if p.y < 0 {
            Some(Edge::South)
        } else if p.y > table.depth.0 {
            Some(Edge::North)
        } else if p.x < 0 {
            Some(Edge::West)
        } else if p.x > table.width.0 {
            Some(Edge::East)
        } else {
            None
        }
    })
}

fn is_barred(pos: &Position, id: UnitId, bases: &[Base]) -> bool {
    let gait = pos.gait(id);
    bases.iter().any(|b| {
        let ford = pos.set.table.under(b).any(|t| t.ground == Ground::Ford);
        let bars = |g| pos.set.charts.ground.effect(g, gait).pace == Pace::Barred;
        !ford && pos.set.table.under(b).any(|t| bars(t.ground))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formation::Formation;
    use crate::measure::Point;
    use crate::measure::TOUCH;
    use crate::tests::proving_ground::LEGION;
    use crate::tests::proving_ground::VELITES;
    use crate::tests::proving_ground::WARBAND;
    use crate::tests::proving_ground::ground;
    use crate::tests::proving_ground::stance;
    use crate::tests::proving_ground::u;
    use crate::tests::proving_ground::unit;

    fn field() -> Position {
        let line = Formation::Line;
        ground(vec![
            unit("V1", 0, (VELITES, 2), stance(10, 20, 0), line),
            unit("H1", 0, (LEGION, 2), stance(10, 15, 0), line),
            unit("W1", 2, (WARBAND, 2), stance(10, 30, 180), line),
        ])
    }

    fn fleeing(heading: Heading, far: Length) -> Course {
        Course { through: Through::All, leaves: true, ..Course::plain(heading, far) }
    }

    #[test]
    fn a_way_ends_where_it_is_due() {
        let mut pos = field();
        let slid = slide(&mut pos, u(0), fleeing(Heading::NORTH, Length::inches(4)));
        assert_eq!(slid, Slid { gone: Length::inches(4), ..Slid::default() });
        assert_eq!(pos.stance(u(0)).expect("there").anchor, Point { x: 10_000, y: 24_000 });
    }

    #[test]
    fn it_ends_before_friends_and_no_farther_than_it_is_due() {
        let mut pos = field();
        let slid = slide(&mut pos, u(0), fleeing(Heading::SOUTH, Length(4_500)));
        assert_eq!((slid.through, slid.gone), (vec![], Length(3_800)), "before the line, at 15");
        let mut pos = field();
        let slid = slide(&mut pos, u(0), fleeing(Heading::SOUTH, Length(6_500)));
        assert_eq!((slid.through, slid.gone), (vec![u(1)], Length(6_500)));
    }

    #[test]
    fn who_is_pushed_ends_behind_friends_and_never_on_them() {
        let mut pos = field();
        let slid = slide(
            &mut pos,
            u(0),
            Course { through: Through::Behind, ..fleeing(Heading::SOUTH, Length(4_500)) },
        );
        assert_eq!(slid.through, [u(1)]);
        // The rear of the line lies at 13.8: the front of the light troops ends behind it.
        assert!((6_200..=6_300).contains(&slid.gone.0), "{slid:?}");
    }

    #[test]
    fn who_stops_before_friends_has_gone_through_none() {
        // Lines of legionaries, one behind the other, with no room for velites between them.
        let line = |at: Stance| unit("H", 0, (LEGION, 2), at, Formation::Line);
        let place = |n: i32| Stance { anchor: Point { x: 10_000, y: 30_000 - n * 1_200 }, ..stance(0, 0, 0) };
        let mut units = vec![unit("V1", 0, (VELITES, 2), stance(10, 34, 0), Formation::Line)];
        units.extend((0..22).map(|n| line(place(n))));
        let (mut pos, velites) = (ground(units), u(0));
        let slid = slide(&mut pos, velites, fleeing(Heading::SOUTH, Length::inches(4)));
        assert_eq!(slid.through, [], "{slid:?}");
        assert!(slid.gone < Length::inches(4), "{slid:?}");
        assert_eq!(slid.left, None);
    }

    #[test]
    fn who_turns_his_back_at_a_slant_gets_away() {
        let mut pos = ground(vec![
            unit("H1", 0, (LEGION, 4), stance(20, 10, 0), Formation::Line),
            unit("W1", 2, (WARBAND, 8), stance(20, 10, 180), Formation::Double),
        ]);
        about(&mut pos, u(1), Heading::new(1_500));
        let slid = slide(&mut pos, u(1), fleeing(Heading::new(1_500), Length::inches(3)));
        assert_eq!(slid, Slid { gone: Length::inches(3), ..Slid::default() });
    }

    #[test]
    fn an_enemy_stops_it_at_a_touch_and_the_edge_lets_it_out() {
        let mut pos = field();
        let met = slide(&mut pos, u(0), Course::plain(Heading::NORTH, Length::inches(20)));
        assert_eq!((met.met, met.gone.0 / 100), (Some(u(2)), 99));
        assert!(pos.distance(u(0), u(2)).is_some_and(|d| d <= TOUCH));
        let mut pos = field();
        let left = slide(&mut pos, u(0), fleeing(Heading::WEST, Length::inches(20)));
        assert_eq!(left.left, Some(Edge::West));
        let mut pos = field();
        let held = slide(&mut pos, u(0), Course::plain(Heading::WEST, Length::inches(20)));
        assert_eq!((held.left, held.barred), (None, true));
    }
}
