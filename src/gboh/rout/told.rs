//! What is told of cohesion and rout.

/// One happening of this chapter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RoutEvent {}
