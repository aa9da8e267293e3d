//! Shields closed against missiles (cataphract 11.7).

use std::cell::LazyCell;

use crate::events::missile::{FireEvent, Occasion};
use crate::missile::shot::{Shot, modifier, strength};
use crate::order::Target;
use crate::piece::{UnitId, UnitType};
use crate::position::{Place, Position, Supply};
use crate::state::weapon::Weapon;
use crate::variant::charts::Angle;
use crate::{Flow, Happening, Oracle};
use tess_effects::{Listed, Matter, Rule};

/// **cataphract 11.73.** Added to the die of a shot at closed shields, in place of what heavy infantry adds.
pub(crate) const MODIFIER: i8 = 3;

/// The peoples that know it.
const NATIONS: [&str; 2] = ["roman", "byzantine"];

/// **cataphract 11.7, 11.71.** Could this unit ever close its shields: heavy or medium infantry of Rome or
/// Byzantium that stands in order and in line?
fn knows_it(pos: &Position, unit: UnitId) -> bool {
    let spec = pos.spec(unit);
    pos.set.variant.choices.missile.shield_walls
        && matches!(spec.kind, UnitType::HI | UnitType::MI)
        && NATIONS.iter().any(|n| spec.nation.eq_ignore_ascii_case(n))
        && matches!(pos.unit(unit).place, Place::Field { .. })
        && !pos.is_routed(unit)
        && !pos.in_column(unit)
        && !crate::questions::is_engaged(pos, unit)
}

/// **cataphract 11.72.** All who close their shields with this unit: those of its kind that hang together
/// with it, each beside the next at both their flanks. In order of id.
fn row(pos: &Position, unit: UnitId) -> Vec<UnitId> {
    let mut row = vec![unit];
    let mut next = 0;
    while let Some(&u) = row.get(next) {
        next += 1;
        let Some(hex) = pos.hex(u) else { continue };
        for (_, beside) in hex.neighbours() {
            let there = pos.stack(beside).units().find(|&o| {
                pos.side(o) == pos.side(u)
                    && knows_it(pos, o)
                    && pos.angle(u, beside) == Some(Angle::Flank)
                    && pos.angle(o, hex) == Some(Angle::Flank)
            });
            if let Some(other) = there.filter(|o| !row.contains(o)) {
                row.push(other);
            }
        }
    }
    row.sort_unstable();
    row
}

/// **cataphract 11.71.** May the target of this shot close its shields before it? Fired at through its front
/// by an enemy who is not adjacent, or who comes up to harass; not while it moves itself.
fn may_close(pos: &Position, shot: &Shot) -> Option<UnitId> {
    let Target::Unit(unit) = shot.target else { return None };
    let afar = match shot.occasion {
        Occasion::Harass => true,
        Occasion::Order => pos.distance(shot.unit, unit).is_some_and(|d| d >= 2),
        Occasion::Return => {
            pos.distance(shot.unit, unit).is_some_and(|d| d >= 2) && !pos.unit(unit).done.moved
        }
        _ => false,
    };
    (afar && shot.angle == Some(Angle::Front) && !pos.unit(unit).shield_wall && knows_it(pos, unit))
        .then_some(unit)
}

/// **cataphract 11.71, 11.72.** Asks the owner of a target whether it closes its shields before the shot;
/// the row with it.
///
/// # Errors
/// As [`Oracle::ask`].
pub(crate) fn offer(pos: &mut Position, oracle: &mut Oracle<'_>, shot: &Shot) -> Flow<()> {
    let Some(unit) = may_close(pos, shot) else { return Ok(()) };
    let row = row(pos, unit);
    let before = modifier(pos, shot);
    for &u in &row {
        pos.unit_mut(u).shield_wall = true;
    }
    let after = modifier(pos, shot);
    for &u in &row {
        pos.unit_mut(u).shield_wall = false;
    }
    let set = std::sync::Arc::clone(&pos.set);
    let (spec, who) = (set.unit(unit), set.unit(shot.unit));
    let side = &set.sides[spec.side];
    let needed = LazyCell::new(|| strength(pos, shot));
    let options = Listed {
        of: [false, true].into_iter(),
        key: |closes: &bool| if *closes { "yes" } else { "no" },
        text: |closes: &bool| match closes {
            true => format!("{}; none of them moves or fires", harm(*needed as i8 - after)),
            false => format!("as they stand: {}", harm(*needed as i8 - before)),
        },
    };
    let matter = Matter { window: "shield-wall", side, subject: &spec.code, rule: Rule("cataphract 11.71") };
    let closes = oracle.choose(matter, &options, |matter, _| {
        let names: Vec<&str> = row.iter().map(|&u| pos.spec(u).code.as_str()).collect();
        let armed =
            row.iter().any(|&u| pos.spec(u).missile.is_some() && Weapon::Own.supply(pos, u) != Supply::No);
        let text = format!(
            "{} fires at {} at range {}: do the shields of {} close?",
            who.code,
            spec.code,
            shot.range,
            names.join(", ")
        );
        let question = names.iter().fold(matter.question(text), |question, code| question.naming(code));
        question
            .naming(&who.code)
            .fact("mover", who.code.to_ascii_lowercase())
            .fact("mover.type", who.kind.letters())
            .fact("dist", shot.range)
            .fact("strength", *needed)
            .fact("modifier", before)
            .fact("modifier.closed", after)
            .fact("units", row.len())
            .fact("own.armed", if armed { "yes" } else { "no" })
            .fact("own.hits", pos.hits(unit))
            .fact("own.tq", spec.tq)
            .or_else(if after > before && !armed { "yes" } else { "no" })
    })?;
    if closes {
        for &u in &row {
            pos.unit_mut(u).shield_wall = true;
        }
        oracle.tell(|| Happening::Fire(FireEvent::ShieldsClosed { units: row.clone() }));
    }
    Ok(())
}

/// **cataphract 11.73.** Those who are attacked by shock open their shields.
pub fn open_for_shock(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    attacked: impl IntoIterator<Item = UnitId>,
) {
    open(pos, oracle, attacked, Rule("cataphract 11.73"));
}

/// **cataphract 11.74.** A line command opens the shields of all units of its line, each for one movement
/// point.
pub fn open_by_line(pos: &mut Position, oracle: &mut Oracle<'_>, line: &[UnitId]) {
    for unit in open(pos, oracle, line.iter().copied(), Rule("cataphract 11.74")) {
        pos.unit_mut(unit).done.opened_shields = true;
    }
}

fn open(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    of: impl IntoIterator<Item = UnitId>,
    rule: Rule,
) -> Vec<UnitId> {
    let units: Vec<UnitId> = of.into_iter().filter(|&u| pos.unit(u).shield_wall).collect();
    if units.is_empty() {
        return units;
    }
    for &u in &units {
        pos.unit_mut(u).shield_wall = false;
    }
    oracle.tell(|| Happening::Fire(FireEvent::ShieldsOpened { units: units.clone(), rule }));
    units
}

/// Which dice of the shot do harm.
fn harm(most: i8) -> String {
    if most < 0 { "no die hits".to_owned() } else { format!("a die of {most} or less hits") }
}
