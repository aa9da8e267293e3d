//! Legion and Empire: miniatures on an open table, measured in whole numbers.
//!
//! A battle's [`Setup`] never changes, its [`Position`] is all that does. [`measure`] knows places and bases,
//! [`formation`] how stands stand together; the other rooms are the book's chapters. Rules have no numbers in
//! the book: they are named by ids such as `move.wheel`. Knows nothing of log, mail and files, and nothing of the
//! other games.

#![deny(clippy::float_arithmetic)]

pub mod cards;
pub mod chart;
pub mod command;
pub mod deploy;
pub mod flight;
pub mod formation;
pub mod happening;
pub mod leaders;
mod least;
pub mod measure;
pub mod melee;
pub mod morale;
pub mod movement;
pub mod order;
pub mod play;
pub mod position;
pub mod rally;
pub mod react;
pub mod read;
pub mod refusal;
pub mod setup;
pub mod shooting;
pub mod side;
pub mod sight;
pub mod stage;
pub mod support;
pub mod table;
pub mod troop;
mod turn;
pub mod victory;
pub mod zone;

#[cfg(test)]
pub mod proving_ground;
pub mod written;

pub mod legal;
pub mod standing;

pub use happening::Happening;
pub use order::Order;
pub use position::{Position, UnitId};
pub use refusal::Refusal;
pub use setup::{CommandId, Setup};
pub use side::{BySide, Side};

/// The oracle of this game.
pub type Oracle<'a> = tess_effects::Oracle<'a, Legion>;

/// What a rule function of this game gives back.
pub type Flow<T> = tess_effects::Flow<T, Refusal>;

/// How an order of this game ended.
pub type Outcome = tess_effects::Outcome<Refusal>;

/// The game, for the table.
#[derive(Clone, Copy, Debug)]
pub enum Legion {}
