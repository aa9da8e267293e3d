//! Missile fire, reaction fire, supply, sight (8.1 to 8.3, 9.12, 9.13).

pub(crate) mod ordered;
pub(crate) mod rate;
pub(crate) mod reaction;
pub mod shield_wall;
pub mod shot;

#[cfg(test)]
mod tests;

pub use ordered::{carry_out_fire, fire_while_moving, is_slow, may_fire};
pub use rate::{has_second_shot, volleys};
pub use reaction::{
    engine_fire, entry_fire, entry_fire_at_line, retire_fire, withdrawal_fire, zones_entered,
};
