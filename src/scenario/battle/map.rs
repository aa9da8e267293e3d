//! `[map]`: size, ground, levels, streams, walls and roads.

use super::sides::SidePart;
use crate::read::{Block, Value, hint};
use tess_gboh::field::{Cell, Edge, Field, Terrain};
use tess_gboh::piece::{BySide, Side};
use tess_gboh::variant::charts::MovementChart;
use tess_hex::{Hex, Hexside};

const GROUND: [(&str, Terrain); 8] = [
    ("clear", Terrain::Clear),
    ("woods", Terrain::Woods),
    ("broken", Terrain::Broken),
    ("marsh", Terrain::Marsh),
    ("camp", Terrain::Camp),
    ("village", Terrain::Village),
    ("river", Terrain::River),
    ("off", Terrain::Off),
];

/// `charts`: the scenario's movement chart, when it has been read.
pub(super) fn read(
    root: &Block<'_>,
    sides: &BySide<SidePart>,
    chart: Option<&MovementChart>,
) -> Option<Field> {
    let block = root.table("map")?;
    block.source();
    let (columns, rows) = (range(&block, "columns"), range(&block, "rows"));
    let north = block.need("north", "\"NE\"").and_then(|v| v.facing());
    let default = block.may("default").map_or(Some(Terrain::Clear), |v| v.word(&GROUND));
    let edge = |side: Side, or: Edge| sides[side].retreat.unwrap_or(or);
    let retreat = BySide([edge(Side::First, Edge::West), edge(Side::Second, Edge::East)]);
    let mut field = match (columns, rows, north) {
        (Some(columns), Some(rows), Some(north)) => Some(Field::clear(columns, rows, north, retreat)),
        _ => None,
    };
    if let (Some(field), Some(default)) = (&mut field, default) {
        for hex in field.hexes() {
            change(field, hex, |cell| cell.terrain = default);
        }
    }
    // Without a size, places are still read, so that bad numbers are told with the rest.
    let mut scrap = None;
    let target = match &mut field {
        Some(field) => field,
        None => scrap.insert(Field::clear((0, 99), (0, 99), tess_hex::Facing::NE, retreat)),
    };
    ground(&block, target, chart);
    levels(&block, target);
    for (key, bits) in MARKS {
        for place in block.may(key).and_then(|v| v.list()).unwrap_or_default() {
            mark(&place, target, key, bits);
        }
    }
    block.close();
    field
}

type Bits = fn(&mut Cell) -> &mut u8;

const MARKS: [(&str, Bits); 5] = [
    ("streams", |cell| &mut cell.streams),
    ("walls", |cell| &mut cell.walls),
    ("roman-road", |cell| &mut cell.roman_road),
    ("dirt-road", |cell| &mut cell.dirt_road),
    ("gates", |cell| &mut cell.gates),
];

fn range(block: &Block<'_>, key: &str) -> Option<(u8, u8)> {
    let value = block.need(key, "[1, 40]")?;
    let ends: Option<Vec<u8>> = value.list()?.iter().map(|v| v.int(0..=99)).collect();
    match ends?[..] {
        [first, last] if first <= last => Some((first, last)),
        _ => value.wrong("this is no range", "write the first and the last, such as [1, 40]"),
    }
}

fn change(field: &mut Field, hex: Hex, how: impl FnOnce(&mut Cell)) {
    if let Some(cell) = field.cell_mut(hex) {
        how(cell);
    }
}

fn ground(block: &Block<'_>, field: &mut Field, chart: Option<&MovementChart>) {
    let Some(table) = block.may("terrain").and_then(|v| v.block()) else { return };
    for (word, terrain) in GROUND {
        for place in table.may(word).and_then(|v| v.list()).unwrap_or_default() {
            if terrain == Terrain::Camp && chart.is_some_and(|c| c.camp.is_none() || c.rampart.is_none()) {
                place.refuse(
                    "the chart set knows no camps (6.24)",
                    "give its movement.toml the rows `camp` and `rampart`",
                );
                continue;
            }
            for hex in hexes(&place, field) {
                change(field, hex, |cell| cell.terrain = terrain);
            }
        }
    }
    table.close();
}

fn levels(block: &Block<'_>, field: &mut Field) {
    let Some(table) = block.may("levels").and_then(|v| v.block()) else { return };
    for (level, at, value) in table.others() {
        match level.parse::<i8>() {
            Ok(level) if (-9..=9).contains(&level) => {
                for place in value.list().unwrap_or_default() {
                    for hex in hexes(&place, field) {
                        change(field, hex, |cell| cell.level = level);
                    }
                }
            }
            _ => block.page.refuse(at, format!("`{level}` is no level"), "write a number from -9 to 9"),
        }
    }
}

/// `"1204"`, `"1204-1209"` (down a column) or `"1204-1509"` (every hex of those columns and rows).
fn hexes(place: &Value<'_>, field: &Field) -> Vec<Hex> {
    let Some(text) = place.text() else { return Vec::new() };
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last): (Hex, Hex) = match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) => (first, last),
        (Err(error), _) | (_, Err(error)) => {
            place.no_hex::<()>(&error);
            return Vec::new();
        }
    };
    for end in [first, last] {
        if field.slot(end).is_none() {
            off_the_map(place, end, field);
            return Vec::new();
        }
    }
    if first.col() > last.col() || first.row() > last.row() {
        place.refuse(format!("`{text}` runs backwards"), "write the hex with the lower numbers first");
        return Vec::new();
    }
    (first.col()..=last.col()).flat_map(|c| (first.row()..=last.row()).map(move |r| Hex::new(c, r))).collect()
}

fn off_the_map(place: &Value<'_>, hex: Hex, field: &Field) {
    let (c, r) = ((field.first_col, field.last_col), (field.first_row, field.last_row));
    place.refuse(
        format!("hex {hex} is off the map"),
        format!("columns are {} to {}, rows {} to {}", c.0, c.1, r.0, r.1),
    );
}

/// Streams, walls and gates: `"1204 SE S"` (a hex and its sides). Roads: `"0110 0210 0311"` (hexes on the
/// way).
fn mark(place: &Value<'_>, field: &mut Field, key: &str, bits: Bits) {
    let Some(text) = place.text() else { return };
    let mut words = text.split_whitespace();
    let mut here: Hex = match words.next().unwrap_or("").parse() {
        Ok(hex) => hex,
        Err(error) => {
            place.no_hex::<()>(&error);
            return;
        }
    };
    if field.slot(here).is_none() {
        return off_the_map(place, here, field);
    }
    let road = key.ends_with("road");
    let mut any = false;
    for word in words {
        any = true;
        let side = if road { step(place, here, word, field) } else { side(place, word) };
        let Some(side) = side else { return };
        let beyond = here.neighbour(side);
        if key == "gates" && !is_camp_side(field, here, side) {
            place.refuse(
                format!("the {side:?} side of {here} is no side of a camp"),
                "a gate lies between a hex of camp and one outside that units may enter",
            );
            return;
        }
        change(field, here, |cell| *bits(cell) |= 1 << side as u8);
        if let Some(beyond) = beyond {
            change(field, beyond, |cell| *bits(cell) |= 1 << side.opposite() as u8);
            if road {
                here = beyond;
            }
        }
    }
    if !any {
        let help = if road {
            "write the hexes on its way: 0110 0210"
        } else {
            "write a hex and its sides: 1204 SE S"
        };
        place.refuse(format!("`{text}` says nothing"), help);
    }
}

/// Would there be a rampart but for the gate?
fn is_camp_side(field: &Field, hex: Hex, side: Hexside) -> bool {
    let camp = |h| field.cell(h).terrain == Terrain::Camp;
    hex.neighbour(side).is_some_and(|to| field.is_open(hex) && field.is_open(to) && camp(hex) != camp(to))
}

fn side(place: &Value<'_>, word: &str) -> Option<Hexside> {
    let found = Hexside::ALL.into_iter().find(|s| format!("{s:?}") == word);
    if found.is_none() {
        place.refuse(format!("`{word}` is no side of a hex"), hint(word, ["N", "NE", "SE", "S", "SW", "NW"]));
    }
    found
}

fn step(place: &Value<'_>, here: Hex, word: &str, field: &Field) -> Option<Hexside> {
    let next: Hex = match word.parse::<Hex>() {
        Ok(hex) => hex,
        Err(error) => return place.no_hex(&error),
    };
    if field.slot(next).is_none() {
        off_the_map(place, next, field);
        return None;
    }
    let side = here.side_towards(next);
    if side.is_none() {
        place.refuse(format!("{next} does not touch {here}"), "name every hex on the way");
    }
    side
}
