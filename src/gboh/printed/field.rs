//! The battlefield: terrain, elevation, streams and roads, retreat edges.

use serde::{Deserialize, Serialize};

use crate::known::Known;
use crate::piece::{BySide, Side};
use tess_hex::{Facing, Hex, Hexside};

/// What covers a hex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Terrain {
    /// Open ground.
    #[default]
    Clear,
    /// Woods: rough, blocks sight.
    Woods,
    /// Broken ground: rough.
    Broken,
    /// Marsh: rough.
    Marsh,
    /// Inside a fortified camp, with a rampart towards all ground outside but at its gates (6.24).
    Camp,
    /// Houses: impassable, blocks sight.
    Village,
    /// A river too deep to cross: impassable.
    River,
    /// No ground at all: the hex is not part of the map.
    Off,
}

impl Terrain {
    /// Woods, broken and marsh.
    #[must_use]
    pub const fn is_rough(self) -> bool {
        matches!(self, Terrain::Woods | Terrain::Broken | Terrain::Marsh)
    }

    /// No unit may enter.
    #[must_use]
    pub const fn is_impassable(self) -> bool {
        matches!(self, Terrain::Village | Terrain::River | Terrain::Off)
    }
}

/// One hex of the map. Side sets have bit `1 << (side as u8)` for a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// What covers it.
    pub terrain: Terrain,
    /// Elevation level.
    pub level: i8,
    /// Sides along which a stream runs (set in both hexes).
    pub streams: u8,
    /// Sides that nobody may cross (set in both hexes).
    pub walls: u8,
    /// Sides crossed by a Roman road (set in both hexes).
    pub roman_road: u8,
    /// Sides crossed by a dirt road (set in both hexes).
    pub dirt_road: u8,
    /// Sides of a camp where its rampart has a gate (set in both hexes).
    pub gates: u8,
}

/// The edge of the map to which a side runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edge {
    /// Lowest rows.
    North,
    /// Highest columns.
    East,
    /// Highest rows.
    South,
    /// Lowest columns.
    West,
}

/// In place of a slot: off the map.
const NOWHERE: u16 = u16::MAX;

/// The whole map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Lowest column.
    pub first_col: u8,
    /// Highest column.
    pub last_col: u8,
    /// Lowest row.
    pub first_row: u8,
    /// Highest row.
    pub last_row: u8,
    /// The facing that points to the map's compass north (a vertex), for rampages.
    pub north: Facing,
    /// Retreat edges.
    pub retreat: BySide<Edge>,
    cells: Vec<Cell>,
    /// How many columns and rows there are.
    extent: (u8, u8),
    /// Slots of the hexes around a hex, clockwise from N; [`NOWHERE`] off the map.
    around: Vec<[u16; 6]>,
    to_edge: BySide<Vec<u8>>,
    seen: Known<Survey>,
}

/// What most questions about the ground come to, found out once.
#[derive(Debug, Default)]
struct Survey {
    /// By slot, the sides across which clear ground goes on level, without a stream or a wall: nothing to
    /// pay there but the points of clear ground.
    plain: Vec<u8>,
    /// By slot, the slots across those of them along which no Roman road leads, which is cheaper;
    /// [`NOWHERE`] for other sides.
    roadless: Vec<[u16; 6]>,
    /// Is there a Roman road anywhere?
    roads: bool,
}

impl Field {
    /// A field of clear, level hexes.
    #[must_use]
    pub fn clear(cols: (u8, u8), rows: (u8, u8), north: Facing, retreat: BySide<Edge>) -> Field {
        let extent = (cols.1 - cols.0 + 1, rows.1 - rows.0 + 1);
        let count = usize::from(extent.0) * usize::from(extent.1);
        let mut field = Field {
            first_col: cols.0,
            last_col: cols.1,
            first_row: rows.0,
            last_row: rows.1,
            north,
            retreat,
            cells: vec![Cell::default(); count],
            extent,
            around: Vec::new(),
            to_edge: BySide([Vec::new(), Vec::new()]),
            seen: Known::default(),
        };
        field.around = field
            .hexes()
            .map(|hex| {
                Hexside::ALL.map(|side| {
                    let slot = hex.neighbour(side).and_then(|near| field.index(near));
                    slot.map_or(NOWHERE, |i| i as u16)
                })
            })
            .collect();
        field.turn_retreat(retreat);
        field
    }

    /// Sets the retreat edges.
    pub fn turn_retreat(&mut self, edges: BySide<Edge>) {
        self.retreat = edges;
        for side in Side::BOTH {
            let ways = self.hexes().map(|h| self.measure(side, h)).collect();
            self.to_edge[side] = ways;
        }
    }

    #[inline]
    fn index(&self, hex: Hex) -> Option<usize> {
        // What lies before the first becomes a great number: one comparison does for both ends.
        let (c, r) = (hex.col().wrapping_sub(self.first_col), hex.row().wrapping_sub(self.first_row));
        let (columns, rows) = self.extent;
        (c < columns && r < rows).then(|| usize::from(c) * usize::from(rows) + usize::from(r))
    }

    /// A number for each hex of the map, from 0 to [`Field::count`], for tables by hex.
    #[must_use]
    #[inline]
    pub fn slot(&self, hex: Hex) -> Option<usize> {
        self.index(hex)
    }

    /// The slots of the hexes around a slot that lie on the map, each with the side across which it lies,
    /// clockwise from N.
    #[inline]
    pub fn around(&self, slot: usize) -> impl Iterator<Item = (Hexside, usize)> + '_ {
        Hexside::ALL
            .into_iter()
            .zip(self.around[slot])
            .filter(|&(_, near)| near != NOWHERE)
            .map(|(side, near)| (side, usize::from(near)))
    }

    /// The slot beyond a side, open or not; `None` off the map.
    #[inline]
    #[must_use]
    pub fn slot_beside(&self, slot: usize, side: Hexside) -> Option<usize> {
        let near = self.around[slot][side as usize];
        (near != NOWHERE).then_some(usize::from(near))
    }

    /// The slot beyond a side, when the hex in a slot may be left across it: both hexes open, no wall
    /// between.
    #[inline]
    #[must_use]
    pub fn slot_across(&self, slot: usize, side: Hexside) -> Option<usize> {
        let near = self.around[slot][side as usize];
        let open = near != NOWHERE && self.is_open_slot(usize::from(near)) && !self.has_wall(slot, side);
        open.then_some(usize::from(near))
    }

    /// The ground in a slot.
    #[inline]
    #[must_use]
    pub fn cell_at(&self, slot: usize) -> &Cell {
        &self.cells[slot]
    }

    /// [`Field::is_open`] for a slot.
    #[must_use]
    #[inline]
    pub fn is_open_slot(&self, slot: usize) -> bool {
        !self.cells[slot].terrain.is_impassable()
    }

    /// Is there a wall along this side of the hex in a slot?
    #[must_use]
    #[inline]
    pub fn has_wall(&self, slot: usize, side: Hexside) -> bool {
        self.cells[slot].walls & (1 << side as u8) != 0
    }

    /// How many hexes there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.cells.len()
    }

    /// Every hex, column by column.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        let (first, last) = (self.first_row, self.last_row);
        (self.first_col..=self.last_col).flat_map(move |c| (first..=last).map(move |r| Hex::new(c, r)))
    }

    /// The hex's ground; off the map it is [`Terrain::Off`].
    #[must_use]
    #[inline]
    pub fn cell(&self, hex: Hex) -> Cell {
        match self.index(hex) {
            Some(i) => self.cells[i],
            None => Cell { terrain: Terrain::Off, ..Cell::default() },
        }
    }

    /// The hex's ground, to change it while the map is being made.
    pub fn cell_mut(&mut self, hex: Hex) -> Option<&mut Cell> {
        self.seen = Known::default();
        self.index(hex).map(|i| &mut self.cells[i])
    }

    fn questions(&self) -> &Survey {
        self.seen.or_find(|| {
            let plain: Vec<u8> = (0..self.cells.len()).map(|slot| self.plain_sides(slot)).collect();
            let roadless = |slot: usize| {
                let sides = plain[slot] & !self.cells[slot].roman_road;
                Hexside::ALL.map(|side| {
                    if sides & 1 << side as u8 == 0 { NOWHERE } else { self.around[slot][side as usize] }
                })
            };
            Survey {
                roadless: (0..self.cells.len()).map(roadless).collect(),
                roads: self.cells.iter().any(|c| c.roman_road != 0),
                plain,
            }
        })
    }

    fn plain_sides(&self, slot: usize) -> u8 {
        let here = &self.cells[slot];
        let level = |side: &Hexside| {
            self.slot_across(slot, *side).map(|near| &self.cells[near]).is_some_and(|there| {
                [here, there].iter().all(|c| c.terrain == Terrain::Clear)
                    && here.level == there.level
                    && here.streams & (1 << *side as u8) == 0
            })
        };
        Hexside::ALL.into_iter().filter(level).fold(0, |sides, side| sides | 1 << side as u8)
    }

    /// Is clear ground on both sides of this side of the hex in a slot, on one level, with no stream or wall
    /// between?
    #[inline]
    #[must_use]
    pub fn is_plain(&self, slot: usize, side: Hexside) -> bool {
        self.questions().plain[slot] & (1 << side as u8) != 0
    }

    /// The slot beyond a side of a slot, when [`Field::is_plain`] holds of that side and no Roman road leads
    /// across it.
    #[inline]
    #[must_use]
    pub fn plain_across(&self, slot: usize, side: Hexside) -> Option<usize> {
        let near = self.questions().roadless[slot][side as usize];
        (near != NOWHERE).then_some(usize::from(near))
    }

    /// Lies the hex on the map (impassable or not)?
    #[must_use]
    #[inline]
    pub fn contains(&self, hex: Hex) -> bool {
        self.index(hex).is_some_and(|i| self.cells[i].terrain != Terrain::Off)
    }

    /// May units be there at all?
    #[must_use]
    #[inline]
    pub fn is_open(&self, hex: Hex) -> bool {
        self.index(hex).is_some_and(|i| !self.cells[i].terrain.is_impassable())
    }

    /// May units go from a hex across this side: both hexes open, no wall between.
    #[must_use]
    #[inline]
    pub fn can_cross(&self, from: Hex, side: Hexside) -> bool {
        let Some(slot) = self.index(from) else {
            return from.neighbour(side).is_some_and(|to| self.is_open(to));
        };
        // The table of neighbours knows the way without a look at rows and columns.
        self.slot_across(slot, side).is_some()
    }

    /// Runs a stream along this side?
    #[must_use]
    #[inline]
    pub fn has_stream(&self, from: Hex, side: Hexside) -> bool {
        self.cell(from).streams & (1 << side as u8) != 0
    }

    /// Stands a wall along this side, which nobody may cross?
    #[must_use]
    pub fn is_walled(&self, from: Hex, side: Hexside) -> bool {
        self.cell(from).walls & (1 << side as u8) != 0
    }

    /// **spqr 6.24.** Is there the rampart of a camp along this side: camp on one side of it, other ground
    /// on the other, no gate?
    #[must_use]
    pub fn has_rampart(&self, from: Hex, side: Hexside) -> bool {
        let Some(to) = from.neighbour(side).filter(|&to| self.is_open(to)) else { return false };
        let (here, there) = (self.cell(from), self.cell(to));
        (here.terrain == Terrain::Camp) != (there.terrain == Terrain::Camp)
            && here.gates & (1 << side as u8) == 0
    }

    /// Does a Roman road cross this side?
    #[must_use]
    pub fn has_roman_road(&self, from: Hex, side: Hexside) -> bool {
        self.cell(from).roman_road & (1 << side as u8) != 0
    }

    /// Is there a Roman road anywhere?
    #[must_use]
    pub fn has_roman_roads(&self) -> bool {
        self.questions().roads
    }

    /// Hexes still to go until a unit of `side` has left the map by its retreat edge: 1 in the last
    /// row or column.
    #[must_use]
    #[inline]
    pub fn to_retreat(&self, side: Side, hex: Hex) -> u8 {
        self.index(hex).map_or(0, |i| self.to_edge[side][i])
    }

    /// [`Field::to_retreat`] for a slot.
    #[must_use]
    #[inline]
    pub fn slot_to_retreat(&self, side: Side, slot: usize) -> u8 {
        self.to_edge[side][slot]
    }

    fn measure(&self, side: Side, hex: Hex) -> u8 {
        let on_edge: Vec<Hex> = match self.retreat[side] {
            Edge::West => (self.first_row..=self.last_row).map(|r| Hex::new(self.first_col, r)).collect(),
            Edge::East => (self.first_row..=self.last_row).map(|r| Hex::new(self.last_col, r)).collect(),
            Edge::North => (self.first_col..=self.last_col).map(|c| Hex::new(c, self.first_row)).collect(),
            Edge::South => (self.first_col..=self.last_col).map(|c| Hex::new(c, self.last_row)).collect(),
        };
        on_edge.into_iter().map(|e| e.distance(hex)).min().unwrap_or(0) + 1
    }
}
