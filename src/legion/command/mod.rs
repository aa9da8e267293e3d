//! Orders to Commands and their initiative.

mod dicing;
mod give;
mod initiative;

pub use crate::state::Directive;
pub use dicing::dice_for_orders;
pub use give::give;
pub use give::without;
pub use initiative::{modifier, roll};
