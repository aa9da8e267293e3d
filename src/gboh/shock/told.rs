//! What is told of shock combat.

/// One happening of this chapter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShockEvent {}
