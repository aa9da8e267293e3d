//! The ground of a case, and where its armies flee to.

use crate::CaseError;
use crate::place::Words;
use tess_gboh::field::{Edge, Terrain};
use tess_gboh::setup::Setup;
use tess_hex::Hex;

pub(super) fn retreat(set: &mut Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
    let mut edges = set.field.retreat;
    while w.peek().is_some() {
        let side = w.side(set)?;
        let word = w.need("an edge")?;
        edges[side] = match word.to_ascii_uppercase().as_str() {
            "N" | "NORTH" => Edge::North,
            "E" | "EAST" => Edge::East,
            "S" | "SOUTH" => Edge::South,
            "W" | "WEST" => Edge::West,
            _ => return Err(w.error(format!("`{word}` is no edge"), "write N E S or W")),
        };
    }
    set.field.turn_retreat(edges);
    Ok(())
}

pub(super) fn ground(set: &mut Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
    let mut hexes = vec![w.hex()?];
    while w.peek().is_some_and(|t| t.parse::<Hex>().is_ok()) {
        hexes.push(w.hex()?);
    }
    while let Some(word) = w.next() {
        for &hex in &hexes {
            let Some(cell) = set.field.cell_mut(hex) else {
                return Err(w.error(format!("{hex} is not on the field"), "enlarge it with `field`"));
            };
            if word.eq_ignore_ascii_case("level") {
                continue;
            }
            match word.to_ascii_lowercase().as_str() {
                "clear" => cell.terrain = Terrain::Clear,
                "woods" => cell.terrain = Terrain::Woods,
                "broken" => cell.terrain = Terrain::Broken,
                "marsh" => cell.terrain = Terrain::Marsh,
                "camp" => cell.terrain = Terrain::Camp,
                "village" => cell.terrain = Terrain::Village,
                "river" => cell.terrain = Terrain::River,
                "off" => cell.terrain = Terrain::Off,
                number if number.parse::<i8>().is_ok() => cell.level = number.parse().unwrap_or(0),
                _ => {
                    return Err(w.error(
                        format!("`{word}` is no ground"),
                        "write clear woods broken marsh camp village river off, or `level 2`",
                    ));
                }
            }
        }
    }
    Ok(())
}

pub(super) fn hexside(set: &mut Setup, what: &str, w: &mut Words<'_>) -> Result<(), CaseError> {
    let hex = w.hex()?;
    while w.peek().is_some() {
        let side = w.hexside()?;
        for (h, s) in [(Some(hex), side), (hex.neighbour(side), side.opposite())] {
            if let Some(cell) = h.and_then(|h| set.field.cell_mut(h)) {
                let bits = match what {
                    "stream" => &mut cell.streams,
                    "wall" => &mut cell.walls,
                    "gate" => &mut cell.gates,
                    _ => &mut cell.roman_road,
                };
                *bits |= 1 << s as u8;
            }
        }
    }
    Ok(())
}
