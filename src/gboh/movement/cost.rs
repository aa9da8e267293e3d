//! What ground costs (6.2, 6.27).

use crate::field::Terrain;
use crate::movement::march::{KINDS, costly_kind};
use crate::piece::UnitType;
use crate::position::Position;
use crate::variant::charts::{Going, Tread};
use crate::variant::movement::ColumnSpares;
use tess_hex::{Hex, Hexside};

/// Kinds of costly ground: woods, broken, marsh, stream, up, down, camp, rampart.
const STREAM: usize = 3;
const UP: usize = 4;
const DOWN: usize = 5;
const RAMPART: usize = 7;

/// What entering a hex costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct EntryCost {
    /// Points.
    pub mp: u8,
    /// Hits by kind of ground.
    pub hits: [u8; KINDS],
    /// Levels up.
    pub up: u8,
}

impl EntryCost {
    /// All hits.
    pub fn total(&self) -> u8 {
        self.hits.iter().sum()
    }
}

/// Entering is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shut {
    /// To everybody.
    Closed,
    /// To this tread.
    Prohibited,
    /// To this tread, by a rampart.
    Rampart,
    /// To this type, by the slope.
    Steep,
}

/// **spqr 6.21, 6.22, 6.27, 6.72.** Points and hits for going from a hex across a side, `climbed` levels
/// having been climbed in this orders phase before. In column a phalanx is spared in broken ground too.
pub(crate) fn entry(
    pos: &Position,
    kind: UnitType,
    tread: Tread,
    column: bool,
    from: Hex,
    side: Hexside,
    climbed: u8,
) -> Result<EntryCost, Shut> {
    let field = &pos.set.field;
    let chart = &pos.set.variant.charts.movement;
    let (here, cell) = match field.slot(from) {
        Some(slot) if field.is_plain(slot, side) => {
            let open = chart.clear.hits[tread as usize].is_some();
            return if open {
                Ok(EntryCost { mp: chart.clear.mp, ..EntryCost::default() })
            } else {
                Err(Shut::Prohibited)
            };
        }
        Some(slot) => {
            let to = field.slot_across(slot, side).ok_or(Shut::Closed)?;
            (*field.cell_at(slot), *field.cell_at(to))
        }
        // Half of a unit may stand off the map.
        None if field.can_cross(from, side) => {
            let to = from.neighbour(side).ok_or(Shut::Closed)?;
            (field.cell(from), field.cell(to))
        }
        None => return Err(Shut::Closed),
    };
    let row = chart.ground(cell.terrain).ok_or(Shut::Closed)?;
    let t = tread as usize;
    let by_chart = pos.set.variant.choices.movement.column_spares == ColumnSpares::ByChart;
    // What the chart leaves of one cost.
    let paid = |hits: u8, row: &Going| if column && by_chart && !row.column { 0 } else { hits };
    let mut entry = EntryCost { mp: row.mp, ..EntryCost::default() };
    let hits = row.hits[t].ok_or(Shut::Prohibited)?;
    if let Some(costly) = costly_kind(cell.terrain) {
        let spared = column && by_chart && kind == UnitType::PH && cell.terrain == Terrain::Broken;
        entry.hits[costly] = if spared { 0 } else { paid(hits, row) };
    }
    if here.streams & (1 << side as u8) != 0 {
        let hits = chart.stream.hits[t].ok_or(Shut::Prohibited)?;
        entry.mp += chart.stream.mp;
        entry.hits[STREAM] = paid(hits, &chart.stream);
    }
    if let Some(rampart) = chart.rampart.as_ref().filter(|_| field.has_rampart(from, side)) {
        let hits = rampart.hits[t].ok_or(Shut::Rampart)?;
        entry.mp += rampart.mp;
        entry.hits[RAMPART] = paid(hits, rampart);
    }
    let rise = i16::from(cell.level) - i16::from(here.level);
    let choices = &pos.set.variant.choices.movement;
    let steps = rise.unsigned_abs() as u8;
    if choices.steep_slopes && steps > levels_at_once(kind) {
        return Err(Shut::Steep);
    }
    if choices.unwieldy_chariots && kind == UnitType::CH {
        if pos.is_rough_to(kind, from.neighbour(side).ok_or(Shut::Closed)?) {
            return Err(Shut::Prohibited);
        }
        if steps > 0 && climbed + steps > 1 {
            return Err(Shut::Steep);
        }
    }
    if rise > 0 {
        entry.up = rise as u8;
        for level in climbed..climbed + rise as u8 {
            let row = if level == 0 { &chart.up_one } else { &chart.up_more };
            let hits = row.hits[t].ok_or(Shut::Prohibited)?;
            entry.mp += row.mp;
            // Past the second level only heavy infantry pays again.
            let pays = level <= 1 || tread == Tread::Heavy;
            if pays {
                entry.hits[UP] += paid(hits, row);
            }
        }
    } else if rise < 0 {
        let levels = rise.unsigned_abs() as u8;
        let hits = chart.down.hits[t].ok_or(Shut::Prohibited)?;
        entry.mp += chart.down.mp * levels;
        entry.hits[DOWN] = paid(hits, &chart.down) * levels;
    }
    if choices.unwieldy_chariots && kind == UnitType::CH {
        entry.up = steps;
    }
    if choices.steep_slopes && steps == 3 {
        entry.hits[if rise > 0 { UP } else { DOWN }] = 3;
    }
    if column
        && !by_chart
        && let Some(one) = entry.hits.iter_mut().find(|h| **h > 0)
    {
        *one -= 1;
    }
    Ok(entry)
}

/// **alexander 6.23, 9.21.** How many levels a type goes up or down from one hex to the next.
const fn levels_at_once(kind: UnitType) -> u8 {
    match kind {
        UnitType::SK | UnitType::SKS => 3,
        UnitType::CH => 1,
        kind if kind.is_cavalry() => 1,
        _ => 2,
    }
}

/// **spqr 7.12, 7.14, 9.65, 9.84.** Points and hits for turning so many vertices in a hex.
pub(crate) fn turning(pos: &Position, unit: crate::UnitId, hex: Hex, vertices: u8) -> (u8, u8) {
    if vertices == 0 || pos.spec(unit).class == crate::piece::Class::SC {
        return (0, 0);
    }
    (turning_points(pos, unit, vertices), turning_hits(pos, unit, hex, vertices))
}

/// **spqr 7.12, 9.65, 9.84.** Points for turning so many vertices, wherever it is.
pub(crate) fn turning_points(pos: &Position, unit: crate::UnitId, vertices: u8) -> u8 {
    let spec = pos.spec(unit);
    let chart = &pos.set.variant.charts.movement;
    if vertices == 0 || spec.class == crate::piece::Class::SC {
        return 0;
    }
    if spec.kind == UnitType::SK {
        chart.skirmisher_facing_mp * vertices
    } else if spec.kind == UnitType::SKS {
        chart.shock_skirmisher_facing_mp
    } else if spec.class == crate::piece::Class::CAT && !pos.set.knows_charge_formation() {
        chart.cataphract_facing_mp * vertices
    } else if spec.is_roman_foot() {
        chart.roman_facing_mp
    } else if spec.kind == UnitType::EL {
        chart.elephant_facing_mp * vertices
    } else if spec.kind == UnitType::CH {
        chart.chariot_facing_mp * vertices
    } else {
        chart.facing_mp * vertices
    }
}

/// **spqr 7.14.** Hits for turning in rough ground; skirmishers and elephants are spared.
pub(crate) fn turning_hits(pos: &Position, unit: crate::UnitId, hex: Hex, vertices: u8) -> u8 {
    let spec = pos.spec(unit);
    if spec.kind.is_skirmisher() || !pos.is_rough_for(unit, hex) {
        0
    } else {
        pos.set.variant.charts.movement.rough_facing_hits[crate::movement::march::tread(spec.kind) as usize]
            * vertices
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::Side;
    use crate::proving_ground::{hex, setup, u, unit};
    use std::sync::Arc;
    use tess_hex::Facing;

    fn hill(kind: UnitType) -> Position {
        let mut set = setup(vec![unit("A", Side::First, kind, (4, 6, 5), 2010, Facing::NE)], vec![]);
        for (n, level) in [(2009, 1), (2008, 2), (2007, 3)] {
            set.field.cell_mut(hex(n)).expect("on the map").level = level;
        }
        Position::new(Arc::new(set))
    }

    fn climb(kind: UnitType, steps: u8) -> (u8, u8) {
        let pos = hill(kind);
        let (mut mp, mut hits, mut climbed) = (0, 0, 0);
        for i in 0..steps {
            let from = Hex::new(20, 10 - i);
            let e = entry(&pos, kind, crate::movement::march::tread(kind), false, from, Hexside::N, climbed)
                .expect("open");
            mp += e.mp;
            hits += e.total();
            climbed += e.up;
        }
        (mp, hits)
    }

    /// spqr 6.21, 6.22: the examples at Cynoscephalae.
    #[test]
    fn heavy_infantry_pays_four_points_and_two_hits_for_two_levels_and_medium_one_hit() {
        assert_eq!(climb(UnitType::HI, 2), (4, 2));
        assert_eq!(climb(UnitType::MI, 2), (4, 1));
        assert_eq!(climb(UnitType::HI, 3), (6, 3));
        assert_eq!(climb(UnitType::MI, 3), (6, 1));
        assert_eq!(climb(UnitType::EL, 3), (6, 0));
    }

    #[test]
    fn a_phalanx_in_column_is_spared_by_streams_and_broken_ground() {
        let mut set = setup(vec![unit("A", Side::First, UnitType::PH, (10, 7, 4), 2010, Facing::E)], vec![]);
        for n in [2009, 2011] {
            set.field.cell_mut(hex(n)).expect("on the map").terrain = Terrain::Broken;
        }
        set.field.cell_mut(hex(2010)).expect("on the map").streams = 1 << Hexside::N as u8;
        let pos = Position::new(Arc::new(set));
        let go = |column, side| {
            entry(&pos, UnitType::PH, Tread::Heavy, column, hex(2010), side, 0).expect("open").total()
        };
        assert_eq!((go(false, Hexside::N), go(true, Hexside::N)), (2, 0));
        assert_eq!((go(false, Hexside::S), go(true, Hexside::S)), (1, 0));
    }

    /// spqr 7.14: three vertices in woods cost a Roman one point and three hits.
    #[test]
    fn turning_in_rough_ground_costs_a_hit_a_vertex_but_not_skirmishers_and_elephants() {
        let turn = |kind, colour| {
            let mut a = unit("A", Side::First, kind, (3, 6, 5), 2010, Facing::E);
            a.colour = colour;
            let mut set = setup(vec![a], vec![]);
            set.field.cell_mut(hex(2010)).expect("on the map").terrain = Terrain::Woods;
            turning(&Position::new(Arc::new(set)), u(0), hex(2010), 3)
        };
        assert_eq!(turn(UnitType::LG, 1), (1, 3));
        assert_eq!(turn(UnitType::MI, 0), (3, 3));
        assert_eq!(turn(UnitType::SK, 0), (0, 0));
        assert_eq!(turn(UnitType::EL, 0), (6, 0));
    }
}
