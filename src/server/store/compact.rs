//! What a store need not keep: whatever can be made again from the logs.
//!
//! A letter that was sent is made again by its battle when somebody asks for it, so only the last few of
//! each battle keep their bytes; the others keep their names, by which they are known to have been sent. Of
//! a battle that is over, and of which nothing waits to be sent, the archive is enough: its letters and
//! mails go. Mails that were dealt with are packed.

use super::pack::{PACKED, packed};
use super::values::{Row, params};
use super::{Battle, Store};
use tess_steward::StewardError;

/// Letters of a battle that keep their bytes after they were sent.
const KEPT_WHOLE: i64 = 4;

/// The bytes of a letter that is kept by its name.
const NOTHING: [u8; 0] = [];

/// Mails that are packed in one transaction.
const AT_ONCE: i64 = 500;

/// How far the work has come: so many of so many, and what is in hand.
pub type Progress<'a> = &'a mut dyn FnMut(u64, u64, &str);

/// What became of a store's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Compacted {
    /// Bytes before.
    pub before: u64,
    /// Bytes after.
    pub after: u64,
    /// Battles of which the archive alone is left.
    pub finished: u64,
}

impl Store {
    /// Empties the letter of a battle that has just got too old to be kept whole; one of no battle at once.
    pub(crate) fn empty_older(&self, battle: Option<i64>, number: i64) -> Result<(), StewardError> {
        let Some(battle) = battle else {
            let sql = "UPDATE letter SET bytes = ?2 WHERE number = ?1";
            return self.db.run("empty a letter", sql, params![number, NOTHING]).map(drop);
        };
        let sql = "UPDATE letter SET bytes = ?3 WHERE number = (SELECT number FROM letter
            WHERE battle = ?1 AND state = 'sent' ORDER BY number DESC LIMIT 1 OFFSET ?2)";
        self.db.run("empty a letter", sql, params![battle, KEPT_WHOLE, NOTHING]).map(drop)
    }

    /// Takes away what a battle that is over leaves beside its archive, if nothing of it waits to be sent
    /// or was sent after a time; was there something?
    pub(crate) fn strip(&self, battle: &Battle, since: i64) -> Result<bool, StewardError> {
        let sql = "SELECT COUNT(*) FROM letter WHERE battle = ?1 AND (state = 'waiting' OR first > ?2)";
        let held: Option<i64> = self.db.row(sql, params![battle.number, since], |row| row.get(0))?;
        if !battle.over || held != Some(0) {
            return Ok(false);
        }
        let mut gone = 0;
        for sql in [
            "DELETE FROM letter WHERE battle = ?1 AND state = 'sent'",
            "DELETE FROM journal WHERE battle = ?1 AND state = 'done'",
            "DELETE FROM paper WHERE battle = ?1 AND drawer IN ('reports', 'held')",
            "UPDATE chain SET ladder = NULL WHERE battle = ?1",
        ] {
            gone += self.db.run("strip a battle", sql, params![battle.number])?;
        }
        Ok(gone > 0)
    }

    /// Strips the battles that were over at a time.
    pub(crate) fn strip_finished(&self, since: i64) -> Result<u64, StewardError> {
        let mut count = 0;
        for battle in self.some("WHERE over <> 0 ORDER BY number", params![])? {
            count += u64::from(self.as_one(|| self.strip(&battle, since))?);
        }
        Ok(count)
    }

    /// Makes the file as small as it can be. Nothing is lost that counts; a process that is killed in
    /// between leaves a store as good as before. The service must not run.
    ///
    /// # Errors
    /// When the store fails, or the disk has no room for a copy.
    pub fn compact(&self, progress: Progress<'_>) -> Result<Compacted, StewardError> {
        let before = self.size()?;
        let battles = self.battles()?;
        let all = battles.len() as u64;
        let mut finished = 0;
        for (at, battle) in (1..).zip(&battles) {
            progress(at, all, &format!("battle {}", battle.tag()));
            finished += u64::from(self.as_one(|| self.strip(battle, i64::MAX))?);
            let sql = "UPDATE letter SET bytes = ?3 WHERE battle = ?1 AND state = 'sent' AND number NOT IN (
                SELECT number FROM letter WHERE battle = ?1 AND state = 'sent' ORDER BY number DESC LIMIT ?2)";
            self.db.run("empty letters", sql, params![battle.number, KEPT_WHOLE, NOTHING])?;
        }
        self.pack_mails(progress)?;
        progress(all, all, "the file is written anew");
        self.db.base.shrink().map_err(|e| self.db.fault("write the file anew", &e))?;
        Ok(Compacted { before, after: self.size()?, finished })
    }

    /// Packs the mails that an earlier release has kept as they came.
    fn pack_mails(&self, progress: Progress<'_>) -> Result<(), StewardError> {
        let of = "FROM journal WHERE state IN ('done', 'stray') AND packed = 0";
        let all: Option<i64> = self.db.row(&format!("SELECT COUNT(*) {of}"), params![], |row| row.get(0))?;
        let all = all.unwrap_or_default().unsigned_abs();
        let (mut done, mut last) = (0, 0);
        loop {
            let sql = format!("SELECT number, bytes {of} AND number > ?1 ORDER BY number LIMIT ?2");
            let read = |row: &dyn Row| Ok((row.get::<i64>(0)?, row.get::<Vec<u8>>(1)?));
            let mails = self.db.rows(&sql, params![last, AT_ONCE], read)?;
            let Some((number, _)) = mails.last() else { return Ok(()) };
            last = *number;
            self.as_one(|| {
                let sql = "UPDATE journal SET bytes = ?2, packed = 1 WHERE number = ?1";
                mails.iter().try_for_each(|(number, bytes)| {
                    self.db.run("pack a mail", sql, params![number, packed(bytes, PACKED)]).map(drop)
                })
            })?;
            done += mails.len() as u64;
            progress(done, all, "mails that were dealt with");
        }
    }

    /// Bytes of the base.
    fn size(&self) -> Result<u64, StewardError> {
        self.db.base.size().map_err(|e| self.db.fault("measure the store", &e))
    }
}
