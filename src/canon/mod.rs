//! Canonical bytes: a state written down number by number, so that equal states have equal bytes. The same
//! lists write it as a note for people ([`note`]).
//!
//! What stands in a state, and in which order, a game says itself, in lists that a reader in another
//! language can follow: [`record!`] for things with parts, [`choice!`] for one of several, [`number!`] for
//! the number of a piece. This room knows only how a single thing is written:
//!
//! ```text
//!  true, false          01, 00
//!  a byte               itself, below zero as its two's complement
//!  a number             seven bits a byte, low ones first; the top bit says that more follow: 300 = AC 02
//!  a number below 0     zigzag: 0, -1, 1, -2 are the numbers 0, 1, 2, 3
//!  nothing, something   00, or 01 and the thing
//!  a list               how many, then each
//!  things in fixed number, parts of a thing      one after the other
//!  one of several       its number in the list, then its parts
//! ```
//!
//! Knows nothing of anything else.

#![deny(clippy::float_arithmetic)]

mod bytes;
mod lists;
pub mod note;
pub mod page;
mod plain;
#[cfg(test)]
mod tests;

pub use bytes::{Bytes, Malformed};
pub use plain::{write_each, write_list};

/// Something with a canonical form.
pub trait Canon: Sized {
    /// Appends its bytes.
    fn write(&self, out: &mut Vec<u8>);

    /// Reads it back.
    ///
    /// # Errors
    /// When the bytes are not those of any such thing.
    fn read(from: &mut Bytes<'_>) -> Result<Self, Malformed>;
}
