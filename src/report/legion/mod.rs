//! Reports of Legion and Empire: the same mail, with a map to scale.

mod canvas;
mod hand;
mod kinds;
mod map;
pub mod narrate;
mod notes;
mod page;
pub mod refusal;
mod roster;
mod score;
mod tale;
mod task;
mod upshot;

pub use kinds::{about, kinds};
pub use map::{View, overview, overview_within, window};
pub use notes::notes;
pub use page::{Context, headline, page, plain, report};
pub use roster::rosters;
pub use score::score;
