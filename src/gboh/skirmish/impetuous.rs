//! Infantry that runs after those who harass it (cataphract 8.34).

use crate::events::missile::FireEvent;
use crate::movement::heading::Heading;
use crate::piece::{Class, UnitId};
use crate::position::{Place, Position};
use crate::questions::{company, outlook};
use crate::{Flow, Happening, Oracle, movement, rout};
use tess_effects::{Listed, Matter, Rule};
use tess_hex::{Facing, Hex};

/// **cataphract 8.34.** Infantry that the fire of `harasser` has hit throws a die; above its printed quality
/// it goes one hex towards him, turning first, if it can.
///
/// # Errors
/// As [`Oracle::roll`] and [`Oracle::ask`].
pub(crate) fn check(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId, harasser: UnitId) -> Flow<()> {
    let spec = pos.spec(unit);
    if !pos.set.variant.choices.missile.harassed_foot_may_charge
        || !spec.kind.is_infantry()
        || spec.class == Class::SC
        || pos.is_routed(unit)
        || !matches!(pos.unit(unit).place, Place::Field { .. })
    {
        return Ok(());
    }
    let tq = spec.tq;
    let die = oracle.d10("impetuous", &spec.code, Rule("cataphract 8.34"))?;
    let goes = die > tq;
    let ways = if goes { ways(pos, unit, harasser) } else { Vec::new() };
    let to = match ways.as_slice() {
        [] => None,
        [one] => Some(*one),
        several => Some(choose(pos, oracle, unit, harasser, several)?),
    };
    let to = match to {
        Some(hex) => which_facing(pos, oracle, unit, harasser, hex)?.map(|facing| (hex, facing)),
        None => None,
    };
    oracle.tell(|| Happening::Fire(FireEvent::Impetuous { unit, die, tq, to: to.map(|t| t.0) }));
    let Some((hex, facing)) = to else { return Ok(()) };
    let from = pos.hexes(unit);
    movement::advance_into(pos, oracle, unit, hex, facing, true)?;
    if rout::rout_if_broken(pos, oracle, unit, Some(harasser))? {
        return Ok(());
    }
    movement::came_adjacent(pos, oracle, unit, from, false)
}

/// How it faces on its way into a hex: as straight at him as it can; of two such facings the one that costs
/// it the least turning, or as its owner says.
fn which_facing(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    harasser: UnitId,
    to: Hex,
) -> Flow<Option<Facing>> {
    let (Some(hex), Some(now), Some(aim)) = (pos.hex(unit), pos.facing(unit), pos.hex(harasser)) else {
        return Ok(None);
    };
    let ahead =
        |f: &Facing| [f.left_front(), f.right_front()].map(|side| hex.neighbour(side)).contains(&Some(to));
    let mut open: Vec<Facing> = Facing::ALL.into_iter().filter(ahead).collect();
    open.sort_by_cached_key(|&f| {
        (askew(hex, f, aim), now.vertices_to(f), outlook(pos, pos.side(unit), hex, f))
    });
    let straight = open.first().map(|&f| askew(hex, f, aim));
    open.retain(|&f| Some(askew(hex, f, aim)) == straight);
    Heading { window: "impetuous-face", rule: Rule("cataphract 8.34") }.facing(pos, oracle, unit, &open)
}

/// The hexes one nearer to the harasser that it may enter.
fn ways(pos: &Position, unit: UnitId, harasser: UnitId) -> Vec<Hex> {
    let (Some(hex), Some(aim)) = (pos.hex(unit), pos.hex(harasser)) else {
        return Vec::new();
    };
    let it = pos.unit(unit);
    let held = pos.unit_in_zoc(unit) && !movement::may_leave_zone(pos, unit);
    if it.shield_wall || pos.in_column(unit) || crate::questions::is_engaged(pos, unit) || held {
        return Vec::new();
    }
    let field = &pos.set.field;
    hex.neighbours()
        .filter(|&(side, to)| {
            to.distance(aim) < hex.distance(aim) && field.can_cross(hex, side) && pos.stack(to).is_empty()
        })
        .map(|(_, to)| to)
        .collect()
}

/// How far the front hexes of a facing lie from there.
fn askew(hex: Hex, facing: Facing, aim: Hex) -> u8 {
    let ahead = [facing.left_front(), facing.right_front()];
    ahead.into_iter().filter_map(|side| hex.neighbour(side)).map(|h| h.distance(aim)).sum()
}

/// Which of two hexes.
fn choose(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    harasser: UnitId,
    ways: &[Hex],
) -> Flow<Hex> {
    let spec = pos.spec(unit);
    let side = &pos.set.sides[spec.side];
    let options =
        Listed { of: ways.iter().copied(), key: |hex: &Hex| *hex, text: |hex: &Hex| format!("to {hex}") };
    let matter = Matter { window: "impetuous", side, subject: &spec.code, rule: Rule("cataphract 8.34") };
    oracle.choose(matter, &options, |matter, _| {
        let who = pos.spec(harasser);
        // Beside its friends, out of enemy zones.
        let friends = |hex: Hex| {
            hex.neighbours()
                .filter(|(_, n)| pos.stack(*n).units().any(|u| u != unit && pos.side(u) == spec.side))
                .count()
        };
        let careful = ways.iter().min_by_key(|&&h| {
            let beside = std::cmp::Reverse(friends(h));
            (pos.in_enemy_zoc(spec.side, h), beside, company(pos, spec.side, h))
        });
        matter
            .question(format!("{} runs after {}: into which hex?", spec.code, who.code))
            .naming(&who.code)
            .fact("mover", who.code.to_ascii_lowercase())
            .fact("mover.type", who.kind.letters())
            .fact("own.hits", pos.hits(unit))
            .fact("own.tq", spec.tq)
            .or_else(careful.map_or_else(String::new, |hex| hex.to_string()))
    })
}
