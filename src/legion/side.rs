//! The two sides: the first deploys along the south edge of the table, the second along the north edge.

pub use crate::effects::{BySide, Side};
