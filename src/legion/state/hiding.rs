//! Commands that are held back, and where they come from.

use super::position::Position;
use super::unit::Edge;
use crate::measure::Length;
use crate::setup::CommandId;
use tess_effects::Seal;

/// A Command that is not on the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hiding {
    /// Which.
    pub command: CommandId,
    /// Hides where it lies: one of the places.
    pub place: Seal,
    /// Pieces of ground to which its owner has said that it is not there.
    pub denied: Vec<u8>,
    /// What it has turned out to be, while it is not on the table yet.
    pub coming: Coming,
}

/// What is known of a Command that is not on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Coming {
    /// Nothing.
    Unknown,
    /// It is on a flank march to this place of an edge.
    Flank(Edge, Length),
    /// It comes over its own edge when it acts.
    Reserve,
}

pub(crate) fn hiding(pos: &Position, command: CommandId) -> Option<&Hiding> {
    pos.cards.hidden.iter().find(|h| h.command == command)
}

/// **legion card.hidden-reserves.** Is a Command off the table, but ready to come over its edge when it
/// acts?
#[must_use]
pub fn is_coming(pos: &Position, command: CommandId) -> bool {
    hiding(pos, command).is_some_and(|h| h.coming == Coming::Reserve)
}

/// Is a Command held back under a card, or still on its way?
#[must_use]
pub fn is_hidden(pos: &Position, command: CommandId) -> bool {
    hiding(pos, command).is_some()
}
