//! The rally phase.

mod broken;
mod hits;

pub(crate) use broken::rally;
pub(crate) use hits::phase;
