//! The sequence of play: it calls the chapters, and no chapter calls it.

mod duty;
mod obey;
mod sequence;

pub(crate) use duty::duty;
pub(crate) use obey::obey;
