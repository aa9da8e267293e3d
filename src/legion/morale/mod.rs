//! Hits, losses, and what the men make of them.

mod broken;
mod harm;
mod home;
mod let_go;
mod orphan;
mod rampage;
mod run;
mod test;

pub use crate::events::morale::{Cause, Part};
pub use broken::{break_unit, destroy};
pub(crate) use harm::lose_stand;
pub use harm::{disengage, disorder, settle, shoot_at, take_hits};
pub use home::returns;
pub(crate) use let_go::let_go;
pub use rampage::{begin_turn, near_elephants, past_elephants, shies, shies_from_others};
pub use run::{Run, fall_back, owe_move, recoil, run, sit_out};
pub use test::{test, value};
