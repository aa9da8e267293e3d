//! What a battle between two agents needs of a game.

use tess_gboh::Gboh;
use tess_legion::Legion;
use tess_steward::Staged;

/// A game in which bots can fight.
pub trait Arena: Staged {
    /// The turn, from 1.
    fn turn(position: &Self::Position) -> u16;
}

impl Arena for Gboh {
    fn turn(position: &tess_gboh::Position) -> u16 {
        position.turn
    }
}

impl Arena for Legion {
    fn turn(position: &tess_legion::Position) -> u16 {
        position.turn
    }
}
