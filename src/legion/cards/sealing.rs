//! What a sheet would hide, looked at before it is signed: the rules see it only when it is opened.

use super::hiding::has_ambush;
use crate::questions::names;
use crate::state::Position;
use crate::written::{Order, Sheet};

/// **legion card.ambush.** Does the scenario have an ambush for the Command in the ground that a sheet
/// names? Under a card any number may be written, as the card may be another one.
///
/// # Errors
/// Where it has not; the text says in which line, and what it has.
pub fn may_seal(pos: &Position, side: &str, sheet: &str) -> Result<(), String> {
    let Some(side) = pos.set.find_side(side) else { return Ok(()) };
    let (written, _) = Sheet::parse(sheet);
    for line in &written.lines {
        let Order::Hide { command, card: None, ground: Some(ground) } = &line.what else { continue };
        let Ok(id) = names::command_of(pos, side, command) else { continue };
        let grounds: Vec<usize> = pos.set.command(id).ambush.iter().map(|&g| usize::from(g) + 1).collect();
        if !has_ambush(pos, id) || ground.text.parse().is_ok_and(|number| grounds.contains(&number)) {
            continue;
        }
        let name = |number: &usize| format!("{number} ({})", pos.set.table.terrain[number - 1].name);
        let grounds: Vec<String> = grounds.iter().map(name).collect();
        return Err(format!(
            "line {}: {command} has no ambush in ground {ground}; the scenario lets it lie in {}",
            line.number,
            grounds.join(" or ")
        ));
    }
    Ok(())
}
