//! What may be asked of any game.

pub mod agent;
pub mod beat;
pub mod bulletin;
pub mod error;
pub(crate) mod example;
pub mod fare;
pub mod game;
pub mod halted;
pub mod legal;
mod listing;
pub mod measured;
pub mod offered;
pub mod playable;
pub mod position;
pub mod secret;
pub mod sheet;
pub mod table;
pub mod trial;
pub mod walk;
