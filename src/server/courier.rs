//! Mail out of the store: what is due is sent, what fails is tried again, and given up at last.

use super::store::values::params;
use super::store::{FREE_ONES, Store};
use tess_mail::route::Route;
use tess_mail::tries::{GIVE_UP, next_try};
use tess_mail::{MailError, Transport};
use tess_steward::StewardError;

/// Failures in a row after which the server is left in peace for a while.
const FAILURES: u32 = 3;

/// So long, in seconds.
const PEACE: i64 = 60;

/// Takes mails to the transport.
#[derive(Debug)]
pub struct Courier {
    transport: Transport,
    failures: u32,
    /// The server is to be left in peace from now on.
    tired: bool,
    rests_until: i64,
}

/// What became of a mail.
#[derive(Debug)]
pub enum Delivery {
    /// Gone.
    Sent,
    /// Kept, and tried again at this time.
    Kept(i64, MailError),
    /// Refused for good, or tried for two days.
    GivenUp(MailError),
}

/// A mail that is due.
#[derive(Debug, Clone)]
pub struct Due {
    /// Its number in the outbox.
    pub number: i64,
    /// The battle it is of, if it is of one.
    pub battle: Option<i64>,
    /// Its Message-ID.
    pub id: String,
    pub(super) bytes: Vec<u8>,
    attempts: u32,
    first: Option<i64>,
}

impl Due {
    /// To whom it goes; nothing when that cannot be read.
    #[must_use]
    pub fn to(&self) -> String {
        Route::of(&self.bytes).map(|route| route.receivers()).unwrap_or_default()
    }
}

impl Courier {
    /// Sends by a transport.
    #[must_use]
    pub fn new(transport: Transport) -> Courier {
        Courier { transport, failures: 0, tired: false, rests_until: 0 }
    }

    /// Does it wait for a server that did not answer?
    #[must_use]
    pub fn rests(&self, now: i64) -> bool {
        now < self.rests_until
    }

    /// Leaves the server in peace, if the last mail has shown that it needs it: from when that mail was
    /// given up, which may be a minute after it was begun.
    pub fn rest(&mut self, now: i64) {
        if std::mem::take(&mut self.tired) {
            (self.failures, self.rests_until) = (0, now + PEACE);
        }
    }

    /// Tries one mail. Between sending and the note that it was sent a crash sends the same bytes once
    /// more.
    ///
    /// # Errors
    /// When the store fails.
    pub fn carry(
        &mut self,
        store: &Store,
        due: &Due,
        now: i64,
        sent: &mut dyn FnMut(),
    ) -> Result<Delivery, StewardError> {
        let Err(error) = self.transport.send(&due.bytes) else {
            self.failures = 0;
            sent();
            store.letter(due, "sent", due.attempts + 1, now, 0, "")?;
            return Ok(Delivery::Sent);
        };
        let first = due.first.unwrap_or(now);
        let attempts = due.attempts + 1;
        let why = error.to_string();
        if error.is_permanent() || now - first >= GIVE_UP {
            store.letter(due, "refused", attempts, first, 0, &why)?;
            return Ok(Delivery::GivenUp(error));
        }
        self.failures += 1;
        self.tired = self.failures >= FAILURES || error.is_unreached();
        let again = next_try(attempts, now);
        store.letter(due, "waiting", attempts, first, again, &why)?;
        Ok(Delivery::Kept(again, error))
    }
}

impl Store {
    /// The mails that are due, at most so many: those that were never tried first, then by their place.
    ///
    /// # Errors
    /// When the store fails.
    pub fn letters_due(&self, now: i64, most: u32) -> Result<Vec<Due>, StewardError> {
        let sql = "SELECT number, battle, id, bytes, attempts, first FROM letter
            WHERE state = 'waiting' AND due <= ?1 ORDER BY due, number LIMIT ?2";
        // those that another worker sends are not offered
        let free = if self.is_shared() { FREE_ONES } else { "" };
        self.db().rows(&format!("{sql}{free}"), params![now, most], |row| {
            Ok(Due {
                number: row.get(0)?,
                battle: row.get(1)?,
                id: row.get(2)?,
                bytes: row.get(3)?,
                attempts: row.get(4)?,
                first: row.get(5)?,
            })
        })
    }

    /// Takes a letter for the transaction that is open; `false` when another worker has been quicker.
    pub(super) fn take_letter(&self, number: i64, now: i64) -> Result<bool, StewardError> {
        let sql = "SELECT number FROM letter WHERE number = ?1 AND state = 'waiting' AND due <= ?2";
        Ok(self
            .db()
            .row(&format!("{sql}{FREE_ONES}"), params![number, now], |row| row.get::<i64>(0))?
            .is_some())
    }

    /// A second note of the same thing does no harm, so this is lightly written.
    fn letter(
        &self,
        due: &Due,
        state: &str,
        attempts: u32,
        first: i64,
        again: i64,
        why: &str,
    ) -> Result<(), StewardError> {
        let sql = "UPDATE letter SET state = ?2, attempts = ?3, first = ?4, due = ?5, why = ?6
            WHERE number = ?1";
        let what = params![due.number, state, attempts, first, again, why];
        self.db().lightly(|| {
            self.db().run("note a mail", sql, what)?;
            if state == "sent" { self.empty_older(due.battle, due.number) } else { Ok(()) }
        })
    }

    /// How many mails wait to be sent, and how many were given up.
    ///
    /// # Errors
    /// When the store fails.
    pub fn letters(&self) -> Result<(u64, u64), StewardError> {
        // the states stand in the text, since an index of some rows is used for what the text says alone
        let count = |sql: &str| -> Result<u64, StewardError> {
            let found: Option<i64> = self.db().row(sql, params![], |row| row.get(0))?;
            Ok(found.unwrap_or_default().unsigned_abs())
        };
        let waiting = count("SELECT COUNT(*) FROM letter WHERE state = 'waiting'")?;
        Ok((waiting, count("SELECT COUNT(*) FROM letter WHERE state = 'refused'")?))
    }
}
