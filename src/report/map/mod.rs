//! Maps in plain characters.

mod canvas;
mod overview;
mod window;

pub use overview::{overview, overview_within};
pub use window::{Window, legend, window, window_within};
