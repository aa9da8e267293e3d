//! What a store asks of the base that it lies in: an SQLite file, or a PostgreSQL server.
//!
//! Statements are written once, for both: values are `?1`, `?2`, whole numbers have 64 bits, and what the
//! two do not share (pragmas, how a table numbers its rows) stands in the base's own file.

use super::values::{Row, Unfit, Value};

/// Why a statement has failed.
#[derive(Debug)]
pub struct Fault {
    /// In words, without a password.
    pub what: String,
    /// May the same statement succeed later?
    pub passing: bool,
    /// Was another process in the way, so that the whole transaction may be tried again at once?
    pub clash: bool,
}

impl From<Unfit> for Fault {
    fn from(unfit: Unfit) -> Fault {
        Fault { what: unfit.to_string(), passing: false, clash: false }
    }
}

/// A base.
pub trait Base {
    /// Runs a statement that gives no rows; how many rows it has changed.
    fn run(&self, sql: &str, values: &[Value<'_>]) -> Result<usize, Fault>;

    /// Tells of each row that a query gives.
    fn rows(
        &self,
        sql: &str,
        values: &[Value<'_>],
        each: &mut dyn FnMut(&dyn Row) -> Result<(), Unfit>,
    ) -> Result<(), Fault>;

    /// Runs statements without values.
    fn plain(&self, sql: &str) -> Result<(), Fault>;

    /// Begins a transaction: in one file the only one that writes.
    fn begin(&self) -> Result<(), Fault>;

    /// Ends the transaction: for good, or as if it had not been.
    fn end(&self, good: bool) -> Result<(), Fault>;

    /// The transactions from now on need to outlive this process only, and not a failing of the power.
    fn lightly(&self, lightly: bool) -> Result<(), Fault>;

    /// Whether several processes may work on different battles at the same time.
    fn is_shared(&self) -> bool;

    /// Bytes that the store takes.
    fn size(&self) -> Result<u64, Fault>;

    /// Gives back the room of what was taken away.
    fn shrink(&self) -> Result<(), Fault>;
}
