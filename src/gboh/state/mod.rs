//! A battle's set-up and everything that changes in it: where everybody stands, how the sequence of play has
//! got on, and how to go back.

pub mod asks;
pub mod canon;
pub(crate) mod danger;
pub mod notation;
pub mod order;
pub mod parts;
pub mod position;
pub(crate) mod presence;
pub mod roster;
pub mod sequel;
pub mod setup;
pub mod stage;
pub(crate) mod undo;
pub mod weapon;
