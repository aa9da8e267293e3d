//! A word: something signed that moves nothing and stands beside the log.
//!
//! A line is `{"say":E,"sig":"S"}`, E being JSON with the keys `v` 1, `game`, `by`, `nth`, `after`, `at`,
//! `to`, `text` in this order, S the signature of its author over `"TESSERA/P1\0" || E`.

use data_encoding::BASE64;
use ed25519_dalek::{Signer as _, VerifyingKey};
use serde::{Deserialize, Serialize};

use super::{At, Id, Key, Kind, Ledger, LedgerError, Role, SigningKey, signature, strict};

/// Bytes of what is said at once.
pub const MOST_SAID: usize = 2000;

/// Lines of it.
pub const MOST_LINES_SAID: usize = 40;

/// Words of the log by one role without anything else between them.
pub(super) const MOST_IN_A_ROW: usize = 8;

const HEAD: &str = "{\"say\":";
const MIDDLE: &str = ",\"sig\":\"";
const TAIL: &str = "\"}";
const PREFIX: &[u8] = b"TESSERA/P1\0";

/// For whom words are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Audience {
    /// Everybody: both sides, the umpire, spectators, the book.
    #[default]
    All,
    /// The other side alone, as far as reports go; an umpire carries them.
    Opponent,
}

impl Audience {
    /// Its name.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Audience::All => "all",
            Audience::Opponent => "opponent",
        }
    }
}

/// What a word says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    v: u64,
    /// The game.
    pub game: Id,
    /// Who says it.
    pub by: Role,
    /// How many he has said before, of those beside the log.
    pub nth: u64,
    /// Where the log ended for him: the place of the next event.
    pub after: u64,
    /// When, as he says.
    pub at: At,
    /// To whom.
    pub to: Audience,
    /// The words.
    pub text: String,
}

/// Signed words, with their exact bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The prefix of signed bytes, then E.
    message: Box<[u8]>,
    signature: [u8; 64],
    words: Words,
}

/// Whether this can be said; gives it back without blanks around it.
///
/// # Errors
/// When it is empty, too long, or holds characters that do more than stand there.
pub fn may_be_said(text: &str) -> Result<String, LedgerError> {
    let text = text.replace("\r\n", "\n").replace('\t', " ");
    let text = text.trim_matches([' ', '\n']).to_owned();
    let refused = |what: String, help: &str| Err(LedgerError::refused(what, help));
    if text.is_empty() {
        return refused("nothing is said".to_owned(), "write some words");
    }
    if text.len() > MOST_SAID || text.lines().count() > MOST_LINES_SAID {
        let what = format!("these are more than {MOST_SAID} bytes or {MOST_LINES_SAID} lines of words");
        return refused(what, "say it in parts, or in a mail of your own");
    }
    if text.chars().any(|c| c != '\n' && c.is_control()) {
        return refused("a control character in words".to_owned(), "write plain text");
    }
    Ok(text)
}

impl Word {
    /// Writes and signs words.
    ///
    /// # Errors
    /// When they cannot be said ([`may_be_said`]).
    #[allow(clippy::too_many_arguments)]
    pub fn new(
        ledger: &Ledger,
        by: Role,
        nth: u64,
        to: Audience,
        text: &str,
        at: At,
        key: &SigningKey,
    ) -> Result<Word, LedgerError> {
        let words = Words {
            v: 1,
            game: ledger.game(),
            by,
            nth,
            after: ledger.next_seq(),
            at,
            to,
            text: may_be_said(text)?,
        };
        let text = serde_json::to_string(&words).map_err(strict::from_json)?;
        let message: Box<[u8]> = [PREFIX, text.as_bytes()].concat().into();
        let signature = key.secret().sign(&message).to_bytes();
        Ok(Word { message, signature, words })
    }

    /// Is a line of this form? It may still be wrong.
    #[must_use]
    pub fn is_one(line: &[u8]) -> bool {
        line.starts_with(HEAD.as_bytes())
    }

    /// Reads one line, without its LF. The signature is **not** checked yet.
    ///
    /// # Errors
    /// What breaks the form.
    pub fn parse(line: &[u8]) -> Result<Word, LedgerError> {
        let wrong = || LedgerError::strict("is no line of words", "a line is {\"say\":E,\"sig\":\"S\"}");
        let line = std::str::from_utf8(line).map_err(|_| wrong())?;
        let inner = line.strip_prefix(HEAD).and_then(|rest| rest.strip_suffix(TAIL)).ok_or_else(wrong)?;
        let cut = inner.len().checked_sub(88).ok_or_else(wrong)?;
        let (text, base64) = inner.split_at_checked(cut).ok_or_else(wrong)?;
        let text = text.strip_suffix(MIDDLE).ok_or_else(wrong)?;
        let decoded = BASE64.decode(base64.as_bytes()).map_err(|_| wrong())?;
        let signature = decoded.try_into().map_err(|_| wrong())?;
        let words: Words = serde_json::from_str(text).map_err(strict::from_json)?;
        let again = serde_json::to_string(&words).map_err(strict::from_json)?;
        if words.v != 1 || again != text || may_be_said(&words.text)? != words.text {
            return Err(wrong());
        }
        Ok(Word { message: [PREFIX, text.as_bytes()].concat().into(), signature, words })
    }

    /// The line, without its LF.
    #[must_use]
    pub fn line(&self) -> String {
        let text = std::str::from_utf8(&self.message[PREFIX.len()..]).unwrap_or_default();
        [HEAD, text, MIDDLE, &BASE64.encode(&self.signature), TAIL].concat()
    }

    /// What it says.
    #[must_use]
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// Is it signed with this key?
    #[must_use]
    pub fn is_signed_with(&self, key: &Key) -> bool {
        VerifyingKey::from_bytes(&key.0)
            .is_ok_and(|key| signature::is_valid(&key, &self.message, &self.signature))
    }
}

impl Ledger {
    /// Whether words are those of a role of this battle, signed with a key that it has or had.
    #[must_use]
    pub fn bears_out(&self, word: &Word) -> bool {
        let words = word.words();
        let by = &words.by;
        if words.game != self.game() {
            return false;
        }
        let mut keys: Vec<Key> = self.player(by).map(|player| player.key).into_iter().collect();
        keys.extend(self.entries().iter().filter(|e| e.event().by == *by).map(|e| e.key));
        keys.extend(self.genesis().parties.iter().filter(|p| p.role == *by).map(|p| p.key));
        keys.sort_unstable_by_key(|key| key.0);
        keys.dedup();
        keys.iter().any(|key| word.is_signed_with(key))
    }

    /// How many `say` of a role stand at the end of the log, with nothing else after them.
    pub(super) fn said_in_a_row(&self, by: &Role) -> usize {
        let says = self.entries.iter().rev().take_while(|e| matches!(e.event().kind, Kind::Say(_)));
        says.filter(|e| e.event().by == *by).count()
    }
}
