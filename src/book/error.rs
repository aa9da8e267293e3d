//! Why there is no book.

use thiserror::Error;

use tess_engine::EngineError;
use tess_game::GameError;

/// Why a book cannot be made of an archive.
#[derive(Debug, Error)]
pub enum BookError {
    /// The rules do not bear the log out: there is no position to be drawn.
    #[error(transparent)]
    Rules(#[from] EngineError),
    /// The game cannot draw its field.
    #[error(transparent)]
    Picture(#[from] GameError),
    /// The tables of `docs/position.md` cannot be read.
    #[error("docs/position.md: {0}")]
    Tables(String),
}
