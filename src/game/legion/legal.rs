//! What may be done now, in lines or as JSON.

use serde_json::json;

use crate::door::error::GameError;
use tess_diagnostic::{WIDTH, wrap};
use tess_legion::legal::{Choice, Legal, Work, legal};
use tess_legion::{Position, UnitId, cards};

/// What a side may do, perhaps of one unit only.
pub(super) fn text(
    position: &Position,
    side: &str,
    unit: Option<&str>,
    json: bool,
) -> Result<String, GameError> {
    let Some(side) = position.set.find_side(side) else {
        return Err(GameError::refused(format!("{side} commands no side"), "ask as one of the sides"));
    };
    let mut found = legal(position, side);
    if let Some(code) = unit {
        let id = known(code, position)?;
        if let Legal::Work(work) = &mut found {
            work.units.retain(|unit| unit.unit == position.code(id));
        }
    }
    let played = cards::lines(position, side);
    Ok(if json { as_json(&found, &played) } else { as_text(&found, &played) })
}

fn known(code: &str, position: &Position) -> Result<UnitId, GameError> {
    position.find_unit(code).ok_or_else(|| {
        GameError::refused(format!("`{code}` is no unit of this battle"), "write a code as reports show it")
    })
}

fn as_text(found: &Legal, played: &[String]) -> String {
    let mut lines = match found {
        Legal::Nothing => vec!["nothing: the other side is to decide, or the battle is over".to_owned()],
        Legal::Prepare(lines) => lines.clone(),
        Legal::Orders(commands) => {
            let words = "advance, hold, retire, reform, march or redeploy";
            commands.iter().map(|code| format!("order {code} {words}")).collect()
        }
        Legal::Work(work) => work_lines(work),
    };
    if !played.is_empty() {
        lines.push("cards:".to_owned());
        lines.extend(played.iter().map(|line| format!("  {line}")));
    }
    lines.iter().map(|line| wrap(line, WIDTH, "", "    ") + "\n").collect()
}

fn work_lines(work: &Work) -> Vec<String> {
    let mut lines = Vec::new();
    match &work.command {
        Some(code) => lines.push(format!("{code} acts; the longest of each kind of move:")),
        None => lines.push("rally phase".to_owned()),
    }
    for unit in &work.units {
        let left = unit.left.map_or_else(String::new, |left| format!(": {left} inches to move"));
        lines.push(format!("{}{left}", unit.unit));
        lines.extend(unit.choices.iter().map(|choice| match &choice.note {
            Some(note) => format!("  {}  ({note})", choice.line),
            None => format!("  {}", choice.line),
        }));
    }
    if !work.owing.is_empty() {
        lines.push(format!("  still owing what their order asks: {}", work.owing.join(" ")));
    }
    lines.extend(work.whole.iter().map(|line| format!("  {line}")));
    lines
}

fn as_json(found: &Legal, played: &[String]) -> String {
    let mut value = match found {
        Legal::Nothing => json!({ "now": "nothing" }),
        Legal::Prepare(lines) => json!({ "now": "set-up", "lines": lines }),
        Legal::Orders(commands) => json!({ "now": "orders", "commands": commands }),
        Legal::Work(work) => {
            let choice = |c: &Choice| json!({ "line": c.line, "note": c.note });
            let units = work.units.iter().map(|unit| {
                let choices: Vec<_> = unit.choices.iter().map(choice).collect();
                json!({ "unit": unit.unit, "left": unit.left.map(|l| l.to_string()), "choices": choices })
            });
            let units: Vec<_> = units.collect();
            json!({ "now": if work.command.is_some() { "acting" } else { "rally" }, "command": work.command,
                "units": units, "owing": work.owing, "whole": work.whole })
        }
    };
    value["cards"] = json!(played);
    format!("{value}\n")
}
