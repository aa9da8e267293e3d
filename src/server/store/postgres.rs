//! A store on a PostgreSQL server: several workers serve it at once, each battle in one's hands at a time.
//!
//! A worker that loses its connection has lost the transaction it was in, and nothing else: what it had in
//! hand comes again. It connects anew before the next transaction.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use postgres::config::{Host, SslMode};
use postgres::error::SqlState;
use postgres::types::{IsNull, ToSql, Type, to_sql_checked};
use postgres::{Client, Config, NoTls, Statement};
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::base::{Base, Fault};
use super::values::{Row, Unfit, Value};

/// How long a worker waits for a server to answer at all.
const PATIENCE: Duration = Duration::from_secs(15);

/// The first half of the keys of our advisory locks (`TESS`); the second is the schema.
const MARK: i32 = 0x5445_5353;

/// A server, connected to while something is asked of it.
pub struct Postgres {
    config: Config,
    open: RefCell<Option<Session>>,
    /// Is a transaction open?
    within: Cell<bool>,
    lightly: Cell<bool>,
    /// The lock on the whole store that is held, if one is: shared with other workers, or alone.
    held: Cell<Option<Hold>>,
}

/// A connection, and the statements prepared on it.
struct Session {
    client: Client,
    prepared: BTreeMap<String, Statement>,
}

/// How the store as a whole is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    /// With other workers.
    Shared,
    /// By one process alone.
    Alone,
}

impl Postgres {
    /// Connects to a server by its address (`postgres://user@host/name`, or words like `host=/run/pg`).
    pub fn open(address: &str) -> Result<Postgres, Fault> {
        let mut config: Config = address.parse().map_err(|e: postgres::Error| {
            // the address may hold a password, and the words of the error a part of it
            let what = std::error::Error::source(&e).map_or_else(String::new, |why| format!(": {why}"));
            fault(format!("the address of the server cannot be read{what}"))
        })?;
        config.application_name("tess").connect_timeout(PATIENCE);
        if config.get_keepalives() {
            config.keepalives_idle(Duration::from_secs(60));
        }
        let base = Postgres {
            config,
            open: RefCell::new(None),
            within: Cell::new(false),
            lightly: Cell::new(false),
            held: Cell::new(None),
        };
        base.with(|_| Ok(()))?;
        Ok(base)
    }

    /// Where it is, for messages: without a password.
    #[must_use]
    pub fn place(&self) -> String {
        let hosts: Vec<String> = self
            .config
            .get_hosts()
            .iter()
            .map(|host| match host {
                Host::Tcp(name) => name.clone(),
                #[cfg(unix)]
                Host::Unix(path) => path.display().to_string(),
            })
            .collect();
        format!("postgres://{}/{}", hosts.join(","), self.config.get_dbname().unwrap_or_default())
    }

    /// Holds the store as a whole until it is let go, or this process ends; `false` when it cannot be had.
    pub fn hold(&self, how: Hold) -> Result<bool, Fault> {
        let got = self.try_hold(how)?;
        if got {
            self.held.set(Some(how));
        }
        Ok(got)
    }

    /// Lets go what [`Postgres::hold`] has taken.
    pub fn let_go(&self) {
        if self.held.take().is_some() {
            // a connection that is gone holds nothing
            let _ = self.plain("SELECT pg_advisory_unlock_all()");
        }
    }

    fn try_hold(&self, how: Hold) -> Result<bool, Fault> {
        let which = match how {
            Hold::Shared => "pg_try_advisory_lock_shared",
            Hold::Alone => "pg_try_advisory_lock",
        };
        let sql = format!("SELECT {which}({MARK}, hashtext(current_schema()))");
        self.with(|session| Ok(session.client.query_one(&sql, &[])?.try_get(0)?))
    }

    /// One at a time makes the tables.
    pub fn hold_tables(&self) -> Result<(), Fault> {
        self.plain(&format!("SELECT pg_advisory_xact_lock({MARK}, 1 + hashtext(current_schema()))"))
    }

    /// One at a time hears strangers, until the transaction ends.
    pub fn hold_lobby(&self) -> Result<(), Fault> {
        self.plain(&format!("SELECT pg_advisory_xact_lock({MARK}, 2 + hashtext(current_schema()))"))
    }

    fn connect(&self) -> Result<Session, Fault> {
        let near = self.config.get_hosts().iter().all(|host| match host {
            Host::Tcp(name) => ["localhost", "127.0.0.1", "::1"].contains(&name.as_str()),
            #[cfg(unix)]
            Host::Unix(_) => true,
        });
        let locked = match self.config.get_ssl_mode() {
            SslMode::Disable => false,
            SslMode::Require => true,
            // what leaves the machine is locked unless somebody says otherwise
            _ => !near,
        };
        let client = if locked {
            let mut config = self.config.clone();
            config.ssl_mode(SslMode::Require).connect(MakeRustlsConnect::new(trust()))
        } else {
            let mut config = self.config.clone();
            config.ssl_mode(SslMode::Disable).connect(NoTls)
        };
        let mut client = client?;
        client.batch_execute(&format!("SET lock_timeout = {}", PATIENCE.as_millis()))?;
        Ok(Session { client, prepared: BTreeMap::new() })
    }

    /// Does something with a connection: with a new one, if the old one is gone and nothing was begun on it.
    fn with<T>(&self, work: impl FnOnce(&mut Session) -> Result<T, Fault>) -> Result<T, Fault> {
        let Ok(mut open) = self.open.try_borrow_mut() else {
            return Err(fault("a statement inside another".to_owned()));
        };
        if open.as_ref().is_none_or(|session| session.client.is_closed()) {
            if self.within.get() {
                return Err(Fault { passing: true, ..fault("the server is gone".to_owned()) });
            }
            *open = None;
            *open = Some(self.connect()?);
            if let Some(how) = self.held.get() {
                drop(open);
                if !self.try_hold(how)? {
                    return Err(Fault {
                        passing: true,
                        ..fault("another process has taken the store".into())
                    });
                }
                return self.with(work);
            }
        }
        open.as_mut().map_or_else(|| Err(fault("no connection".to_owned())), work)
    }
}

impl Session {
    fn statement(&mut self, sql: &str) -> Result<Statement, Fault> {
        if let Some(statement) = self.prepared.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(&numbered(sql))?;
        self.prepared.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }
}

/// `?1` as `$1`.
fn numbered(sql: &str) -> String {
    sql.replace('?', "$")
}

/// Who may say that a server is the one: whoever the system trusts.
fn trust() -> ClientConfig {
    let mut roots = RootCertStore::empty();
    // what cannot be read of them is missing, and the server's certificate then not known
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder =
        ClientConfig::builder_with_provider(Arc::clone(&provider)).with_safe_default_protocol_versions();
    let builder =
        builder.unwrap_or_else(|_| ClientConfig::builder_with_protocol_versions(rustls::ALL_VERSIONS));
    builder.with_root_certificates(roots).with_no_client_auth()
}

fn fault(what: String) -> Fault {
    Fault { what, passing: false, clash: false }
}

impl From<postgres::Error> for Fault {
    fn from(error: postgres::Error) -> Fault {
        let Some(said) = error.as_db_error() else {
            // a wrong password or name comes from the server; all else is the way to it
            let why = std::error::Error::source(&error).map_or_else(String::new, |why| format!(": {why}"));
            return Fault { what: format!("{error}{why}"), passing: true, clash: false };
        };
        let code = said.code();
        let clashes = [
            SqlState::T_R_SERIALIZATION_FAILURE,
            SqlState::T_R_DEADLOCK_DETECTED,
            SqlState::LOCK_NOT_AVAILABLE,
            SqlState::UNIQUE_VIOLATION,
        ];
        let clash = clashes.contains(code);
        // connection, resources, an operator, the disk
        let passing = clash || ["08", "53", "57", "58"].iter().any(|class| code.code().starts_with(class));
        Fault { what: said.message().to_owned(), passing, clash }
    }
}

impl ToSql for Value<'_> {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut bytes::BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Whole(number) if *kind == Type::INT4 => i32::try_from(*number)?.to_sql(kind, out),
            Value::Whole(number) => number.to_sql(kind, out),
            // a text of PostgreSQL holds no NUL
            Value::Text(text) if text.contains('\0') => text.replace('\0', "\u{fffd}").to_sql(kind, out),
            Value::Text(text) => text.to_sql(kind, out),
            Value::Bytes(bytes) => bytes.to_sql(kind, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

impl Row for postgres::Row {
    fn value(&self, column: usize) -> Value<'_> {
        let Some(kind) = self.columns().get(column).map(postgres::Column::type_) else { return Value::Null };
        let found = match *kind {
            Type::INT8 => self.try_get(column).map(|n: Option<i64>| n.map(Value::Whole)),
            Type::INT4 => self.try_get(column).map(|n: Option<i32>| n.map(|n| Value::Whole(n.into()))),
            Type::BYTEA => self.try_get(column).map(|bytes: Option<&[u8]>| bytes.map(Value::Bytes)),
            _ => self.try_get(column).map(|text: Option<&str>| text.map(Value::Text)),
        };
        found.ok().flatten().unwrap_or(Value::Null)
    }
}

fn given<'a>(values: &'a [Value<'a>]) -> Vec<&'a (dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

impl Base for Postgres {
    fn run(&self, sql: &str, values: &[Value<'_>]) -> Result<usize, Fault> {
        self.with(|session| {
            let statement = session.statement(sql)?;
            let changed = session.client.execute(&statement, &given(values))?;
            Ok(usize::try_from(changed).unwrap_or(usize::MAX))
        })
    }

    fn rows(
        &self,
        sql: &str,
        values: &[Value<'_>],
        each: &mut dyn FnMut(&dyn Row) -> Result<(), Unfit>,
    ) -> Result<(), Fault> {
        let rows = self.with(|session| {
            let statement = session.statement(sql)?;
            Ok(session.client.query(&statement, &given(values))?)
        })?;
        rows.iter().try_for_each(|row| each(row).map_err(Fault::from))
    }

    fn plain(&self, sql: &str) -> Result<(), Fault> {
        self.with(|session| Ok(session.client.batch_execute(sql)?))
    }

    fn begin(&self) -> Result<(), Fault> {
        self.plain(if self.lightly.get() { "BEGIN; SET LOCAL synchronous_commit TO OFF" } else { "BEGIN" })?;
        self.within.set(true);
        Ok(())
    }

    fn end(&self, good: bool) -> Result<(), Fault> {
        let done = self.plain(if good { "COMMIT" } else { "ROLLBACK" });
        self.within.set(false);
        if done.is_err() {
            // whatever it has still is not ours any more
            *self.open.borrow_mut() = None;
        }
        done
    }

    fn lightly(&self, lightly: bool) -> Result<(), Fault> {
        self.lightly.set(lightly);
        Ok(())
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn size(&self) -> Result<u64, Fault> {
        let mut size = 0;
        let sql = "SELECT COALESCE(SUM(pg_total_relation_size(c.oid)), 0)::BIGINT FROM pg_class c
            WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace";
        self.rows(sql, &[], &mut |row| {
            size = row.get::<i64>(0)?.unsigned_abs();
            Ok(())
        })?;
        Ok(size)
    }

    fn shrink(&self) -> Result<(), Fault> {
        // each in a transaction of its own
        [
            "battle", "event", "paper", "chain", "link", "journal", "letter", "player", "signer", "thing",
            "rate",
        ]
        .iter()
        .try_for_each(|table| self.plain(&format!("VACUUM FULL {table}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_numbered_as_the_server_wants_them() {
        assert_eq!(numbered("UPDATE t SET a = ?2 WHERE b = ?1"), "UPDATE t SET a = $2 WHERE b = $1");
    }

    #[test]
    fn an_address_that_is_none_shows_no_password() {
        for wrong in
            ["postgres://a:secret@[::1", "postgres://me:secret@host:notaport/x", "host=x password=secret y"]
        {
            let Err(fault) = Postgres::open(wrong) else { panic!("{wrong} is an address") };
            assert!(!fault.what.contains("secret"), "{}", fault.what);
        }
    }
}
