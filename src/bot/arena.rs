//! What a battle between two agents needs of a game.

use crate::gboh::Gboh;
use crate::legion::Legion;
use crate::steward::Staged;

/// A game in which bots can fight.
pub trait Arena: Staged {
    /// The turn, from 1.
    fn turn(position: &Self::Position) -> u16;
}

impl Arena for Gboh {
    fn turn(position: &crate::gboh::Position) -> u16 {
        position.turn
    }
}

impl Arena for Legion {
    fn turn(position: &crate::legion::Position) -> u16 {
        position.turn
    }
}
