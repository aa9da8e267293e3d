//! Tests of the whole room, over one small battle.

mod attacks;
mod batches;
mod files;
mod flips;
mod forks;
mod press;
mod rulings;
pub(super) mod theatre;
mod vectors;

/// What the theatre needs; the integration tests have the same module.
mod api {
    pub use crate::*;
    pub use tess_dice::*;
}
