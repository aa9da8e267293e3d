//! The order language: what a person writes, read into words in their places.
//!
//! What all games have in common: [`words`] in their places, a [`Cursor`] that goes through them,
//! [`answer`]s to questions, and [`standing`] orders that answer beforehand. What a sheet may say is each
//! game's own (its folder `written`). Reading never fails: it gives what could be read *and* the complaints
//! about the rest, so one bad line hides no other. This room does not know whether a unit exists or an order
//! is legal. The language is described in `docs/orders.md`.

#![deny(clippy::float_arithmetic)]

pub mod answer;
mod comparison;
mod cursor;
mod near;
pub mod say;
mod seal;
pub mod standing;
mod word;

pub use comparison::Comparison;
pub use cursor::{Cursor, Read};
pub use near::{nearest, slips};
pub use seal::{Sealed, Sealing};
pub use word::{Word, words};
