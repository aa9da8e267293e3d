//! What both sides have won so far.

use crate::form::{fold, marks};
use tess_legion::victory::{self, GoalId};
use tess_legion::{CommandId, Position, Side};

/// The points of both sides, what each Command has lost and is worth, and the objectives.
#[must_use]
pub fn score(pos: &Position) -> String {
    let [first, second] = Side::BOTH
        .map(|side| format!("{} {}", marks::capital(&pos.set.sides[side]), victory::points(pos, side)));
    let last =
        pos.set.choices.last_turn.map_or_else(String::new, |turn| format!("; turn {turn} is the last"));
    let mut out = fold::fold(&format!("{first}, {second}{last}"), "", "  ");
    for side in Side::BOTH {
        let rows: Vec<String> = pos.set.commands_of(side).map(|c| command(pos, c)).collect();
        let text = format!("{}: {}", marks::capital(&pos.set.sides[side]), rows.join("; "));
        out.push_str(&fold::fold(&text, "  ", "    "));
    }
    for id in victory::all(pos) {
        out.push_str(&fold::fold(&goal(pos, id), "  ", "    "));
    }
    out
}

/// `C1 worth 4 has lost 3.5 of 15 stands`.
fn command(pos: &Position, id: CommandId) -> String {
    let (lost, all) = (victory::loss(pos, id), victory::strength(pos, id));
    let beaten = if pos.tally.fallen.contains(&id) { ", BEATEN" } else { "" };
    let (code, worth) = (&pos.set.command(id).code, victory::worth(pos, id));
    format!("{code} (worth {worth}) has lost {} of {} stands{beaten}", halves(lost), halves(all))
}

/// Half stands as stands.
fn halves(n: u32) -> String {
    if n.is_multiple_of(2) { (n / 2).to_string() } else { format!("{}.5", n / 2) }
}

/// `CAMP, the camp of rome: baggage at 12,3, held by rome`.
fn goal(pos: &Position, id: GoalId) -> String {
    let (goal, state) = (pos.set.goal(id), pos.goal(id));
    let middle = victory::place(pos, id).middle();
    let place = tess_legion::measure::Length;
    let holder = state.holder.map_or_else(String::new, |s| format!(", held by {}", pos.set.sides[s]));
    let driven = state.driver.map_or_else(String::new, |u| format!(", driven by {}", pos.code(u)));
    let looted = state.looter.map_or_else(String::new, |u| format!(", looted by {}", pos.code(u)));
    let spent = if state.spent { ", nothing more to win" } else { "" };
    let (x, y) = (place(middle.x), place(middle.y));
    format!("{} {}: {} at {x},{y}{holder}{driven}{looted}{spent}", goal.code, goal.name, goal.kind.word())
}
