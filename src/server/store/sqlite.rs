//! A store in one SQLite file, in WAL mode: what others may rest on is on the disk when a transaction ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, params_from_iter};

use super::base::{Base, Fault};
use super::values::{Row, Unfit, Value};

/// How long one process waits for another that writes.
const PATIENCE: Duration = Duration::from_secs(15);

/// Statements that stay prepared: more than there are, since preparing one costs more than most do.
const PREPARED: usize = 128;

/// An open file.
pub struct Sqlite {
    sql: Connection,
    path: PathBuf,
}

impl Sqlite {
    /// Opens a file, or makes it.
    pub fn open(path: &Path) -> Result<Sqlite, Fault> {
        let sql = Connection::open(path)?;
        sql.set_prepared_statement_cache_capacity(PREPARED);
        sql.busy_timeout(PATIENCE)?;
        sql.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
        sql.execute_batch("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -8000;")?;
        Ok(Sqlite { sql, path: path.to_owned() })
    }
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Fault {
        use rusqlite::ErrorCode as E;
        let code = error.sqlite_error_code();
        let busy = code.is_some_and(|code| matches!(code, E::DatabaseBusy | E::DatabaseLocked));
        let full = code.is_some_and(|code| matches!(code, E::DiskFull | E::SystemIoFailure | E::OutOfMemory));
        Fault { what: error.to_string(), passing: busy || full, clash: false }
    }
}

impl rusqlite::ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        Ok(rusqlite::types::ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Whole(number) => ValueRef::Integer(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

impl Row for rusqlite::Row<'_> {
    fn value(&self, column: usize) -> Value<'_> {
        match self.get_ref(column) {
            Ok(ValueRef::Integer(number)) => Value::Whole(number),
            // a text that is none is bytes, and fits where bytes do
            Ok(ValueRef::Text(bytes)) => std::str::from_utf8(bytes).map_or(Value::Bytes(bytes), Value::Text),
            Ok(ValueRef::Blob(bytes)) => Value::Bytes(bytes),
            _ => Value::Null,
        }
    }
}

impl Base for Sqlite {
    fn run(&self, sql: &str, values: &[Value<'_>]) -> Result<usize, Fault> {
        Ok(self.sql.prepare_cached(sql)?.execute(params_from_iter(values))?)
    }

    fn rows(
        &self,
        sql: &str,
        values: &[Value<'_>],
        each: &mut dyn FnMut(&dyn Row) -> Result<(), Unfit>,
    ) -> Result<(), Fault> {
        let mut statement = self.sql.prepare_cached(sql)?;
        let mut rows = statement.query(params_from_iter(values))?;
        while let Some(row) = rows.next()? {
            each(row)?;
        }
        Ok(())
    }

    fn plain(&self, sql: &str) -> Result<(), Fault> {
        Ok(self.sql.execute_batch(sql)?)
    }

    fn begin(&self) -> Result<(), Fault> {
        self.plain("BEGIN IMMEDIATE")
    }

    fn end(&self, good: bool) -> Result<(), Fault> {
        self.plain(if good { "COMMIT" } else { "ROLLBACK" })
    }

    fn lightly(&self, lightly: bool) -> Result<(), Fault> {
        self.plain(if lightly { "PRAGMA synchronous = NORMAL" } else { "PRAGMA synchronous = FULL" })
    }

    fn is_shared(&self) -> bool {
        false
    }

    fn size(&self) -> Result<u64, Fault> {
        let beside = self.path.with_extension("sqlite-wal");
        Ok([&self.path, &beside].iter().filter_map(|path| fs::metadata(path).ok()).map(|m| m.len()).sum())
    }

    fn shrink(&self) -> Result<(), Fault> {
        self.plain("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);")
    }
}

#[cfg(test)]
mod tests {
    use super::super::values::ToValue as _;
    use super::*;

    #[test]
    fn values_come_back_as_they_went() {
        let dir = tempfile::tempdir().expect("a folder");
        let base = Sqlite::open(&dir.path().join("one.sqlite")).expect("a file");
        base.plain("CREATE TABLE t(a INTEGER, b TEXT, c BLOB, d INTEGER)").expect("a table");
        let values = [7_i64.value(), "seven".value(), [7_u8, 0].value(), Value::Null];
        assert_eq!(base.run("INSERT INTO t VALUES (?1, ?2, ?3, ?4)", &values).expect("kept"), 1);
        let mut seen = Vec::new();
        let mut read = |row: &dyn Row| {
            seen.push((
                row.get::<i64>(0)?,
                row.get::<String>(1)?,
                row.get::<Vec<u8>>(2)?,
                row.get::<Option<u32>>(3)?,
            ));
            Ok(())
        };
        base.rows("SELECT a, b, c, d FROM t", &[], &mut read).expect("read");
        assert_eq!(seen, [(7, "seven".to_owned(), vec![7, 0], None)]);
        let bad = base.rows("SELECT b FROM t", &[], &mut |row| row.get::<i64>(0).map(drop));
        assert_eq!(bad.expect_err("a text").what, "column 0 holds no whole number");
    }
}
