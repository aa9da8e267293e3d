//! What never changes in a battle of Legion and Empire, as data.

use serde_json::{Value, json};

use tess_legion::Setup;
use tess_legion::measure::Point;
use tess_legion::setup::{Barrier, Ground};

/// Sides, kinds of troops, units, Commands, objectives and the table. Lengths are thousandths of an inch.
pub(super) fn printed(set: &Setup) -> Value {
    let troops: Vec<Value> = set
        .troops
        .iter()
        .map(|troop| {
            json!({
                "code": troop.id, "name": troop.name, "class": troop.class.word(),
                "width": troop.width.0, "depth": troop.depth.0,
                "combat": troop.close.combat, "moves": troop.close.base_move.0,
            })
        })
        .collect();
    let units: Vec<Value> = set
        .units
        .iter()
        .map(|unit| {
            let side = set.command(unit.command).side;
            json!({ "code": unit.code, "name": unit.name, "side": side.index(), "command": unit.command.0 })
        })
        .collect();
    let commands: Vec<Value> = set
        .commands
        .iter()
        .map(|command| {
            json!({
                "code": command.code, "name": command.name, "side": command.side.index(),
                "leader": command.leader.code, "leader_name": command.leader.name,
            })
        })
        .collect();
    let goals: Vec<Value> = set
        .goals
        .iter()
        .map(|goal| {
            let place = goal.start.anchor;
            json!({
                "code": goal.code, "name": goal.name, "at": [place.x, place.y],
                "width": goal.width.0, "depth": goal.depth.0,
            })
        })
        .collect();
    json!({
        "game": "legion", "title": set.title, "sides": set.sides.0, "counted": "victory points",
        "troops": troops, "units": units, "commands": commands, "goals": goals, "table": table(set),
    })
}

/// The table: how large it is, and what lies on it, each with what it is, its height and its corners or
/// course.
fn table(set: &Setup) -> Value {
    let way = |points: &[Point]| points.iter().map(|p| [p.x, p.y]).collect::<Vec<_>>();
    let ground = set.table.terrain.iter().map(|piece| {
        let word = Ground::WORDS.iter().find(|(_, ground)| *ground == piece.ground).map_or("", |(word, _)| word);
        json!([word, piece.height, way(piece.outline.corners())])
    });
    let barriers = set.table.obstacles.iter().map(|piece| {
        let word = Barrier::WORDS.iter().find(|(_, it)| *it == piece.barrier).map_or("", |(word, _)| word);
        json!([word, 0, way(&piece.course)])
    });
    let pieces: Vec<Value> = ground.chain(barriers).collect();
    json!({ "width": set.table.width.0, "depth": set.table.depth.0, "pieces": pieces })
}
