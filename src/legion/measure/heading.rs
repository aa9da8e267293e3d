//! Directions on the table, and their sines and cosines in whole numbers.

use std::fmt;
use std::sync::LazyLock;

use tess_canon::note::{Misread, Names, Note, Noted, Problem, Schema, Shapes};
use tess_canon::{Bytes, Canon, Malformed};

use super::Point;

/// One, as sines and cosines count: 2^30.
pub const UNIT: i64 = 1 << 30;

/// Hundredths of a degree in a circle.
const CIRCLE: i32 = 36_000;

/// A hundredth of a degree as an arc, times 2^50.
const ARC: i64 = 196_506_604_223;

/// A direction in hundredths of a degree, clockwise from north (up, towards growing y): 0 to 35999.
///
/// ```text
///            0
///      31500 | 4500
///   27000 ---+--- 9000
///      22500 | 13500
///          18000
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Heading(u16);

/// Its hundredths of a degree.
impl Canon for Heading {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
    }

    fn read(from: &mut Bytes<'_>) -> Result<Heading, Malformed> {
        let at = from.place();
        let hundredths = u16::read(from)?;
        if i32::from(hundredths) < CIRCLE { Ok(Heading(hundredths)) } else { Err(Malformed::Number(at)) }
    }
}

/// Its hundredths of a degree.
impl Noted for Heading {
    fn note(&self, names: &dyn Names) -> Note {
        self.0.note(names)
    }

    fn noted(note: &Note, names: &dyn Names) -> Result<Heading, Misread> {
        let hundredths = u16::noted(note, names)?;
        let is_one = i32::from(hundredths) < CIRCLE;
        is_one
            .then_some(Heading(hundredths))
            .ok_or_else(|| Misread::here(Problem::TooLarge(hundredths.into())))
    }

    fn shape(shapes: &mut Shapes) -> Schema {
        shapes.named(
            "Heading",
            |_| serde_json::json!({ "type": "integer", "minimum": 0, "maximum": CIRCLE - 1 }),
        )
    }
}

impl Heading {
    /// Up.
    pub const NORTH: Heading = Heading(0);
    /// To the right.
    pub const EAST: Heading = Heading(9_000);
    /// Down.
    pub const SOUTH: Heading = Heading(18_000);
    /// To the left.
    pub const WEST: Heading = Heading(27_000);

    /// So many hundredths of a degree from north, in any number of circles.
    #[must_use]
    pub const fn new(hundredths: i32) -> Heading {
        Heading(hundredths.rem_euclid(CIRCLE) as u16)
    }

    /// Hundredths of a degree, 0 to 35999.
    #[must_use]
    pub const fn hundredths(self) -> i32 {
        self.0 as i32
    }

    /// Turned by so many hundredths of a degree, clockwise.
    #[must_use]
    pub const fn turned(self, hundredths: i32) -> Heading {
        Heading::new(self.0 as i32 + hundredths)
    }

    /// The other way.
    #[must_use]
    pub const fn about(self) -> Heading {
        self.turned(18_000)
    }

    /// How far to turn clockwise to the other one: more than -180 and up to 180 degrees, in hundredths.
    #[must_use]
    pub const fn to(self, other: Heading) -> i32 {
        let turn = (other.0 as i32 - self.0 as i32).rem_euclid(CIRCLE);
        if turn > CIRCLE / 2 { turn - CIRCLE } else { turn }
    }

    /// Sine, times 2^30.
    #[must_use]
    pub fn sin(self) -> i64 {
        let (quadrant, rest) = (self.0 / 9_000, i64::from(self.0 % 9_000));
        let size = match quadrant {
            0 | 2 => quarter_sine(rest),
            _ => quarter_sine(9_000 - rest),
        };
        if quadrant < 2 { size } else { -size }
    }

    /// Cosine, times 2^30.
    #[must_use]
    pub fn cos(self) -> i64 {
        self.turned(9_000).sin()
    }

    /// The heading whose ray passes nearest to a point seen from another; north for the same point.
    #[must_use]
    pub fn of(from: Point, to: Point) -> Heading {
        let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
        if (dx, dy) == (0, 0) {
            return Heading::NORTH;
        }
        // Into the quadrant in which both are not below zero, counted clockwise from north.
        let (right, ahead, quadrant) = match (dx >= 0, dy >= 0) {
            (true, true) => (dx, dy, 0),
            (true, false) => (-dy, dx, 1),
            (false, false) => (-dx, -dy, 2),
            (false, true) => (dy, -dx, 3),
        };
        let miss = |h: i64| {
            i128::from(quarter_sine(h)) * i128::from(ahead)
                - i128::from(quarter_sine(9_000 - h)) * i128::from(right)
        };
        let (mut low, mut high) = (0_i64, 9_000_i64);
        while high - low > 1 {
            let middle = i64::midpoint(low, high);
            if miss(middle) <= 0 { low = middle } else { high = middle }
        }
        let best = if miss(high).abs() < miss(low).abs() { high } else { low };
        Heading::new(quadrant * 9_000 + best as i32)
    }

    /// Reads `north`, `ne`, `90` or `22.5`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Heading> {
        crate::written::motion::heading(text).map(Heading::new)
    }
}

impl fmt::Display for Heading {
    /// In degrees, without needless zeros: `22.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&super::Length(i32::from(self.0) * 10).to_string())
    }
}

/// Sine of 0 to 90 degrees, times 2^30. Every stand of every step asks for it, so each is worked out once.
fn quarter_sine(hundredths: i64) -> i64 {
    static SINES: LazyLock<Vec<i64>> = LazyLock::new(|| (0..=9_000).map(sine).collect());
    SINES[hundredths as usize]
}

/// The sine of 0 to 90 degrees in hundredths, times 2^30.
fn sine(hundredths: i64) -> i64 {
    match hundredths {
        0 => 0,
        9_000 => UNIT,
        3_000 => UNIT / 2,
        1..=4_500 => series(hundredths, 1),
        _ => series(9_000 - hundredths, 0),
    }
}

/// The series of the sine (odd powers, from `first` = 1) or the cosine (even ones, from 0) for at most 45
/// degrees.
fn series(hundredths: i64, first: i64) -> i64 {
    // Forty binary places carry the terms, so that what is cut off stays far below the thirtieth.
    let x = i128::from((hundredths * ARC) >> 10);
    let mut term: i128 = if first == 1 { x } else { 1 << 40 };
    let mut sum = term;
    let mut power = i128::from(first);
    while term != 0 {
        term = -((((term * x) >> 40) * x) >> 40) / ((power + 1) * (power + 2));
        sum += term;
        power += 2;
    }
    ((sum + (1 << 9)) >> 10) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_sines_are_exact_to_the_last_place() {
        // 2^30 times sin, from tables with twenty places.
        for (degrees, known) in [
            (0, 0),
            (1, 18_739_379),
            (15, 277_904_834),
            (30, 536_870_912),
            (45, 759_250_125),
            (60, 929_887_697),
            (75, 1_037_154_959),
            (90, 1_073_741_824),
        ] {
            assert_eq!(Heading::new(degrees * 100).sin(), known, "{degrees}");
            assert_eq!(Heading::new((90 - degrees) * 100).cos(), known, "{degrees}");
        }
        assert_eq!(Heading::new(2_250).sin(), 410_903_207);
    }

    #[test]
    fn squares_of_sine_and_cosine_make_one_everywhere() {
        for h in 0..36_000 {
            let (s, c) = (Heading::new(h).sin(), Heading::new(h).cos());
            assert!((s * s + c * c - UNIT * UNIT).abs() < 3 * UNIT, "{h}");
        }
    }

    #[test]
    fn the_sine_grows_all_the_way_to_ninety_degrees() {
        assert!((0..9_000).all(|h| quarter_sine(h) < quarter_sine(h + 1) || h > 8_990));
        assert!((0..9_000).all(|h| quarter_sine(h) <= quarter_sine(h + 1)));
    }

    #[test]
    fn every_heading_is_found_again_from_a_point_on_its_ray() {
        for h in (0..36_000).step_by(7) {
            let h = Heading::new(h);
            let far = Point { x: (h.sin() / 10_000) as i32, y: (h.cos() / 10_000) as i32 };
            assert_eq!(Heading::of(Point::default(), far), h);
        }
        assert_eq!(Heading::of(Point { x: 5, y: 5 }, Point { x: 5, y: 5 }), Heading::NORTH);
    }

    #[test]
    fn turns_go_the_shorter_way() {
        assert_eq!(Heading::new(35_000).to(Heading::new(1_000)), 2_000);
        assert_eq!(Heading::new(1_000).to(Heading::new(35_000)), -2_000);
        assert_eq!(Heading::NORTH.to(Heading::SOUTH), 18_000);
        assert_eq!(Heading::EAST.about(), Heading::WEST);
    }

    #[test]
    fn headings_are_read_and_written_alike() {
        assert_eq!(Heading::parse("west"), Some(Heading::WEST));
        assert_eq!(Heading::parse("22.5").map(|h| h.to_string()), Some("22.5".into()));
        for bad in ["360", "1.005", "up", "-4", ""] {
            assert_eq!(Heading::parse(bad), None, "{bad}");
        }
    }
}
