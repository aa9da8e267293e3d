//! Why a battle cannot be gone through.

use thiserror::Error;

use tess_game::GameError;
use tess_ledger::LedgerError;
use tess_table::TableError;

/// Why a battle cannot be gone through by the rules.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The archive is none.
    #[error(transparent)]
    Log(#[from] LedgerError),
    /// The rules do not bear the log out.
    #[error(transparent)]
    Rules(#[from] TableError),
    /// The game has not the battle's files, or cannot do what was asked.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The battle is fought by other rules than these.
    #[error(
        "the battle has log format {format} and rules number {number}, this engine plays {of_format} and {of_number}"
    )]
    Number {
        /// The battle's format of the log.
        format: u32,
        /// The number of the battle's rules.
        number: u32,
        /// The format that is read here.
        of_format: u32,
        /// The number of the rules here.
        of_number: u32,
    },
    /// The state after an event is not made as `docs/position.md` says.
    #[error("the position after event {0} has another digest than its bytes and its end")]
    Digest(u64),
    /// There is no such event.
    #[error("there is no event {0}")]
    NoEvent(u64),
    /// The battle's files are not as a page gives them.
    #[error("the files of the battle cannot be read: {0}")]
    Files(#[source] serde_json::Error),
    /// A request that cannot be read.
    #[error("the request cannot be read: {0}")]
    Request(#[from] serde_json::Error),
}
