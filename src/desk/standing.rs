//! "Always answer so": a line more in the player's standing orders.

use std::path::Path;

use super::trouble::Trouble;
use tess_disk::durable;
use tess_effects::Question;
use tess_game::AnyGame;

/// Their file in the seat.
const FILE: &str = "standing.txt";

/// The line that always answers a question as it is answered now.
pub(crate) fn line(question: &Question, choice: &str) -> String {
    format!("when {} do {choice}", question.window)
}

/// What is in force.
pub(crate) fn read(seat: &Path) -> String {
    std::fs::read_to_string(seat.join(FILE)).unwrap_or_default()
}

/// Writes a line more, before what holds otherwise; of two that are equal the later one counts.
pub(crate) fn add(seat: &Path, line: &str, game: &dyn AnyGame) -> Result<(), Trouble> {
    let text = read(seat);
    let mut lines: Vec<&str> = text.lines().filter(|other| *other != line).collect();
    let last = lines.iter().position(|line| line.trim_start().starts_with("otherwise"));
    lines.insert(last.unwrap_or(lines.len()), line);
    put(seat, &(lines.join("\n") + "\n"), game)
}

/// Puts a whole text in force.
pub(crate) fn put(seat: &Path, text: &str, game: &dyn AnyGame) -> Result<(), Trouble> {
    let (_, complaints) = game.read_standing(text);
    if let Some(complaint) = complaints.iter().find(|complaint| complaint.is_error()) {
        return Err(Trouble::new(complaint.to_string(), "see docs/orders.md for standing orders"));
    }
    Ok(durable::write(seat, FILE, text.as_bytes())?)
}
