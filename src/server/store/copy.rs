//! One store into another: from a file to a server, or back.

use super::values::{Row, ToValue as _, Value, params};
use super::{Progress, Store, refused};
use tess_steward::StewardError;

/// The tables with their columns, each after those it refers to; the first columns order its rows, and so
/// many of them tell one from another.
const TABLES: [(&str, usize, &str); 11] = [
    ("battle", 1, "number, game, tag, role, scenario, events, waits, over, due, checked, version, begun"),
    ("event", 2, "battle, seq, line"),
    ("paper", 3, "battle, drawer, name, bytes"),
    ("chain", 2, "battle, nth, id, seed, ladder"),
    ("link", 3, "battle, chain, place, action"),
    (
        "journal",
        1,
        "number, hash, came, bytes, state, tries, due, why, sender, rank, turn, share, battle, packed",
    ),
    ("letter", 1, "number, battle, id, bytes, state, attempts, first, due, why"),
    ("player", 2, "battle, role, address"),
    ("signer", 2, "battle, role, key"),
    ("thing", 1, "name, bytes"),
    ("rate", 2, "who, hour, mails"),
];

/// Tables that number their rows themselves.
const NUMBERED: [&str; 3] = ["battle", "journal", "letter"];

/// Rows that are told of at once.
const STEP: u64 = 1000;

/// A value that outlives its row.
enum Kept {
    Null,
    Whole(i64),
    Text(String),
    Bytes(Vec<u8>),
}

impl Kept {
    fn of(value: Value<'_>) -> Kept {
        match value {
            Value::Null => Kept::Null,
            Value::Whole(number) => Kept::Whole(number),
            Value::Text(text) => Kept::Text(text.to_owned()),
            Value::Bytes(bytes) => Kept::Bytes(bytes.to_vec()),
        }
    }

    fn value(&self) -> Value<'_> {
        match self {
            Kept::Null => Value::Null,
            Kept::Whole(number) => number.value(),
            Kept::Text(text) => text.value(),
            Kept::Bytes(bytes) => bytes.value(),
        }
    }
}

impl Store {
    /// Copies everything into a store that is empty yet, in one transaction: cut off, nothing of it is
    /// there. Neither may be served meanwhile, and afterwards one of them only.
    ///
    /// # Errors
    /// When the other store holds something, or one of the two fails.
    pub fn copy_to(&self, other: &Store, progress: Progress<'_>) -> Result<u64, StewardError> {
        let count = |store: &Store, table: &str| -> Result<u64, StewardError> {
            let sql = format!("SELECT COUNT(*) FROM {table}");
            let found: Option<i64> = store.db.row(&sql, params![], |row| row.get(0))?;
            Ok(found.unwrap_or_default().unsigned_abs())
        };
        let mut all = 0;
        for (table, ..) in TABLES {
            if count(other, table)? > 0 {
                let what = format!("{} holds something already", other.path().display());
                return Err(refused(what, "name a new store to copy into"));
            }
            all += count(self, table)?;
        }
        self.as_one(|| {
            other.as_one(|| {
                let mut done = 0;
                for (table, keys, columns) in TABLES {
                    self.copy_table(other, table, keys, columns, &mut |rows| {
                        done += rows;
                        progress(done, all, table);
                    })?;
                }
                if other.is_shared() {
                    for table in NUMBERED {
                        // on from the last number; a table without rows begins at 1
                        let sql = format!(
                            "SELECT setval(pg_get_serial_sequence('{table}', 'number'),
                            COALESCE(MAX(number), 0) + 1, false) FROM {table}"
                        );
                        other.db.row(&sql, params![], |row| row.get::<i64>(0))?;
                    }
                }
                Ok(done)
            })
        })
    }

    /// Copies a table, some rows at a time, so that a large one needs no more memory than a small one.
    fn copy_table(
        &self,
        other: &Store,
        table: &str,
        keys: usize,
        columns: &str,
        copied: &mut dyn FnMut(u64),
    ) -> Result<(), StewardError> {
        let names: Vec<&str> = columns.split(", ").collect();
        let places: Vec<String> = (1..=names.len()).map(|at| format!("?{at}")).collect();
        let into = format!("INSERT INTO {table}({columns}) VALUES ({})", places.join(", "));
        let key = names[..keys].join(", ");
        let marks = &places[..keys].join(", ");
        let first = format!("SELECT {columns} FROM {table} ORDER BY {key} LIMIT {STEP}");
        let next =
            format!("SELECT {columns} FROM {table} WHERE ({key}) > ({marks}) ORDER BY {key} LIMIT {STEP}");
        let read = |row: &dyn Row| Ok((0..names.len()).map(|at| Kept::of(row.value(at))).collect::<Vec<_>>());
        let mut rows = self.db.rows(&first, params![], read)?;
        while let Some(last) = rows.last() {
            for row in &rows {
                let values: Vec<Value<'_>> = row.iter().map(Kept::value).collect();
                other.db.run("copy a row", &into, &values)?;
            }
            copied(rows.len() as u64);
            let after: Vec<Value<'_>> = last[..keys].iter().map(Kept::value).collect();
            let more = self.db.rows(&next, &after, read)?;
            rows = more;
        }
        Ok(())
    }
}
