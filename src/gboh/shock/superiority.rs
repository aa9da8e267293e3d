//! Superiority (8.46 step 1).

use crate::events::blow::{Ground, Superiority};
use crate::piece::{Class, UnitId, UnitType};
use crate::position::{Position, Supply};
use crate::shock::fight::zone_reaches;
use crate::shock::swords;
use crate::variant::charts::{Angle, Weapons};

/// **spqr 8.46 step 1, 6.75, 9.15, 9.17, cataphract 11.5.** Superiority of one pair: position first, then
/// weapons.
#[must_use]
pub fn superiority(pos: &Position, attacker: UnitId, defender: UnitId, angle: Angle) -> Superiority {
    // Alexander 6.65: skirmishers gain nothing by it.
    if pos.in_column(defender) && !pos.spec(attacker).kind.is_skirmisher() {
        return Superiority::Attack(Ground::Column);
    }
    if has_position(pos, attacker, defender, angle) {
        return Superiority::Attack(Ground::Position);
    }
    if swords::bite(pos, attacker, defender) {
        return Superiority::Attack(Ground::Swords);
    }
    by_weapons(pos, attacker, defender)
}

/// **spqr 8.46 step 1 A.** Does the pair give position superiority?
#[must_use]
pub fn has_position(pos: &Position, attacker: UnitId, defender: UnitId, angle: Angle) -> bool {
    let (a, d) = (pos.spec(attacker), pos.spec(defender));
    angle != Angle::Front
        && !(d.kind.is_skirmisher() && angle == Angle::Flank)
        && !(d.kind == UnitType::EL && (a.kind.is_cavalry() || a.kind == UnitType::EL))
        && harrier(pos, attacker).is_none()
}

/// **spqr 8.46 step 1 A, last case.** An enemy in the flank or rear of a unit whose zone holds that unit.
#[must_use]
pub fn harrier(pos: &Position, unit: UnitId) -> Option<UnitId> {
    let side = pos.side(unit);
    let spare = !pos.set.variant.choices.shock.skirmishers_harry;
    for hex in pos.hexes(unit).iter() {
        for near in pos.sides_to_enemies(side, hex).filter_map(|to| hex.neighbour(to)) {
            if matches!(pos.angle(unit, near), None | Some(Angle::Front)) {
                continue;
            }
            for enemy in pos.stack(near).units() {
                let spec = pos.spec(enemy);
                if spec.side != side
                    && !(spare && spec.kind.is_skirmisher())
                    && zone_reaches(pos, enemy, unit)
                {
                    return Some(enemy);
                }
            }
        }
    }
    None
}

/// **alexander 9.71, 9.75.** Superiority by weapons where cavalry forms up for the charge: without its
/// formation it gains none when it attacks, but against skirmishers.
#[must_use]
pub fn by_weapons(pos: &Position, attacker: UnitId, defender: UnitId) -> Superiority {
    let found = by_chart(pos, attacker, defender);
    let bare = pos.set.knows_charge_formation()
        && pos.spec(attacker).kind.is_cavalry()
        && !pos.in_charge_formation(attacker)
        && !pos.spec(defender).kind.is_skirmisher();
    if bare && found.is_attack() { Superiority::Even } else { found }
}

/// **alexander 9.75.** In formation heavy cavalry is superior to cavalry out of it and to Thracian light
/// cavalry in it; Thracian light cavalry to all but heavy cavalry.
fn by_formation(pos: &Position, attacker: UnitId, defender: UnitId) -> bool {
    let (a, d) = (pos.spec(attacker).kind, pos.spec(defender).kind);
    pos.in_charge_formation(attacker)
        && d.is_cavalry()
        && match a {
            UnitType::HC => d == UnitType::LC || !pos.in_charge_formation(defender),
            UnitType::LC => d != UnitType::HC,
            _ => false,
        }
}

/// **spqr 8.46 step 1 B, 8.72.** Superiority by weapons.
fn by_chart(pos: &Position, attacker: UnitId, defender: UnitId) -> Superiority {
    let (a, d) = (pos.spec(attacker), pos.spec(defender));
    if by_formation(pos, attacker, defender) {
        return Superiority::Attack(Ground::Formation);
    }
    let armed = d.missile.is_none() || pos.unit(defender).supply != Supply::No;
    let defence = |holds: bool| if holds { Superiority::Defence } else { Superiority::Even };
    match pos.set.variant.charts.weapons(d.kind, a.kind) {
        Weapons::Even => Superiority::Even,
        Weapons::Attack => Superiority::Attack(Ground::Weapons),
        Weapons::Defence => Superiority::Defence,
        Weapons::DefenceWhileArmed => defence(armed),
        Weapons::DefenceWhileArmedNotCataphract => defence(armed && a.class != Class::CAT),
        Weapons::IndianAttack if a.indian && !d.indian => Superiority::Attack(Ground::Weapons),
        Weapons::IndianAttack => Superiority::Even,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Missile, Side, UnitSpec};
    use crate::proving_ground::{armed, ground, u, unit};
    use tess_hex::Facing;

    fn one(kind: UnitType, at: u16, facing: Facing, side: Side) -> UnitSpec {
        let code = format!("{}{at}", if side == Side::First { "r" } else { "c" });
        unit(&code, side, kind, (4, 6, 6), at, facing)
    }

    fn pair(attacker: UnitType, defender: UnitType) -> Position {
        ground(
            vec![one(attacker, 2010, Facing::E, Side::First), one(defender, 2110, Facing::W, Side::Second)],
            vec![],
        )
    }

    /// spqr-9.17-note.
    #[test]
    fn an_elephant_gains_nothing_by_the_flank_of_an_elephant() {
        let mut pos = pair(UnitType::EL, UnitType::EL);
        for angle in [Angle::Flank, Angle::Rear] {
            assert_eq!(superiority(&pos, u(0), u(1), angle), Superiority::Even);
        }
        let mut set = (*pos.set).clone();
        set.units[0].indian = true;
        pos.set = std::sync::Arc::new(set);
        assert_eq!(superiority(&pos, u(0), u(1), Angle::Rear), Superiority::Attack(Ground::Weapons));
    }

    #[test]
    fn skirmishers_have_no_flank_but_a_rear() {
        let pos = pair(UnitType::LI, UnitType::SK);
        assert!(!has_position(&pos, u(0), u(1), Angle::Flank));
        assert!(has_position(&pos, u(0), u(1), Angle::Rear));
    }

    #[test]
    fn cavalry_gains_nothing_by_the_rear_of_an_elephant() {
        let pos = pair(UnitType::HC, UnitType::EL);
        assert_eq!(superiority(&pos, u(0), u(1), Angle::Rear), Superiority::Even);
    }

    /// spqr-8.45-ex2, ex3: superiority either way.
    #[test]
    fn position_comes_before_weapons() {
        let pos = pair(UnitType::HI, UnitType::LG);
        assert_eq!(superiority(&pos, u(0), u(1), Angle::Front), Superiority::Even);
        assert_eq!(superiority(&pos, u(0), u(1), Angle::Flank), Superiority::Attack(Ground::Position));
        let pos = pair(UnitType::HI, UnitType::LI);
        assert_eq!(superiority(&pos, u(0), u(1), Angle::Front), Superiority::Attack(Ground::Weapons));
    }

    #[test]
    fn legion_infantry_without_javelins_is_no_longer_superior_to_horsemen() {
        let lg = armed(one(UnitType::LG, 2110, Facing::W, Side::Second), Missile::J, "J_foot");
        let mut pos = ground(vec![one(UnitType::LC, 2010, Facing::E, Side::First), lg], vec![]);
        assert_eq!(superiority(&pos, u(0), u(1), Angle::Front), Superiority::Defence);
        pos.unit_mut(u(1)).supply = Supply::No;
        assert_eq!(superiority(&pos, u(0), u(1), Angle::Front), Superiority::Even);
    }

    #[test]
    fn an_enemy_behind_the_attacker_takes_position_superiority_away() {
        let behind = one(UnitType::LG, 1910, Facing::E, Side::Second);
        let mut pos = ground(
            vec![
                one(UnitType::HI, 2010, Facing::E, Side::First),
                one(UnitType::LG, 2110, Facing::E, Side::Second),
                behind,
            ],
            vec![],
        );
        assert_eq!(harrier(&pos, u(0)), Some(u(2)));
        assert_eq!(superiority(&pos, u(0), u(1), Angle::Rear), Superiority::Even);
        let mut set = (*pos.set).clone();
        set.units[2].kind = UnitType::SK;
        pos.set = std::sync::Arc::new(set);
        assert_eq!(superiority(&pos, u(0), u(1), Angle::Rear), Superiority::Attack(Ground::Position));
    }
}
