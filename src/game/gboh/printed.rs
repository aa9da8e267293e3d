//! What never changes in a battle of Great Battles of History, as data.

use serde_json::{Value, json};

use tess_gboh::piece::Rank;
use tess_gboh::{Setup, Side};
use tess_picture::gboh::sign;

/// Sides, withdrawal levels, units, leaders, and the outermost columns and rows of the map.
pub(super) fn printed(set: &Setup) -> Value {
    let units: Vec<Value> = set
        .units
        .iter()
        .map(|unit| {
            json!({
                "code": unit.code, "name": unit.name, "side": unit.side.index(),
                "kind": unit.kind.letters(), "class": unit.class.letters(),
                "size": unit.size, "quality": unit.tq, "moves": unit.ma, "two_hex": unit.two_hex,
                "missiles": unit.missile.map(|missile| format!("{missile:?}")), "sign": sign(unit),
            })
        })
        .collect();
    let leaders: Vec<Value> = set
        .leaders
        .iter()
        .map(|leader| {
            json!({
                "code": leader.code, "name": leader.name, "side": leader.side.index(), "range": leader.range,
                "overall": leader.rank == Rank::Overall,
            })
        })
        .collect();
    let field = &set.field;
    json!({
        "game": "gboh", "title": set.title, "sides": set.sides.0, "counted": "rout points",
        "limits": Side::BOTH.map(|side| set.withdrawal[side]),
        "units": units, "leaders": leaders,
        "field": { "columns": [field.first_col, field.last_col], "rows": [field.first_row, field.last_row] },
    })
}
