//! The bases of stands: rectangles lying any way on the table.

use super::point::{Frame, are_narrow, segments_meet};
use super::{Length, Point, Stance, root};

/// Bases no farther apart than this touch, and what is no deeper in one another does not overlap.
pub const TOUCH: Length = Length(20);

/// A rectangle: front left, front right, rear right, rear left, seen by whoever stands on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Base {
    /// The corners, clockwise from the front left one.
    pub corners: [Point; 4],
}

impl Base {
    /// The base of something with this front edge, so wide and so deep.
    #[must_use]
    pub fn new(stance: Stance, width: Length, depth: Length) -> Base {
        Base::in_frame(stance.frame(), width, depth)
    }

    /// [`Base::new`] of something whose sine and cosine are known.
    #[must_use]
    pub(crate) fn in_frame(frame: Frame, width: Length, depth: Length) -> Base {
        let (left, right) = (-(width.0 / 2), width.0 - width.0 / 2);
        let places = [(left, 0), (right, 0), (right, -depth.0), (left, -depth.0)];
        Base { corners: places.map(|(right, ahead)| frame.at(right, ahead)) }
    }

    /// Moves it so far to the east and to the north.
    pub(crate) fn shift(&mut self, east: i32, north: i32) {
        for corner in &mut self.corners {
            (corner.x, corner.y) = (corner.x + east, corner.y + north);
        }
    }

    /// The edges: front, right, rear, left.
    #[must_use]
    pub fn edges(&self) -> [(Point, Point); 4] {
        let [a, b, c, d] = self.corners;
        [(a, b), (b, c), (c, d), (d, a)]
    }

    /// The middle.
    #[must_use]
    pub fn middle(&self) -> Point {
        let mid = |f: fn(&Point) -> i32| self.corners.iter().map(f).sum::<i32>() / 4;
        Point { x: mid(|p| p.x), y: mid(|p| p.y) }
    }

    /// Does the point lie on it, edges included?
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.edges().iter().all(|&(a, b)| a.bend(b, point) <= 0)
    }

    /// The shortest way between the two, the part of a thousandth cut off; zero when they meet.
    #[must_use]
    pub fn distance(&self, other: &Base) -> Length {
        if self.meets(other) {
            return Length::ZERO;
        }
        let one_way = |from: &Base, to: &Base| {
            let all = from.corners.iter().flat_map(|&p| to.edges().map(|(a, b)| p.square_to(a, b)));
            all.min().unwrap_or(i128::MAX)
        };
        Length(root(one_way(self, other).min(one_way(other, self))) as i32)
    }

    /// The shortest way to a point.
    #[must_use]
    pub fn distance_to(&self, point: Point) -> Length {
        if self.contains(point) {
            return Length::ZERO;
        }
        let squares = self.edges().map(|(a, b)| point.square_to(a, b));
        Length(root(squares.into_iter().min().unwrap_or(i128::MAX)) as i32)
    }

    /// The shortest way to a segment; zero when it meets the base.
    #[must_use]
    pub fn distance_to_segment(&self, a: Point, b: Point) -> Length {
        if self.is_met_by(a, b) {
            return Length::ZERO;
        }
        let corners = self.corners.iter().map(|p| p.square_to(a, b));
        let ends = [a, b].into_iter().flat_map(|p| self.edges().map(|(c, d)| p.square_to(c, d)));
        Length(root(corners.chain(ends).min().unwrap_or(i128::MAX)) as i32)
    }

    /// Do they have a point in common?
    #[must_use]
    pub fn meets(&self, other: &Base) -> bool {
        // Corners are rounded, which no box twenty thousandths away is mistaken by.
        self.is_about(other, TOUCH) && in_all_directions(self, other, |along, _| along >= 0)
    }

    /// Do they touch, or lie on one another?
    #[must_use]
    pub fn touches(&self, other: &Base) -> bool {
        self.is_within(other, TOUCH)
    }

    /// Is the other no farther away than this? Most are, and their boxes show it.
    #[must_use]
    pub fn is_within(&self, other: &Base, far: Length) -> bool {
        self.is_about(other, far) && self.distance(other) <= far
    }

    /// The rectangle along the edges of the table that holds it: west, south, east, north.
    #[must_use]
    pub fn bounds(&self) -> [i32; 4] {
        let ((west, east), (south, north)) = (self.span(|p| p.x), self.span(|p| p.y));
        [west, south, east, north]
    }

    /// The least and the greatest of what its corners have of this.
    #[inline]
    fn span(&self, of: impl Fn(&Point) -> i32) -> (i32, i32) {
        let [a, b, c, d] = [&self.corners[0], &self.corners[1], &self.corners[2], &self.corners[3]].map(of);
        (a.min(b).min(c.min(d)), a.max(b).max(c.max(d)))
    }

    /// May the other be no farther away than this? The boxes of most are farther apart, and so are they.
    fn is_about(&self, other: &Base, far: Length) -> bool {
        let gap = |f: fn(&Point) -> i32| {
            let ((low, high), (low2, high2)) = (self.span(f), other.span(f));
            (i64::from(low) - i64::from(high2)).max(i64::from(low2) - i64::from(high))
        };
        gap(|p| p.x) <= i64::from(far.0) && gap(|p| p.y) <= i64::from(far.0)
    }

    /// How far the boxes of the two are apart along either edge of the table; zero or less where they are
    /// not.
    fn between_boxes(&self, other: &Base) -> (i64, i64) {
        let ([w, s, e, n], [w2, s2, e2, n2]) = (self.bounds().map(i64::from), other.bounds().map(i64::from));
        ((w - e2).max(w2 - e), (s - n2).max(s2 - n))
    }

    /// Is the way between the two boxes, which is no longer than that between the bases, at least so long?
    fn is_beyond(&self, other: &Base, far: Length) -> bool {
        let (aside, ahead) = self.between_boxes(other);
        let (aside, ahead) = (i128::from(aside.max(0)), i128::from(ahead.max(0)));
        aside * aside + ahead * ahead >= i128::from(far.0) * i128::from(far.0)
    }

    /// Does one lie on the other, by more than they may touch?
    #[must_use]
    pub fn overlaps(&self, other: &Base) -> bool {
        let slack = i128::from(TOUCH.0);
        self.is_about(other, TOUCH)
            && in_all_directions(self, other, |along, square| {
                along > 0 && along * along > slack * slack * square
            })
    }

    /// Does the segment come onto it, its edges not included: does it enter by more than two bases may
    /// touch?
    #[must_use]
    pub fn is_crossed_by(&self, a: Point, b: Point) -> bool {
        if self.is_apart_from(a, b) {
            return false;
        }
        // A segment through the middle third of the base is stopped whatever its length; one along an edge
        // is not.
        let inner = self.shrunk();
        inner.contains(a)
            || inner.contains(b)
            || inner.edges().iter().any(|&edge| segments_meet((a, b), edge))
    }

    /// Does the segment meet it, if only at an edge? So no line slips through between two bases that touch.
    #[must_use]
    pub fn is_met_by(&self, a: Point, b: Point) -> bool {
        self.contains(a) || self.contains(b) || self.edges().iter().any(|&edge| segments_meet((a, b), edge))
    }

    /// Do the boxes of the base and of a segment show that they have no point in common?
    #[inline]
    fn is_apart_from(&self, a: Point, b: Point) -> bool {
        let [west, south, east, north] = self.bounds();
        a.x.max(b.x) < west || a.x.min(b.x) > east || a.y.max(b.y) < south || a.y.min(b.y) > north
    }

    /// Its corners drawn in by a thirtieth towards the middle, so that lines along an edge pass it.
    fn shrunk(&self) -> Base {
        let middle = self.middle();
        let draw = |p: Point| Point { x: p.x - (p.x - middle.x) / 30, y: p.y - (p.y - middle.y) / 30 };
        Base { corners: self.corners.map(draw) }
    }
}

/// The shortest way between any of some bases and any of others; none when there are none, or when it is
/// not below `most`.
#[must_use]
pub fn between(one: &[Base], two: &[Base], most: Option<Length>) -> Option<Length> {
    let mut best = most;
    let mut found = false;
    for a in one {
        for b in two {
            if best.is_some_and(|best| a.is_beyond(b, best)) {
                continue;
            }
            let far = a.distance(b);
            if best.is_none_or(|best| far < best) {
                (best, found) = (Some(far), true);
            }
        }
    }
    best.filter(|_| found)
}

/// For each direction in which two bases might be parted: how far they reach into one another along it
/// (below zero when they are apart), in lengths of a vector whose square comes with it. `true` when what is
/// asked holds in all of them.
fn in_all_directions(one: &Base, two: &Base, holds: impl Fn(i128, i128) -> bool) -> bool {
    let origin = one.corners[0];
    let seen = |base: &Base| base.corners.map(|p| origin.to(p));
    let (own, theirs) = (seen(one), seen(two));
    let narrow = own.iter().chain(&theirs).all(|&(x, y)| are_narrow([x, y]));
    let vectors = [(0, 1), (1, 2)].into_iter().flat_map(|(i, j)| [(own[i], own[j]), (theirs[i], theirs[j])]);
    vectors.filter(|(a, b)| a != b).all(|(a, b)| {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        if narrow {
            let (along, square) = reach((&own, &theirs), |(x, y)| x * dx + y * dy, dx * dx + dy * dy);
            return holds(along.into(), square.into());
        }
        let (dx, dy) = (i128::from(dx), i128::from(dy));
        let along = |(x, y): (i64, i64)| i128::from(x) * dx + i128::from(y) * dy;
        let (along, square) = reach((&own, &theirs), along, dx * dx + dy * dy);
        holds(along, square)
    })
}

/// The corners of a base, each as a way right and a way up from one place.
type Corners = [(i64, i64); 4];

/// How far the shadows of two bases reach into one another, and what comes with it.
fn reach<N: Copy + Ord + std::ops::Sub<Output = N>>(
    (one, two): (&Corners, &Corners),
    along: impl Fn((i64, i64)) -> N,
    square: N,
) -> (N, N) {
    let shadow = |corners: &Corners| {
        let [a, b, c, d] = corners.map(&along);
        (a.min(b).min(c).min(d), a.max(b).max(c).max(d))
    };
    let ((a0, a1), (b0, b1)) = (shadow(one), shadow(two));
    ((a1 - b0).min(b1 - a0), square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Heading;

    fn base(x: i32, y: i32, heading: i32) -> Base {
        let stance = Stance { anchor: Point { x, y }, heading: Heading::new(heading) };
        Base::new(stance, Length(1_600), Length(1_200))
    }

    #[test]
    fn a_base_lies_behind_its_front_edge() {
        let b = base(10_000, 10_000, 0);
        assert_eq!(b.corners[0], Point { x: 9_200, y: 10_000 });
        assert_eq!(b.corners[2], Point { x: 10_800, y: 8_800 });
        assert_eq!(b.middle(), Point { x: 10_000, y: 9_400 });
        assert!(b.contains(b.middle()) && !b.contains(Point { x: 10_000, y: 10_001 }));
    }

    #[test]
    fn distance_is_from_edge_to_edge() {
        let one = base(10_000, 10_000, 0);
        assert_eq!(one.distance(&base(10_000, 15_000, 18_000)), Length(5_000));
        assert_eq!(one.distance(&base(12_600, 10_000, 0)), Length(1_000));
        assert_eq!(one.distance(&base(14_800, 15_200, 0)), Length(5_122), "over the corners: 3200 and 4000");
        assert_eq!(one.distance_to(Point { x: 10_000, y: 12_000 }), Length(2_000));
    }

    #[test]
    fn neighbours_touch_and_do_not_overlap() {
        let one = base(10_000, 10_000, 0);
        for (other, touches, overlaps) in [
            (base(11_600, 10_000, 0), true, false),
            (base(11_620, 10_000, 0), true, false),
            (base(11_621, 10_000, 0), false, false),
            (base(11_580, 10_000, 0), true, false),
            (base(11_579, 10_000, 0), true, true),
            (base(10_000, 10_000, 9_000), true, true),
        ] {
            assert_eq!((one.touches(&other), one.overlaps(&other)), (touches, overlaps), "{other:?}");
            assert_eq!((other.touches(&one), other.overlaps(&one)), (touches, overlaps), "{other:?}");
        }
    }

    #[test]
    fn a_line_along_an_edge_passes_and_one_through_the_middle_does_not() {
        let b = base(10_000, 10_000, 0);
        let p = |x, y| Point { x, y };
        assert!(!b.is_crossed_by(p(0, 10_000), p(20_000, 10_000)));
        assert!(b.is_crossed_by(p(0, 9_500), p(20_000, 9_500)));
        assert!(!b.is_crossed_by(p(0, 9_500), p(9_000, 9_500)));
        assert!(
            b.is_met_by(p(0, 10_000), p(20_000, 10_000)) && !b.is_met_by(p(0, 10_001), p(20_000, 10_001))
        );
    }
}
