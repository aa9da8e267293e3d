//! Every mail that has come, by its hash, until it is dealt with.

use super::store::pack::{PACKED, packed, unpacked};
use super::store::values::{Row, Unfit, params};
use super::store::{FREE_ONES, Store};
use tess_mail::{Origin, RawMail};
use tess_steward::StewardError;

/// What became of a mail in the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Not dealt with yet.
    Waiting,
    /// Dealt with.
    Done,
    /// It is for no battle here.
    Stray,
    /// Set aside, for a person to look at.
    Aside,
}

impl State {
    /// All of them.
    pub const ALL: [State; 4] = [State::Waiting, State::Done, State::Stray, State::Aside];

    /// Its word in the store.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            State::Waiting => "waiting",
            State::Done => "done",
            State::Stray => "stray",
            State::Aside => "aside",
        }
    }
}

/// What taking a mail in did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entered {
    /// It is new.
    New,
    /// Its bytes came before and wait still, or are set aside.
    Known,
    /// Its bytes were dealt with before, and are dealt with once more: whoever sends them again may have
    /// missed the answer.
    Again,
    /// It is not kept: its sender has brought as many bytes today as he may.
    TooMuch,
}

/// A mail that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// Its number in the journal.
    pub number: i64,
    /// First digits of its hash, its name in logs.
    pub name: String,
    /// How often work on it has begun.
    pub tries: u32,
}

impl Store {
    /// Writes a mail into the journal, if its sender may bring so many bytes today.
    ///
    /// # Errors
    /// When the store fails.
    pub fn enter(&self, raw: &RawMail, most: u64, now: i64) -> Result<Entered, StewardError> {
        self.as_one(|| {
            let entered = self.keep(raw, now)?;
            if entered != Entered::New || self.may_bring(raw, most, now)? || self.moves_something(raw)? {
                return Ok(entered);
            }
            let sql = "DELETE FROM journal WHERE hash = ?1";
            self.db().run("refuse a mail", sql, params![raw.id.to_string()])?;
            Ok(Entered::TooMuch)
        })
    }

    fn keep(&self, raw: &RawMail, now: i64) -> Result<Entered, StewardError> {
        let (hash, sender) = (raw.id.to_string(), raw.bare_sender());
        let (rank, turn) = self.place_of(raw, &sender)?;
        let sql = "INSERT INTO journal(hash, came, bytes, state, sender, rank, turn)
            VALUES (?1, ?2, ?3, 'waiting', ?4, ?5, ?6) ON CONFLICT DO NOTHING";
        if self.db().run("keep a mail", sql, params![hash, now, raw.bytes, sender, rank, turn])? > 0 {
            return Ok(Entered::New);
        }
        let sql =
            "UPDATE journal SET state = 'waiting', tries = 0, due = 0, came = ?2, bytes = ?3, packed = 0,
            share = '' WHERE hash = ?1 AND state IN ('done', 'stray')";
        let again = self.db().run("keep a mail", sql, params![hash, now, raw.bytes])?;
        Ok(if again > 0 { Entered::Again } else { Entered::Known })
    }

    /// The mails whose time has come, at most so many: first those of players for battles that both sides
    /// have signed themselves into, then others for battles here, then the rest; of these each sender's
    /// first before anybody's second.
    ///
    /// # Errors
    /// When the store fails.
    pub fn waiting(&self, now: i64, most: u32) -> Result<Vec<Waiting>, StewardError> {
        let sql = "SELECT number, substr(hash, 1, 16), tries FROM journal
            WHERE state = 'waiting' AND due <= ?1 ORDER BY rank, turn, number LIMIT ?2";
        // those that another worker has in hand are not offered
        let free = if self.is_shared() { FREE_ONES } else { "" };
        self.db().rows(&format!("{sql}{free}"), params![now, most], |row| {
            Ok(Waiting { number: row.get(0)?, name: row.get(1)?, tries: row.get(2)? })
        })
    }

    /// The bytes of a mail.
    ///
    /// # Errors
    /// When the store fails.
    pub fn mail(&self, number: i64) -> Result<RawMail, StewardError> {
        let sql = "SELECT bytes, packed FROM journal WHERE number = ?1";
        let bytes = self.db().row(sql, params![number], |row| Ok(unpacked(row.get(0)?, row.get(1)?)))?;
        Ok(RawMail::new(bytes.unwrap_or_default(), Origin::Memory))
    }

    /// Notes that work on some mails begins, so that one by which the program dies is not taken up for
    /// ever: from the third time on such a mail rests (ten minutes, an hour, four, a day) and comes back by
    /// itself. Gives those that no other worker has taken up since they were looked up.
    ///
    /// # Errors
    /// When the store fails.
    pub fn begin(&self, mails: &[Waiting], now: i64) -> Result<Vec<Waiting>, StewardError> {
        let free = format!(
            "(SELECT number FROM journal WHERE number = ?1 AND state = 'waiting' AND due <= ?2{FREE_ONES})"
        );
        let which = if self.is_shared() { &free } else { "?1" };
        let sql = format!(
            "UPDATE journal SET tries = tries + 1, due = CASE tries
            WHEN 0 THEN due WHEN 1 THEN due WHEN 2 THEN CAST(?2 AS BIGINT) + 600
            WHEN 3 THEN CAST(?2 AS BIGINT) + 3600 WHEN 4 THEN CAST(?2 AS BIGINT) + 4 * 3600
            ELSE CAST(?2 AS BIGINT) + 24 * 3600 END WHERE number = {which}"
        );
        let mut begun = Vec::new();
        self.db().lightly(|| {
            for mail in mails {
                if self.db().run("note a mail", &sql, params![mail.number, now])? > 0 {
                    begun.push(mail.clone());
                }
            }
            Ok(())
        })?;
        Ok(begun)
    }

    /// Takes a mail for the transaction that is open; `false` when another worker has been quicker.
    pub(super) fn take_mail(&self, number: i64) -> Result<bool, StewardError> {
        if !self.is_shared() {
            return Ok(true);
        }
        let sql = "SELECT number FROM journal WHERE number = ?1 AND state = 'waiting'";
        Ok(self.db().row(&format!("{sql}{FREE_ONES}"), params![number], |row| row.get::<i64>(0))?.is_some())
    }

    /// Work on a mail has not begun after all: another worker does it.
    pub(super) fn unbegin(&self, number: i64) -> Result<(), StewardError> {
        let sql =
            "UPDATE journal SET tries = tries - 1 WHERE number = ?1 AND state = 'waiting' AND tries > 0";
        self.db().lightly(|| self.db().run("note a mail", sql, params![number]).map(drop))
    }

    /// Notes what became of a mail.
    ///
    /// # Errors
    /// When the store fails.
    pub fn settle(&self, number: i64, state: State, why: &str) -> Result<(), StewardError> {
        let sql = "UPDATE journal SET state = ?2, why = ?3, share = '' WHERE number = ?1";
        self.db().run("note a mail", sql, params![number, state.word(), why]).map(drop)
    }

    /// Packs a mail that was dealt with, and notes the battle that it was for.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) fn pack(&self, number: i64, raw: &RawMail, battle: Option<i64>) -> Result<(), StewardError> {
        let sql = "UPDATE journal SET bytes = ?2, packed = 1, battle = ?3 WHERE number = ?1";
        self.db().run("pack a mail", sql, params![number, packed(&raw.bytes, PACKED), battle]).map(drop)
    }

    /// Lets a mail wait for the share that it is counted for; `false`, and nothing is noted, when so many
    /// wait for that already.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) fn put_off_for(
        &self,
        number: i64,
        share: &str,
        until: i64,
        most: u32,
    ) -> Result<bool, StewardError> {
        let sql = "SELECT COUNT(*) FROM journal
            WHERE state = 'waiting' AND share <> '' AND share = ?1 AND number <> ?2";
        let wait: Option<u32> = self.db().row(sql, params![share, number], |row| row.get(0))?;
        if wait.unwrap_or_default() >= most {
            return Ok(false);
        }
        let sql = "UPDATE journal SET tries = CASE WHEN tries > 0 THEN tries - 1 ELSE 0 END, due = ?2, why = 'rate', share = ?3
            WHERE number = ?1";
        self.db().run("note a mail", sql, params![number, until, share])?;
        Ok(true)
    }

    /// How many mails wait that may bring something: all but those that wait for a share.
    ///
    /// # Errors
    /// When the store fails.
    pub fn unread(&self) -> Result<u64, StewardError> {
        let sql = "SELECT COUNT(*) FROM journal WHERE state = 'waiting' AND share <> ''";
        let shared: Option<i64> = self.db().row(sql, params![], |row| row.get(0))?;
        Ok(self.mails(State::Waiting)?.saturating_sub(shared.unwrap_or_default().unsigned_abs()))
    }

    /// Notes that mail could not be read at a time, for all workers.
    pub(super) fn note_unreadable(&self, now: i64) -> Result<(), StewardError> {
        let sql = "INSERT INTO thing(name, bytes) VALUES ('unreadable', ?1)
            ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes";
        self.db().run("note a trouble", sql, params![now.to_string().as_bytes()]).map(drop)
    }

    /// When mail could not be read the last time, as some worker has noted it.
    pub(super) fn unreadable_at(&self) -> Result<Option<i64>, StewardError> {
        let sql = "SELECT bytes FROM thing WHERE name = 'unreadable'";
        let text: Option<Vec<u8>> = self.db().row(sql, params![], |row| row.get(0))?;
        Ok(text.and_then(|text| String::from_utf8(text).ok()?.parse().ok()))
    }

    /// Lets a mail wait until a time; that counts as no try.
    ///
    /// # Errors
    /// When the store fails.
    pub fn put_off(&self, number: i64, until: i64, why: &str) -> Result<(), StewardError> {
        let sql = "UPDATE journal SET tries = CASE WHEN tries > 0 THEN tries - 1 ELSE 0 END, due = ?2, why = ?3, share = '' WHERE number = ?1";
        self.db().run("note a mail", sql, params![number, until, why]).map(drop)
    }

    /// How many mails are in a state.
    ///
    /// # Errors
    /// When the store fails.
    pub fn mails(&self, state: State) -> Result<u64, StewardError> {
        // the word itself, or the statement is prepared anew each time to see whether an index fits
        let sql = format!("SELECT COUNT(*) FROM journal WHERE state = '{}'", state.word());
        let found: Option<i64> = self.db().row(&sql, params![], |row| row.get(0))?;
        Ok(found.unwrap_or_default().unsigned_abs())
    }

    /// The mails set aside: number, name and why, the newest last.
    ///
    /// # Errors
    /// When the store fails.
    pub fn aside(&self) -> Result<Vec<(i64, String, String)>, StewardError> {
        self.listed(State::Aside, "why", |row| row.get(2))
    }

    /// The mails for no battle here: number, name and subject, the newest last.
    ///
    /// # Errors
    /// When the store fails.
    pub fn strays(&self) -> Result<Vec<(i64, String, String)>, StewardError> {
        let subject = |row: &dyn Row| {
            Ok(RawMail::new(unpacked(row.get(2)?, row.get(3)?), Origin::Memory).bare_subject())
        };
        self.listed(State::Stray, "bytes, packed", subject)
    }

    /// The mails in a state: number, name, and what is made of a column.
    fn listed(
        &self,
        state: State,
        column: &str,
        what: impl Fn(&dyn Row) -> Result<String, Unfit>,
    ) -> Result<Vec<(i64, String, String)>, StewardError> {
        let sql = format!(
            "SELECT number, substr(hash, 1, 16), {column} FROM journal WHERE state = ?1 ORDER BY number"
        );
        self.db().rows(&sql, params![state.word()], |row| Ok((row.get(0)?, row.get(1)?, what(row)?)))
    }

    /// Takes a mail that was set aside up again; `false` when there is none of that number.
    ///
    /// # Errors
    /// When the store fails.
    pub fn retry(&self, number: i64) -> Result<bool, StewardError> {
        let sql = "UPDATE journal SET state = 'waiting', tries = 0, due = 0, why = '', share = ''
            WHERE number = ?1 AND state = 'aside'";
        Ok(self.db().run("note a mail", sql, params![number])? > 0)
    }

    /// Forgets mails that came before a time and need no more work; how many went.
    ///
    /// # Errors
    /// When the store fails.
    pub fn prune(&self, before: i64) -> Result<usize, StewardError> {
        self.as_one(|| {
            let sql =
                "DELETE FROM letter WHERE battle IS NULL AND state IN ('sent', 'refused') AND first < ?1";
            self.db().run("forget", sql, params![before])?;
            let sql = "DELETE FROM journal WHERE state IN ('done', 'stray', 'aside') AND came < ?1";
            self.db().run("forget", sql, params![before])
        })
    }
}
