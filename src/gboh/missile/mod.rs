//! Missile fire, reaction fire, supply, sight (8.1 to 8.3, 9.12, 9.13).

mod harass;
mod impetuous;
mod ordered;
mod rate;
mod reaction;
pub mod shield_wall;
pub mod shot;
pub mod sight;
mod supply;
pub mod told;

#[cfg(test)]
mod beneventum;

pub use harass::{Approach, carry_out_harass, may_harass};
pub use ordered::{carry_out_fire, fire_while_moving, is_slow, may_fire};
pub use rate::{has_second_shot, volleys};
pub use reaction::{engine_fire, entry_fire, entry_fire_at_line, retire_fire, withdrawal_fire};
pub use sight::{leader_sees, unit_between};
pub(super) use supply::threatens_from_afar;
pub use supply::{empty_after_shock, in_danger, reload};
