//! The order language: what a person writes, read into words in their places.
//!
//! A [`Sheet`] is the list of orders for one orders phase; [`answer`]s reply to questions;
//! [`standing`] orders answer questions beforehand. Reading never fails: it gives what could be
//! read *and* the complaints about the rest, so one bad line hides no other. What the words mean on
//! a battlefield is found out elsewhere; this room does not know whether a unit exists or an
//! order is legal. The language is described in `docs/orders.md`.

#![deny(clippy::float_arithmetic)]

pub mod answer;
mod cursor;
pub mod gboh;
pub mod legion;
mod near;
mod seal;
mod sheet;
pub mod standing;
mod word;

pub use near::{nearest, slips};
pub use seal::{Sealed, Sealing};
pub use sheet::{Line, Prepared, Sheet, Statement};
pub use word::{Word, words};
