//! How often a unit shoots when it may shoot (cataphract 11.4).

use crate::piece::{Missile, UnitId};
use crate::position::Position;

/// **cataphract 11.4.** Composite bows on foot shoot twice whenever they may shoot, as long as they have
/// never left the hex where they were set up; everybody else once.
#[must_use]
pub fn volleys(pos: &Position, unit: UnitId) -> u8 {
    let spec = pos.spec(unit);
    let twice = pos.set.variant.choices.missile.standing_archers_shoot_twice
        && spec.missile == Some(Missile::C)
        && spec.kind.is_infantry()
        && !pos.unit(unit).left_setup;
    if twice { 2 } else { 1 }
}

/// **cataphract 11.4.** Has the unit shot by order in this phase and another shot left, which needs no
/// order?
#[must_use]
pub fn has_second_shot(pos: &Position, unit: UnitId) -> bool {
    let done = pos.unit(unit).done;
    done.fired && done.volleys > 0 && done.volleys < volleys(pos, unit)
}
