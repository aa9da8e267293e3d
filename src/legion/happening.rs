//! Everything that happens on the table, one enum for each chapter, for the narrative.
//!
//! A happening carries ids and numbers, never sentences: those are the report's.

pub use super::command::told::CommandEvent;
pub use super::movement::told::MoveEvent;

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Happening {
    /// Orders, initiative, the course of the turn.
    Command(CommandEvent),
    /// Movement, formations, passing through, contact.
    Move(MoveEvent),
}
