//! Notes as lines of text.
//!
//! ```text
//! position 1
//! turn 3
//! stage Orders(leader=REG side=rome ...)
//! unit A12 at=2112 faces=NE hits=3 done.moved
//! ```
//!
//! A line says one part of the position, or one thing of a list with names; a line that begins with a blank
//! goes on with the one before. `name=value` with dots for parts of parts, a bare name for yes, `-` for
//! nothing, `[a b]` for a list, `Which(name=value)` for one of several with its parts; `#` after a blank
//! begins a comment.

mod lex;
mod lines;
mod write;

pub use lines::{Placed, read};
pub use write::write;

use thiserror::Error;

/// A text that is no note, and where it stops being one. Lines and columns count from 1.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {what}")]
pub struct Unreadable {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// What is wrong.
    pub what: Fault,
}

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Fault {
    /// A bracket that nothing closes.
    #[error("nothing closes this bracket")]
    Open,
    /// A bracket that nothing opened.
    #[error("nothing opened this bracket")]
    Closed,
    /// A quotation mark that nothing closes.
    #[error("nothing closes this quotation mark")]
    Quote,
    /// A word that stands where none can.
    #[error("a name should stand here")]
    Name,
    /// Nothing where something has to be said.
    #[error("a value should stand here")]
    Value,
    /// Brackets within brackets, deeper than any position has them.
    #[error("too many brackets inside each other")]
    Deep,
    /// The same thing said twice.
    #[error("this has been said already")]
    Twice,
}
