//! Players that use only what a player can use.

pub mod duel;

pub use duel::Duel;
