//! Places on the table.

use super::heading::{Heading, UNIT};
use super::{Length, TOUCH, root};

/// A place in thousandths of an inch from the south-west corner: x to the east, y to the north.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Point {
    /// To the east.
    pub x: i32,
    /// To the north.
    pub y: i32,
}

impl Point {
    /// The distance, the part of a thousandth cut off.
    #[must_use]
    pub fn distance(self, other: Point) -> Length {
        let (dx, dy) = (i128::from(self.x) - i128::from(other.x), i128::from(self.y) - i128::from(other.y));
        Length(root(dx * dx + dy * dy) as i32)
    }

    /// The nearest of these; of several that are as near, but for a hair, the first. No rounding
    /// decides, nor which end of the table is south.
    #[must_use]
    pub fn nearest(self, all: &[Point]) -> Option<Point> {
        let far = |p: &Point| self.distance(*p);
        let least = all.iter().map(far).min()?;
        all.iter().copied().find(|p| far(p) <= least + TOUCH)
    }

    /// Twice the area of the triangle with two others: above zero when the three go round to the left.
    #[must_use]
    pub(super) fn bend(self, a: Point, b: Point) -> i128 {
        let ((ax, ay), (bx, by)) = (self.to(a), self.to(b));
        if are_narrow([ax, ay, bx, by]) {
            return i128::from(ax * by - ay * bx);
        }
        i128::from(ax) * i128::from(by) - i128::from(ay) * i128::from(bx)
    }

    /// The square of the distance to a segment, its part below one cut off.
    #[must_use]
    pub(super) fn square_to(self, a: Point, b: Point) -> i128 {
        let ((ex, ey), (sx, sy)) = (a.to(b), a.to(self));
        if !are_narrow([ex, ey, sx, sy]) {
            return square_to_wide((ex.into(), ey.into()), (sx.into(), sy.into()));
        }
        let (along, long) = (ex * sx + ey * sy, ex * ex + ey * ey);
        if along <= 0 {
            return i128::from(sx * sx + sy * sy);
        }
        if along >= long {
            let (bx, by) = (sx - ex, sy - ey);
            return i128::from(bx * bx + by * by);
        }
        let bend = (ex * sy - ey * sx).unsigned_abs();
        match bend.checked_mul(bend) {
            Some(square) => i128::from(square / long.unsigned_abs()),
            None => i128::from(bend) * i128::from(bend) / i128::from(long),
        }
    }

    /// How far right and how far up another place lies.
    pub(super) fn to(self, other: Point) -> (i64, i64) {
        (i64::from(other.x) - i64::from(self.x), i64::from(other.y) - i64::from(self.y))
    }
}

/// Are all of these so small that a sum of four products of two of them, or of two of their differences,
/// fits in 64 bits? 2^28 thousandths are four miles.
pub(super) fn are_narrow<const N: usize>(ways: [i64; N]) -> bool {
    ways.iter().all(|way| way.unsigned_abs() < 1 << 28)
}

/// [`Point::square_to`] for places that lie farther apart than [`are_narrow`] allows: the segment and the
/// way to the place, both from the segment's beginning.
#[cold]
fn square_to_wide((ex, ey): (i128, i128), (sx, sy): (i128, i128)) -> i128 {
    let (along, long) = (ex * sx + ey * sy, ex * ex + ey * ey);
    if along <= 0 {
        return sx * sx + sy * sy;
    }
    if along >= long {
        let (bx, by) = (sx - ex, sy - ey);
        return bx * bx + by * by;
    }
    let bend = ex * sy - ey * sx;
    bend * bend / long
}

/// Do two segments meet, ends included?
#[must_use]
pub(super) fn segments_meet((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    // Most lie far apart, as the boxes that hold them show.
    let apart = |a: i32, b: i32, c: i32, d: i32| a.max(b) < c.min(d) || c.max(d) < a.min(b);
    if apart(a.x, b.x, c.x, d.x) || apart(a.y, b.y, c.y, d.y) {
        return false;
    }
    let sign = |p: Point, q: Point, r: Point| p.bend(q, r).signum();
    let (abc, abd) = (sign(a, b, c), sign(a, b, d));
    let (cda, cdb) = (sign(c, d, a), sign(c, d, b));
    if abc != abd && cda != cdb {
        return true;
    }
    let between = |p: Point, q: Point, r: Point| {
        p.bend(q, r) == 0
            && r.x >= p.x.min(q.x)
            && r.x <= p.x.max(q.x)
            && r.y >= p.y.min(q.y)
            && r.y <= p.y.max(q.y)
    };
    between(a, b, c) || between(a, b, d) || between(c, d, a) || between(c, d, b)
}

/// Where the segment from `a` to `b` meets the one from `c` to `d`, to the nearest thousandth along the
/// first; `None` when they do not meet. Of two that lie in one another the beginning of the first.
#[must_use]
pub fn crossing(a: Point, b: Point, c: Point, d: Point) -> Option<Point> {
    if !segments_meet((a, b), (c, d)) {
        return None;
    }
    // The share of the way from a to b at which the line through c and d is met.
    let (from, to) = (c.bend(d, a), c.bend(d, b));
    let whole = from - to;
    if whole == 0 {
        return Some(a);
    }
    let part = |p: i32, q: i32| {
        let moved = i128::from(q - p) * from;
        let half = whole.abs() / 2 * moved.signum();
        p + ((moved + half) / whole) as i32
    };
    Some(Point { x: part(a.x, b.x), y: part(a.y, b.y) })
}

/// Where something stands and where it looks. The anchor of a unit or a stand is the middle of its front
/// edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stance {
    /// The middle of the front edge.
    pub anchor: Point,
    /// The way it faces.
    pub heading: Heading,
}

impl Stance {
    /// The place so far to the right and ahead of the anchor, to the nearest thousandth.
    #[must_use]
    pub fn at(self, right: i32, ahead: i32) -> Point {
        let [point] = self.at_each([(right, ahead)]);
        point
    }

    /// The places that lie so far to the right and so far ahead.
    #[must_use]
    pub(super) fn at_each<const N: usize>(self, places: [(i32, i32); N]) -> [Point; N] {
        let frame = self.frame();
        places.map(|(right, ahead)| frame.at(right, ahead))
    }

    /// The same with its sine and its cosine, for who asks for many places.
    #[must_use]
    pub(crate) fn frame(self) -> Frame {
        Frame { anchor: self.anchor, sin: self.heading.sin(), cos: self.heading.cos() }
    }

    /// How far to the right and ahead of the anchor a place lies.
    #[must_use]
    pub fn local(self, place: Point) -> (i32, i32) {
        let (sin, cos) = (self.heading.sin(), self.heading.cos());
        let dx = i64::from(place.x) - i64::from(self.anchor.x);
        let dy = i64::from(place.y) - i64::from(self.anchor.y);
        (near(dx * cos - dy * sin), near(dx * sin + dy * cos))
    }

    /// Moved so far to the right and ahead.
    #[must_use]
    pub fn moved(self, right: i32, ahead: i32) -> Stance {
        Stance { anchor: self.at(right, ahead), heading: self.heading }
    }

    /// Turned clockwise about the point so far to the right and ahead of the anchor.
    #[must_use]
    pub fn swung(self, (right, ahead): (i32, i32), hundredths: i32) -> Stance {
        let pivot = self.at(right, ahead);
        let heading = self.heading.turned(hundredths);
        Stance { anchor: Stance { anchor: pivot, heading }.at(-right, -ahead), heading }
    }
}

/// A stance whose sine and cosine are known.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    anchor: Point,
    sin: i64,
    cos: i64,
}

impl Frame {
    /// The place so far to the right and ahead, to the nearest thousandth.
    #[inline]
    pub(crate) fn at(self, right: i32, ahead: i32) -> Point {
        let (right, ahead) = (i64::from(right), i64::from(ahead));
        Point {
            x: self.anchor.x + near(right * self.cos + ahead * self.sin),
            y: self.anchor.y + near(ahead * self.cos - right * self.sin),
        }
    }

    /// So far to the right and ahead, turned clockwise by so many quarters: sines and cosines change places.
    #[inline]
    pub(crate) fn moved(self, right: i32, ahead: i32, quarters: u8) -> Frame {
        let (sin, cos) = match quarters % 4 {
            0 => (self.sin, self.cos),
            1 => (self.cos, -self.sin),
            2 => (-self.sin, -self.cos),
            _ => (-self.cos, self.sin),
        };
        Frame { anchor: self.at(right, ahead), sin, cos }
    }
}

/// A product with a sine to the nearest thousandth, halves away from zero.
fn near(product: i64) -> i32 {
    let half = if product >= 0 { UNIT / 2 } else { -UNIT / 2 };
    ((product + half) / UNIT) as i32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    #[test]
    fn ahead_and_right_follow_the_heading() {
        let east = Stance { anchor: at(10_000, 5_000), heading: Heading::EAST };
        assert_eq!(east.at(0, 2_000), at(12_000, 5_000));
        assert_eq!(east.at(1_000, 0), at(10_000, 4_000), "to the right of east lies south");
        let slant = Stance { anchor: at(0, 0), heading: Heading::new(4_500) };
        assert_eq!(slant.at(0, 1_000), at(707, 707));
    }

    #[test]
    fn a_frame_turned_by_quarters_is_that_of_the_heading_turned() {
        for heading in [0, 1, 4_567, 9_000, 13_579, 18_000, 26_999, 27_000, 35_999] {
            let stance = Stance { anchor: at(7_000, 9_000), heading: Heading::new(heading) };
            for quarters in 0..4_u8 {
                let turned = stance.heading.turned(i32::from(quarters) * 9_000);
                let slow = Stance { anchor: stance.at(-1_234, 567), heading: turned };
                let quick = stance.frame().moved(-1_234, 567, quarters);
                assert_eq!(quick.at(801, -2_003), slow.at(801, -2_003), "{heading} {quarters}");
            }
        }
    }

    #[test]
    fn a_swing_leaves_its_pivot_where_it_is() {
        let stance = Stance { anchor: at(10_000, 10_000), heading: Heading::NORTH };
        let swung = stance.swung((-3_000, 0), -3_000);
        assert_eq!(stance.at(-3_000, 0), swung.at(-3_000, 0));
        assert_eq!(swung.heading, Heading::new(-3_000));
        let gone = stance.at(3_000, 0).distance(swung.at(3_000, 0));
        assert!((gone.0 - 3_106).abs() <= 1, "twice six inches times the sine of 15 degrees: {gone}");
    }

    #[test]
    fn distances_to_a_segment_are_square_to_it_or_to_its_ends() {
        let (a, b) = (at(0, 0), at(1_000, 0));
        assert_eq!(at(500, 300).square_to(a, b), 90_000);
        assert_eq!(at(1_300, 400).square_to(a, b), 250_000);
        assert_eq!(at(-300, 400).square_to(a, b), 250_000);
    }

    #[test]
    fn segments_meet_when_they_cross_touch_or_lie_in_one_another() {
        let meet = |a, b, c, d| segments_meet((a, b), (c, d));
        assert!(meet(at(0, 0), at(10, 10), at(0, 10), at(10, 0)));
        assert!(meet(at(0, 0), at(10, 0), at(10, 0), at(20, 5)));
        assert!(meet(at(0, 0), at(10, 0), at(5, 0), at(20, 0)));
        assert!(!meet(at(0, 0), at(10, 0), at(0, 1), at(10, 1)));
        assert!(!meet(at(0, 0), at(10, 0), at(11, 0), at(20, 0)));
    }

    #[test]
    fn segments_cross_where_they_meet() {
        assert_eq!(crossing(at(0, 0), at(10, 10), at(0, 10), at(10, 0)), Some(at(5, 5)));
        assert_eq!(crossing(at(10, 10), at(0, 0), at(10, 0), at(0, 10)), Some(at(5, 5)));
        assert_eq!(crossing(at(0, 0), at(3, 0), at(1, -5), at(1, 5)), Some(at(1, 0)));
        assert_eq!(crossing(at(0, 0), at(10, 0), at(0, 5), at(10, 5)), None);
        assert_eq!(crossing(at(0, 0), at(10, 0), at(5, 0), at(20, 0)), Some(at(0, 0)));
    }

    proptest! {
        #[test]
        fn local_undoes_at(x in 0..72_000, y in 0..48_000, h in 0..36_000, right in -9_000..9_000, ahead in -9_000..9_000) {
            let stance = Stance { anchor: at(x, y), heading: Heading::new(h) };
            let (r, a) = stance.local(stance.at(right, ahead));
            prop_assert!((r - right).abs() <= 1 && (a - ahead).abs() <= 1);
        }
    }
}
