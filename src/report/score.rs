//! How far each army is from its withdrawal.

use super::form::layout::{Block, Table, text_of};
use super::form::{fold, marks};
use tess_gboh::Setup;
use tess_gboh::piece::{BySide, Side};

/// Characters of a full bar.
const BAR: usize = 40;

/// Rout points that each side has given away against its withdrawal level: numbers and a bar.
#[must_use]
pub fn score(set: &Setup, points: BySide<u16>) -> String {
    text_of(&[table(set, points)])
}

/// The same as a table.
pub(super) fn table(set: &Setup, points: BySide<u16>) -> Block {
    let mut rows = Vec::new();
    let wide = Side::BOTH.iter().map(|&s| set.sides[s].len()).max().unwrap_or(0).min(20);
    let mut text = String::new();
    for side in Side::BOTH {
        let (lost, level) = (points[side], set.withdrawal[side]);
        let full = if level == 0 { 0 } else { usize::from(lost.min(level)) * BAR / usize::from(level) };
        let bar = format!("{}{}", "#".repeat(full), ".".repeat(BAR - full));
        let name: String = marks::capital(&set.sides[side]).chars().take(wide).collect();
        rows.push(vec![name.clone(), format!("{lost} of {level}")]);
        text.push_str(&fold::line(&format!("{name:<wide$} {lost:>4} of {level:<4} [{bar}]")));
    }
    Block::Table(Table { head: Vec::new(), rows, text })
}
