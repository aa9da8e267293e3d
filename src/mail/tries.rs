//! When a mail that could not be sent is tried again, and when it is given up.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::MailError;
use tess_disk::durable;

/// Seconds after which a mail that could not be sent is given up: two days.
pub const GIVE_UP: i64 = 2 * 24 * 3600;

/// When a mail is tried again that has failed so often: after 1, 5, 15 and 60 minutes, then every four
/// hours.
#[must_use]
pub fn next_try(attempts: u32, now: i64) -> i64 {
    let minutes = match attempts {
        0 | 1 => 1,
        2 => 5,
        3 => 15,
        4 => 60,
        _ => 240,
    };
    now + minutes * 60
}

/// What is known of a mail that could not be sent; times in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tries {
    /// How often.
    pub count: u32,
    /// When first.
    pub first: i64,
    /// When it is tried next.
    pub next: i64,
}

impl Tries {
    /// One more try in vain.
    #[must_use]
    pub fn more(known: Option<Tries>, now: i64) -> Tries {
        let (count, first) = known.map_or((1, now), |known| (known.count + 1, known.first));
        Tries { count, first, next: next_try(count, now) }
    }

    /// Was it tried for so long that it is given up?
    #[must_use]
    pub fn is_hopeless(&self, now: i64) -> bool {
        now - self.first >= GIVE_UP
    }
}

/// The file in an outbox.
const FILE: &str = "tries.json";

/// The tries of an outbox, by the mails' file names.
///
/// # Errors
/// `MailError::Io`. A file that cannot be understood says nothing: then a mail is tried sooner.
pub(super) fn read(outbox: &Path) -> Result<BTreeMap<String, Tries>, MailError> {
    let path = outbox.join(FILE);
    match std::fs::read(&path) {
        Ok(bytes) => Ok(serde_json::from_slice(&bytes).unwrap_or_default()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(BTreeMap::new()),
        Err(error) => Err(MailError::io("read", &path)(error)),
    }
}

/// Keeps the tries of an outbox.
///
/// # Errors
/// `MailError::Io`.
pub(super) fn write(outbox: &Path, tries: &BTreeMap<String, Tries>) -> Result<(), MailError> {
    Ok(durable::write(outbox, FILE, &serde_json::to_vec(tries).unwrap_or_default())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tries_lie_ever_farther_apart_and_end_after_two_days() {
        let (mut known, mut times) = (Tries::more(None, 0), Vec::new());
        while !known.is_hopeless(known.next) {
            times.push(known.next / 60);
            known = Tries::more(Some(known), known.next);
        }
        assert_eq!(times[..5], [1, 6, 21, 81, 321]);
        assert!(times.len() < 20, "{times:?}");
    }

    #[test]
    fn what_is_kept_is_read_and_what_is_broken_says_nothing() {
        let dir = tempfile::tempdir().unwrap();
        assert!(read(dir.path()).unwrap().is_empty());
        let tries = BTreeMap::from([("a.eml".to_owned(), Tries::more(None, 7))]);
        write(dir.path(), &tries).unwrap();
        assert_eq!(read(dir.path()).unwrap(), tries);
        std::fs::write(dir.path().join(FILE), "{").unwrap();
        assert!(read(dir.path()).unwrap().is_empty());
    }
}
