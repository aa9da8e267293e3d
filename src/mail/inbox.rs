//! A place that mail comes to again and again.

use super::error::MailError;
use super::raw::RawMail;
use super::source::Source;

/// Mail that waits somewhere: a Maildir, a mailbox of an IMAP server.
pub trait Inbox {
    /// Mails that wait, the oldest first, at most so many. One that cannot be read is left out and comes again.
    ///
    /// # Errors
    /// When the place cannot be reached.
    fn fetch(&mut self, most: usize) -> Result<Vec<RawMail>, MailError>;

    /// Says that a mail is safe in our own journal, so that it comes no more.
    ///
    /// # Errors
    /// When that cannot be noted; the mail comes once more, which does no harm.
    fn acknowledge(&mut self, mail: &RawMail) -> Result<(), MailError>;

    /// Its name for the log, without a password.
    fn name(&self) -> String;
}

impl Inbox for Source {
    fn fetch(&mut self, most: usize) -> Result<Vec<RawMail>, MailError> {
        Ok(self.mails()?.filter_map(Result::ok).take(most).collect())
    }

    fn acknowledge(&mut self, mail: &RawMail) -> Result<(), MailError> {
        Source::acknowledge(self, mail)
    }

    fn name(&self) -> String {
        match self {
            Source::Maildir(maildir) => maildir.root().display().to_string(),
            Source::Mbox(path) | Source::Eml(path) => path.display().to_string(),
            Source::Stdin => "standard input".to_owned(),
        }
    }
}
