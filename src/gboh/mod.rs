//! Great Battles of History: the position and the rules, by chapter of the book.
//!
//! A battle's [`Setup`] never changes, its [`Position`] is all that does. Each chapter of the book is a folder;
//! what differs between the three books stands in [`variant`]. An [`Order`] is carried out by
//! [`Gboh`] as a [`Game`](tess_effects::Game). Knows nothing of log, mail and files.

#![deny(clippy::float_arithmetic)]

pub mod champion;
pub mod check;
mod checkpoint;
pub mod command;
pub mod field;
pub mod happening;
pub mod known;
pub mod least;
pub mod missile;
pub mod movement;
pub mod order;
pub mod piece;
pub mod play;
pub mod position;
pub mod prepared;
mod presence;
pub mod read;
pub mod refusal;
pub mod roster;
pub mod rout;
pub mod setup;
pub mod shock;
pub mod special;
pub mod standing;
pub mod variant;
pub mod zone;

#[doc(hidden)]
pub mod proving_ground;
pub mod written;

pub use happening::Happening;
pub use order::Order;
pub use piece::{LeaderId, LineId, Side, UnitId};
pub use position::Position;
pub use refusal::Refusal;
pub use setup::Setup;

/// The oracle of this family of games.
pub type Oracle<'a> = tess_effects::Oracle<'a, Gboh>;

/// What a rule function of this game gives back.
pub type Flow<T> = tess_effects::Flow<T, Refusal>;

/// How an order of this game ended.
pub type Outcome = tess_effects::Outcome<Refusal>;

/// The game, for the table.
#[derive(Clone, Copy, Debug)]
pub enum Gboh {}
