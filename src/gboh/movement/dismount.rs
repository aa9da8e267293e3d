//! Cataphracts on foot (cataphract 11.1).

use crate::events::missile::Occasion;
use crate::events::movement::Leg;
use crate::missile::shot::{aim, can_shoot};
use crate::movement::bar::Bar;
use crate::movement::march::{Body, March};
use crate::movement::step::{Taken, in_place};
use crate::order::Target;
use crate::piece::UnitId;
use crate::position::Position;
use crate::state::weapon::Weapon;

/// How far off enemies have to be (cataphract 11.1).
const PEACE: u8 = 5;

/// **cataphract 11.1.** Dismounts, or mounts again, for all points: with no enemy nearer than five hexes,
/// and none that could shoot at it. It may face any way afterwards.
pub(crate) fn change(pos: &Position, body: &Body, march: &March, down: bool) -> Result<Taken, Bar> {
    let unit = body.unit;
    if pos.set.unit(unit).dismounted.is_none() || pos.unit(unit).dismounted == down || body.with.is_some() {
        return Err(Bar::NoHorses);
    }
    if march.steps > 0 {
        return Err(Bar::NotWhole);
    }
    if let Some(enemy) = pos.on_field(body.side.other()).find(|&e| threatens(pos, e, unit)) {
        return Err(Bar::NotInPeace(enemy));
    }
    let after = March { mp: body.allowance, steps: 1, remounted: true, ..*march };
    Ok(in_place(after, Leg::Mounts(!down)))
}

/// Is the enemy near, or could it shoot at the unit?
fn threatens(pos: &Position, enemy: UnitId, unit: UnitId) -> bool {
    pos.distance(enemy, unit).is_some_and(|d| d < PEACE)
        || can_shoot(pos, enemy, Weapon::Own)
            && aim(pos, enemy, Weapon::Own, Target::Unit(unit), false, Occasion::Order).is_ok()
}
