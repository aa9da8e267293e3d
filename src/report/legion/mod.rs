//! Reports of Legion and Empire.

pub mod narrate;
