//! Orders to Commands and their initiative.

mod directive;
mod initiative;
pub mod told;

pub(in crate::legion) use directive::without;
pub use directive::{Directive, LOST, give};
pub use initiative::modifier;
pub(in crate::legion) use initiative::roll;
