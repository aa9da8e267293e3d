//! How far those go who nobody orders, and what they meet.

mod dice;
mod slide;

pub use dice::{evade_dice, pursuit_dice};
pub use slide::{Course, Slid, Through, about, away_from, behind, slide, trail, turn};
