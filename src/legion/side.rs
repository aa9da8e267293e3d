//! The two sides: the first deploys along the south edge of the table, the second along the north edge.

pub use tess_effects::{BySide, Side};
