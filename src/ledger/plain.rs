//! Reads an event that is in its one form, word for word: nearly all are.
//!
//! What this reader takes the slow reader takes too, and as the same. What it
//! does not take the slow reader reads, which knows how to say what is wrong.

use std::io;
use std::str::FromStr;

use super::{At, Digest, Event, Id, Kind, Nonce, Role};

/// The header of an event but for its kind.
pub(super) struct Head {
    game: Option<Id>,
    seq: u64,
    prev: Option<Id>,
    by: Role,
    at: At,
    nonce: Nonce,
    state: Option<Digest>,
}

impl Head {
    /// The event with this header.
    pub(super) fn with(self, kind: Kind) -> Event {
        let Head { game, seq, prev, by, at, nonce, state } = self;
        Event { game, seq, prev, by, at, nonce, state, kind }
    }
}

/// The header, the name of the kind, and the text of the body.
pub(super) fn head(text: &str) -> Option<(Head, &str, &str)> {
    let mut rest = text;
    after(&mut rest, "{\"v\":1,\"game\":")?;
    let game = value_or_null(&mut rest)?;
    after(&mut rest, ",\"seq\":")?;
    let seq = number(&mut rest)?;
    after(&mut rest, ",\"prev\":")?;
    let prev = value_or_null(&mut rest)?;
    after(&mut rest, ",\"by\":")?;
    let by = value(&mut rest)?;
    after(&mut rest, ",\"kind\":")?;
    let kind = quoted(&mut rest)?;
    after(&mut rest, ",\"at\":")?;
    let at = value(&mut rest)?;
    after(&mut rest, ",\"nonce\":")?;
    let nonce = value(&mut rest)?;
    after(&mut rest, ",\"state\":")?;
    let state = value_or_null(&mut rest)?;
    after(&mut rest, ",\"body\":")?;
    let body = rest.strip_suffix('}')?;
    Some((Head { game, seq, prev, by, at, nonce, state }, kind, body))
}

/// Whether a body is spelled as this program spells it.
pub(super) fn is_written(kind: &Kind, body: &str) -> bool {
    let mut same = Same(body.as_bytes());
    serde_json::to_writer(&mut same, kind).is_ok() && same.0.is_empty()
}

/// Takes what is written only as long as it is the same as what was read.
struct Same<'a>(&'a [u8]);

impl io::Write for Same<'_> {
    fn write(&mut self, written: &[u8]) -> io::Result<usize> {
        self.0 = self.0.strip_prefix(written).ok_or(io::ErrorKind::InvalidData)?;
        Ok(written.len())
    }

    fn write_all(&mut self, written: &[u8]) -> io::Result<()> {
        self.write(written).map(drop)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn after(rest: &mut &str, word: &str) -> Option<()> {
    *rest = rest.strip_prefix(word)?;
    Some(())
}

/// A text in quotes, up to the next quote. Whoever takes it knows no sign
/// that would have to be escaped.
fn quoted<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let (text, after) = rest.strip_prefix('"')?.split_once('"')?;
    *rest = after;
    Some(text)
}

fn value<T: FromStr>(rest: &mut &str) -> Option<T> {
    quoted(rest)?.parse().ok()
}

fn value_or_null<T: FromStr>(rest: &mut &str) -> Option<Option<T>> {
    if let Some(after) = rest.strip_prefix("null") {
        *rest = after;
        return Some(None);
    }
    value(rest).map(Some)
}

/// A number without zeros in front, up to the next comma.
fn number(rest: &mut &str) -> Option<u64> {
    let end = rest.find(',')?;
    let (digits, after) = rest.split_at(end);
    let plain = digits.bytes().all(|b| b.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    *rest = after;
    if plain { digits.parse().ok() } else { None }
}
