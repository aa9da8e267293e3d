//! Hex geometry: coordinates, vertices (facing), distance, exact line of sight.
//!
//! Hexes are flat-topped and numbered CCRR; odd columns lie half a hex down:
//!
//! ```text
//!        ____
//!       /    \        sides, clockwise: N NE SE S SW NW
//!  ____/ 2821 \____   2921 touches 2821 and 2822 on its west,
//! /    \      /    \  3021 and 3022 on its east
//!/      \____/ 3021 \
//!\      /    \      /  a unit faces a vertex: facing E its front
//! \____/ 2921 \____/   hexes are the NE and the SE neighbour
//! /    \      /    \
//!/ 2822 \____/ 3022 \
//! ```
//!
//! Knows nothing of anything else but how its things are written as canonical bytes.

#![deny(clippy::float_arithmetic)]

mod facing;
mod number;
mod sight;

pub use facing::{Facing, Hexside};
pub use number::{Hex, HexError};
pub use sight::{Crossing, Crossings, crossings};
