//! Why there is no book.

use thiserror::Error;

use tess_game::GameError;
use tess_table::TableError;

/// Why a book cannot be made of an archive.
#[derive(Debug, Error)]
pub enum BookError {
    /// The rules do not bear the log out: there is no position to be drawn.
    #[error(transparent)]
    Rules(#[from] TableError),
    /// The state after an event is not made as `docs/position.md` says.
    #[error("the position after event {0} has another digest than its bytes and its end")]
    Digest(u64),
    /// The game cannot draw its field.
    #[error(transparent)]
    Picture(#[from] GameError),
    /// The tables of `docs/position.md` cannot be read.
    #[error("docs/position.md: {0}")]
    Tables(String),
}
