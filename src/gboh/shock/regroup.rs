//! Off-map cavalry comes back (8.64).

use std::collections::BTreeMap;

use crate::events::hit_cause::HitCause;
use crate::events::shock::ShockEvent;
use crate::piece::UnitId;
use crate::position::{Hexes, Place, Position};
use crate::refusal::shock::{Regroup, Shock};
use crate::shock::advance::is_passable;
use crate::{Flow, Happening, Oracle, Outcome, Refusal, movement, rout};
use tess_effects::Rule;
use tess_hex::{Facing, Hex};

const RULE: Rule = Rule("8.64");

/// **spqr 8.64.** Off-map cavalry enters within two hexes of the hex by which it left and moves to its
/// place. The command chapter has checked that the overall commander uses his whole phase for it.
///
/// # Errors
/// A refusal when a place cannot be reached; then nobody enters.
pub fn regroup(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    units: &[(UnitId, Hex, Facing)],
) -> Flow<Outcome> {
    let no = |why| Refusal::new(RULE, Shock::Regroup(why));
    let Some(side) = pos.stage.phase().map(|p| p.side) else {
        return Err(no(Regroup::NoOrders).into());
    };
    let mut ways: Vec<Found> = Vec::new();
    for (i, &(unit, to, _)) in units.iter().enumerate() {
        let spec = pos.spec(unit);
        if spec.side != side {
            return Err(no(Regroup::NotYours(unit)).into());
        }
        let Place::Pursuing { left_by } = pos.unit(unit).place else {
            return Err(no(Regroup::NotOff(unit)).into());
        };
        if units[..i].iter().any(|&(u, h, _)| u == unit || h == to) {
            return Err(no(Regroup::Twice(unit, to)).into());
        }
        let Some(way) = find(pos, unit, left_by, to) else {
            return Err(no(Regroup::Unreached { unit, to, left_by, points: spec.ma }).into());
        };
        ways.push(way);
    }
    if ways.is_empty() {
        return Err(no(Regroup::Nobody).into());
    }
    for (&(unit, to, facing), way) in units.iter().zip(ways) {
        if !pos.stack(to).is_empty() {
            return Ok(Outcome::CutShort(no(Regroup::Taken(to))));
        }
        pos.put(unit, to, facing);
        pos.unit_mut(unit).done.moved = true;
        oracle.tell(|| Happening::Shock(ShockEvent::Regrouped { unit, entry: way.entry, to, facing }));
        if way.hits > 0 {
            rout::hit(pos, oracle, unit, way.hits, HitCause::GroundOfReturn)?;
            if rout::rout_if_broken(pos, oracle, unit, None)? {
                continue;
            }
        }
        if pos.is_beside_enemy(unit) {
            crate::movement::mark_moved(pos, oracle, unit);
            movement::came_adjacent(pos, oracle, unit, Hexes::NOWHERE, true)?;
        } else {
            movement::leaders_withdraw(pos, oracle, unit)?;
        }
    }
    Ok(Outcome::Done)
}

/// A way onto the map.
#[derive(Clone, Copy, Debug)]
struct Found {
    entry: Hex,
    hits: u8,
}

/// The way with fewest hits, then fewest points, from any hex of the edge within two of `left_by`. It goes
/// round units, and ends in the first enemy zone it meets.
fn find(pos: &Position, unit: UnitId, left_by: Hex, to: Hex) -> Option<Found> {
    let field = &pos.set.field;
    let side = pos.side(unit);
    let allowance = pos.spec(unit).ma;
    let empty = |h: Hex| pos.stack(h).is_empty() && !pos.is_held_by_leader(side, h);
    let free = |h: Hex| field.contains(h) && empty(h) && is_passable(pos, unit, h);
    // (hits, points, hex) still to be gone on from, cheapest first.
    let mut open: BTreeMap<(u8, u8, Hex), Hex> = BTreeMap::new();
    let on_edge = |h: Hex| {
        let (c, r) = (h.col(), h.row());
        c == field.first_col || c == field.last_col || r == field.first_row || r == field.last_row
    };
    for entry in field.hexes().filter(|&h| on_edge(h) && h.distance(left_by) <= 2 && free(h)) {
        let Some((mp, hits)) = price(pos, None, entry) else { continue };
        if mp <= allowance {
            open.insert((hits, mp, entry), entry);
        }
    }
    let mut done: Vec<(Hex, u8)> = Vec::new();
    while let Some(((hits, mp, at), entry)) = open.pop_first() {
        if at == to {
            return Some(Found { entry, hits });
        }
        // More hits may still mean fewer points.
        if done.iter().any(|&(h, m)| h == at && m <= mp) {
            continue;
        }
        done.push((at, mp));
        if pos.in_enemy_zoc(side, at) {
            continue;
        }
        for (s, next) in at.neighbours() {
            if !free(next) || !field.can_cross(at, s) {
                continue;
            }
            let Some((more, hurt)) = price(pos, Some(at), next) else { continue };
            if mp + more <= allowance {
                open.insert((hits + hurt, mp + more, next), entry);
            }
        }
    }
    None
}

/// Points and hits of cavalry for entering a hex (6.27).
pub(crate) fn price(pos: &Position, from: Option<Hex>, to: Hex) -> Option<(u8, u8)> {
    let chart = &pos.set.variant.charts.movement;
    let cavalry = crate::variant::charts::Tread::Cavalry as usize;
    let going = chart.ground(pos.set.field.cell(to).terrain)?;
    let (mut mp, mut hits) = (going.mp, going.hits[cavalry]?);
    if let Some(from) = from {
        let field = &pos.set.field;
        if from.side_towards(to).is_some_and(|s| field.has_stream(from, s)) {
            mp += chart.stream.mp;
            hits += chart.stream.hits[cavalry]?;
        }
        if let Some(rampart) = &chart.rampart
            && from.side_towards(to).is_some_and(|s| field.has_rampart(from, s))
        {
            mp += rampart.mp;
            hits += rampart.hits[cavalry]?;
        }
        let (a, b) = (field.cell(from).level, field.cell(to).level);
        if b > a {
            mp += chart.up_one.mp * (b - a) as u8;
            hits += chart.up_one.hits[cavalry]? + if b - a > 1 { chart.up_more.hits[cavalry]? } else { 0 };
        } else if b < a {
            mp += chart.down.mp;
            hits += chart.down.hits[cavalry]?;
        }
    }
    Some((mp, hits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Side, UnitType};
    use crate::proving_ground::{ground, hex, u, unit};

    fn horse() -> Position {
        let mut pos = ground(
            vec![
                unit("HC1", Side::First, UnitType::HC, (4, 6, 7), 2010, Facing::E),
                unit("HI1", Side::Second, UnitType::HI, (4, 6, 5), 3810, Facing::E),
            ],
            vec![],
        );
        pos.lift(u(0));
        pos.unit_mut(u(0)).place = Place::Pursuing { left_by: hex(4010) };
        pos
    }

    #[test]
    fn cavalry_comes_back_near_where_it_left_and_no_farther_than_it_can_ride() {
        let pos = horse();
        let at = |n| find(&pos, u(0), hex(4010), hex(n)).map(|f| (f.entry.col(), f.hits));
        assert_eq!(at(4008), Some((40, 0)));
        assert_eq!(at(3510), Some((40, 0)));
        assert_eq!(at(3010), None, "too far");
        assert_eq!(at(3810), None, "held by the enemy");
    }
}
