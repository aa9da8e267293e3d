//! Shooting: who can, at whom, with how many dice, and to what effect.

mod dice;
mod exchange;
mod fire;
mod line;

pub use crate::events::shooting::Part;
pub use crate::refusal::combat::Mark;
pub use dice::{Volley, is_armoured, volley};
pub use exchange::exchange;
pub use fire::{Blow, may_shoot, return_fire, shoot};
pub use line::{Shot, shot, shot_at_base};
