//! The way that brings a unit nearest to a place.

use super::limits::holds;
use super::may;
use std::sync::Arc;

use super::crowd::Crowd;
use super::walk::walk_among;
use crate::measure::{Heading, Length, Point};
use crate::questions::zone::Block;
use crate::state::{Position, UnitId};
use crate::written::{Step, Turn};

/// Of the plain ways of a unit - straight on, back, or so after a wheel or a turn - the one that its
/// orders allow and that ends nearest to a place; nothing when none brings it nearer.
#[must_use]
pub fn towards(pos: &Position, id: UnitId, place: Point) -> Option<Vec<Step>> {
    let from = may::may_move(pos, pos.side(id), id).ok()?;
    let far = |pos: &Position| pos.bases(id).iter().map(|b| b.distance_to(place)).min();
    let now = far(pos)?;
    let mut best: Option<(Length, Vec<Step>)> = None;
    let crowd = Arc::new(Crowd::about(pos, id));
    for steps in ways(pos, id, place) {
        let Ok(walked) = walk_among(pos, id, &crowd, &steps) else { continue };
        if walked.held_back || holds(pos, id, from, &walked).is_err() {
            continue;
        }
        let mut there = pos.clone();
        *there.unit_mut(id) = walked.unit.clone();
        let Some(after) = far(&there) else { continue };
        if after < now && best.as_ref().is_none_or(|b| after < b.0) {
            best = Some((after, steps));
        }
    }
    best.map(|b| b.1)
}

/// The ways that are tried, for five lengths each.
fn ways(pos: &Position, id: UnitId, place: Point) -> Vec<Vec<Step>> {
    let Some(stance) = pos.stance(id) else { return Vec::new() };
    let block = Block::of(pos, id);
    let middle = stance.at(i32::midpoint(block.left, block.right), i32::midpoint(block.front, block.rear));
    let wheel = Step::WheelTo(Heading::of(middle, place).hundredths());
    let rate = pos.base_move(id).0;
    let mut found = Vec::new();
    for part in [4, 3, 2, 1] {
        let ahead = Step::Advance(rate * part / 4);
        found.push(vec![ahead]);
        found.push(vec![wheel, ahead]);
        found.extend([Turn::About, Turn::Left, Turn::Right].map(|turn| vec![Step::Turn(turn), ahead]));
        found.push(vec![Step::Back(rate * part / 8)]);
    }
    found.push(vec![wheel]);
    found
}
