//! What the table needs of a game, so that it need not know which one it plays.

use super::{Flow, Oracle, Refusal};

/// A game: its rules over the three effects.
pub trait Game {
    /// Everything that changes during a battle; a clone is cheap.
    type Position: Clone;
    /// One order, read and resolved to the pieces of this battle.
    type Order: Clone;
    /// One thing that happened, for the narrative.
    type Happening: Clone;

    /// Carries out one order.
    ///
    /// # Errors
    /// `Stop::Refused` when it is illegal: then the position may hold rubbish and is dropped.
    /// `Stop::Dice` and `Stop::Ask` when it has to wait.
    fn carry_out(
        position: &mut Self::Position,
        order: &Self::Order,
        oracle: &mut Oracle<'_, Self::Happening>,
    ) -> Flow<Outcome>;

    /// Who has to act, and on what.
    fn duty(position: &Self::Position) -> Duty;

    /// Appends the canonical bytes of the position: equal positions, equal bytes.
    fn encode(position: &Self::Position, out: &mut Vec<u8>);

    /// The names of the two sides, first side first.
    fn sides(position: &Self::Position) -> [String; 2];
}

/// How an order ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// As written.
    Done,
    /// Events on the field ended it before its end; what was done stands, and the rest of the
    /// sheet goes back to its author.
    CutShort(Refusal),
}

/// Whose decision it is between orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Duty {
    /// A side has to send orders.
    Orders(Deed),
    /// The battle is over.
    Over(Ending),
}

/// What a side has to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deed {
    /// The name of the side.
    pub side: String,
    /// What is to be decided, in words, with what may be written.
    pub text: String,
}

/// How a battle ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// The winner; `None` for a draw.
    pub winner: Option<String>,
    /// Why, in words.
    pub text: String,
}
