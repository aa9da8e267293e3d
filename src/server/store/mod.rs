//! Many battles in one SQLite file.
//!
//! The file holds secrets (the seeds of chains), so only its owner may read it. It is in WAL mode and every
//! transaction that others may rest on is on the disk when it ends.

mod adopt;
mod compact;
pub(super) mod pack;
mod schema;
mod tables;

use std::cell::Cell;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use tess_disk::{private_file, private_folder};
use tess_ledger::{Id, Role};
use tess_steward::StewardError;

pub use compact::{Compacted, Progress};
pub(super) use tables::TableStorage;

/// How long one process waits for another that writes.
const PATIENCE: Duration = Duration::from_secs(15);

/// Statements that stay prepared: more than there are, since preparing one costs more than most do.
const PREPARED: usize = 128;

/// The umpire's store: a folder with the file `store.sqlite`.
#[derive(Clone)]
pub struct Store {
    db: Rc<Db>,
}

/// The open file.
pub(super) struct Db {
    pub(super) sql: Connection,
    pub(super) path: PathBuf,
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
}

impl Battle {
    /// First digits of the game, as mails and logs name it.
    #[must_use]
    pub fn tag(&self) -> String {
        tess_ledger::short(&self.game)[..8].to_owned()
    }

    fn of(row: &Row<'_>) -> rusqlite::Result<Battle> {
        let text = |n: usize| row.get::<_, String>(n);
        let bad =
            |n: usize| rusqlite::Error::InvalidColumnType(n, "text".into(), rusqlite::types::Type::Text);
        Ok(Battle {
            number: row.get(0)?,
            game: text(1)?.parse().map_err(|_| bad(1))?,
            role: text(2)?.parse().map_err(|_| bad(2))?,
            scenario: text(3)?,
            events: row.get::<_, i64>(4)?.unsigned_abs(),
            waits: text(5)?,
            over: row.get(6)?,
            due: row.get(7)?,
            begun: row.get(8)?,
        })
    }
}

/// The file in its folder.
const FILE: &str = "store.sqlite";

/// The columns of [`Battle::of`].
const COLUMNS: &str = "number, game, role, scenario, events, waits, over, due, begun";

impl Store {
    /// Is a store in this folder?
    #[must_use]
    pub fn is(dir: &Path) -> bool {
        dir.join(FILE).is_file()
    }

    /// Opens the store in a folder; makes it when there is none.
    ///
    /// # Errors
    /// When the folder cannot be written, others may read the file, or it is no store or of a newer
    /// program.
    pub fn open(dir: &Path) -> Result<Store, StewardError> {
        private_folder::make(dir).map_err(|e| file(dir, e, "name a folder that can be written"))?;
        let path = dir.join(FILE);
        only_owner(&path)?;
        let sql = Connection::open(&path).map_err(|e| fault(&path, "open the store", &e))?;
        let db = Db { sql, path, open: Cell::new(false) };
        db.sql.set_prepared_statement_cache_capacity(PREPARED);
        db.sql.busy_timeout(PATIENCE).map_err(|e| db.fault("open the store", &e))?;
        schema::prepare(&db)?;
        Ok(Store { db: Rc::new(db) })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.db.path
    }

    pub(super) fn db(&self) -> &Rc<Db> {
        &self.db
    }

    /// Keeps the store for one working process: none other gets it until the lock is dropped. Taking mail
    /// in needs no lock.
    ///
    /// # Errors
    /// When the lock file cannot be made. `None` when another process has it.
    pub fn lock(&self) -> Result<Option<File>, StewardError> {
        let path = self.db.path.with_file_name("lock");
        let opened = private_file::only_owner(&mut OpenOptions::new())
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path);
        let lock = opened.map_err(|e| file(&path, e, "the folder must be writable"))?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(lock)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(e)) => Err(file(&path, e, "the folder must allow locks")),
        }
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

    fn some(&self, which: &str, what: impl rusqlite::Params) -> Result<Vec<Battle>, StewardError> {
        self.db.rows(&format!("SELECT {COLUMNS} FROM battle {which}"), what, Battle::of)
    }
}

impl Db {
    /// A failure of the file, as an error of the store.
    pub(super) fn fault(&self, doing: &str, error: &rusqlite::Error) -> StewardError {
        fault(&self.path, doing, error)
    }

    /// Runs a statement that gives no rows; how many rows it has changed.
    pub(super) fn run(
        &self,
        doing: &str,
        sql: &str,
        what: impl rusqlite::Params,
    ) -> Result<usize, StewardError> {
        let done = self.sql.prepare_cached(sql).and_then(|mut s| s.execute(what));
        done.map_err(|e| self.fault(doing, &e))
    }

    /// The rows of a query.
    pub(super) fn rows<T>(
        &self,
        sql: &str,
        what: impl rusqlite::Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StewardError> {
        let mut statement = self.sql.prepare_cached(sql).map_err(|e| self.fault("read", &e))?;
        let rows = statement.query_map(what, read).and_then(Iterator::collect);
        rows.map_err(|e| self.fault("read", &e))
    }

    /// The row of a query, if there is one.
    pub(super) fn row<T>(
        &self,
        sql: &str,
        what: impl rusqlite::Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StewardError> {
        let found = self.sql.prepare_cached(sql).and_then(|mut s| s.query_row(what, read).optional());
        found.map_err(|e| self.fault("read", &e))
    }

    fn plain(&self, sql: &str) -> Result<(), StewardError> {
        self.sql.execute_batch(sql).map_err(|e| self.fault("write", &e))
    }

    /// See [`Store::as_one`]. Inside another one it is a part of that.
    pub(super) fn as_one<T>(
        &self,
        work: impl FnOnce() -> Result<T, StewardError>,
    ) -> Result<T, StewardError> {
        if self.open.get() {
            return work();
        }
        self.plain("BEGIN IMMEDIATE")?;
        self.open.set(true);
        let back = Back { db: self, whole: true };
        let done = work()?;
        self.plain("COMMIT")?;
        std::mem::forget(back);
        self.open.set(false);
        Ok(done)
    }

    /// See [`Store::as_part`].
    fn as_part<T>(&self, work: impl FnOnce() -> Result<T, StewardError>) -> Result<T, StewardError> {
        self.plain("SAVEPOINT part")?;
        let back = Back { db: self, whole: false };
        let done = work()?;
        std::mem::forget(back);
        self.plain("RELEASE part")?;
        Ok(done)
    }

    /// Runs the work in a transaction that needs to outlive this process only, and not a failing of the
    /// power.
    pub(super) fn lightly(
        &self,
        work: impl FnOnce() -> Result<(), StewardError>,
    ) -> Result<(), StewardError> {
        self.plain("PRAGMA synchronous = NORMAL")?;
        let done = self.as_one(work);
        self.plain("PRAGMA synchronous = FULL")?;
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
            self.db.sql.execute_batch("ROLLBACK")
        } else {
            self.db.sql.execute_batch("ROLLBACK TO part; RELEASE part")
        };
    }
}

pub(super) fn refused(what: impl Into<String>, help: impl Into<String>) -> StewardError {
    StewardError::Refused { what: what.into(), help: help.into() }
}

pub(super) fn file(path: &Path, what: impl ToString, help: &str) -> StewardError {
    StewardError::File { path: path.to_owned(), what: what.to_string(), help: help.to_owned() }
}

fn fault(path: &Path, doing: &str, error: &rusqlite::Error) -> StewardError {
    use rusqlite::ErrorCode as E;
    let passing = error.sqlite_error_code().is_some_and(|code| {
        matches!(
            code,
            E::DatabaseBusy | E::DatabaseLocked | E::DiskFull | E::SystemIoFailure | E::OutOfMemory
        )
    });
    StewardError::Store { path: path.to_owned(), what: format!("cannot {doing}: {error}"), passing }
}

/// Makes the file, when there is none, such that only its owner may read it; refuses one that others may
/// read.
#[cfg(unix)]
fn only_owner(path: &Path) -> Result<(), StewardError> {
    use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
    let opened = fs::OpenOptions::new().append(true).create(true).mode(0o600).open(path);
    let found =
        opened.and_then(|f| f.metadata()).map_err(|e| file(path, e, "the folder must be writable"))?;
    if found.mode() & 0o077 == 0 {
        return Ok(());
    }
    let what = format!("others may read the secrets in it (mode {:03o})", found.mode() & 0o777);
    Err(file(path, what, "chmod 600 it; if others were here, `tess reanchor` each battle"))
}

#[cfg(not(unix))]
fn only_owner(_: &Path) -> Result<(), StewardError> {
    Ok(())
}
