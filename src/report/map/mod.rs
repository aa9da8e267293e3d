//! Maps in plain characters.

mod canvas;
mod overview;
mod window;

pub use overview::overview;
pub use window::{Window, legend, window};
