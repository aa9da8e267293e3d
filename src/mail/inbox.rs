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
///
/// Mail comes into `new`; in `cur` lies some that was not seen only when somebody else's program has put it
/// there, beside all that ever was. So `cur` is read at first, and then the more seldom the longer nothing
/// was found in it.
#[derive(Debug)]
pub struct MaildirBox {
    maildir: Maildir,
    left: BTreeSet<PathBuf>,
    /// Fetches until `cur` is read again.
    rests: u32,
    /// How many of them there are between two readings of it.
    pause: u32,
}

/// `cur` is read at every so-manieth fetch at the latest.
const LONGEST_PAUSE: u32 = 64;

impl MaildirBox {
    /// The box of a Maildir.
    #[must_use]
    pub fn new(maildir: Maildir) -> MaildirBox {
        MaildirBox { maildir, left: BTreeSet::new(), rests: 0, pause: 0 }
    }
}

impl Inbox for MaildirBox {
    fn fetch(&mut self, most: usize) -> Result<Vec<RawMail>, MailError> {
        let paths = if self.rests > 0 {
            self.rests -= 1;
            self.maildir.list_new()?
        } else {
            let paths = self.maildir.list(false)?;
            let old = paths.iter().any(|path| !self.left.contains(path) && self.maildir.is_old(path));
            self.pause = if old { 0 } else { (2 * self.pause).clamp(1, LONGEST_PAUSE) };
            self.rests = self.pause;
            paths
        };
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

    #[test]
    fn what_somebody_has_moved_to_cur_unseen_is_found_in_time() {
        let dir = tempfile::tempdir().unwrap();
        let maildir = Maildir::create(dir.path()).unwrap();
        let mut inbox = MaildirBox::new(maildir.clone());
        for _ in 0..500 {
            assert!(inbox.fetch(9).unwrap().is_empty());
        }
        let path = maildir.deliver(b"Subject: 1\n\nx\n", 1).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        std::fs::rename(&path, dir.path().join("cur").join(format!("{name}:2,"))).unwrap();
        let found = (0..=LONGEST_PAUSE).map(|_| inbox.fetch(9).unwrap()).find(|mails| !mails.is_empty());
        inbox.acknowledge(&found.expect("it is found")[0]).unwrap();
        assert!((0..500).all(|_| inbox.fetch(9).unwrap().is_empty()), "it is seen now");
    }
}
