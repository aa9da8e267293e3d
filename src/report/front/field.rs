//! An army's front on a field of hexes, and where on it things happened.

use std::collections::BTreeMap;

use super::wing::Wing;
use tess_effects::Recorded;
use tess_gboh::events::movement::Leg;
use tess_gboh::events::{MoveEvent, RoutEvent, ShockEvent};
use tess_gboh::field::Edge;
use tess_gboh::{Happening, Position, Refusal, Side, UnitId};
use tess_hex::Hex;
use tess_table::Chapter;

/// The line along which a side looks at the enemy, its back to the edge by which it retreats.
pub struct Front {
    edge: Edge,
    ends: [i32; 2],
}

impl Front {
    /// The front of a side, as wide as both armies stood when the battle began.
    #[must_use]
    pub fn of(pos: &Position, side: Side) -> Front {
        let edge = pos.set.field.retreat[side];
        let field = &pos.set.field;
        let begun: Vec<i32> =
            pos.unit_ids().filter_map(|unit| Some(along(edge, pos.set.unit(unit).start?.0))).collect();
        let rows = [i32::from(field.first_row), i32::from(field.last_row) + 1].map(|row| row * 2);
        let columns = [field.first_col, field.last_col].map(i32::from);
        let map = if matches!(edge, Edge::North | Edge::South) { columns } else { rows };
        let least = begun.iter().min().copied().unwrap_or(map[0]);
        let most = begun.iter().max().copied().unwrap_or(map[1]);
        // whoever has his back to the west looks east, and has the low rows on his left
        let ends = match edge {
            Edge::West | Edge::South => [least, most],
            Edge::East | Edge::North => [most, least],
        };
        Front { edge, ends }
    }

    /// Where a hex lies on it.
    #[must_use]
    pub fn wing(&self, hex: Hex) -> Wing {
        Wing::of(along(self.edge, hex), self.ends)
    }
}

/// How far along a front a hex lies.
fn along(edge: Edge, hex: Hex) -> i32 {
    match edge {
        Edge::North | Edge::South => i32::from(hex.col()),
        // every other column lies half a hex lower
        Edge::East | Edge::West => i32::from(hex.row()) * 2 + i32::from(hex.col() % 2),
    }
}

/// Where units are while a story goes on: who is gone by its end was somewhere when he was struck.
pub struct Whereabouts(BTreeMap<UnitId, Hex>);

impl Whereabouts {
    /// As it was before these chapters, as far as they tell.
    #[must_use]
    pub fn before(pos: &Position, chapters: &[Chapter<Happening, Refusal>]) -> Whereabouts {
        let mut at = BTreeMap::new();
        for entry in chapters.iter().flat_map(|chapter| &chapter.record) {
            let Recorded::Happened(happening) = entry else { continue };
            if let Some((units, Some(from), _)) = way(happening) {
                for unit in units {
                    at.entry(unit).or_insert(from);
                }
            }
        }
        for unit in pos.unit_ids() {
            if let Some(hex) = pos.hex(unit).or(pos.set.unit(unit).start.map(|(hex, _)| hex)) {
                at.entry(unit).or_insert(hex);
            }
        }
        Whereabouts(at)
    }

    /// Goes on by what happened.
    pub fn follow(&mut self, happening: &Happening) {
        if let Some((units, _, Some(to))) = way(happening) {
            self.0.extend(units.into_iter().map(|unit| (unit, to)));
        }
    }

    /// Where a unit is, or was last.
    #[must_use]
    pub fn of(&self, unit: UnitId) -> Option<Hex> {
        self.0.get(&unit).copied()
    }
}

/// Whoever goes somewhere by what happened, from where, and where to, as far as it says so.
fn way(happening: &Happening) -> Option<(Vec<UnitId>, Option<Hex>, Option<Hex>)> {
    let pair = |unit: UnitId, with: Option<UnitId>| [Some(unit), with].into_iter().flatten().collect();
    Some(match happening {
        Happening::Move(MoveEvent::Marched { unit, with, from, way, .. }) => {
            let to = way.iter().rev().find_map(|leg| match leg {
                Leg::To(hex) | Leg::Both(hex, _) | Leg::Pivot(hex) | Leg::Wheel(hex) => Some(*hex),
                _ => None,
            });
            (pair(*unit, *with), Some(*from), to)
        }
        Happening::Move(MoveEvent::Withdrew { unit, with, from, way, .. }) => {
            (pair(*unit, *with), Some(*from), way.last().copied())
        }
        Happening::Move(MoveEvent::Feigned { unit, from, way, .. }) => {
            (vec![*unit], Some(*from), way.last().copied())
        }
        Happening::Move(MoveEvent::Lured { mover, way, .. }) => (vec![*mover], None, way.last().copied()),
        Happening::Move(MoveEvent::Advanced { unit, with, to, .. }) => (pair(*unit, *with), None, Some(*to)),
        Happening::Move(
            MoveEvent::Extended { unit, to: hex }
            | MoveEvent::PutBack { unit, hex }
            | MoveEvent::Strikes { unit, hex, .. },
        ) => (vec![*unit], None, Some(*hex)),
        Happening::Rout(RoutEvent::Ran { unit, from, path, .. }) => {
            (vec![*unit], Some(*from), path.last().copied())
        }
        Happening::Rout(RoutEvent::RampageRan { elephant, to }) => (vec![*elephant], None, Some(*to)),
        Happening::Shock(ShockEvent::PassedThru { elephant, to, .. }) => (vec![*elephant], None, Some(*to)),
        Happening::Shock(ShockEvent::SteppedBack { unit, to }) => (vec![*unit], None, Some(*to)),
        Happening::Shock(ShockEvent::Pursued { unit, path } | ShockEvent::FormedRide { unit, path }) => {
            (vec![*unit], None, path.last().copied())
        }
        _ => return None,
    })
}
