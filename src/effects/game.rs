//! What the table needs of a game, so that it need not know which one it plays.

use std::fmt;

use super::{Flow, Oracle, Refusal};

/// A game: its rules over the three effects.
pub trait Game: Sized {
    /// Everything that changes during a battle; a clone is cheap.
    type Position: Clone;
    /// One line of a sheet, read and resolved to the pieces of this battle: an order, or a
    /// condition that stops the sheet.
    type Line: Clone;
    /// One thing that happened, for the narrative.
    type Happening: Clone;
    /// Why an order is not allowed.
    type Refusal: Refusal;
    /// What is wrong with a sheet that cannot be read.
    type Complaint: Clone + fmt::Debug + fmt::Display;
    /// What is needed to take a position back to where it was marked.
    type Mark;

    /// Reads a sheet of a side.
    ///
    /// # Errors
    /// Everything that is wrong with it, at once.
    fn read(
        position: &Self::Position,
        side: &str,
        sheet: &str,
    ) -> Result<Vec<Self::Line>, Vec<Self::Complaint>>;

    /// The number of the line in its sheet, from 1.
    fn line_number(line: &Self::Line) -> u32;

    /// Carries out one line of a side's sheet.
    ///
    /// # Errors
    /// `Stop::Refused` when it is illegal: then the position is as it was before the line.
    /// `Stop::Dice` and `Stop::Ask` when it has to wait: the position shows how far it got.
    fn carry_out(
        position: &mut Self::Position,
        side: &str,
        line: &Self::Line,
        oracle: &mut Oracle<'_, Self>,
    ) -> Flow<Outcome<Self::Refusal>, Self::Refusal>;

    /// Marks where a position stands, for [`Game::go_back`] or [`Game::go_on`]: one of them follows.
    fn mark(position: &mut Self::Position) -> Self::Mark;

    /// Everything as it was at the mark.
    fn go_back(position: &mut Self::Position, mark: Self::Mark);

    /// The mark is no longer needed.
    fn go_on(_position: &mut Self::Position, _mark: Self::Mark) {}

    /// Sheets for a side that has to act and stays silent, the one that does least first: of these the first
    /// legal one is its default. None of them is legal where only the side itself can act; then it has lost.
    fn default_orders(_position: &Self::Position, _side: &str) -> Vec<String> {
        Vec::new()
    }

    /// Who has to act, and on what.
    fn duty(position: &Self::Position) -> Duty;

    /// Appends the canonical bytes of the position: equal positions, equal bytes.
    fn encode(position: &Self::Position, out: &mut Vec<u8>);

    /// The names of the two sides, first side first.
    fn sides(position: &Self::Position) -> [String; 2];
}

/// How an order ended. `R` is the game's refusal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<R> {
    /// As written.
    Done,
    /// Events on the field ended it before its end; what was done stands, and the rest of the
    /// sheet goes back to its author.
    CutShort(R),
    /// A condition of the sheet holds: its author wanted it to stop here.
    Halted,
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
    /// The name of the side. What it may write follows from the position.
    pub side: String,
}

/// How a battle ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// The winner; `None` for a draw. Why it ended follows from the position.
    pub winner: Option<String>,
}
