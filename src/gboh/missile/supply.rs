//! Running out, reloading, and being within reach (8.17, 8.18).

use super::harass;
use super::shot::{Weapon, aim, can_shoot, farthest_beyond};
use super::told::{FireEvent, Occasion};
use crate::gboh::order::Target;
use crate::gboh::piece::{Missile, UnitId};
use crate::gboh::position::{Place, Position, Supply};
use crate::gboh::{Happening, Oracle};

/// **spqr 8.17.** Javelin-armed infantry has no missiles left after shock.
pub fn empty_after_shock(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId) {
    if !pos.set.variant.choices.missile.shock_empties_javelins {
        return;
    }
    let spec = pos.spec(unit);
    if spec.missile == Some(Missile::J) && spec.kind.is_infantry() && pos.unit(unit).supply != Supply::No {
        pos.unit_mut(unit).supply = Supply::No;
        oracle.tell(|| Happening::Fire(FireEvent::Supply { unit, weapon: Weapon::Own, left: Supply::No }));
    }
}

/// The farthest that anybody shoots or harasses, so that distant units need no closer look.
const FARTHEST: u8 = 8;

/// **spqr 8.18, 10.16, 10.28.** Is the unit within range and sight of an enemy unit that has missiles and is not
/// engaged? With `harassment` the reach of harassment counts, too.
#[must_use]
pub fn in_danger(pos: &Position, unit: UnitId, harassment: bool) -> bool {
    let side = pos.spec(unit).side;
    // Most units have nothing to shoot with: that is looked at before all else.
    let armed = pos.unit_ids().filter(|&u| pos.unit(u).supply != Supply::No);
    armed.filter(|&u| pos.spec(u).side != side).any(|enemy| {
        pos.spec(enemy).missile.is_some()
            && pos
                .distance(unit, enemy)
                .is_some_and(|d| d <= FARTHEST && threatens(pos, enemy, unit, d, harassment))
    })
}

/// Could this enemy fire at the unit so far off, or harass it? Looks at the reach first, so that no shot out of it need be
/// refused in words.
fn threatens(pos: &Position, enemy: UnitId, unit: UnitId, distance: u8, harassment: bool) -> bool {
    let reach = || pos.set.variant.charts.missile.reach(Weapon::Own.row(pos, enemy));
    let aims = || aim(pos, enemy, Weapon::Own, Target::Unit(unit), false, Occasion::Order).is_ok();
    let harasses = || harass::may_harass(pos, enemy, unit).is_ok();
    can_shoot(pos, enemy, Weapon::Own)
        && (distance <= reach() + farthest_beyond(pos) && aims()
            || harassment && distance <= harass::FARTHEST && harasses())
}

/// **spqr 8.18.** The reload segment: units in order, outside enemy zones and enemy fire, have all their missiles again.
pub fn reload(pos: &mut Position, oracle: &mut Oracle<'_>) {
    let empty = |pos: &Position, u: UnitId| {
        let (spec, now) = (pos.spec(u), pos.unit(u));
        matches!(now.place, Place::Field { .. })
            && !pos.is_routed(u)
            && (spec.missile.is_some() && now.supply != Supply::Full
                || spec.screen && now.screen != Supply::Full)
    };
    // Who reloads is settled for both sides before anybody has new missiles.
    let ready: Vec<UnitId> = pos
        .unit_ids()
        .filter(|&u| empty(pos, u) && !pos.unit_in_zoc(u) && !in_danger(pos, u, false))
        .collect();
    for unit in ready {
        let spec = pos.set.unit(unit);
        let (own, screen) = (spec.missile.is_some(), spec.screen);
        let now = pos.unit_mut(unit);
        if own {
            now.supply = Supply::Full;
        }
        if screen {
            now.screen = Supply::Full;
        }
        oracle.tell(|| Happening::Fire(FireEvent::Reloaded { unit }));
    }
}
