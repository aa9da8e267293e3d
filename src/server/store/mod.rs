//! Many battles in one store: an SQLite file, which needs nothing, or a PostgreSQL server, which several
//! workers serve at once.
//!
//! `base.rs` is what a store asks of either, `values.rs` what goes in and comes out, `sqlite.rs` and
//! `postgres.rs` are the two, `place.rs` says which of them is meant. All statements but those of
//! `schema.rs` are the same for both. A store holds secrets (the seeds of chains), so only its owner may
//! read it, and every transaction that others may rest on is on the disk when it ends.

mod adopt;
mod base;
mod compact;
mod copy;
pub(super) mod pack;
mod place;
mod postgres;
mod schema;
mod sqlite;
mod tables;
pub(super) mod values;

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use base::{Base, Fault};
use postgres::Postgres;
use sqlite::Sqlite;
use tess_ledger::{Id, Role};
use tess_steward::StewardError;
use values::{Row, Unfit, Value, params};

pub use compact::{Compacted, Progress};
pub use place::{Lock, Room};
pub(super) use tables::TableStorage;

/// The umpire's store.
#[derive(Clone)]
pub struct Store {
    db: Rc<Db>,
}

/// The open base.
pub(super) struct Db {
    base: Rc<dyn Base>,
    /// The server, when it is one: for what only a server has.
    server: Option<Rc<Postgres>>,
    /// What is named in messages: a file, or a server without its password.
    pub(super) path: PathBuf,
    /// A folder for what is no table: locks, and rooms for founding battles.
    home: PathBuf,
    /// Is a transaction open?
    open: Cell<bool>,
}

/// A battle as the store knows it without opening it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Battle {
    /// Its number in the store.
    pub number: i64,
    /// The game.
    pub game: Id,
    /// The role that the store plays in it.
    pub role: Role,
    /// The scenario.
    pub scenario: String,
    /// Events in its log.
    pub events: u64,
    /// What it waits for, in words.
    pub waits: String,
    /// Is it over?
    pub over: bool,
    /// Have both sides signed themselves into it?
    pub begun: bool,
    /// When something is to be done without a mail, in seconds of the epoch.
    pub due: Option<i64>,
    /// How often something of it was written: whoever keeps it open sees by this that another was there.
    pub version: i64,
}

impl Battle {
    /// First digits of the game, as mails and logs name it.
    #[must_use]
    pub fn tag(&self) -> String {
        tess_ledger::short(&self.game)[..8].to_owned()
    }

    fn of(row: &dyn Row) -> Result<Battle, Unfit> {
        let text = |column: usize| row.get::<String>(column);
        Ok(Battle {
            number: row.get(0)?,
            game: text(1)?.parse().map_err(|_| Unfit { column: 1, wanted: "game" })?,
            role: text(2)?.parse().map_err(|_| Unfit { column: 2, wanted: "role" })?,
            scenario: text(3)?,
            events: row.get::<i64>(4)?.unsigned_abs(),
            waits: text(5)?,
            over: row.get(6)?,
            due: row.get(7)?,
            begun: row.get(8)?,
            version: row.get(9)?,
        })
    }
}

/// What a server does with the rows of a query: they are this transaction's own, and those that are another
/// worker's are passed over.
pub(super) const FREE_ONES: &str = " FOR UPDATE SKIP LOCKED";

/// The columns of [`Battle::of`].
const COLUMNS: &str = "number, game, role, scenario, events, waits, over, due, begun, version";

impl Store {
    /// What messages call it: the file, or the server without its password.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.db.path
    }

    /// May several processes serve it at the same time?
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.db.base.is_shared()
    }

    pub(super) fn db(&self) -> &Rc<Db> {
        &self.db
    }

    /// Does something as one: on an error nothing of it is left. The transaction is on the disk when this
    /// returns.
    ///
    /// # Errors
    /// Those of what is done, and of the disk.
    pub fn as_one<T>(&self, work: impl FnOnce() -> Result<T, StewardError>) -> Result<T, StewardError> {
        self.db.as_one(work)
    }

    /// Does something as a part of the transaction that is open: on an error, or when it panics, nothing of
    /// this part is left, and everything of the others.
    ///
    /// # Errors
    /// Those of what is done, and of the disk.
    pub(super) fn as_part<T>(
        &self,
        work: impl FnOnce() -> Result<T, StewardError>,
    ) -> Result<T, StewardError> {
        self.db.as_part(work)
    }

    /// All battles, in the order in which they came.
    ///
    /// # Errors
    /// When the store fails.
    pub fn battles(&self) -> Result<Vec<Battle>, StewardError> {
        self.some("ORDER BY number", params![])
    }

    /// The battles of one game: one for each role that is played from here.
    ///
    /// # Errors
    /// When the store fails.
    pub fn battles_of(&self, game: &Id) -> Result<Vec<Battle>, StewardError> {
        self.some("WHERE game = ?1 ORDER BY number", params![game.to_string()])
    }

    /// The battles whose game begins with these eight digits.
    ///
    /// # Errors
    /// When the store fails.
    pub fn battles_tagged(&self, tag: &str) -> Result<Vec<Battle>, StewardError> {
        self.some("WHERE tag = ?1 ORDER BY number", params![tag])
    }

    /// Battles in which something is due by a time.
    ///
    /// # Errors
    /// When the store fails.
    pub fn battles_due(&self, now: i64) -> Result<Vec<Battle>, StewardError> {
        self.some("WHERE due <= ?1 ORDER BY due, number LIMIT 100", params![now])
    }

    /// One battle.
    ///
    /// # Errors
    /// When there is none of that number.
    pub fn battle(&self, number: i64) -> Result<Battle, StewardError> {
        self.some("WHERE number = ?1", params![number])?
            .pop()
            .ok_or_else(|| refused(format!("there is no battle number {number}"), "see `tess store list`"))
    }

    /// Takes a battle for the transaction that is open, so that nobody else works on it meanwhile, and how
    /// it stands now. Nothing when another worker has it.
    pub(super) fn hold(&self, number: i64) -> Result<Option<Battle>, StewardError> {
        if !self.is_shared() {
            return self.battle(number).map(Some);
        }
        Ok(self.some(&format!("WHERE number = ?1{FREE_ONES}"), params![number])?.pop())
    }

    /// As [`Store::hold`], but waits for a worker that has it.
    pub(super) fn wait_for(&self, number: i64) -> Result<Battle, StewardError> {
        if self.is_shared() {
            let held = self.some("WHERE number = ?1 FOR UPDATE", params![number])?.pop();
            return held.map_or_else(|| self.battle(number), Ok);
        }
        self.battle(number)
    }

    /// Takes the lobby for the transaction that is open: one worker at a time hears a stranger.
    pub(super) fn hold_lobby(&self) -> Result<(), StewardError> {
        let Some(server) = &self.db.server else { return Ok(()) };
        server.hold_lobby().map_err(|e| self.db.fault("hold the lobby", &e))
    }

    /// Notes that something of a battle was written; its version now.
    pub(super) fn touch(&self, number: i64) -> Result<i64, StewardError> {
        let sql = "UPDATE battle SET version = version + 1 WHERE number = ?1 RETURNING version";
        Ok(self.db.row(sql, params![number], |row| row.get(0))?.unwrap_or_default())
    }

    /// A battle in which an address plays, the last one first.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) fn battle_of(&self, address: &str) -> Result<Option<Battle>, StewardError> {
        let which = "WHERE number = (SELECT max(battle) FROM player WHERE address = ?1)";
        Ok(self.some(which, params![address])?.pop())
    }

    /// How many battles there are.
    ///
    /// # Errors
    /// When the store fails.
    pub fn count_battles(&self) -> Result<u64, StewardError> {
        let found: Option<i64> = self.db.row("SELECT COUNT(*) FROM battle", params![], |row| row.get(0))?;
        Ok(found.unwrap_or_default().unsigned_abs())
    }

    /// Notes how a battle stands.
    ///
    /// # Errors
    /// When the store fails.
    pub fn note(&self, battle: &Battle) -> Result<(), StewardError> {
        self.db.run(
            "note a battle",
            "UPDATE battle SET events = ?2, waits = ?3, over = ?4, due = ?5, begun = ?6 WHERE number = ?1",
            params![
                battle.number,
                battle.events.cast_signed(),
                battle.waits,
                battle.over,
                battle.due,
                battle.begun
            ],
        )?;
        Ok(())
    }

    fn some(&self, which: &str, what: &[Value<'_>]) -> Result<Vec<Battle>, StewardError> {
        self.db.rows(&format!("SELECT {COLUMNS} FROM battle {which}"), what, Battle::of)
    }
}

impl Db {
    /// A failure of the base, as an error of the store.
    fn fault(&self, doing: &str, fault: &Fault) -> StewardError {
        let what = format!("cannot {doing}: {}", fault.what);
        StewardError::Store { path: self.path.clone(), what, passing: fault.passing, clash: fault.clash }
    }

    /// Runs a statement that gives no rows; how many rows it has changed.
    pub(super) fn run(&self, doing: &str, sql: &str, what: &[Value<'_>]) -> Result<usize, StewardError> {
        self.base.run(sql, what).map_err(|e| self.fault(doing, &e))
    }

    /// The rows of a query.
    pub(super) fn rows<T>(
        &self,
        sql: &str,
        what: &[Value<'_>],
        mut read: impl FnMut(&dyn Row) -> Result<T, Unfit>,
    ) -> Result<Vec<T>, StewardError> {
        let mut found = Vec::new();
        let mut each = |row: &dyn Row| {
            found.push(read(row)?);
            Ok(())
        };
        self.base.rows(sql, what, &mut each).map_err(|e| self.fault("read", &e))?;
        Ok(found)
    }

    /// The row of a query, if there is one.
    pub(super) fn row<T>(
        &self,
        sql: &str,
        what: &[Value<'_>],
        read: impl FnMut(&dyn Row) -> Result<T, Unfit>,
    ) -> Result<Option<T>, StewardError> {
        Ok(self.rows(sql, what, read)?.into_iter().next())
    }

    fn plain(&self, sql: &str) -> Result<(), StewardError> {
        self.base.plain(sql).map_err(|e| self.fault("write", &e))
    }

    /// See [`Store::as_one`]. Inside another one it is a part of that.
    pub(super) fn as_one<T>(
        &self,
        work: impl FnOnce() -> Result<T, StewardError>,
    ) -> Result<T, StewardError> {
        if self.open.get() {
            return work();
        }
        self.base.begin().map_err(|e| self.fault("write", &e))?;
        self.open.set(true);
        let back = Back { db: self, whole: true };
        let done = work()?;
        std::mem::forget(back);
        self.open.set(false);
        self.base.end(true).map_err(|e| {
            // a base that cannot end a transaction has it open still
            let _ = self.base.end(false);
            self.fault("write", &e)
        })?;
        Ok(done)
    }

    /// See [`Store::as_part`].
    fn as_part<T>(&self, work: impl FnOnce() -> Result<T, StewardError>) -> Result<T, StewardError> {
        self.plain("SAVEPOINT part")?;
        let back = Back { db: self, whole: false };
        let done = work()?;
        std::mem::forget(back);
        self.plain("RELEASE SAVEPOINT part")?;
        Ok(done)
    }

    /// Runs the work in a transaction that needs to outlive this process only, and not a failing of the
    /// power.
    pub(super) fn lightly(
        &self,
        work: impl FnOnce() -> Result<(), StewardError>,
    ) -> Result<(), StewardError> {
        let lightly = |lightly| self.base.lightly(lightly).map_err(|e| self.fault("write", &e));
        if self.open.get() {
            return work();
        }
        lightly(true)?;
        let done = self.as_one(work);
        lightly(false)?;
        done
    }
}

/// Takes back what was done since the transaction, or its part, began, however it is left.
struct Back<'a> {
    db: &'a Db,
    whole: bool,
}

impl Drop for Back<'_> {
    fn drop(&mut self) {
        // when this fails, too, the file is closed with the transaction open, which takes it back as well
        let _ = if self.whole {
            self.db.open.set(false);
            self.db.base.end(false)
        } else {
            self.db.base.plain("ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part")
        };
    }
}

pub(super) fn refused(what: impl Into<String>, help: impl Into<String>) -> StewardError {
    StewardError::Refused { what: what.into(), help: help.into() }
}

pub(super) fn file(path: &Path, what: impl ToString, help: &str) -> StewardError {
    StewardError::File { path: path.to_owned(), what: what.to_string(), help: help.to_owned() }
}
