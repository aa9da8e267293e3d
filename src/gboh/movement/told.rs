//! What is told of movement.

/// One happening of this chapter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveEvent {}
