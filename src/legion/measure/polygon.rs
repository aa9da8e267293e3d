//! Pieces of ground: any outline.

use super::point::segments_meet;
use super::{Base, Length, Point, root};

/// An outline of at least three corners, not crossing itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Polygon(Vec<Point>);

impl Polygon {
    /// An outline from its corners in order.
    ///
    /// # Errors
    /// What is wrong with it: fewer than three corners, no area, or edges that cross.
    pub fn new(corners: Vec<Point>) -> Result<Polygon, &'static str> {
        let polygon = Polygon(corners);
        if polygon.0.len() < 3 {
            return Err("an outline has at least three corners");
        }
        if polygon.area() == Length::ZERO.0.into() {
            return Err("the outline has no area");
        }
        let edges: Vec<(Point, Point)> = polygon.edges().collect();
        let last = edges.len() - 1;
        for (i, &one) in edges.iter().enumerate() {
            for (j, &two) in edges.iter().enumerate().skip(i + 2) {
                if !(i == 0 && j == last) && segments_meet(one, two) {
                    return Err("the outline crosses itself");
                }
            }
        }
        Ok(polygon)
    }

    /// Its corners in order.
    #[must_use]
    pub fn corners(&self) -> &[Point] {
        &self.0
    }

    /// Its edges in order.
    pub fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let next = self.0.iter().cycle().skip(1);
        self.0.iter().copied().zip(next.copied())
    }

    /// Its area in square thousandths of an inch.
    #[must_use]
    pub fn area(&self) -> i128 {
        let cross =
            |(a, b): (Point, Point)| i128::from(a.x) * i128::from(b.y) - i128::from(b.x) * i128::from(a.y);
        (self.edges().map(cross).sum::<i128>() / 2).abs()
    }

    /// Does the point lie in it, its edge included?
    #[must_use]
    pub fn contains(&self, p: Point) -> bool {
        let mut inside = false;
        for (a, b) in self.edges() {
            if segments_meet((a, b), (p, p)) {
                return true;
            }
            if (a.y > p.y) != (b.y > p.y) {
                let left = a.bend(b, p) > 0;
                inside ^= left == (b.y > a.y);
            }
        }
        inside
    }

    /// Does the base stand on it, wholly or in part?
    #[must_use]
    pub fn meets(&self, base: &Base) -> bool {
        let [west, south, east, north] = base.bounds();
        let apart = self.0.iter().all(|p| p.x < west)
            || self.0.iter().all(|p| p.x > east)
            || self.0.iter().all(|p| p.y < south)
            || self.0.iter().all(|p| p.y > north);
        if apart {
            return false;
        }
        base.corners.iter().any(|&p| self.contains(p))
            || self.0.iter().any(|&p| base.contains(p))
            || self.edges().any(|edge| base.edges().iter().any(|&other| segments_meet(edge, other)))
    }

    /// Does the whole base stand on it?
    #[must_use]
    pub fn holds(&self, base: &Base) -> bool {
        base.corners.iter().all(|&p| self.contains(p)) && !self.edges().any(|(a, b)| base.is_crossed_by(a, b))
    }

    /// Does a segment pass over it?
    #[must_use]
    pub fn is_crossed_by(&self, a: Point, b: Point) -> bool {
        self.contains(a) || self.contains(b) || self.edges().any(|edge| segments_meet(edge, (a, b)))
    }

    /// The shortest way from a base to it; zero when the base stands on it.
    #[must_use]
    pub fn distance(&self, base: &Base) -> Length {
        if self.meets(base) {
            return Length::ZERO;
        }
        let from_base = self.edges().flat_map(|(a, b)| base.corners.map(|p| p.square_to(a, b)));
        let from_here = self.0.iter().flat_map(|&p| base.edges().map(|(a, b)| p.square_to(a, b)));
        Length(root(from_base.chain(from_here).min().unwrap_or(i128::MAX)) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{Heading, Stance};

    fn p(x: i32, y: i32) -> Point {
        Point { x: x * 1000, y: y * 1000 }
    }

    /// A wood in the shape of an L.
    fn wood() -> Polygon {
        Polygon::new(vec![p(0, 0), p(6, 0), p(6, 2), p(2, 2), p(2, 6), p(0, 6)]).expect("an outline")
    }

    fn base(x: i32, y: i32) -> Base {
        Base::new(Stance { anchor: p(x, y), heading: Heading::NORTH }, Length(1_000), Length(1_000))
    }

    #[test]
    fn the_inside_of_an_outline_follows_its_bays() {
        let wood = wood();
        assert!(wood.contains(p(1, 5)) && wood.contains(p(5, 1)) && wood.contains(p(6, 1)));
        assert!(!wood.contains(p(4, 4)) && !wood.contains(p(7, 1)) && !wood.contains(p(-1, 0)));
        assert_eq!(wood.area(), 20_000_000);
    }

    #[test]
    fn bases_stand_on_it_by_it_or_off_it() {
        let wood = wood();
        assert!(wood.holds(&base(1, 2)) && wood.meets(&base(1, 2)));
        assert!(wood.meets(&base(6, 1)) && !wood.holds(&base(6, 1)));
        assert!(!wood.meets(&base(4, 5)));
        assert_eq!(wood.distance(&base(4, 5)), Length(1_500));
    }

    #[test]
    fn a_line_over_the_bay_is_free() {
        let wood = wood();
        assert!(!wood.is_crossed_by(p(3, 5), p(5, 3)));
        assert!(wood.is_crossed_by(p(1, 7), p(7, 1)));
    }

    #[test]
    fn bad_outlines_are_refused() {
        assert!(Polygon::new(vec![p(0, 0), p(1, 1)]).is_err());
        assert!(Polygon::new(vec![p(0, 0), p(1, 1), p(2, 2)]).is_err());
        assert!(Polygon::new(vec![p(0, 0), p(4, 4), p(4, 0), p(0, 4)]).is_err());
    }
}
