//! What never changes in a battle of Great Battles of History, as data.

use serde_json::{Value, json};

use tess_gboh::{Setup, Side};

/// Sides, withdrawal levels, units, leaders and the map.
pub(super) fn printed(set: &Setup) -> Value {
    let units: Vec<Value> = set
        .units
        .iter()
        .map(|unit| {
            json!({
                "code": unit.code, "name": unit.name, "side": unit.side.index(),
                "kind": unit.kind.letters(), "class": unit.class.letters(),
                "size": unit.size, "quality": unit.tq, "moves": unit.ma, "two_hex": unit.two_hex,
                "missiles": unit.missile.is_some(), "colour": unit.colour,
            })
        })
        .collect();
    let leaders: Vec<Value> = set
        .leaders
        .iter()
        .map(|leader| {
            json!({
                "code": leader.code, "name": leader.name, "side": leader.side.index(), "range": leader.range,
                "initiative": leader.initiative, "charisma": leader.charisma,
            })
        })
        .collect();
    json!({
        "game": "gboh", "title": set.title, "sides": set.sides.0, "counted": "rout points",
        "limits": Side::BOTH.map(|side| set.withdrawal[side]),
        "units": units, "leaders": leaders, "field": field(set),
    })
}

/// The map: its outermost columns and rows, and the hexes that are more than clear level ground, each as its
/// number, terrain, level, and bits for the sides along which streams, walls and roads run.
fn field(set: &Setup) -> Value {
    let field = &set.field;
    let cells: Vec<Value> = field
        .hexes()
        .filter_map(|hex| {
            let cell = field.cell(hex);
            let roads = cell.roman_road | cell.dirt_road;
            let plain = cell == tess_gboh::field::Cell::default();
            let terrain = format!("{:?}", cell.terrain).to_lowercase();
            (!plain).then(|| {
                json!([hex.number(), terrain, cell.level, cell.streams, cell.walls, roads])
            })
        })
        .collect();
    json!({
        "columns": [field.first_col, field.last_col], "rows": [field.first_row, field.last_row],
        "cells": cells,
    })
}
