//! Light infantry that goes with a unit stands by itself again.

use crate::measure::Stance;
use crate::questions::places::crowd;
use crate::questions::zone::Block;
use crate::state::{Place, Position, UnitId, Wings};

/// A unit is about to go: its light infantry stands by itself.
pub(crate) fn let_all_go(pos: &mut Position, host: UnitId) {
    let with: Vec<UnitId> = pos.attached_to(host).collect();
    for unit in with {
        let_go(pos, unit);
    }
}

/// A unit is attached no more: it stands together behind its host, or on the flank where all of it was;
/// where nobody stands on that place, and says whether there was such a place. Without a host on the table
/// it has none either.
pub(crate) fn let_go(pos: &mut Position, unit: UnitId) -> bool {
    let Some(host) = pos.unit(unit).attached else { return true };
    let account = pos.unit(host).account;
    let (stance, spots) = (pos.stance(host), spots(pos, host, unit));
    let own = pos.unit_mut(unit);
    own.attached = None;
    own.wings = Wings::default();
    own.account.moved |= account.moved;
    own.account.fought |= account.fought;
    pos.fall_in(unit);
    if stance.is_none() {
        return false;
    }
    for &spot in &spots {
        pos.unit_mut(unit).place = Place::Table(spot);
        let bases = pos.bases(unit);
        if crowd(pos, unit, &bases).is_none() && bases.iter().all(|b| pos.set.table.holds(b)) {
            return true;
        }
    }
    if let Some(&spot) = spots.first() {
        pos.unit_mut(unit).place = Place::Table(spot);
    }
    false
}

/// Where it may stand by itself: where it was, or behind, left or right of its host.
fn spots(pos: &Position, host: UnitId, unit: UnitId) -> Vec<Stance> {
    let Some(stance) = pos.stance(host) else { return Vec::new() };
    let (block, own) = (Block::of(pos, host), Block::of(pos, unit));
    let half = own.width().0 / 2 + 1;
    let middle = i32::midpoint(block.left, block.right);
    let there = stance.moved(i32::midpoint(own.left, own.right), own.front);
    let rear = stance.moved(middle, block.rear);
    let left = stance.moved(block.left - half, block.front);
    let right = stance.moved(block.right + half, block.front);
    vec![there, rear, left, right]
}
