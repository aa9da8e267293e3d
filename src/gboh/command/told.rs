//! What is told of commands and the course of the turn.

/// One happening of this chapter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandEvent {}
