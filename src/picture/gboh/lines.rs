//! The lines of battle: the hexes of each part of one that hangs together, tinted and edged alike.

use super::counters::side;
use super::{Frame, ground};
use crate::pen::Pen;
use tess_gboh::questions::parts;
use tess_gboh::{LineId, Position};
use tess_hex::Hex;

/// So many tints there are; each has an edge of its own, so that they are told apart without colour, too.
const TINTS: u16 = 6;

/// The group `lines`.
pub(super) fn draw(pen: &mut Pen, pos: &Position, frame: &Frame) {
    pen.group(format_args!(r#"id="lines""#));
    let count = u16::try_from(pos.set.lines.len()).unwrap_or(u16::MAX);
    for line in (0..count).map(LineId) {
        let spec = pos.set.line(line);
        for part in parts(pos, line).into_iter().filter(|part| part.len() > 1) {
            let hexes: Vec<Hex> = part
                .iter()
                .flat_map(|&unit| pos.hexes(unit).iter())
                .filter(|&hex| frame.holds(hex))
                .collect();
            if hexes.is_empty() {
                continue;
            }
            pen.group(format_args!(r#"class="line line-{} {}""#, line.0 % TINTS, side(spec.side)));
            pen.title(&format!("{} ({}): {} units", spec.name, pos.set.sides[spec.side], part.len()));
            pen.put(format_args!(r#"<path d="{}"/>"#, ground::outlines(frame, &hexes)));
            pen.end();
        }
    }
    pen.end();
}
