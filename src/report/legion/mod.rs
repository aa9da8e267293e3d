//! Reports of Legion and Empire: the same mail, with a map to scale.

mod canvas;
mod map;
pub mod narrate;
mod page;
mod roster;
mod score;

pub use map::{View, overview, window};
pub use page::{Context, report};
pub use roster::rosters;
pub use score::score;
