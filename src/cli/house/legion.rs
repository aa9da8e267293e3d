//! Legion and Empire from the command line.

use serde_json::json;

use super::House;
use crate::Failure;
use tess_diagnostic::{Diagnostic, WIDTH, wrap};
use tess_legion::legal::{Choice, Legal, Work, card_lines, legal};
use tess_legion::measure::{Length, Point};
use tess_legion::position::LeaderPlace;
use tess_legion::written::Sheet;
use tess_legion::{Happening, Legion, Position, Side, UnitId, read};
use tess_report::legion::{View, narrate, notes, overview, window};
use tess_steward::Agent;

/// How many inches a map shows around its middle when nobody says.
const RADIUS: u8 = 8;

impl House for Legion {
    const STANDING: &'static str = "otherwise default\n";

    type Prepared = tess_legion::written::Unprepared;

    fn bot(seed: u64) -> Box<dyn Agent<Position>> {
        Box::new(tess_bot::legion::sensible(seed))
    }

    fn overview(position: &Position) -> String {
        overview(position)
    }

    fn map(
        position: &Position,
        centre: Option<&str>,
        radius: Option<u8>,
        _whole: bool,
    ) -> Result<String, Failure> {
        let Some(centre) = centre else { return Ok(overview(position)) };
        let radius = Length::inches(i32::from(radius.unwrap_or(RADIUS)));
        Ok(window(position, View { middle: place(centre, position)?, radius }))
    }

    fn legal(position: &Position, side: &str, unit: Option<&str>, json: bool) -> Result<String, Failure> {
        let Some(side) = position.set.find_side(side) else {
            return Err(Failure::new(format!("{side} commands no side"), "ask as one of the sides"));
        };
        let mut found = legal(position, side);
        if let Some(code) = unit {
            let id = known(code, position)?;
            if let Legal::Work(work) = &mut found {
                work.units.retain(|unit| unit.unit == position.code(id));
            }
        }
        let played = card_lines(position, side);
        Ok(if json { as_json(position, &found, &played) } else { as_text(position, &found, &played) })
    }

    fn diagnose(sheet: &str, position: &Position, side: &str) -> Option<Vec<Diagnostic>> {
        let side = position.set.find_side(side)?;
        let (written, mut complaints) = Sheet::parse(sheet);
        complaints.extend(read::unknown(position, side, &written));
        Some(complaints)
    }

    fn sentence(position: &Position, happening: &Happening) -> String {
        narrate::sentence(position, happening)
    }

    fn stand(position: &Position) -> String {
        let each = Side::BOTH.map(|side| {
            let units = position.unit_ids().filter(|&u| position.side(u) == side);
            let (there, all) = units
                .fold((0, 0), |(there, all), u| (there + u16::from(position.stance(u).is_some()), all + 1));
            format!("{} {there}/{all}", position.set.sides[side])
        });
        format!("units on the table {}", each.join(", "))
    }
}

fn known(code: &str, position: &Position) -> Result<UnitId, Failure> {
    position.find_unit(code).ok_or_else(|| {
        Failure::new(format!("`{code}` is no unit of this battle"), "write a code as reports show it")
    })
}

/// A place, `12,8.5`, or where a piece stands.
fn place(text: &str, position: &Position) -> Result<Point, Failure> {
    if let Some((x, y)) = text.split_once(',') {
        let (Some(x), Some(y)) = (Length::parse(x), Length::parse(y)) else {
            return Err(Failure::new(
                format!("{text} is no place"),
                "write inches from the west and the south edge, such as 12,8.5",
            ));
        };
        return Ok(Point { x: x.0, y: y.0 });
    }
    let leader = |command| match position.leader(command).place {
        LeaderPlace::Alone(stance) => Some(stance),
        LeaderPlace::With(unit, _) => position.stance(unit),
        _ => None,
    };
    let unit = position.find_unit(text).map(|unit| position.stance(unit));
    let found = unit.or_else(|| position.set.find_leader(text).map(leader));
    match found {
        Some(Some(stance)) => Ok(stance.anchor),
        Some(None) => Err(Failure::new(format!("{text} is not on the table"), "see `tess report`")),
        None => Err(Failure::new(
            format!("`{text}` is neither a place nor a piece of this battle"),
            "write inches such as 12,8.5, or a code as reports show it",
        )),
    }
}

fn as_text(pos: &Position, found: &Legal, played: &[String]) -> String {
    let mut lines = match found {
        Legal::Nothing => vec!["nothing: the other side is to decide, or the battle is over".to_owned()],
        Legal::Prepare(lines) => lines.clone(),
        Legal::Orders(commands) => {
            let words = "advance, hold, retire, reform, march or redeploy";
            commands.iter().map(|code| format!("order {code} {words}")).collect()
        }
        Legal::Work(work) => work_lines(pos, work),
    };
    if !played.is_empty() {
        lines.push("cards:".to_owned());
        lines.extend(played.iter().map(|line| format!("  {line}")));
    }
    lines.iter().map(|line| wrap(line, WIDTH, "", "    ") + "\n").collect()
}

fn work_lines(pos: &Position, work: &Work) -> Vec<String> {
    let mut lines = Vec::new();
    match &work.command {
        Some(code) => lines.push(format!("{code} acts; the longest of each kind of move:")),
        None => lines.push("rally phase".to_owned()),
    }
    for unit in &work.units {
        let left = unit.left.map_or_else(String::new, |left| format!(": {left} inches to move"));
        lines.push(format!("{}{left}", unit.unit));
        lines.extend(unit.choices.iter().map(|choice| match notes(pos, &choice.notes) {
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

fn as_json(pos: &Position, found: &Legal, played: &[String]) -> String {
    let mut value = match found {
        Legal::Nothing => json!({ "now": "nothing" }),
        Legal::Prepare(lines) => json!({ "now": "set-up", "lines": lines }),
        Legal::Orders(commands) => json!({ "now": "orders", "commands": commands }),
        Legal::Work(work) => {
            let choice = |c: &Choice| json!({ "line": c.line, "note": notes(pos, &c.notes) });
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
