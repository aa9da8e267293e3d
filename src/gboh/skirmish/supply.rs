//! Running out, reloading, and being within reach (8.17, 8.18).

use crate::events::missile::FireEvent;
use crate::missile::shot::{can_aim, can_shoot};
use crate::order::Target;
use crate::piece::{Missile, UnitId};
use crate::position::{Hexes, Place, Position, Supply};
use crate::skirmish::harass;
use crate::state::asks::Finer;
use crate::state::danger::{FARTHEST_HARASSMENT, farthest_beyond};
use crate::state::weapon::Weapon;
use crate::{Flow, Happening, Oracle};
use tess_effects::{Listed, Matter, Rule};
use tess_hex::Hex;

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

/// **spqr 8.18, 10.16, 10.28.** Is the unit within range and sight of an enemy unit that has missiles and is
/// not engaged? With `harassment` the reach of harassment counts, too.
#[must_use]
pub fn in_danger(pos: &Position, unit: UnitId, harassment: bool) -> bool {
    let side = pos.side(unit);
    let place = pos.hexes(unit);
    let Some(at) = place.left else { return false };
    let threatens = |enemy: UnitId| threatens(pos, enemy, unit, place, harassment);
    // Most shoot no farther than two hexes, and few stand so near.
    let mut near = false;
    for hex in place.iter() {
        pos.presence().each_near(side.other(), hex, |h| near = near || pos.stack(h).units().any(threatens));
    }
    // Of the others rows and columns tell mostly that they are too far off, whichever halves are nearest.
    let about =
        |h: Hex| h.col().abs_diff(at.col()) <= FARTHEST + 2 && h.row().abs_diff(at.row()) <= FARTHEST + 2;
    near || pos.far_shooters(side.other()).iter().any(|&enemy| {
        matches!(pos.unit(enemy).place, Place::Field { hex, .. } if about(hex)) && threatens(enemy)
    })
}

/// Is it within range and sight of this one?
fn threatens(pos: &Position, enemy: UnitId, unit: UnitId, place: Hexes, harassment: bool) -> bool {
    let spec = pos.spec(enemy);
    // Most units have nothing to shoot with: that is looked at before all else.
    if pos.unit(enemy).supply == Supply::No || spec.missile.is_none() || spec.side == pos.side(unit) {
        return false;
    }
    let Some(distance) = pos.hexes(enemy).distance(place).filter(|&d| d <= FARTHEST) else {
        return false;
    };
    // The reach is looked at before all that is dearer.
    let reach = pos.set.variant.charts.missile.reach(Weapon::Own.row(pos, enemy));
    let near = distance <= reach + farthest_beyond(&pos.set);
    let nearer = harassment && distance <= FARTHEST_HARASSMENT;
    (near || nearer)
        && can_shoot(pos, enemy, Weapon::Own)
        && (near && can_aim(pos, enemy, Target::Unit(unit))
            || nearer && harass::may_harass(pos, enemy, unit).is_ok())
}

/// **spqr 8.18.** The reload segment: units in order, outside enemy zones and enemy fire, have all their
/// missiles again, unless their owner wants to be asked and leaves one as it is.
///
/// # Errors
/// As [`Oracle::ask`].
pub fn reload(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
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
        if !takes(pos, oracle, unit)? {
            continue;
        }
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
    Ok(())
}

/// **spqr 8.18.** Does it take new missiles? It may; only who wants to be is asked.
fn takes(pos: &Position, oracle: &mut Oracle<'_>, unit: UnitId) -> Flow<bool> {
    let spec = pos.spec(unit);
    if !pos.asks(spec.side, Finer::Reload) {
        return Ok(true);
    }
    let options = Listed {
        of: [true, false].into_iter(),
        key: |takes: &bool| if *takes { "yes" } else { "no" },
        text: |takes: &bool| if *takes { "has all its missiles again" } else { "stays as it is" },
    };
    let (side, subject) = (&pos.set.sides[spec.side], &spec.code);
    let matter = Matter { window: "reload", side, subject, rule: Rule("8.18") };
    oracle.choose(matter, &options, |matter, _| {
        matter.question(format!("Does {subject} take new missiles?")).fact("own.type", spec.kind.letters())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Class, UnitSpec};
    use crate::piece::{Side, UnitType};
    use crate::proving_ground::{Chance, armed, ground, u, unit};
    use tess_hex::Facing;

    /// Asking who is near, and of the others only those who shoot far, finds whom asking everybody finds.
    #[test]
    fn danger_comes_from_those_near_and_from_far_shooters() {
        let (mut chance, mut safe, mut endangered) = (Chance(7), 0, 0);
        let arms = [
            (UnitType::LC, Missile::J, "J_mounted"),
            (UnitType::LI, Missile::J, "J_foot"),
            (UnitType::SK, Missile::S, "S"),
            (UnitType::LI, Missile::A, "A_foot"),
            (UnitType::PH, Missile::J, "J_foot"),
            (UnitType::LI, Missile::B, "B"),
        ];
        for _ in 0..300 {
            let units = (0..14).map(|n: usize| {
                let (kind, missile, row) = arms[chance.below(6)];
                let spec = unit(&format!("U{n}"), Side::BOTH[n % 2], kind, (4, 5, 6), 2010, Facing::E);
                let class = if missile == Missile::B { Class::SC } else { Class::Plain };
                UnitSpec { class, ..armed(spec, missile, row) }
            });
            let mut pos = ground(units.collect(), vec![]);
            (0..14).for_each(|n| pos.lift(u(n)));
            for n in 0..14 {
                let (at, facing) = (chance.hex(), Facing::ALL[chance.below(6)]);
                if Hexes::of(at, facing, pos.spec(u(n)).two_hex).iter().all(|h| pos.stack(h).is_empty()) {
                    pos.put(u(n), at, facing);
                }
            }
            for n in 0..14 {
                if chance.below(3) == 0 {
                    pos.unit_mut(u(n)).supply = Supply::No;
                }
            }
            for (unit, harassment) in pos.unit_ids().flat_map(|u| [(u, false), (u, true)]) {
                let place = pos.hexes(unit);
                let by_anybody = pos.unit_ids().any(|e| threatens(&pos, e, unit, place, harassment));
                assert_eq!(in_danger(&pos, unit, harassment), by_anybody);
                *(if by_anybody { &mut endangered } else { &mut safe }) += 1;
            }
        }
        assert!(safe > 1000 && endangered > 1000, "{safe} safe, {endangered} endangered");
    }
}
