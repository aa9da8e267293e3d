//! The ground: hexes with their numbers, what covers them, heights, streams, walls and roads.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Frame;
use super::geometry::{Spot, gate, middle, side};
use crate::pen::Pen;
use tess_gboh::Position;
use tess_gboh::field::Terrain;
use tess_hex::{Hex, Hexside};

/// In little, hexes are numbered whose column and row are each a multiple of this.
const FIFTH: u8 = 5;

/// The group `ground`.
pub(super) fn draw(pen: &mut Pen, pos: &Position, frame: &Frame) {
    let field = &pos.set.field;
    let hexes: Vec<Hex> =
        field.hexes().filter(|&h| frame.holds(h) && field.cell(h).terrain != Terrain::Off).collect();
    pen.group(format_args!(r#"id="ground""#));
    let mut areas: BTreeMap<&'static str, Vec<Hex>> = BTreeMap::new();
    for &hex in &hexes {
        let cell = field.cell(hex);
        areas.entry(height(cell.level)).or_default().push(hex);
    }
    areas.iter().for_each(|(class, hexes)| {
        pen.put(format_args!(r#"<path class="{class}" d="{}"/>"#, outlines(frame, hexes)))
    });
    let mut covers: BTreeMap<&'static str, Vec<Hex>> = BTreeMap::new();
    for &hex in &hexes {
        if let Some(class) = cover(field.cell(hex).terrain) {
            covers.entry(class).or_default().push(hex);
        }
    }
    covers.iter().for_each(|(class, hexes)| {
        pen.put(format_args!(r#"<path class="{class}" d="{}"/>"#, outlines(frame, hexes)))
    });
    pen.put(format_args!(r#"<path class="hex" d="{}"/>"#, outlines(frame, &hexes)));
    sides(pen, pos, frame, &hexes);
    for &hex in &hexes {
        let (x, y) = middle(frame, hex);
        if frame.sparse {
            if hex.col() % FIFTH == 0 && hex.row() % FIFTH == 0 {
                pen.words("milestone", (x, y + 9), hex);
            }
            continue;
        }
        pen.words("number", (x, y - 26), hex);
        match field.cell(hex).level {
            0 => {}
            level => pen.words("level", (x - 30, y + 3), level),
        }
    }
    pen.end();
}

/// The hexes as closed paths.
pub(super) fn outlines(frame: &Frame, hexes: &[Hex]) -> String {
    hexes.iter().fold(String::new(), |mut path, &hex| {
        let (x, y) = middle(frame, hex);
        let _ = write!(path, "M{} {}h40l20 35-20 35h-40l-20-35z", x - 20, y - 35);
        path
    })
}

/// The class of a height.
const fn height(level: i8) -> &'static str {
    match level {
        i8::MIN..=-1 => "low",
        0 => "l0",
        1 => "l1",
        2 => "l2",
        3 => "l3",
        _ => "l4",
    }
}

/// The class of what covers a hex.
const fn cover(terrain: Terrain) -> Option<&'static str> {
    match terrain {
        Terrain::Clear | Terrain::Off => None,
        Terrain::Woods => Some("woods"),
        Terrain::Broken => Some("broken"),
        Terrain::Marsh => Some("marsh"),
        Terrain::Camp => Some("camp"),
        Terrain::Village => Some("village"),
        Terrain::River => Some("river"),
    }
}

/// What runs along the sides of hexes, and across them.
fn sides(pen: &mut Pen, pos: &Position, frame: &Frame, hexes: &[Hex]) {
    let field = &pos.set.field;
    let mut paths: BTreeMap<&'static str, String> = BTreeMap::new();
    for &hex in hexes {
        let (x, y) = middle(frame, hex);
        let mut line = |class, [(a, b), (c, d)]: [Spot; 2]| {
            let path = paths.entry(class).or_default();
            let _ = write!(path, "M{} {}L{} {}", x + a, y + b, x + c, y + d);
        };
        let cell = field.cell(hex);
        for way in Hexside::ALL {
            let bit = 1 << way as u8;
            // what lies between two hexes is drawn once
            let own = matches!(way, Hexside::N | Hexside::NE | Hexside::SE)
                || hex.neighbour(way).is_none_or(|other| !frame.holds(other) || !field.contains(other));
            for (class, set) in [("stream", cell.streams), ("wall", cell.walls)] {
                if own && set & bit != 0 {
                    line(class, side(way));
                }
            }
            if own && field.has_rampart(hex, way) {
                line("rampart", side(way));
            }
            for (class, set) in [("road", cell.roman_road), ("dirt", cell.dirt_road)] {
                if set & bit != 0 {
                    line(class, [(0, 0), gate(way)]);
                }
            }
        }
    }
    for (class, path) in paths {
        pen.put(format_args!(r#"<path class="{class}" d="{path}"/>"#));
    }
}
