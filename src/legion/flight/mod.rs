//! Moves that nobody orders: evading, fleeing, falling back, pursuing, leaving the table and coming back.

mod dice;
mod home;
mod rampage;
mod run;
mod slide;

pub use dice::{evade_dice, pursuit_dice};
pub use home::returns;
pub use rampage::{begin_turn, near_elephants};
pub use run::{Run, fall_back, owe_move, run};
pub use slide::{Slid, Through, about, away_from, slide};
