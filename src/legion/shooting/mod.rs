//! Shooting: who can, at whom, with how many dice, and to what effect.

mod dice;
mod fire;
mod line;
pub mod told;

pub use dice::{Part, Volley, is_armoured, volley};
pub use fire::{Mark, exchange, may_shoot, return_fire, shoot};
pub use line::{Shot, shot, shot_at_base};
