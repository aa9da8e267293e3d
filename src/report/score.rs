//! How far each army is from its withdrawal.

use super::form::{fold, marks};
use tess_gboh::Setup;
use tess_gboh::piece::{BySide, Side};

/// Characters of a full bar.
const BAR: usize = 40;

/// Rout points that each side has given away against its withdrawal level: numbers and a bar.
#[must_use]
pub fn score(set: &Setup, points: BySide<u16>) -> String {
    let wide = Side::BOTH.iter().map(|&s| set.sides[s].len()).max().unwrap_or(0).min(20);
    let mut out = String::new();
    for side in Side::BOTH {
        let (lost, level) = (points[side], set.withdrawal[side]);
        let full = if level == 0 { 0 } else { usize::from(lost.min(level)) * BAR / usize::from(level) };
        let bar = format!("{}{}", "#".repeat(full), ".".repeat(BAR - full));
        let name: String = marks::capital(&set.sides[side]).chars().take(wide).collect();
        out.push_str(&fold::line(&format!("{name:<wide$} {lost:>4} of {level:<4} [{bar}]")));
    }
    out
}
