//! The game for the table: it reads a line, carries it out, or takes it back.

mod default_orders;
mod game;
mod standing;

pub use default_orders::sheets;
pub use standing::{answer, no_sheets};
