//! Light infantry with other units, and stands that come back to theirs.
//!
//! Light infantry that is attached has no place of its own: it stands at the flanks and behind the unit that it is with, wherever and
//! however that stands. So it goes along with every move, wheel, change of formation, retreat, flight and pursuit.

mod attach;
mod merge;
mod release;

pub use attach::{attach, way_to};
pub use merge::merge;
pub(crate) use release::let_all_go;
pub use release::release;

use super::formation::{Slot, slots};
use super::measure::Length;
use super::position::{Position, UnitId};
use super::zone::Block;

/// Stands of attached light infantry on the left and on the right of its host; the others are behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Wings {
    /// On the left.
    pub left: u8,
    /// On the right.
    pub right: u8,
}

impl Wings {
    /// One stand of this number is gone: the left ones come first, then the right ones.
    pub fn without(&mut self, place: usize) {
        if place < usize::from(self.left) {
            self.left -= 1;
        } else if place < usize::from(self.left + self.right) {
            self.right -= 1;
        }
    }
}

/// How far the stands about a host reach beyond its own block.
#[derive(Clone, Copy, Default)]
struct Taken {
    left: i32,
    right: i32,
    rear: i32,
}

/// **legion melee.light-support.** Where the stands of attached light infantry stand in the frame of its host: those of its wings beside the host's front
/// rank, outwards, the others in their own formation behind its middle. Several units stand beyond one another.
#[must_use]
pub fn places(pos: &Position, host: UnitId, unit: UnitId) -> Vec<Slot> {
    let block = Block::of(pos, host);
    let mut taken = Taken::default();
    for other in pos.attached_to(host).filter(|&u| u <= unit) {
        let found = beside(pos, other, &block, &mut taken);
        if other == unit {
            return found;
        }
    }
    Vec::new()
}

/// The places of one unit, and what it takes about the host.
fn beside(pos: &Position, unit: UnitId, block: &Block, taken: &mut Taken) -> Vec<Slot> {
    let own = pos.unit(unit);
    let Wings { left, right } = own.wings;
    let sizes: Vec<(Length, Length)> = own.stands.iter().map(|s| pos.size(s)).collect();
    let wings = usize::from(left + right).min(sizes.len());
    let mut found = Vec::with_capacity(sizes.len());
    for (i, (width, _)) in sizes[..wings].iter().enumerate() {
        let (edge, way, reach) = if i < usize::from(left) {
            (block.left, -1, &mut taken.left)
        } else {
            (block.right, 1, &mut taken.right)
        };
        let right = edge + way * (*reach + width.0 / 2);
        *reach += width.0;
        found.push(Slot { right: Length(right), back: Length(-block.front), quarter: 0 });
    }
    let behind = slots(own.formation, &sizes[wings..]);
    let middle = i32::midpoint(block.left, block.right);
    let back = taken.rear - block.rear;
    let deep = behind.iter().zip(&sizes[wings..]).map(|(slot, size)| slot.back.0 + size.1.0).max();
    found.extend(behind.iter().map(|slot| Slot {
        right: Length(slot.right.0 + middle),
        back: Length(slot.back.0 + back),
        quarter: slot.quarter,
    }));
    taken.rear += deep.unwrap_or(0);
    found
}
