//! What can go wrong between the disk, the wire and a mail.

use std::io;
use std::path::{Path, PathBuf};

use tess_disk::DiskError;

/// Why mail could not be read, written or sent. A refused mail is to be set aside (quarantined);
/// it says nothing about the next one.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The mail is larger than `limits::MAX_BYTES`.
    #[error("mail is larger than {limit} bytes; send the archive as a file instead")]
    TooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// More MIME parts than `limits::MAX_PARTS`, nested mails counted.
    #[error("mail has more than {limit} parts; forward only the .tess attachment")]
    TooManyParts {
        /// The limit.
        limit: usize,
    },
    /// Deeper than `limits::MAX_NESTING`.
    #[error("mail is nested deeper than {limit}; forward only the .tess attachment")]
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// Nothing but white space.
    #[error("mail is empty; save the whole message with its headers")]
    Empty,
    /// No header field and no block.
    #[error("not a mail and no block in it; save the whole message as .eml")]
    NotAMail,
    /// The MIME parser failed; only this mail is lost to us.
    #[error("the mail parser failed on this mail; keep it and send the .tess part by hand")]
    Parser,
    /// An address a person gave.
    #[error("{given:?} is not a mail address: {why}; write name@host.example")]
    Address {
        /// What was given.
        given: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A message identifier that must not go into a header.
    #[error("{given:?} cannot be a message id; write letters, digits, . _ + - and one @")]
    MessageId {
        /// What was given.
        given: String,
    },
    /// A letter that cannot be put into a mail.
    #[error("cannot compose: {0}")]
    Compose(String),
    /// A directory that is not a Maildir.
    #[error("{} is not a Maildir; it needs the folders cur, new and tmp; a mail in a file is named by its file", .0.display())]
    NotAMaildir(PathBuf),
    /// An `smtp://` address of a server that cannot be used.
    #[error("cannot send through {url}: {why}")]
    SmtpUrl {
        /// The address, without a password.
        url: String,
        /// What is wrong and what to write.
        why: String,
    },
    /// An `imap://` address of a mailbox that cannot be used.
    #[error("cannot read mail from {url}: {why}")]
    ImapUrl {
        /// The address, without a password.
        url: String,
        /// What is wrong and what to write.
        why: String,
    },
    /// An IMAP server that does not answer, or refuses.
    #[error("{url}: {why}")]
    Imap {
        /// The address, without a password.
        url: String,
        /// What the server said, or what happened to the connection.
        why: String,
    },
    /// A server with which no TLS can be spoken, or that is not believed to be what its name says.
    #[error("{host}: {why}")]
    Tls {
        /// The server.
        host: String,
        /// What is wrong, and what to do.
        why: String,
    },
    /// A file of certificates that cannot be used.
    #[error("no certificates in {}: {why}; write the path of a file in PEM after ca=", .path.display())]
    Certificates {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A file with a password that cannot be read, or that others may read.
    #[error("no password: {0}")]
    Password(Box<DiskError>),
    /// A mail in the outbox without a usable From or To.
    #[error("mail has no usable {0} field; compose it again")]
    Route(&'static str),
    /// The server or the wire refused.
    #[error("{}: {why}", if *.permanent { "refused for good" } else { "not sent, will try again" })]
    Send {
        /// An answer of the 5xx kind: trying again does not help (RFC 5321 4.2.1).
        permanent: bool,
        /// The server could not be reached or kept silent, so that other mails need not be tried now.
        unreached: bool,
        /// What the server said.
        why: String,
    },
    /// A file could not be read or written.
    #[error("cannot {doing} {}: {source}", .path.display())]
    Io {
        /// `read`, `write`, ...
        doing: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl MailError {
    /// Turns an I/O error into one that names the file; for `map_err`.
    pub fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |source| Self::Io { doing, path, source }
    }

    /// What would be right, where that is not said with what is wrong.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::Password(source) => source.help(),
            _ => None,
        }
    }

    /// True when the server could not be reached or kept silent: whoever has more for it tries later.
    #[must_use]
    pub fn is_unreached(&self) -> bool {
        matches!(self, Self::Send { unreached: true, .. })
    }

    /// True when sending the same bytes again cannot help.
    #[must_use]
    pub fn is_permanent(&self) -> bool {
        match self {
            Self::Send { permanent, .. } => *permanent,
            Self::Io { .. }
            | Self::Imap { .. }
            | Self::Tls { .. }
            | Self::Certificates { .. }
            | Self::Password(_) => false,
            _ => true,
        }
    }
}

impl From<DiskError> for MailError {
    fn from(error: DiskError) -> MailError {
        match error {
            DiskError::Io { what, path, source } => MailError::Io { doing: what, path, source },
            shared @ DiskError::Shared { .. } => MailError::Password(Box::new(shared)),
        }
    }
}
