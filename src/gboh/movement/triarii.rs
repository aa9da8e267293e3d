//! Roman triarii doctrine (9.71).

use crate::piece::{Class, UnitId, UnitType};
use crate::position::Position;
use crate::questions;
use crate::setup::LineSpec;
use tess_hex::Hex;

/// **spqr 9.71.** Do these triarii not move yet? They may always turn.
pub(crate) fn is_held(pos: &Position, unit: UnitId) -> bool {
    let spec = pos.spec(unit);
    if !pos.set.holds_triarii() || spec.class != Class::TR || spec.colour == 0 {
        return false;
    }
    let side = spec.side;
    let of_triarii = |line: &LineSpec| line.units.iter().all(|&u| pos.spec(u).class == Class::TR);
    let line = pos.set.line_of(unit, of_triarii).map(|line| pos.set.line(line));
    let comrades: Vec<UnitId> = pos
        .on_field(side)
        .filter(|&u| pos.spec(u).class == Class::TR && line.is_none_or(|l| l.units.contains(&u)))
        .collect();
    // Mostly there is no enemy so near, which needs no look at each of them.
    let approached = |from: Hex| pos.presence().is_within(side.other(), from, 3);
    let in_sight = |from: Hex| {
        pos.on_field(side.other()).filter(|&e| pos.spec(e).kind != UnitType::EL).any(|e| {
            pos.hexes(e).iter().any(|to| from.distance(to) <= 3 && questions::leader_sees(pos, from, to))
        })
    };
    let threatens = |from: Hex| approached(from) && in_sight(from);
    if comrades.iter().any(|&c| pos.hexes(c).iter().any(threatens)) {
        return false;
    }
    let others =
        pos.on_field(side).filter(|&u| pos.spec(u).is_roman_foot() && pos.spec(u).class != Class::TR);
    let close = |o: UnitId| comrades.iter().any(|&c| pos.distance(c, o).is_some_and(|d| d < 6));
    others.into_iter().any(close)
}
