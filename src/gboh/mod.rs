//! Great Battles of History: the position and the rules, by chapter of the book.
//!
//! A battle's [`Setup`] never changes, its [`Position`] is all that does. Each chapter of the book is a
//! folder; what differs between the three books stands in [`variant`]. An [`Order`] is carried out by
//! [`Gboh`] as a [`Game`](tess_effects::Game). Knows nothing of log, mail and files.

#![deny(clippy::float_arithmetic)]

// What is printed, what a book decides, what changes in a battle, what is told of it, and why an order is
// refused.

pub mod printed;

pub mod variant;

pub mod state;

pub mod events;

pub mod refusal;

// Questions about a position, without a die.

pub mod questions;

// The chapters: what befalls units first, then what sets it off.

pub mod rout;

pub mod missile;

pub mod movement;

pub mod special;

pub mod skirmish;

pub mod shock;

pub mod command;

// Orders as written and as meant, and the game as the table plays it.

pub mod written;

pub mod read;

pub mod play;

pub use events::Happening;
#[doc(hidden)]
pub use play::proving_ground;
pub use printed::piece::{LeaderId, LineId, Side, UnitId};
pub use printed::{field, known, piece};
pub use questions::{check, zone};
pub use refusal::Refusal;
pub use state::order::Order;
pub use state::position::Position;
pub use state::setup::Setup;
pub use state::{order, position, setup, stage};

/// The oracle of this family of games.
pub type Oracle<'a> = tess_effects::Oracle<'a, Gboh>;

/// What a rule function of this game gives back.
pub type Flow<T> = tess_effects::Flow<T, Refusal>;

/// How an order of this game ended.
pub type Outcome = tess_effects::Outcome<Refusal>;

/// The game, for the table.
#[derive(Clone, Copy, Debug)]
pub enum Gboh {}
