//! One shot: may it be fired, what does it do (8.13 to 8.19, 8.71).

use crate::events::hit_cause::HitCause;
use crate::events::missile::{FireEvent, Occasion};
use crate::order::Target;
use crate::piece::{Class, Missile, Side, UnitId, UnitType};
use crate::position::{Hexes, Place, Position, Supply};
use crate::questions::sight::{Eye, Line, angle_along, cover, line_of_fire};
use crate::refusal::missile::{Misfire, NoShot, NoTarget};
use crate::rout::RoutCause;
use crate::state::danger::farthest_beyond;
use crate::state::weapon::Weapon;
use crate::variant::charts::Angle;
use crate::variant::missile::MovingFire;
use crate::{Flow, Happening, Oracle, Refusal, rout};
use tess_effects::Rule;
use tess_hex::Hex;

/// A shot that may be fired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shot {
    /// Who fires.
    pub unit: UnitId,
    /// With what.
    pub weapon: Weapon,
    /// At whom; of a stack the unit that suffers (8.13).
    pub target: Target,
    /// The hex fired at.
    pub at: Hex,
    /// The distance it counts at.
    pub range: u8,
    /// Through which side of the target it comes.
    pub angle: Option<Angle>,
    /// Beyond the printed reach, downhill (8.16).
    pub extended: bool,
    /// The firer moves in this phase (8.15).
    pub moving: bool,
    /// Why.
    pub occasion: Occasion,
}

/// A shot that has been fired and not yet taken effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Impact {
    /// The shot.
    pub shot: Shot,
    /// Hits on the target.
    pub hits: u8,
    /// An unmodified 0, so that leaders in the hex are in peril (8.19).
    pub peril: bool,
}

/// **spqr 8.11, 8.17, 6.68, 6.75, 9.82, 10.27, 10.41.** Could this unit shoot at all now with this weapon?
///
/// # Errors
/// The reason if not.
pub fn is_ready(pos: &Position, unit: UnitId, weapon: Weapon) -> Result<(), Refusal> {
    let Some((rule, why)) = hindrance(pos, unit, weapon) else { return Ok(()) };
    Err(Refusal::new(Rule(rule), Misfire::Unready(unit, why)))
}

/// Could this unit shoot at all now with this weapon, where nobody is told why not?
#[must_use]
pub fn can_shoot(pos: &Position, unit: UnitId, weapon: Weapon) -> bool {
    hindrance(pos, unit, weapon).is_none()
}

/// Why a unit cannot shoot now: the rule and the reason.
fn hindrance(pos: &Position, unit: UnitId, weapon: Weapon) -> Option<(&'static str, NoShot)> {
    let spec = pos.spec(unit);
    let now = pos.unit(unit);
    if !matches!(now.place, Place::Field { .. }) {
        return Some(("8.11", NoShot::Off));
    }
    if weapon.missile(pos, unit).is_none() {
        return Some(("8.11", NoShot::Unarmed));
    }
    if pos.is_routed(unit) {
        return Some(("10.27", NoShot::Routed));
    }
    if weapon.supply(pos, unit) == Supply::No {
        return Some(("8.17", NoShot::Empty));
    }
    if pos.in_column(unit) {
        return Some(("6.75", NoShot::Column));
    }
    if crate::questions::is_engaged(pos, unit) {
        return Some(("10.41", NoShot::Engaged));
    }
    if !pos.is_top(unit) && spec.class != Class::SC {
        return Some(("6.68", NoShot::Below));
    }
    if pos.in_charge_formation(unit) {
        return Some(("alexander 9.74", NoShot::Charge));
    }
    if now.shield_wall {
        return Some(("cataphract 11.73", NoShot::ShieldWall));
    }
    if spec.class == Class::SC && now.limbered {
        return Some(("9.82", NoShot::Limbered));
    }
    None
}

/// **spqr 8.13 to 8.16.** The shot of a ready unit at a target where both stand now.
///
/// # Errors
/// The reason why it cannot: own side, engaged, out of reach, out of sight.
pub fn aim(
    pos: &Position,
    unit: UnitId,
    weapon: Weapon,
    target: Target,
    moving: bool,
    occasion: Occasion,
) -> Result<Shot, Refusal> {
    let line_up = line_up(pos, unit, weapon, target, moving, occasion);
    line_up.map_err(|miss| miss.refusal(unit, target))
}

/// Could a ready unit fire its own missiles at a target by order? The same as [`aim`] where nobody is told
/// why not.
pub(crate) fn can_aim(pos: &Position, unit: UnitId, target: Target) -> bool {
    line_up(pos, unit, Weapon::Own, target, false, Occasion::Order).is_ok()
}

/// Why a shot misses its target before it is fired.
enum Miss {
    /// The target may not be fired at: the rule and the reason.
    Barred(&'static str, NoTarget),
    /// So far off, for a reach of so much.
    Far(u8, u8),
    /// No line to it.
    Unseen,
    /// A wall between.
    Walled,
}

impl Miss {
    /// By which rule, and between whom.
    fn refusal(self, unit: UnitId, target: Target) -> Refusal {
        let (rule, why) = match self {
            Miss::Barred(rule, why) => (rule, Misfire::Barred(target, why)),
            Miss::Far(range, reach) => ("8.13", Misfire::Far { unit, target, range, reach }),
            Miss::Unseen => ("8.14", Misfire::Unseen(unit, target)),
            Miss::Walled => ("alexander 9.53", Misfire::Walled(unit, target)),
        };
        Refusal::new(Rule(rule), why)
    }
}

/// [`aim`] without words.
fn line_up(
    pos: &Position,
    unit: UnitId,
    weapon: Weapon,
    target: Target,
    moving: bool,
    occasion: Occasion,
) -> Result<Shot, Miss> {
    let place = quarry(pos, unit, target)?;
    let row = weapon.row(pos, unit);
    let reach = pos.set.variant.charts.missile.reach(row);
    // Distance is cheap, sight is not.
    let nearest = pos.hexes(unit).distance(place);
    if let Some(range) = nearest.filter(|&r| r > reach + farthest_beyond(&pos.set)) {
        return Err(Miss::Far(range, reach));
    }
    let Some(line) = line_of_fire(pos, unit, eye(weapon, pos, unit), place) else {
        return Err(Miss::Unseen);
    };
    let Line { from, to, range } = line;
    if pos.spec(unit).class == Class::SC
        && pos.set.variant.choices.missile.walls_stop_engines
        && !pos.set.special.wall_tops.contains(&from)
        && crate::questions::sight::crosses_wall(pos, from, to)
    {
        return Err(Miss::Walled);
    }
    let downhill = pos.set.field.cell(to).level < pos.set.field.cell(from).level;
    let extended = range > reach;
    let most = reach + if downhill { beyond(pos, from) } else { 0 };
    if range > most {
        return Err(Miss::Far(range, most));
    }
    let (target, angle) = struck(pos, target, to, from);
    Ok(Shot { unit, weapon, target, at: to, range, angle, extended, moving, occasion })
}

/// **spqr 8.16, cataphract 8.16.** Hexes beyond its reach that a unit shoots downhill from there.
fn beyond(pos: &Position, from: Hex) -> u8 {
    if pos.set.special.wall_tops.contains(&from) { pos.set.variant.choices.missile.wall_top_reach } else { 1 }
}

/// The place of a target that may be fired at.
fn quarry(pos: &Position, unit: UnitId, target: Target) -> Result<Hexes, Miss> {
    let own: Side = pos.side(unit);
    let (side, place, engaged) = match target {
        Target::Unit(t) => (pos.side(t), pos.hexes(t), crate::questions::is_engaged(pos, t)),
        Target::Leader(l) => (pos.leader_spec(l).side, Hexes::one(pos.leader(l).hex), false),
    };
    let Some(at) = place.left else {
        return Err(Miss::Barred("8.13", NoTarget::Off));
    };
    if side == own {
        return Err(Miss::Barred("8.13", NoTarget::Own));
    }
    if engaged {
        return Err(Miss::Barred("10.41", NoTarget::Engaged));
    }
    if matches!(target, Target::Leader(_)) && !pos.stack(at).is_empty() {
        return Err(Miss::Barred("8.19", NoTarget::Accompanied));
    }
    Ok(place)
}

/// **spqr 8.13, 6.68.** Who suffers of a stack: the top unit, or the bottom one when the shot comes from the
/// rear.
pub(crate) fn struck(pos: &Position, target: Target, at: Hex, from: Hex) -> (Target, Option<Angle>) {
    let Target::Unit(named) = target else { return (target, None) };
    let stack = pos.stack(at);
    let top = stack.top.unwrap_or(named);
    let angle = angle_along(pos, top, at, from);
    // Infantry takes the hits of the engine behind it, from wherever they come (cataphract 11.63).
    let below = stack.bottom.filter(|&b| pos.spec(b).class != Class::SC);
    let hit = if angle == Some(Angle::Rear) { below.unwrap_or(top) } else { top };
    (Target::Unit(hit), angle)
}

/// **spqr 8.15, 6.24, 10.32.** What is added to the die.
#[must_use]
pub fn modifier(pos: &Position, shot: &Shot) -> i8 {
    let chart = &pos.set.variant.charts.missile;
    let missile = shot.weapon.missile(pos, shot.unit);
    let bow = matches!(missile, Some(Missile::A | Missile::C));
    let mut sum = cover(pos, pos.hexes(shot.unit), shot.at);
    if let Target::Unit(t) = shot.target {
        let kind = pos.spec(t).kind;
        if pos.unit(t).shield_wall {
            sum += crate::missile::shield_wall::MODIFIER;
        } else if matches!(kind, UnitType::PH | UnitType::HI) {
            let steep =
                shot.range == 1 && shot.angle == Some(Angle::Front) && (bow || missile == Some(Missile::S));
            sum += if steep { chart.at_heavy_front } else { chart.at_heavy };
        }
        // Routed ones have lost what makes them hard to hit (alexander 10.34).
        if kind.is_skirmisher() && !pos.is_routed(t) {
            sum += chart.at_skirmisher;
        }
        if pos.in_charge_formation(t) {
            sum -= 1;
        }
        if pos.spec(t).class == Class::CAT {
            sum += missile.and_then(|m| chart.at_cataphract.get(&m)).copied().unwrap_or(0);
        }
    }
    let mounted = pos.spec(shot.unit).is_mounted();
    let minds = match pos.set.variant.choices.missile.moving {
        MovingFire::BowsSlingsMounted => bow || missile == Some(Missile::S) || mounted,
        MovingFire::NotThrownOnFoot => {
            missile != Some(Missile::F) && (mounted || missile != Some(Missile::J))
        }
    };
    if shot.moving && minds {
        sum += chart.moving;
    }
    if pos.unit(shot.unit).depleted {
        sum += chart.depleted;
    }
    sum
}

/// The strength that the modified die must not exceed; at extended range 0.
#[must_use]
pub fn strength(pos: &Position, shot: &Shot) -> u8 {
    let chart = &pos.set.variant.charts.missile;
    let row = shot.weapon.row(pos, shot.unit);
    if shot.extended { 0 } else { chart.strength(row, shot.range).unwrap_or(0) }
}

/// Can any roll have an effect: a hit, or a leader in the hex?
#[must_use]
pub fn is_worth_it(pos: &Position, shot: &Shot) -> bool {
    shot.extended && !pos.set.variant.choices.missile.extended_by_changed_die
        || modifier(pos, shot) <= strength(pos, shot) as i8
        || pos.leaders_in(shot.at).next().is_some()
}

/// **spqr 8.15 to 8.17.** Throws the die and uses up missiles. The effect comes with [`land`].
///
/// # Errors
/// As [`Oracle::roll`].
pub fn loose(pos: &mut Position, oracle: &mut Oracle<'_>, shot: Shot) -> Flow<Impact> {
    let purpose = if shot.weapon == Weapon::Screen { "screen" } else { "missile" };
    let die = oracle.d10(purpose, &pos.spec(shot.unit).code, Rule("8.15"))?;
    let (modifier, strength) = (modifier(pos, &shot), strength(pos, &shot));
    // At extended range only a 0 strikes, a natural one in most books (8.16).
    let natural = shot.extended && !pos.set.variant.choices.missile.extended_by_changed_die;
    let changed = if natural { die as i8 } else { die as i8 + modifier };
    let struck = changed <= strength as i8;
    let hits = match shot.target {
        Target::Unit(t) if struck => hits(pos, &shot, t, changed, strength),
        _ => 0,
    };
    let Shot { unit, weapon, target, range, occasion, .. } = shot;
    oracle.tell(|| {
        Happening::Fire(FireEvent::Shot {
            unit,
            weapon,
            target,
            range,
            strength,
            die,
            modifier,
            hits,
            occasion,
        })
    });
    use_up(pos, oracle, unit, weapon, die);
    Ok(Impact { shot, hits, peril: die == 0 })
}

/// **spqr 8.15, cataphract 8.15, alexander 8.15.** Hits of a shot that strikes.
fn hits(pos: &Position, shot: &Shot, target: UnitId, changed: i8, strength: u8) -> u8 {
    let chart = &pos.set.variant.charts.missile;
    let row = shot.weapon.row(pos, shot.unit);
    let close = !shot.extended && changed * 2 <= strength as i8;
    let most = match pos.spec(target).kind {
        UnitType::EL if pos.spec(shot.unit).kind != UnitType::EL => chart.elephant_hits,
        UnitType::CH => chart.chariot_hits,
        _ => chart.hits,
    };
    let hits = if close && chart.twofold.iter().any(|r| r == row) { most.max(2 * chart.hits) } else { most };
    // A square suffers twice (alexander 9.64).
    if pos.in_square(target) { 2 * hits } else { hits }
}

/// **spqr 8.17.** What is left after a shot with this unmodified die. Engines never run out.
fn use_up(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId, weapon: Weapon, die: u8) {
    let spec = pos.set.unit(unit);
    let chart = &pos.set.variant.charts.missile;
    let before = weapon.supply(pos, unit);
    let missile = weapon.missile(pos, unit);
    if missile == Some(Missile::B) {
        return;
    }
    let one_shot =
        weapon == Weapon::Own && (chart.one_shot.contains(&spec.kind) || missile == Some(Missile::F));
    let low_from = match weapon {
        Weapon::Screen => Some(chart.screen_low_from),
        Weapon::Own => missile.and_then(|m| chart.low_from.get(&m).copied()),
    };
    let left = match before {
        _ if one_shot => Supply::No,
        Supply::Low | Supply::No => Supply::No,
        Supply::Full if low_from.is_some_and(|from| die >= from) => Supply::Low,
        Supply::Full => Supply::Full,
    };
    if left == before {
        return;
    }
    let now = pos.unit_mut(unit);
    match weapon {
        Weapon::Own => now.supply = left,
        Weapon::Screen => now.screen = left,
    }
    oracle.tell(|| Happening::Fire(FireEvent::Supply { unit, weapon, left }));
}

/// **spqr 8.15, 8.19.** The effect of a shot: hits, leaders in peril. Routs are left to [`settle`].
///
/// # Errors
/// As [`Oracle::roll`].
pub fn land(pos: &mut Position, oracle: &mut Oracle<'_>, impact: &Impact) -> Flow<()> {
    if let Target::Unit(t) = impact.shot.target {
        rout::hit(pos, oracle, t, impact.hits, HitCause::Missiles)?;
    }
    if !impact.peril {
        return Ok(());
    }
    let side = pos.side(impact.shot.unit).other();
    let leaders: Vec<_> =
        pos.leaders_in(impact.shot.at).filter(|&l| pos.leader_spec(l).side == side).collect();
    for leader in leaders {
        let struck = if pos.set.variant.choices.missile.fire_strikes_leaders {
            true
        } else {
            let die = oracle.d10("leader", &pos.leader_spec(leader).code, Rule("8.19"))?;
            oracle.tell(|| Happening::Fire(FireEvent::LeaderInPeril { leader, die }));
            die == 0
        };
        if struck {
            rout::leader_casualty(pos, oracle, leader)?;
        }
    }
    Ok(())
}

/// **spqr 10.14, 8.71, 9.14.** Routs the target if the shot broke it; an elephant that burning missiles hit
/// rampages at once.
///
/// # Errors
/// As [`rout::rout`].
pub fn settle(pos: &mut Position, oracle: &mut Oracle<'_>, impact: &Impact) -> Flow<()> {
    let Target::Unit(t) = impact.shot.target else { return Ok(()) };
    let unit = impact.shot.unit;
    if impact.hits > 0 && burns(pos, &impact.shot) && pos.spec(t).kind == UnitType::EL && stands(pos, t) {
        oracle.tell(|| Happening::Fire(FireEvent::Ablaze { unit, target: t }));
        rout::rout(pos, oracle, t, RoutCause::Hits, Some(unit))?;
        return Ok(());
    }
    rout::rout_if_broken(pos, oracle, t, Some(unit))?;
    Ok(())
}

/// Are its missiles on fire (8.71)?
fn burns(pos: &Position, shot: &Shot) -> bool {
    let row = shot.weapon.row(pos, shot.unit);
    pos.set.variant.charts.missile.flame.iter().any(|r| r == row)
}

fn stands(pos: &Position, unit: UnitId) -> bool {
    matches!(pos.unit(unit).place, Place::Field { .. }) && !pos.is_routed(unit)
}

/// A shot from die to rout.
///
/// # Errors
/// As its parts.
pub fn fire(pos: &mut Position, oracle: &mut Oracle<'_>, shot: Shot) -> Flow<()> {
    crate::missile::shield_wall::offer(pos, oracle, &shot)?;
    let impact = loose(pos, oracle, shot)?;
    land(pos, oracle, &impact)?;
    settle(pos, oracle, &impact)
}

fn eye(weapon: Weapon, pos: &Position, unit: UnitId) -> Eye {
    match weapon.missile(pos, unit) {
        Some(Missile::A | Missile::C) => Eye::Archer,
        _ if pos.set.variant.choices.missile.all_fire_over_units => Eye::Archer,
        _ => Eye::Level,
    }
}
