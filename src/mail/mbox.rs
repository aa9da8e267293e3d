//! The mails of an mbox file, one after the other.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use super::error::MailError;
use super::limits;
use super::raw::{Origin, RawMail};

/// Longest piece of a line that is read at once, in bytes.
const PIECE: u64 = 64 * 1024;

/// Reads an mbox file in the mboxrd form: a line `From ` at the start or after an empty line begins
/// and with a time in it begins a mail, `>From ` with any number of `>` has one too many. (mboxo cannot be
/// told from it; blocks do not care.) The `From ` line stays with its mail, since it names the envelope
/// sender. Memory is bounded by one mail at its limit, whatever the file holds.
#[derive(Debug)]
pub struct Mbox {
    path: PathBuf,
    reader: BufReader<File>,
    /// The `From ` line that ended the mail before.
    start: Option<Vec<u8>>,
    count: usize,
    begun: bool,
}

impl Mbox {
    /// Opens the file.
    ///
    /// # Errors
    /// `MailError::Io`.
    pub fn open(path: &Path) -> Result<Self, MailError> {
        let file = File::open(path).map_err(MailError::io("read", path))?;
        Ok(Self {
            path: path.to_path_buf(),
            reader: BufReader::new(file),
            start: None,
            count: 0,
            begun: false,
        })
    }

    fn piece(&mut self) -> Result<Vec<u8>, MailError> {
        let mut piece = Vec::new();
        (&mut self.reader)
            .take(PIECE)
            .read_until(b'\n', &mut piece)
            .map_err(MailError::io("read", &self.path))?;
        Ok(piece)
    }

    fn mail(&mut self) -> Result<Option<RawMail>, MailError> {
        let mut bytes = self.start.take().unwrap_or_default();
        let mut line_start = true;
        let mut after_empty = !self.begun;
        loop {
            let piece = self.piece()?;
            if piece.is_empty() {
                break;
            }
            let is_start = line_start && after_empty && is_postmark(&piece);
            if is_start && self.begun {
                self.start = Some(piece);
                break;
            }
            self.begun = true;
            let marks = piece.iter().take_while(|&&b| b == b'>').count();
            let quoted = line_start && marks > 0 && piece[marks..].starts_with(b"From ");
            after_empty = line_start && matches!(piece.as_slice(), b"\n" | b"\r\n");
            line_start = piece.ends_with(b"\n");
            // what is over the limit is read and dropped, but for the byte that tells of it
            let room = (limits::MAX_BYTES + 1).saturating_sub(bytes.len());
            let kept = &piece[usize::from(quoted)..];
            bytes.extend_from_slice(&kept[..kept.len().min(room)]);
        }
        if bytes.trim_ascii().is_empty() {
            return Ok(None);
        }
        // the empty line before the next `From ` belongs to the mbox
        if bytes.ends_with(b"\r\n\r\n") {
            bytes.truncate(bytes.len() - 2);
        } else if bytes.ends_with(b"\n\n") {
            bytes.truncate(bytes.len() - 1);
        }
        self.count += 1;
        let origin = Origin::Mbox(self.path.clone(), self.count);
        Ok(Some(RawMail::new(bytes, origin)))
    }
}

/// `From sender Tue Mar  3 04:05:06 2026` (RFC 4155): the time of day is asked for, since careless
/// writers leave a text that begins with `From ` as it is.
fn is_postmark(line: &[u8]) -> bool {
    line.starts_with(b"From ")
        && line.windows(5).any(|w| w[2] == b':' && [w[0], w[1], w[3], w[4]].iter().all(u8::is_ascii_digit))
}

impl Iterator for Mbox {
    type Item = Result<RawMail, MailError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.mail().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("box");
        std::fs::write(&path, text).unwrap();
        Mbox::open(&path).unwrap().map(|m| String::from_utf8(m.unwrap().bytes).unwrap()).collect()
    }

    #[test]
    fn mails_are_parted_at_from_lines_after_an_empty_line() {
        let mails = read(
            "From a@b Mon Mar  2 04:05:06 2026\nSubject: 1\n\nFrom here on\n>From there\n\
             >>From far\n\nFrom c@d Tue Mar  3 04:05:06 2026\nSubject: 2\n\nx\n",
        );
        assert_eq!(mails.len(), 2);
        assert_eq!(
            mails[0],
            "From a@b Mon Mar  2 04:05:06 2026\nSubject: 1\n\nFrom here on\nFrom there\n>From far\n"
        );
        assert_eq!(mails[1], "From c@d Tue Mar  3 04:05:06 2026\nSubject: 2\n\nx\n");
    }

    #[test]
    fn an_empty_box_has_no_mail_and_a_plain_mail_is_one() {
        assert_eq!(read("").len(), 0);
        assert_eq!(read("\n\n").len(), 0);
        assert_eq!(read("Subject: x\n\ny\n"), ["Subject: x\n\ny\n"]);
    }

    #[test]
    fn a_huge_line_is_cut_and_the_next_mail_is_found() {
        let mails = read(&format!(
            "From a\nSubject: 1\n\n{}\n\nFrom b 04:05\nSubject: 2\n\ny\n",
            "x".repeat(3 * limits::MAX_BYTES)
        ));
        assert_eq!(mails.len(), 2);
        assert_eq!(mails[0].len(), limits::MAX_BYTES + 1);
        assert_eq!(mails[1], "From b 04:05\nSubject: 2\n\ny\n");
    }
}
