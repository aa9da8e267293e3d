//! Leaving an enemy zone of control, and turning in one (7.23, 7.24).

use crate::piece::{Class, Missile, UnitId, UnitSpec, UnitType};
use crate::position::Position;

/// **spqr 7.33, exceptions.** Skirmishers, engines and archers of the light infantry and light cavalry
/// cannot shock. A skirmisher of the type that may is not among them.
pub(crate) fn can_shock(pos: &Position, unit: UnitId) -> bool {
    let spec: &UnitSpec = pos.spec(unit);
    let archer = matches!(spec.kind, UnitType::LI | UnitType::LC)
        && spec.missile == Some(Missile::A)
        && !pos.set.variant.choices.shock.archers_may_shock;
    spec.kind != UnitType::SK && spec.class != Class::SC && !archer && !pos.in_column(unit)
}

/// Enemy units whose zones reach the unit, each once.
pub(crate) fn holders(pos: &Position, unit: UnitId) -> Vec<UnitId> {
    let side = pos.side(unit);
    let mut found: Vec<UnitId> = Vec::new();
    for h in pos.hexes(unit).iter() {
        for u in pos.controllers(side, h) {
            if !found.contains(&u) {
                found.push(u);
            }
        }
    }
    found
}

/// **spqr 7.23.** The allowance by which a unit leaves an enemy zone, or keeps others in its own: that of a
/// phalanx is the higher one. **alexander 7.23.** Only of a Macedonian one.
fn pace_for_leaving(pos: &Position, unit: UnitId) -> u8 {
    let spec = pos.spec(unit);
    let printed = pos.set.variant.choices.movement.only_macedonians_by_higher_pace && !spec.macedonian;
    if printed { spec.ma } else { spec.ma_extended }
}

/// **spqr 7.23.** May a unit that begins in an enemy zone leave it: its printed allowance exceeds that of
/// every enemy that holds it and could shock (phalanxes with their higher one), and a front hex is empty.
pub fn may_leave(pos: &Position, unit: UnitId) -> bool {
    let own = pace_for_leaving(pos, unit);
    let holds = |e| pos.set.variant.choices.movement.shockless_hold || can_shock(pos, e);
    if holders(pos, unit).iter().any(|&e| holds(e) && pace_for_leaving(pos, e) >= own) {
        return false;
    }
    let hexes = pos.hexes(unit);
    hexes.iter().flat_map(|h| h.neighbours().map(|(_, n)| n)).any(|n| {
        pos.angle(unit, n) == Some(crate::variant::charts::Angle::Front)
            && pos.stack(n).is_empty()
            && pos.set.field.is_open(n)
    })
}

/// **spqr 7.24.** Points that a unit which begins in an enemy zone may spend on turning there: half its
/// allowance, rounded up, when at most one enemy that could shock holds it and no enemy stands in its own
/// zone; else none. **alexander 7.25.** Any points when one enemy holds it; whatever holds it, when it is
/// foot that may harass.
pub(crate) fn turning_points(pos: &Position, unit: UnitId, allowance: u8) -> u8 {
    let choices = &pos.set.variant.choices.movement;
    let pressing =
        holders(pos, unit).iter().filter(|&&e| choices.shockless_hold || can_shock(pos, e)).count();
    if choices.turns_freely_in_zone {
        let spec = pos.spec(unit);
        let nimble = spec.missile.is_some_and(|m| m != Missile::A)
            && (spec.kind.is_skirmisher() || matches!(spec.kind, UnitType::LI | UnitType::LP));
        return if !spec.two_hex && (pressing <= 1 || nimble) { allowance } else { 0 };
    }
    if pos.spec(unit).two_hex || pressing > 1 || !pos.in_my_zoc(unit).is_empty() {
        0
    } else {
        allowance.div_ceil(2)
    }
}
