//! Sides of a hex kept as bits.

use crate::hex::Hexside;

/// The sides in a mask, where a side has the bit `1 << (side as u8)`, clockwise from N.
#[inline]
pub(super) fn sides(mut mask: u8) -> impl Iterator<Item = Hexside> {
    std::iter::from_fn(move || {
        // When no bit is left there is no side of this number.
        let side = Hexside::ALL.get(mask.trailing_zeros() as usize).copied()?;
        mask &= mask - 1;
        Some(side)
    })
}
