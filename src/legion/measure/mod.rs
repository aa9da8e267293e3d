//! Measures of a table as whole numbers: thousandths of an inch, hundredths of a degree.
//!
//! Nothing here knows of troops. A figure on the table is moved by hand and measured with a ruler; here
//! every place is a whole number, and every machine finds the same one.

mod base;
mod heading;
mod length;
mod point;
mod polygon;

pub use base::{Base, TOUCH, between};
pub use heading::{Heading, UNIT};
pub use length::Length;
pub use point::{Point, Stance, crossing};
pub use polygon::Polygon;

/// The largest whole number whose square is not larger.
#[must_use]
pub(crate) fn root(square: i128) -> i64 {
    i64::try_from(square.max(0).isqrt()).unwrap_or(i64::MAX)
}
