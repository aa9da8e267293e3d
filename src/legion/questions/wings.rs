//! Where the stands of light infantry are that is with another unit.

use super::zone::Block;
use crate::formation::{Slot, slots};
use crate::measure::Length;
use crate::state::{Position, UnitId, Wings};

/// How far the stands about a host reach beyond its own block.
#[derive(Clone, Copy, Default)]
struct Taken {
    left: i32,
    right: i32,
    rear: i32,
}

/// **legion melee.light-support.** Where the stands of attached light infantry stand in the frame of its
/// host: those of its wings beside the host's front rank, outwards, the others in their own formation
/// behind its middle. Several units stand beyond one another.
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
