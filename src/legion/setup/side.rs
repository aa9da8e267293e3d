//! The two sides: the first deploys along the south edge of the table, the second along the north edge.

use crate::measure::Heading;
use tess_effects::Side;

/// The way home of a side.
#[must_use]
pub(crate) const fn homeward(side: Side) -> Heading {
    match side {
        Side::First => Heading::SOUTH,
        Side::Second => Heading::NORTH,
    }
}
