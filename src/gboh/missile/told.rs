//! What is told of missile fire.

/// One happening of this chapter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FireEvent {}
