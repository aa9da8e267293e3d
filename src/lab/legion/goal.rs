//! `objective TOWN pillage at 12,9 [size 3x2] [of rome]`, and what a case expects of objectives and points.

use super::super::CaseError;
use super::super::moment::{Found, same, truth};
use super::super::place::Words;
use super::build::side;
use tess_legion::measure::{Heading, Length, Point, Stance};
use tess_legion::victory::{self, Goal, GoalKind};
use tess_legion::{Position, Setup};

/// An `objective` line: the place is that of its middle.
pub(super) fn read(set: &mut Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
    let code = w.need("a code")?.to_owned();
    if set.find_goal(&code).is_some() {
        return Err(w.error(format!("{code} is there already"), "give each objective its own code"));
    }
    let kind = w.one_of("a kind of objective", &GoalKind::WORDS)?;
    w.take("at");
    let middle = w.point()?;
    let (width, depth) = if w.take("size") { size(w)? } else { (Length(1_575), Length(1_575)) };
    let owner = match w.take("of") {
        true => {
            let word = w.need("a side")?;
            Some(side(set, w, word)?)
        }
        false => None,
    };
    let anchor = Point { x: middle.x, y: middle.y + depth.0 / 2 };
    let start = Stance { anchor, heading: Heading::NORTH };
    set.goals.push(Goal { name: code.clone(), code, kind, start, width, depth, owner });
    w.done()
}

/// `3x2`.
fn size(w: &mut Words<'_>) -> Result<(Length, Length), CaseError> {
    let word = w.need("a size")?;
    let parts = word.split_once('x').and_then(|(a, b)| Some((Length::parse(a)?, Length::parse(b)?)));
    parts.ok_or_else(|| w.error(format!("`{word}` is no size"), "write `size 3x2`"))
}

/// `points rome 3`, `beaten C1`, `holds TOWN rome`, `looted TOWN`, `drives V1 SHEEP`, `loots W1 TOWN`.
pub(super) fn state(pos: &Position, word: &str, w: &mut Words<'_>) -> Result<Found, CaseError> {
    match word {
        "points" => {
            let name = w.need("a side")?;
            let side = side(&pos.set, w, name)?;
            let expected: u16 = w.int("points")?;
            return Ok(same(victory::points(pos, side), &expected));
        }
        "beaten" => {
            let command = w.command_of(&pos.set)?;
            return Ok(truth(pos.tally.fallen.contains(&command), "it is not"));
        }
        "drives" | "loots" => {
            let unit = w.unit_on(pos)?;
            let state = pos.goal(goal(pos, w)?);
            let found = if word == "drives" { state.driver } else { state.looter };
            return Ok(truth(found == Some(unit), found.map_or_else(|| "nobody".into(), |u| pos.code(u))));
        }
        _ => {}
    }
    let state = pos.goal(goal(pos, w)?);
    if word == "spent" {
        return Ok(truth(state.spent, "there is still something to win by it"));
    }
    let name = w.need("a side")?;
    let side = side(&pos.set, w, name)?;
    let found = state.holder.map_or("nobody", |s| pos.set.sides[s].as_str());
    Ok(truth(state.holder == Some(side), found))
}

/// `set TOWN held gaul`, `set SHEEP driven V1`, `set TOWN looted W1`, `set TOWN spent`.
pub(super) fn set(pos: &mut Position, w: &mut Words<'_>) -> Result<(), CaseError> {
    let id = goal(pos, w)?;
    while let Some(word) = w.next() {
        match word.to_ascii_lowercase().as_str() {
            "held" => {
                let name = w.need("a side")?;
                pos.goal_mut(id).holder = Some(side(&pos.set, w, name)?);
            }
            "driven" => pos.goal_mut(id).driver = Some(w.unit_on(pos)?),
            "looted" => pos.goal_mut(id).looter = Some(w.unit_on(pos)?),
            "spent" => pos.goal_mut(id).spent = true,
            other => {
                let text = format!("`{other}` is nothing an objective can have");
                return Err(w.error(text, "write held SIDE, driven UNIT, looted UNIT or spent"));
            }
        }
    }
    Ok(())
}

fn goal(pos: &Position, w: &mut Words<'_>) -> Result<victory::GoalId, CaseError> {
    let word = w.need("an objective")?;
    pos.set.find_goal(word).ok_or_else(|| w.error(format!("there is no objective {word}"), "write its code"))
}
