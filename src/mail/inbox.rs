//! A place that mail comes to again and again.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::error::MailError;
use super::maildir::Maildir;
use super::raw::{Origin, RawMail};

/// Mail that waits somewhere: a Maildir, a mailbox of an IMAP server.
pub trait Inbox {
    /// Mails that wait, the oldest first, at most so many. One that cannot be read is left out and comes
    /// again.
    ///
    /// # Errors
    /// When the place cannot be reached.
    fn fetch(&mut self, most: usize) -> Result<Vec<RawMail>, MailError>;

    /// Says that a mail is safe in our own journal, so that it comes no more.
    ///
    /// # Errors
    /// When that cannot be noted; the mail comes once more, which does no harm.
    fn acknowledge(&mut self, mail: &RawMail) -> Result<(), MailError>;

    /// Says that a mail is none of ours: it stays as it is, for somebody else, and is not fetched again by
    /// this process.
    fn leave(&mut self, mail: &RawMail);

    /// Its name for the log, without a password.
    fn name(&self) -> String;
}

/// What was not yet seen in a Maildir; what is acknowledged is marked as seen.
#[derive(Debug)]
pub struct MaildirBox {
    maildir: Maildir,
    left: BTreeSet<PathBuf>,
}

impl MaildirBox {
    /// The box of a Maildir.
    #[must_use]
    pub fn new(maildir: Maildir) -> MaildirBox {
        MaildirBox { maildir, left: BTreeSet::new() }
    }
}

impl Inbox for MaildirBox {
    fn fetch(&mut self, most: usize) -> Result<Vec<RawMail>, MailError> {
        let paths = self.maildir.list(false)?;
        let ours = paths.iter().filter(|path| !self.left.contains(*path));
        Ok(ours.filter_map(|path| self.maildir.read(path).ok()).take(most).collect())
    }

    fn acknowledge(&mut self, mail: &RawMail) -> Result<(), MailError> {
        match &mail.origin {
            Origin::Maildir(path) => self.maildir.mark_seen(path),
            _ => Ok(()),
        }
    }

    fn leave(&mut self, mail: &RawMail) {
        if let Origin::Maildir(path) = &mail.origin {
            self.left.insert(path.clone());
        }
    }

    fn name(&self) -> String {
        self.maildir.root().display().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_stays_and_what_is_acknowledged_is_seen() {
        let dir = tempfile::tempdir().unwrap();
        let maildir = Maildir::create(dir.path()).unwrap();
        for n in 0..3 {
            maildir.deliver(format!("Subject: {n}\n\nx\n").as_bytes(), n).unwrap();
        }
        let mut inbox = MaildirBox::new(maildir.clone());
        let first = inbox.fetch(2).unwrap();
        assert_eq!(first.len(), 2);
        inbox.leave(&first[0]);
        inbox.acknowledge(&first[1]).unwrap();
        assert_eq!(inbox.fetch(9).unwrap().len(), 1);
        assert_eq!(maildir.list(false).unwrap().len(), 2, "what is left is not seen");
        assert_eq!(MaildirBox::new(maildir).fetch(9).unwrap().len(), 2, "another process finds it again");
    }
}
