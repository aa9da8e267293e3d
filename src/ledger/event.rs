//! One event of the log, and its exact bytes.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::plain;
use super::strict::{self, MAX_INTEGER};
use super::{At, Digest, Id, Key, Kind, LedgerError, Nonce, Role, Setting, Signed, SigningKey};

/// The version that `v` names.
pub const VERSION: u64 = 1;

/// One event: its header keys, in the order of the archive, and its kind with
/// the body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The id of genesis; none in genesis.
    pub game: Option<Id>,
    /// From 0 without gaps.
    pub seq: u64,
    /// The id of the event before; none in genesis.
    pub prev: Option<Id>,
    /// The author.
    pub by: Role,
    /// When, as he says.
    pub at: At,
    /// Random bytes.
    pub nonce: Nonce,
    /// The state before this event, as he computed it; none in genesis.
    pub state: Option<Digest>,
    /// What he says.
    pub kind: Kind,
}

#[derive(Serialize)]
struct Written<'a> {
    v: u64,
    game: Option<Id>,
    seq: u64,
    prev: Option<Id>,
    by: &'a Role,
    kind: &'static str,
    at: At,
    nonce: Nonce,
    state: Option<Digest>,
    body: &'a Kind,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read<'a> {
    v: u64,
    game: Option<Id>,
    seq: u64,
    prev: Option<Id>,
    by: Role,
    kind: &'a str,
    at: At,
    nonce: Nonce,
    state: Option<Digest>,
    #[serde(borrow)]
    body: &'a RawValue,
}

impl Event {
    /// The exact bytes `E` of the event.
    ///
    /// # Errors
    /// [`LedgerError::Strict`] when it cannot be written: a number of 2^53 or
    /// more, or more than 64 KiB.
    pub fn encode(&self) -> Result<String, LedgerError> {
        self.check_numbers()?;
        let mut bytes = Vec::with_capacity(512);
        let written = Written {
            v: VERSION,
            game: self.game,
            seq: self.seq,
            prev: self.prev,
            by: &self.by,
            kind: self.kind.name(),
            at: self.at,
            nonce: self.nonce,
            state: self.state,
            body: &self.kind,
        };
        serde_json::to_writer(&mut bytes, &written).map_err(strict::from_json)?;
        strict::check_size(bytes.len())?;
        String::from_utf8(bytes).map_err(|_| LedgerError::strict("is not UTF-8", "write UTF-8"))
    }

    /// Reads the exact bytes of an event, strictly: whatever the writer would
    /// have written otherwise is refused.
    ///
    /// # Errors
    /// [`LedgerError::Strict`] says what breaks the form, and where.
    pub fn decode(text: &str) -> Result<Event, LedgerError> {
        strict::check_size(text.len())?;
        match Event::decode_plain(text) {
            Some(event) => Ok(event),
            None => Event::decode_slowly(text),
        }
    }

    /// Reads an event in the one form there is, word for word; nothing when
    /// it is not in that form.
    fn decode_plain(text: &str) -> Option<Event> {
        let (head, kind, body) = plain::head(text)?;
        let event = head.with(Kind::read(kind, body)?.ok()?);
        event.check_numbers().ok()?;
        plain::is_written(&event.kind, body).then_some(event)
    }

    /// Reads anything and says what breaks the form.
    fn decode_slowly(text: &str) -> Result<Event, LedgerError> {
        let read: Read<'_> = serde_json::from_str(text).map_err(strict::from_json)?;
        if read.v != VERSION {
            let what = format!("has version {}", read.v);
            return Err(LedgerError::strict(what, "this program reads v 1"));
        }
        let kind = match Kind::read(read.kind, read.body.get()) {
            Some(kind) => kind.map_err(|e| strict::from_json_in(read.kind, e))?,
            None => {
                let what = format!("has the kind {:?}", strict::shown(read.kind));
                return Err(LedgerError::strict(what, "see the list of kinds in docs/ledger.md"));
            }
        };
        let event = Event {
            game: read.game,
            seq: read.seq,
            prev: read.prev,
            by: read.by,
            at: read.at,
            nonce: read.nonce,
            state: read.state,
            kind,
        };
        strict::check_same(text, &event.encode()?)?;
        Ok(event)
    }

    /// Signs the event.
    ///
    /// # Errors
    /// [`LedgerError::Strict`] when the event cannot be written.
    pub fn sign(self, key: &SigningKey) -> Result<Signed, LedgerError> {
        Signed::new(self, key)
    }

    /// Genesis has no game, no predecessor and no state; every other event
    /// has all three.
    pub(super) fn check_nulls(&self) -> Result<(), LedgerError> {
        let genesis = matches!(self.kind, Kind::Genesis(_));
        let nulls = [self.game.is_none(), self.prev.is_none(), self.state.is_none()];
        if nulls == [genesis; 3] && genesis == (self.seq == 0) {
            return Ok(());
        }
        Err(LedgerError::strict(
            "mixes up the first event and the others",
            "only genesis has seq 0 and null for game, prev and state",
        ))
    }

    fn check_numbers(&self) -> Result<(), LedgerError> {
        let mut fits = self.seq <= MAX_INTEGER;
        match &self.kind {
            Kind::Genesis(genesis) => {
                fits &= genesis.options.values().all(|setting| match setting {
                    Setting::Number(n) => n.unsigned_abs() <= MAX_INTEGER,
                    _ => true,
                });
            }
            Kind::Propose(propose) => fits &= propose.to.is_none_or(|to| to <= MAX_INTEGER),
            _ => {}
        }
        if fits {
            return Ok(());
        }
        Err(LedgerError::strict("has too large a number", "use integers below 2^53"))
    }
}

/// The bytes that a new key signs in `rekey`.
pub(super) fn rekey_message(game: &Id, key: &Key) -> Vec<u8> {
    [b"TESSERA/N1\0".as_slice(), &game.0, &key.0].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::theatre::small_battle;

    /// Both readers of every event of a battle, and of each with one byte changed, left out or doubled.
    #[test]
    fn what_is_read_plainly_is_what_the_slow_reader_reads() {
        let archive = String::from_utf8(small_battle().archive()).unwrap();
        for line in archive.lines() {
            let signed = Signed::parse(line.as_bytes()).unwrap();
            let text = signed.text();
            assert_eq!(Event::decode_plain(text).as_ref(), Some(signed.event()));
            for (at, c) in text.char_indices() {
                let (before, same) = text.split_at(at);
                let (same, after) = same.split_at(c.len_utf8());
                let around = |middle: &str| [before, middle, after].concat();
                for changed in [" ", "0", "9", "f", "\"", "\\", "}", "", &same.repeat(2)] {
                    let changed = around(changed);
                    if let Some(event) = Event::decode_plain(&changed) {
                        assert_eq!(Event::decode_slowly(&changed).ok(), Some(event), "{changed}");
                    }
                }
            }
        }
    }
}
