//! How many mails one sender and one battle may bring in an hour, and how many bytes one sender in a day.
//!
//! Only mails that move no battle on are counted (`share`), so who plays is never held up, whoever floods
//! the box with `From:` somebody else's address. The bytes of a day keep the journal small: what is beyond
//! them, and brings nothing that a player has signed, is not kept at all, and its sender is told so once,
//! if he plays here.

use super::store::Store;
use super::store::values::params;
use tess_mail::RawMail;
use tess_steward::StewardError;

/// Mails in an hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rates {
    /// From one sender, to each of his battles or to none, that bring nothing new.
    pub sender: u32,
    /// For one battle, from all who do not play in it, that bring nothing new.
    pub battle: u32,
    /// Bytes of one sender in a day (UTC) that are kept.
    pub bytes: u64,
}

impl Default for Rates {
    fn default() -> Rates {
        Rates { sender: 30, battle: 60, bytes: 50 * 1024 * 1024 }
    }
}

/// So many times as much as one sender may all bring together who play in no battle here.
const STRANGERS: u64 = 10;

/// Bytes for which a mail of theirs counts at least: a small one takes room in the journal too.
const LEAST: u64 = 16 * 1024;

/// Seconds of a day.
const DAY: i64 = 24 * 3600;

impl Store {
    /// Counts the bytes of a mail for its sender; `false`, and not counted, when they are more than he may
    /// still bring today.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) fn may_bring(&self, raw: &RawMail, most: u64, now: i64) -> Result<bool, StewardError> {
        let sender = raw.bare_sender();
        let known = self.battle_of(&sender)?.is_some();
        // whoever plays nowhere can have as many names as he likes
        let bytes = raw.bytes.len() as u64;
        let joint = most.saturating_mul(STRANGERS);
        let all = known || self.bring("strangers", bytes.max(LEAST), joint, now)?;
        Ok(all && self.bring(&sender, bytes, most, now)?)
    }

    /// Forgets what was counted before a time.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) fn forget_counts(&self, before: i64) -> Result<(), StewardError> {
        self.db().run("forget", "DELETE FROM rate WHERE hour < ?1", params![before / 3600]).map(drop)
    }

    fn bring(&self, whose: &str, bytes: u64, most: u64, now: i64) -> Result<bool, StewardError> {
        let (who, day) = (format!("bytes {whose}"), now.div_euclid(DAY) * (DAY / 3600));
        let sql = "SELECT mails FROM rate WHERE who = ?1 AND hour = ?2";
        let brought: Option<i64> = self.db().row(sql, params![who, day], |row| row.get(0))?;
        let all = brought.unwrap_or_default().unsigned_abs() + bytes;
        if all > most {
            return Ok(false);
        }
        let sql = "INSERT INTO rate(who, hour, mails) VALUES (?1, ?2, ?3)
            ON CONFLICT (who, hour) DO UPDATE SET mails = excluded.mails";
        self.db().run("count a mail", sql, params![who, day, all.cast_signed()])?;
        Ok(true)
    }

    /// When one who has brought as much as he may can bring more; nothing when he can now.
    ///
    /// # Errors
    /// When the store fails.
    pub fn full(&self, who: &str, most: u32, now: i64) -> Result<Option<i64>, StewardError> {
        let hour = now.div_euclid(3600);
        let sql = "SELECT mails FROM rate WHERE who = ?1 AND hour = ?2";
        let mails: Option<u32> = self.db().row(sql, params![who, hour], |row| row.get(0))?;
        Ok(mails.filter(|n| *n >= most).map(|_| (hour + 1) * 3600))
    }

    /// Counts a mail.
    ///
    /// # Errors
    /// When the store fails.
    pub fn count(&self, who: &str, now: i64) -> Result<(), StewardError> {
        let sql = "INSERT INTO rate(who, hour, mails) VALUES (?1, ?2, 1)
            ON CONFLICT (who, hour) DO UPDATE SET mails = rate.mails + 1";
        self.db().run("count a mail", sql, params![who, now.div_euclid(3600)]).map(drop)
    }
}
