//! One mail from a file or a pipe.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::error::MailError;
use super::limits;
use super::raw::{Origin, RawMail};

/// Reads one mail (RFC 5322, with LF or CRLF), at most one byte more than a mail may have, so that
/// opening it says that it is too large.
///
/// # Errors
/// The reader's error.
pub fn read(reader: impl Read, origin: Origin) -> io::Result<RawMail> {
    let mut bytes = Vec::new();
    reader.take(limits::MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(RawMail::new(bytes, origin))
}

/// Reads the one mail in a file.
///
/// # Errors
/// `MailError::Io`.
pub fn read_file(path: &Path, origin: Origin) -> Result<RawMail, MailError> {
    File::open(path).and_then(|file| read(file, origin)).map_err(MailError::io("read", path))
}
