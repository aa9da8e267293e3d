//! What is going on: the moves of the last action, and who is to fight whom.

use super::Frame;
use super::counters::side;
use super::geometry::{Spot, middle};
use crate::pen::Pen;
use tess_gboh::state::stage::Stage;
use tess_gboh::{Position, UnitId};

/// An arrow from where each unit and leader stood to where he stands now, where that is elsewhere.
pub(super) fn moves(pen: &mut Pen, before: &Position, pos: &Position, frame: &Frame) {
    pen.group(format_args!(r#"id="moves""#));
    for unit in pos.unit_ids() {
        if let (Some(from), Some(to)) = (at(before, frame, unit), at(pos, frame, unit))
            && from != to
        {
            pen.arrow(side(pos.side(unit)), from, to);
        }
    }
    for leader in pos.leader_ids() {
        let spot = |pos: &Position| pos.leader(leader).hex.map(|hex| middle(frame, hex));
        if let (Some(from), Some(to)) = (spot(before), spot(pos))
            && from != to
        {
            pen.arrow(side(pos.leader_spec(leader).side), from, to);
        }
    }
    pen.end();
}

/// A line from each attacker to each defender of a combat that is to be fought.
pub(super) fn combats(pen: &mut Pen, pos: &Position, frame: &Frame) {
    let Stage::Orders(phase) = &pos.stage else { return };
    pen.group(format_args!(r#"id="combats""#));
    for combat in phase.combats.iter() {
        for &attacker in &combat.attackers {
            for &defender in &combat.defenders {
                let (Some((x, y)), Some((u, v))) = (at(pos, frame, attacker), at(pos, frame, defender))
                else {
                    continue;
                };
                let part = |a: i32, b: i32, n: i32| a + (b - a) * n / 8;
                pen.put(format_args!(
                    r#"<path class="contact" d="M{} {}L{} {}"/>"#,
                    part(x, u, 3),
                    part(y, v, 3),
                    part(x, u, 5),
                    part(y, v, 5)
                ));
            }
        }
    }
    pen.end();
}

/// The middle of a unit.
fn at(pos: &Position, frame: &Frame, unit: UnitId) -> Option<Spot> {
    let hexes = pos.hexes(unit);
    let left = middle(frame, hexes.left?);
    let right = hexes.right.map_or(left, |hex| middle(frame, hex));
    Some(((left.0 + right.0) / 2, (left.1 + right.1) / 2))
}
