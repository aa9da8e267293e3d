//! Orders to Commands and their initiative.

mod dicing;
mod directive;
mod hearing;
mod initiative;
pub mod told;

pub(crate) use dicing::dice_for_orders;
pub(crate) use directive::without;
pub use directive::{Directive, LOST, give};
pub use hearing::{Hearing, commander, distance, hearing, is_in_command};
pub use initiative::modifier;
pub(crate) use initiative::roll;
