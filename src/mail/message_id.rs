//! Message-IDs that a second sending shows again, and the thread of a battle.

use std::fmt;

use sha2::{Digest, Sha256};

use super::error::MailError;

/// The inside of a Message-ID, without angle brackets: printable ASCII, one `@` at least, no
/// blank, at most 250 characters (RFC 5322 3.6.4), so that it can stand in a header as it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct MessageId(String);

impl MessageId {
    /// Takes an id with or without `<>`.
    ///
    /// # Errors
    /// `MailError::MessageId` for anything that could break a header.
    pub fn parse(given: &str) -> Result<Self, MailError> {
        let inner = given.trim();
        let inner = inner.strip_prefix('<').unwrap_or(inner);
        let inner = inner.strip_suffix('>').unwrap_or(inner);
        let good = inner.len() <= 250
            && inner.contains('@')
            && inner.bytes().all(|b| b.is_ascii_graphic() && b != b'<' && b != b'>');
        if good {
            Ok(Self(inner.to_owned()))
        } else {
            Err(MailError::MessageId { given: given.chars().take(60).collect() })
        }
    }

    /// `game.seq.role.kind@host`, the same for the same mail, so that a double send is visible.
    /// `game` is cut to 16 digits; other characters than letters, digits, `_` and `-` become `-`.
    ///
    /// # Errors
    /// `MailError::MessageId` when `host` is not a host name.
    pub fn of_mail(game: &str, seq: u64, role: &str, kind: &str, host: &str) -> Result<Self, MailError> {
        let game: String = game.chars().take(16).collect();
        let host_is_plain =
            !host.is_empty() && host.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.' || b == b'-');
        let id = format!("{}.{seq}.{}.{}@{host}", word(&game), word(role), word(kind));
        if host_is_plain { Self::parse(&id) } else { Err(MailError::MessageId { given: id }) }
    }

    /// The root of a battle's thread. No mail has this id; since all mails of the battle refer to
    /// it, whoever sends them, mail programs show one thread (RFC 5322 3.6.4 allows references
    /// to mails that cannot be had).
    ///
    /// # Errors
    /// `MailError::MessageId` when `game` is empty.
    pub fn of_thread(game: &str) -> Result<Self, MailError> {
        let game: String = game.chars().take(16).collect();
        if game.is_empty() {
            return Err(MailError::MessageId { given: game });
        }
        Self::parse(&format!("{}.battle@tessera.invalid", word(&game)))
    }

    /// Without angle brackets.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A file name for a mail of this id; different ids have different names.
    #[must_use]
    pub fn file_stem(&self) -> String {
        let plain: String = self
            .0
            .chars()
            .map(|c| match c {
                'a'..='z' | '0'..='9' | '.' | '-' | '@' | '_' | '+' => c,
                _ => '_',
            })
            .take(120)
            .collect();
        if plain == self.0 && !plain.starts_with('.') {
            plain
        } else {
            format!("m{plain}-{}", data_encoding::HEXLOWER.encode(&Sha256::digest(&self.0)[..6]))
        }
    }
}

impl fmt::Display for MessageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}>", self.0)
    }
}

/// Lower case, and `-` for whatever is not safe in an id.
fn word(text: &str) -> String {
    let word: String = text
        .chars()
        .map(|c| match c {
            'a'..='z' | '0'..='9' | '_' | '-' => c,
            'A'..='Z' => c.to_ascii_lowercase(),
            _ => '-',
        })
        .take(40)
        .collect();
    if word.is_empty() { "-".into() } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_mail_is_told_by_its_place_in_the_battle() {
        let id = MessageId::of_mail("5fa2c0ffee112233445566", 12, "Rome", "report", "pbem.example").unwrap();
        assert_eq!(id.to_string(), "<5fa2c0ffee112233.12.rome.report@pbem.example>");
        assert_eq!(id.file_stem(), "5fa2c0ffee112233.12.rome.report@pbem.example");
    }

    #[test]
    fn an_id_that_would_break_a_header_is_refused() {
        for bad in ["a b@c", "a@b\r\nBcc: x", "<a@b> <c@d>", "plain", ""] {
            assert!(MessageId::parse(bad).is_err(), "{bad:?}");
        }
        assert!(MessageId::of_mail("aa", 1, "r", "k", "ho st").is_err());
        assert!(MessageId::of_mail("aa", 1, "r", "k", "").is_err());
    }

    #[test]
    fn different_ids_have_different_files() {
        let a = MessageId::parse("x/y@h").unwrap().file_stem();
        let b = MessageId::parse("x_y@h").unwrap().file_stem();
        let up = MessageId::parse("../../etc@h").unwrap().file_stem();
        assert_ne!(a, b);
        assert!(!up.contains('/') && !up.starts_with('.'));
    }
}
