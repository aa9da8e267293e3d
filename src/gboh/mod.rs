//! Great Battles of History: the position and the rules, by chapter of the book.
//!
//! A battle's [`Setup`] never changes, its [`Position`] is all that does. Each chapter of the book is a folder;
//! what differs between the three books stands in [`variant`]. An [`Order`] is carried out by
//! [`Gboh`] as a [`Game`](tess_effects::Game). Knows nothing of log, mail and files.

#![deny(clippy::float_arithmetic)]

// What is printed, what a book decides, what changes in a battle, and what is told of it.
pub mod events;
pub mod printed;
pub mod state;
pub mod variant;

// Questions about a position, without a die.
pub mod survey;

// The chapters: what befalls units first, then what sets it off.
pub mod command;
pub mod missile;
pub mod movement;
pub mod rout;
pub mod shock;
pub mod special;

// Orders as written and as meant, and the game as the table plays it.
pub mod play;
pub mod read;
pub mod written;

pub use events::Happening;
pub use printed::piece::{LeaderId, LineId, Side, UnitId};
pub use printed::{field, known, piece};
pub use state::order::Order;
pub use state::position::Position;
#[doc(hidden)]
pub use state::proving_ground;
pub use state::setup::Setup;
pub use state::{order, position, setup, stage};
pub use survey::{check, zone};

/// The oracle of this family of games.
pub type Oracle<'a> = tess_effects::Oracle<'a, Happening>;

/// The game, for the table.
#[derive(Clone, Copy, Debug)]
pub enum Gboh {}
