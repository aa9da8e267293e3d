//! A mail as it came, before anything was believed about it.

use std::fmt;
use std::path::PathBuf;

use sha2::{Digest, Sha256};

use super::address::parse_address;

/// SHA-256 of the raw bytes: the key under which a mail is journalled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct MailId([u8; 32]);

impl MailId {
    /// The id of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The first 16 hex digits, for file names.
    #[must_use]
    pub fn short(&self) -> String {
        data_encoding::HEXLOWER.encode(&self.0[..8])
    }
}

impl fmt::Display for MailId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&data_encoding::HEXLOWER.encode(&self.0))
    }
}

/// Where a mail came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A file of a Maildir.
    Maildir(PathBuf),
    /// The n-th mail (from 1) of an mbox file.
    Mbox(PathBuf, usize),
    /// A file with one mail.
    Eml(PathBuf),
    /// Standard input.
    Stdin,
    /// A mail in a mailbox of an IMAP server.
    Imap {
        /// The numbering (UIDVALIDITY) that its number is of.
        validity: u32,
        /// Its number (UID).
        uid: u32,
    },
    /// Given by the caller (tests, other programs).
    Memory,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Maildir(path) | Self::Eml(path) => write!(f, "{}", path.display()),
            Self::Mbox(path, n) => write!(f, "{} (mail {n})", path.display()),
            Self::Stdin => f.write_str("standard input"),
            Self::Imap { uid, .. } => write!(f, "mail {uid} of the mailbox"),
            Self::Memory => f.write_str("memory"),
        }
    }
}

/// Bytes of a mail in which a field of its header is looked for.
const HEAD: usize = 16 * 1024;

/// One mail, unread. A source keeps at most one byte more than the limit of a mail, so that an
/// oversize mail is refused and not held in memory; its id is then the id of what was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawMail {
    /// Hash of `bytes`.
    pub id: MailId,
    /// Header and body as they came.
    pub bytes: Vec<u8>,
    /// Where from.
    pub origin: Origin,
}

impl RawMail {
    /// Wraps bytes from anywhere.
    #[must_use]
    pub fn new(bytes: Vec<u8>, origin: Origin) -> Self {
        Self { id: MailId::of(&bytes), bytes, origin }
    }

    /// The subject as its header has it, nothing decoded: for a mail that is refused unread.
    #[must_use]
    pub fn bare_subject(&self) -> String {
        self.bare(b"subject:")
    }

    /// The address that its header says it is from, in lower case; empty when there is none that can be
    /// read.
    #[must_use]
    pub fn bare_sender(&self) -> String {
        let from = parse_address(&self.bare(b"from:"));
        from.map(|mailbox| mailbox.email.to_string().to_ascii_lowercase()).unwrap_or_default()
    }

    /// A field of the header, its folded lines joined, nothing decoded; its name with a colon, in lower
    /// case.
    fn bare(&self, field: &[u8]) -> String {
        let head = &self.bytes[..self.bytes.len().min(HEAD)];
        let lines = head.split(|b| *b == b'\n').map(<[u8]>::trim_ascii_end);
        let fields = lines.take_while(|line| !line.is_empty());
        let mut fields = fields
            .skip_while(|line| !line.get(..field.len()).is_some_and(|name| name.eq_ignore_ascii_case(field)));
        let Some(first) = fields.next() else { return String::new() };
        let folded = fields.take_while(|line| line.first().is_some_and(u8::is_ascii_whitespace));
        let value: Vec<u8> =
            std::iter::once(&first[field.len()..]).chain(folded).collect::<Vec<_>>().concat();
        String::from_utf8_lossy(&value).trim().replace('\t', " ")
    }
}
