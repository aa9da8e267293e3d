//! How many mails one sender and one battle may bring in an hour.
//!
//! Only mails that move no battle on are counted, so who plays is never held up, and who floods the box with
//! `From:` somebody else's address holds up nobody's orders for longer than the hour.

use rusqlite::params;

use super::store::Store;
use crate::steward::StewardError;

/// Mails in an hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rates {
    /// From one sender, that bring nothing new.
    pub sender: u32,
    /// For one battle, that bring nothing new.
    pub battle: u32,
}

impl Default for Rates {
    fn default() -> Rates {
        Rates { sender: 30, battle: 60 }
    }
}

impl Store {
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
            ON CONFLICT DO UPDATE SET mails = mails + 1";
        self.db().run("count a mail", sql, params![who, now.div_euclid(3600)]).map(drop)
    }
}
