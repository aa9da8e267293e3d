//! Who may shock at all, and who gets a marker for it (7.31 to 7.33, 9.72).

use crate::events::shock::ShockEvent;
use crate::piece::{Class, LeaderId, Missile, UnitId, UnitType};
use crate::position::{Place, Position, ShockMark};
use crate::questions::targets;
use crate::refusal::shock::{Shock, Unfit};
use crate::{Happening, Oracle, Refusal, questions, rout};
use tess_effects::Rule;

/// **spqr 7.31, 7.32.** A moving unit has come adjacent to an enemy: it gets its marker at once, before any
/// reaction. Light units get one that lets them choose.
pub fn mark_moved(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId) {
    let partner = pos.partner(unit).filter(|&p| pos.unit(p).done.moved);
    for unit in [Some(unit), partner].into_iter().flatten() {
        if !pos.is_beside_enemy(unit) || !is_fit(pos, unit) {
            continue;
        }
        // Plain skirmishers find nobody to attack but chariots and routed units.
        if pos.spec(unit).kind == UnitType::SK && targets(pos, unit).is_empty() {
            continue;
        }
        pos.unit_mut(unit).done.closed = true;
        if triarii_wait(pos, unit) {
            continue;
        }
        let must = pos.set.variant.charts.must_shock(pos.spec(unit).kind);
        let mark = if must { ShockMark::MustCheck } else { ShockMark::MayCheck };
        if matches!(pos.unit(unit).shock, ShockMark::None | ShockMark::NoCheck) {
            pos.unit_mut(unit).shock = mark;
            oracle.tell(|| Happening::Shock(ShockEvent::Marked { unit, must }));
        }
    }
}

/// **spqr 7.33, 4.83, 8.63, 9.23, 9.81.** Can this unit attack by shock as it stands? The reason if not.
pub(crate) fn fitness(pos: &Position, unit: UnitId) -> Result<(), Refusal> {
    let Some((rule, why)) = unfitness(pos, unit) else { return Ok(()) };
    Err(Refusal::new(Rule(rule), Shock::Unfit(unit, why)))
}

/// Can this unit attack by shock as it stands, where nobody is told why not?
pub(crate) fn is_fit(pos: &Position, unit: UnitId) -> bool {
    unfitness(pos, unit).is_none()
}

/// Why a unit cannot attack by shock: the rule and the reason.
fn unfitness(pos: &Position, unit: UnitId) -> Option<(&'static str, Unfit)> {
    let spec = pos.spec(unit);
    let now = pos.unit(unit);
    let bow = matches!(spec.missile, Some(Missile::A)) && matches!(spec.kind, UnitType::LI | UnitType::LC);
    let found = if !matches!(now.place, Place::Field { .. }) {
        ("8.42", Unfit::Off)
    } else if pos.is_routed(unit) {
        ("7.33", Unfit::Routed)
    } else if pos.in_column(unit) {
        ("6.75", Unfit::Column)
    } else if pos.in_square(unit) {
        ("alexander 9.64", Unfit::Square)
    } else if pos.is_leader_elephant(unit) {
        ("4.83", Unfit::LeaderElephant)
    } else if spec.kind == UnitType::SK && !pos.set.variant.choices.shock.skirmishers_hunt {
        ("9.23", Unfit::Skirmisher)
    } else if now.shield_wall {
        ("cataphract 11.73", Unfit::ShieldWall)
    } else if spec.class == Class::SC {
        ("7.33", Unfit::Engine)
    } else if bow && !pos.set.variant.choices.shock.archers_may_shock {
        ("7.33", Unfit::Archer)
    } else if now.pursued {
        ("8.63", Unfit::Spent)
    } else {
        return None;
    };
    Some(found)
}

/// On the map?
pub(crate) fn is_here(pos: &Position, unit: UnitId) -> bool {
    matches!(pos.unit(unit).place, Place::Field { .. })
}

/// On the map and not routed?
pub(crate) fn is_on_field(pos: &Position, unit: UnitId) -> bool {
    matches!(pos.unit(unit).place, Place::Field { .. }) && !pos.is_routed(unit)
}

/// **spqr 9.72.** Triarii that moved next to the enemy do not shock until half the withdrawal level is lost.
pub(crate) fn triarii_wait(pos: &Position, unit: UnitId) -> bool {
    let spec = pos.spec(unit);
    pos.set.holds_triarii()
        && spec.class == Class::TR
        && pos.unit(unit).done.closed
        && rout::rout_points(pos, spec.side) < pos.set.withdrawal[spec.side] / 2
}

/// **alexander 7.32, 5.65.** Does a contingent commander whom the active leader has set to work reach this
/// unit of his?
pub fn contingent_enables(pos: &Position, unit: UnitId) -> bool {
    let able = |&l: &LeaderId| {
        let it = pos.leader(l);
        !it.killed
            && !it.finished
            && questions::can_command(pos, l, unit)
            && questions::in_range(pos, l, unit)
    };
    pos.stage.phase().is_some_and(|p| p.contingents.iter().any(able))
}

/// Why nothing lets a unit without a marker shock.
enum Unled {
    /// Nobody gives orders.
    NoLeader,
    /// This leader may not command it.
    NotHis(LeaderId),
    /// It is out of his range.
    TooFar(LeaderId),
}

/// **spqr 7.33.** By what may a unit without a marker shock: its order to fire, or the active leader's
/// range.
fn unled(pos: &Position, unit: UnitId) -> Option<Unled> {
    let done = pos.unit(unit).done;
    if done.fired && !done.moved {
        return None;
    }
    let Some(phase) = pos.stage.phase() else { return Some(Unled::NoLeader) };
    let leader = phase.leader;
    if contingent_enables(pos, unit) {
        None
    } else if pos.is_counter(leader) || !questions::can_command(pos, leader, unit) {
        Some(Unled::NotHis(leader))
    } else if !questions::in_range(pos, leader, unit) {
        Some(Unled::TooFar(leader))
    } else {
        None
    }
}

/// May a unit without a marker shock? The reason if not.
pub(crate) fn may_enable(pos: &Position, unit: UnitId) -> Result<(), Refusal> {
    let no = |why| Err(Refusal::new(Rule("7.33"), why));
    match unled(pos, unit) {
        None => Ok(()),
        Some(Unled::NoLeader) => no(Shock::NoLeader),
        Some(Unled::NotHis(leader)) => no(Shock::NotHis(leader, unit)),
        Some(Unled::TooFar(leader)) => no(Shock::TooFar(leader, unit)),
    }
}

/// May a unit without a marker shock, where nobody is told why not?
pub(crate) fn can_enable(pos: &Position, unit: UnitId) -> bool {
    unled(pos, unit).is_none()
}

/// **spqr 7.33, 8.41, 5.26.** Gives the marker for shock without a check; a leader who does this from within
/// an enemy zone of control has used his range for the turn.
pub(crate) fn enable(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId) {
    let done = pos.unit(unit).done;
    let by_fire = done.fired && !done.moved;
    pos.unit_mut(unit).shock = ShockMark::NoCheck;
    let leader = pos.stage.phase().map(|p| p.leader).filter(|_| !by_fire);
    if let Some(leader) = leader
        && let Some(hex) = pos.leader(leader).hex
        && pos.leader_spec(leader).rank != crate::piece::Rank::Overall
        && pos.in_enemy_zoc(pos.leader_spec(leader).side, hex)
    {
        pos.leader_mut(leader).enabled_shock = true;
    }
    oracle.tell(|| Happening::Shock(ShockEvent::Enabled { unit, leader }));
}

/// May this unit attack that one by shock as both stand?
#[must_use]
pub fn may_strike(pos: &Position, attacker: UnitId, defender: UnitId) -> bool {
    is_fit(pos, attacker) && questions::approach(pos, attacker, defender).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Side, UnitSpec};
    use crate::proving_ground::{armed, ground, u, unit};
    use tess_effects::Dice;
    use tess_hex::Facing;

    fn one(kind: UnitType, at: u16, facing: Facing, side: Side) -> UnitSpec {
        unit(&format!("{}{at}", side.index()), side, kind, (4, 6, 6), at, facing)
    }

    fn marks(mover: UnitSpec) -> ShockMark {
        let mut pos = ground(vec![mover, one(UnitType::LG, 2110, Facing::W, Side::Second)], vec![]);
        let mut oracle = Oracle::new(Dice::Closed, &[]);
        mark_moved(&mut pos, &mut oracle, u(0));
        pos.unit(u(0)).shock
    }

    /// spqr-7.32-ex.
    #[test]
    fn a_phalanx_next_to_hastati_must_shock_and_numidian_horse_may() {
        assert_eq!(marks(one(UnitType::PH, 2010, Facing::E, Side::First)), ShockMark::MustCheck);
        assert_eq!(marks(one(UnitType::LC, 2010, Facing::E, Side::First)), ShockMark::MayCheck);
    }

    #[test]
    fn archers_skirmishers_and_far_units_get_no_marker() {
        let archer = armed(one(UnitType::LC, 2010, Facing::E, Side::First), Missile::A, "A_mounted");
        assert_eq!(marks(archer), ShockMark::None);
        assert_eq!(marks(one(UnitType::SK, 2010, Facing::E, Side::First)), ShockMark::None);
        assert_eq!(marks(one(UnitType::HI, 1910, Facing::E, Side::First)), ShockMark::None);
    }
}
