//! A seat's things in the tables.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use super::values::{Row, params};
use super::{Db, file};
use tess_ledger::{
    Anchor, ChainId, ChainKeeper, Checks, Id, Key, Ledger, LedgerError, LinkJournal, Salts, Signed,
};
use tess_mail::{Composed, MessageId, Put, RawMail, Sent};
use tess_steward::{Section, StewardError, Storage, WayOut};

/// The digest of a log without events.
const NOTHING_YET: [u8; 32] = [0; 32];

/// The digest of a log with one line more.
fn digest_with(before: &[u8; 32], line: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update(before).chain_update(line).finalize().into()
}

fn digest_of(lines: &[Vec<u8>]) -> [u8; 32] {
    lines.iter().fold(NOTHING_YET, |before, line| digest_with(&before, line))
}

/// What the store keeps of one battle. Everything written is part of the transaction that is open, or else
/// one of its own.
pub struct TableStorage {
    db: Rc<Db>,
    battle: i64,
    place: PathBuf,
}

impl TableStorage {
    /// The storage of a battle; its name stands in messages.
    pub fn new(db: Rc<Db>, battle: i64, tag: &str) -> TableStorage {
        let place = db.path.join(tag);
        TableStorage { db, battle, place }
    }

    /// The log that it holds, verified. What was verified before and has not changed since needs no check
    /// of its signatures: that takes longer the longer the log is.
    pub fn ledger(&self) -> Result<Ledger, StewardError> {
        let lines = self.lines()?;
        let found = digest_of(&lines);
        let known = self.checked()? == Some(found);
        let checks = if known { Checks::Known } else { Checks::Batch };
        let ledger = Ledger::verify_all(lines.iter().map(Vec::as_slice), checks)?;
        if !known {
            self.set_checked(&found)?;
        }
        Ok(ledger)
    }

    /// The digest of the log as it was when all its events had been checked.
    fn checked(&self) -> Result<Option<[u8; 32]>, StewardError> {
        let sql = "SELECT checked FROM battle WHERE number = ?1";
        Ok(self.db.row(sql, params![self.battle], |row| row.get(0))?.flatten())
    }

    fn set_checked(&self, digest: &[u8; 32]) -> Result<(), StewardError> {
        let sql = "UPDATE battle SET checked = ?2 WHERE number = ?1";
        self.db.run("note a digest", sql, params![self.battle, digest]).map(drop)
    }

    fn lines(&self) -> Result<Vec<Vec<u8>>, StewardError> {
        let sql = "SELECT line FROM event WHERE battle = ?1 ORDER BY seq";
        self.db.rows(sql, params![self.battle], |row| row.get(0))
    }

    /// Seeds and their chains, the oldest first.
    pub(super) fn seeds(&self) -> Result<Vec<(String, String)>, StewardError> {
        let sql = "SELECT id, seed FROM chain WHERE battle = ?1 ORDER BY nth";
        self.db.rows(sql, params![self.battle], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    pub(super) fn opened(&self, chain: &str) -> Result<Vec<Id>, StewardError> {
        let sql = "SELECT place, action FROM link WHERE battle = ?1 AND chain = ?2 ORDER BY place";
        let read = |row: &dyn Row| Ok((row.get::<i64>(0)?, row.get::<String>(1)?));
        let rows = self.db.rows(sql, params![self.battle, chain], read)?;
        let good = |(at, (place, action)): (usize, (i64, String))| {
            action.parse().ok().filter(|_| usize::try_from(place).is_ok_and(|place| place == at + 1))
        };
        rows.into_iter().enumerate().map(good).collect::<Option<Vec<Id>>>().ok_or_else(|| {
            file(&self.place, "the journal of links has a gap", "bring the store back from a copy")
        })
    }

    /// Keeps the seed of one more chain.
    pub fn add_chain(&mut self, id: &ChainId, seed: &str) -> Result<(), StewardError> {
        let sql = "INSERT INTO chain(battle, nth, id, seed)
            SELECT CAST(?1 AS BIGINT), COUNT(*) + 1, CAST(?2 AS TEXT), CAST(?3 AS TEXT) FROM chain WHERE battle = ?1";
        self.db.run("keep a chain", sql, params![self.battle, id.to_string(), seed])?;
        Ok(())
    }

    /// Notes a link that was opened.
    pub fn add_link(&mut self, chain: &ChainId, index: u32, action: &Id) -> Result<(), StewardError> {
        self.links(chain).write(index, action)
    }

    fn links(&self, chain: &ChainId) -> Links {
        Links { db: Rc::clone(&self.db), battle: self.battle, chain: chain.to_string() }
    }
}

impl Db {
    /// Keeps a mail for sending: of a battle, or of none.
    pub fn put_letter(&self, battle: Option<i64>, mail: &Composed) -> Result<Put, StewardError> {
        let id = mail.id.as_str();
        let sql = "SELECT state FROM letter WHERE id = ?1";
        let known: Option<String> = self.row(sql, params![id], |row| row.get(0))?;
        match known.as_deref() {
            Some("waiting") => return Ok(Put::Waiting),
            Some(_) => {
                // it may be kept by its name only, and is to go out once more
                let sql = "UPDATE letter SET bytes = ?2 WHERE id = ?1 AND length(bytes) = 0";
                self.run("keep a mail", sql, params![id, mail.bytes])?;
                return Ok(Put::Sent);
            }
            None => {}
        }
        let sql = "INSERT INTO letter(battle, id, bytes, state) VALUES (?1, ?2, ?3, 'waiting')";
        self.run("keep a mail", sql, params![battle, id, mail.bytes])?;
        Ok(Put::Written)
    }
}

/// The journal of one chain.
struct Links {
    db: Rc<Db>,
    battle: i64,
    chain: String,
}

impl Links {
    fn write(&self, index: u32, action: &Id) -> Result<(), StewardError> {
        let sql = "INSERT INTO link(battle, chain, place, action) VALUES (?1, ?2, ?3, ?4)";
        self.db.run("note a link", sql, params![self.battle, self.chain, index, action.to_string()])?;
        Ok(())
    }
}

impl std::fmt::Debug for Links {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "links of {}", self.chain)
    }
}

impl LinkJournal for Links {
    fn note(&mut self, index: u32, action: &Id) -> Result<(), LedgerError> {
        self.write(index, action).map_err(|error| LedgerError::Io {
            what: "write the journal",
            path: self.db.path.clone(),
            source: std::io::Error::other(error.to_string()),
        })
    }
}

impl Storage for TableStorage {
    fn place(&self) -> &Path {
        &self.place
    }

    fn log(&self) -> Result<Vec<u8>, StewardError> {
        let mut bytes = Vec::new();
        for line in self.lines()? {
            bytes.extend(line);
            bytes.push(b'\n');
        }
        Ok(bytes)
    }

    fn append(&mut self, signed: &Signed) -> Result<(), StewardError> {
        let sql = "INSERT INTO event(battle, seq, line) VALUES (?1, ?2, ?3)";
        let (seq, line) = (signed.event().seq, signed.line().into_bytes());
        self.db.run("keep an event", sql, params![self.battle, seq.cast_signed(), line])?;
        let before = if seq == 0 { Some(NOTHING_YET) } else { self.checked()? };
        before.map_or(Ok(()), |before| self.set_checked(&digest_with(&before, &line)))
    }

    fn replace_from(&mut self, signed: &Signed) -> Result<(), StewardError> {
        let sql = "DELETE FROM event WHERE battle = ?1 AND seq >= ?2";
        self.db.run("take events back", sql, params![self.battle, signed.event().seq.cast_signed()])?;
        self.set_checked(&digest_of(&self.lines()?))?;
        self.append(signed)
    }

    fn paper(&self, section: Section, name: &str) -> Result<Option<Vec<u8>>, StewardError> {
        let sql = "SELECT bytes FROM paper WHERE battle = ?1 AND drawer = ?2 AND name = ?3";
        self.db.row(sql, params![self.battle, section.name(), name], |row| row.get(0))
    }

    /// Of reports the store keeps the last one only: an umpire reads them in his mails.
    fn put_paper(&mut self, section: Section, name: &str, bytes: &[u8]) -> Result<(), StewardError> {
        if section == Section::Reports {
            let sql = "DELETE FROM paper WHERE battle = ?1 AND drawer = ?2";
            self.db.run("drop a report", sql, params![self.battle, section.name()])?;
        }
        let sql = "INSERT INTO paper(battle, drawer, name, bytes) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (battle, drawer, name) DO UPDATE SET bytes = excluded.bytes";
        self.db.run("keep a paper", sql, params![self.battle, section.name(), name, bytes])?;
        Ok(())
    }

    fn drop_paper(&mut self, section: Section, name: &str) -> Result<(), StewardError> {
        let sql = "DELETE FROM paper WHERE battle = ?1 AND drawer = ?2 AND name = ?3";
        self.db.run("drop a paper", sql, params![self.battle, section.name(), name])?;
        Ok(())
    }

    fn names(&self, section: Section) -> Result<Vec<String>, StewardError> {
        let sql = "SELECT name FROM paper WHERE battle = ?1 AND drawer = ?2 ORDER BY name";
        self.db.rows(sql, params![self.battle, section.name()], |row| row.get(0))
    }

    fn chain(&self, id: &ChainId) -> Result<Option<ChainKeeper>, StewardError> {
        let name = id.to_string();
        let sql = "SELECT seed, ladder FROM chain WHERE battle = ?1 AND id = ?2";
        let read = |row: &dyn Row| Ok((row.get::<String>(0)?, row.get(1)?));
        let found: Option<(String, Option<Vec<u8>>)> = self.db.row(sql, params![self.battle, name], read)?;
        let Some((seed, ladder)) = found else { return Ok(None) };
        let (opened, journal) = (self.opened(&name)?, Box::new(self.links(id)));
        let ladder = Zeroizing::new(ladder.unwrap_or_default());
        let keeper = ChainKeeper::of_ladder(&seed, &ladder, &self.place, opened, journal)?;
        let made = keeper.ladder();
        if made != ladder {
            let sql = "UPDATE chain SET ladder = ?3 WHERE battle = ?1 AND id = ?2";
            self.db.run("keep a chain", sql, params![self.battle, name, made.as_slice()])?;
        }
        Ok(Some(keeper))
    }

    fn new_chain(
        &mut self,
        key: Key,
        id: ChainId,
        links: u32,
        seed: &[u8; 32],
    ) -> Result<Anchor, StewardError> {
        let text = ChainKeeper::seed_text(key, id, links, seed)?;
        let anchor = ChainKeeper::of(&text, &self.place, Vec::new(), Box::new(self.links(&id)))?.anchor();
        self.add_chain(&id, &text)?;
        Ok(anchor)
    }

    fn salts(&self) -> Result<Vec<Salts>, StewardError> {
        self.seeds()?.iter().map(|(_, seed)| Ok(Salts::in_text(seed, &self.place)?)).collect()
    }

    /// The store's own journal has it; and no mail is begun a second time that was not done whole before.
    fn keep_mail(&mut self, _: &RawMail, next: u64) -> Result<u64, StewardError> {
        Ok(next)
    }

    fn draws_later(&self) -> bool {
        true
    }

    fn put_mail(&mut self, mail: &Composed) -> Result<Put, StewardError> {
        self.db.put_letter(Some(self.battle), mail)
    }

    fn mail_again(&mut self, id: &MessageId) -> Result<(), StewardError> {
        let sql = "UPDATE letter SET state = 'waiting', attempts = 0, first = NULL, due = 0, why = ''
            WHERE id = ?1 AND state = 'sent'";
        self.db.run("queue a mail", sql, params![id.as_str()])?;
        Ok(())
    }

    /// A courier takes the mails when the transaction is on the disk.
    fn send(&mut self, _: &WayOut<'_>) -> Result<Vec<Sent>, StewardError> {
        Ok(Vec::new())
    }
}
