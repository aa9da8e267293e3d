//! What never changes in a battle of Legion and Empire, as data.

use serde_json::{Value, json};

use tess_legion::Position;
use tess_picture::legion::sign;

/// Sides, kinds of troops, units, Commands and the size of the table. Lengths are thousandths of an inch.
pub(super) fn printed(position: &Position) -> Value {
    let set = &position.set;
    let troops: Vec<Value> = set
        .troops
        .iter()
        .map(|troop| {
            json!({
                "code": troop.id, "name": troop.name, "class": troop.class.word(),
                "width": troop.width.0, "depth": troop.depth.0,
            })
        })
        .collect();
    let units: Vec<Value> = set
        .units
        .iter()
        .zip(position.unit_ids())
        .map(|(unit, id)| {
            let side = set.command(unit.command).side;
            json!({
                "code": unit.code, "name": unit.name, "side": side.index(), "sign": sign(position.gait(id)),
            })
        })
        .collect();
    let commands: Vec<Value> = set
        .commands
        .iter()
        .map(|command| {
            json!({
                "code": command.code, "name": command.name, "side": command.side.index(),
                "leader": command.leader.code, "leader_name": command.leader.name, "chief": command.leader.chief,
            })
        })
        .collect();
    json!({
        "game": "legion", "title": set.title, "sides": set.sides.0, "counted": "victory points",
        "troops": troops, "units": units, "commands": commands,
        "table": { "width": set.table.width.0, "depth": set.table.depth.0 },
    })
}
