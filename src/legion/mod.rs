//! Legion and Empire: miniatures on an open table, measured in whole numbers.
//!
//! A battle's [`Setup`] never changes, its [`Position`] is all that does. The rooms stand in the order in
//! which they lean on one another: lengths and formations, what a battle is fought with ([`setup`]), what
//! changes ([`state`]), what happens ([`events`]), what follows from a position ([`questions`]); then the
//! chapters of the book, and last the sequence of play that calls them. Rules have no numbers in the book:
//! they are named by ids such as `move.wheel`. Knows nothing of log, mail and files, and nothing of the
//! other games.

#![deny(clippy::float_arithmetic)]

pub mod written;

pub mod measure;

pub mod formation;

pub mod setup;

pub mod state;

pub mod refusal;

pub mod events;

pub mod questions;

pub mod drill;

pub mod flight;

pub mod morale;

pub mod leaders;

pub mod deploy;

pub mod cards;

pub mod command;

pub mod movement;

pub mod support;

pub mod shooting;

pub mod melee;

pub mod react;

pub mod rally;

pub mod victory;

pub mod read;

mod turn;

pub mod play;

pub mod legal;

#[cfg(test)]
mod tests;

pub use events::{Flow, Happening, Legion, Oracle, Outcome};
pub use read::Order;
pub use refusal::Refusal;
pub use setup::{CommandId, Setup};
pub use state::{Position, UnitId};
pub use tess_effects::{BySide, Side};
