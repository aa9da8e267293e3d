//! Mail that was decided on and is not yet known to be gone.
//!
//! A mail is first a file here, then sent, then moved to `sent`. A crash between sending and
//! moving sends the same bytes with the same Message-ID once more, and never loses a mail.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::compose::Composed;
use super::error::MailError;
use super::message_id::MessageId;
use super::route::Route;
use super::transport::{Left, Transport};
use super::tries::{self, Tries};
use tess_disk::{durable, private_folder};

/// A directory of mails to send, with a directory `sent` in it.
#[derive(Debug, Clone)]
pub struct Outbox {
    root: PathBuf,
}

/// What `put` did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Put {
    /// The mail is now waiting.
    Written,
    /// A mail of this Message-ID is waiting already; its bytes are kept, whatever the new ones say.
    Waiting,
    /// It was sent before; nothing was done. `again` would send the same bytes once more.
    Sent,
}

/// What became of one waiting mail.
#[derive(Debug)]
pub struct Sent {
    /// File name in the outbox.
    pub name: String,
    /// `Err` when it still waits; see `MailError::is_permanent`.
    pub result: Result<Left, MailError>,
}

impl Outbox {
    /// Opens the outbox, making the directories when they are missing.
    ///
    /// # Errors
    /// `MailError::Io`.
    pub fn open(root: &Path) -> Result<Self, MailError> {
        let sent = root.join("sent");
        private_folder::make(&sent).map_err(MailError::io("make", &sent))?;
        Ok(Self { root: root.to_path_buf() })
    }

    /// Keeps a mail for sending; after this it survives a crash. The first bytes under a
    /// Message-ID stay: a second run may have made others, of another date, and a receiver must
    /// never see two mails of one id.
    ///
    /// # Errors
    /// `MailError::Io`.
    pub fn put(&self, mail: &Composed) -> Result<Put, MailError> {
        let name = file_name(&mail.id);
        if self.root.join("sent").join(&name).exists() {
            Ok(Put::Sent)
        } else if self.root.join(&name).exists() {
            Ok(Put::Waiting)
        } else {
            durable::write(&self.root, &name, &mail.bytes)?;
            Ok(Put::Written)
        }
    }

    /// Queues a mail that was sent once more, byte for byte: the answer to a mail that came twice.
    /// False when no mail of this id was sent.
    ///
    /// # Errors
    /// `MailError::Io`.
    pub fn again(&self, id: &MessageId) -> Result<bool, MailError> {
        let name = file_name(id);
        let sent = self.root.join("sent").join(&name);
        if !sent.exists() {
            return Ok(false);
        }
        durable::relocate(&sent, &self.root.join(&name))?;
        Ok(true)
    }

    /// Names of the waiting mails, numbers in them sorted as numbers, so that a battle's mails go
    /// in order.
    ///
    /// # Errors
    /// `MailError::Io`.
    pub fn waiting(&self) -> Result<Vec<String>, MailError> {
        let mut names = durable::names(&self.root, |n| n.ends_with(".eml"))?;
        names.sort_by_cached_key(|n| natural(n));
        Ok(names)
    }

    /// The bytes of a waiting mail.
    ///
    /// # Errors
    /// `MailError::Io`.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, MailError> {
        let path = self.root.join(name);
        fs::read(&path).map_err(MailError::io("read", &path))
    }

    /// To whom a waiting mail goes; nothing when that cannot be read.
    #[must_use]
    pub fn receivers(&self, name: &str) -> String {
        let route = self.read(name).and_then(|bytes| Route::of(&bytes));
        route.map(|route| route.receivers()).unwrap_or_default()
    }

    /// Sends all that waits. A mail that fails stays and does not hold up the others; whoever
    /// calls this again sends the same bytes again.
    ///
    /// # Errors
    /// `MailError::Io` when the outbox itself cannot be listed.
    pub fn flush(&self, transport: &Transport) -> Result<Vec<Sent>, MailError> {
        Ok(self.send_each(transport, self.waiting()?, |_| ()))
    }

    /// Sends those whose time has come; what fails is noted with the time of the next try.
    ///
    /// # Errors
    /// `MailError::Io` when the outbox itself fails.
    pub fn flush_due(&self, transport: &Transport, now: i64) -> Result<Vec<Sent>, MailError> {
        let known = self.tries()?;
        let waiting = self.waiting()?;
        let mut tries = known.clone();
        tries.retain(|name, _| waiting.contains(name));
        let is_due = |name: &String| tries.get(name).is_none_or(|tries| now >= tries.next);
        let due = waiting.into_iter().filter(is_due).collect();
        let sent = self.send_each(transport, due, |Sent { name, result }| match result {
            Ok(_) => drop(tries.remove(name)),
            Err(_) => drop(tries.insert(name.clone(), Tries::more(tries.get(name).copied(), now))),
        });
        if tries != known {
            tries::write(&self.root, &tries)?;
        }
        Ok(sent)
    }

    /// The waiting mails that could not be sent by `flush_due`.
    ///
    /// # Errors
    /// `MailError::Io`.
    pub fn tries(&self) -> Result<BTreeMap<String, Tries>, MailError> {
        tries::read(&self.root)
    }

    /// Sends these in their order, until the server is out of reach, and shows what became of each.
    fn send_each(&self, transport: &Transport, names: Vec<String>, mut show: impl FnMut(&Sent)) -> Vec<Sent> {
        let mut sent = Vec::new();
        for name in names {
            let result = self.one(transport, &name);
            let unreached = result.as_ref().is_err_and(MailError::is_unreached);
            let done = Sent { name, result };
            show(&done);
            sent.push(done);
            if unreached {
                break;
            }
        }
        sent
    }

    fn one(&self, transport: &Transport, name: &str) -> Result<Left, MailError> {
        let bytes = self.read(name)?;
        transport.send(&bytes)?;
        durable::relocate(&self.root.join(name), &self.root.join("sent").join(name))?;
        transport.left(&bytes)
    }

    /// Gives a waiting mail up: into `refused`, for a person to look at.
    ///
    /// # Errors
    /// `MailError::Io`.
    pub fn give_up(&self, name: &str) -> Result<(), MailError> {
        let refused = self.root.join("refused");
        private_folder::make(&refused).map_err(MailError::io("make", &refused))?;
        Ok(durable::relocate(&self.root.join(name), &refused.join(name))?)
    }
}

fn file_name(id: &MessageId) -> String {
    format!("{}.eml", id.file_stem())
}

/// Text and numbers by turns, for sorting `x.9.y` before `x.10.y`. Only runs between dots count
/// as numbers, since game ids are hex.
fn natural(name: &str) -> Vec<(u64, String)> {
    name.split('.')
        .map(|word| match word.parse::<u64>() {
            Ok(number) if word.len() < 16 => (number, String::new()),
            _ => (u64::MAX, word.to_owned()),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maildir::Maildir;

    fn mail(seq: u64, text: &str) -> Composed {
        let id = MessageId::of_mail("5fa2c0ff", seq, "rome", "report", "h.example").unwrap();
        let bytes = format!(
            "From: game@h.example\r\nTo: bob@b.example\r\nMessage-ID: {id}\r\n\
             Date: Tue, 3 Mar 2026 04:05:06 +0000\r\n\r\n{text}\r\n"
        )
        .into_bytes();
        Composed { id, bytes }
    }

    #[test]
    fn a_mail_is_kept_once_sent_once_and_can_be_sent_again() {
        let dir = tempfile::tempdir().unwrap();
        let outbox = Outbox::open(&dir.path().join("out")).unwrap();
        let inbox = Maildir::create(&dir.path().join("in")).unwrap();
        let transport = Transport::Maildir(inbox.root().to_path_buf());
        assert_eq!(outbox.put(&mail(10, "first")).unwrap(), Put::Written);
        assert_eq!(outbox.put(&mail(10, "other")).unwrap(), Put::Waiting);
        assert_eq!(outbox.put(&mail(9, "nine")).unwrap(), Put::Written);
        let sent = outbox.flush(&transport).unwrap();
        assert!(sent.iter().all(|s| s.result.is_ok()), "{sent:?}");
        assert!(sent[0].name.contains(".9.") && sent[1].name.contains(".10."));
        assert_eq!(outbox.flush(&transport).unwrap().len(), 0);
        assert_eq!(outbox.put(&mail(10, "other")).unwrap(), Put::Sent);
        assert!(outbox.again(&mail(10, "").id).unwrap());
        assert!(!outbox.again(&mail(11, "").id).unwrap());
        assert_eq!(outbox.flush(&transport).unwrap().len(), 1);
        let got: Vec<Vec<u8>> =
            inbox.list(false).unwrap().iter().map(|p| inbox.read(p).unwrap().bytes).collect();
        assert_eq!(got.len(), 3);
        assert_eq!(got.iter().filter(|b| **b == mail(10, "first").bytes).count(), 2);
    }

    #[test]
    fn a_crash_after_sending_leads_to_the_same_bytes_twice() {
        let dir = tempfile::tempdir().unwrap();
        let outbox = Outbox::open(dir.path()).unwrap();
        outbox.put(&mail(1, "x")).unwrap();
        let inbox = Maildir::create(&dir.path().join("in")).unwrap();
        let transport = Transport::Maildir(inbox.root().to_path_buf());
        // sent, and the power fails before the move to `sent`
        transport.send(&outbox.read(&outbox.waiting().unwrap()[0]).unwrap()).unwrap();
        let outbox = Outbox::open(dir.path()).unwrap();
        outbox.flush(&transport).unwrap();
        let list = inbox.list(false).unwrap();
        assert_eq!(list.len(), 2);
        assert_eq!(inbox.read(&list[0]).unwrap().bytes, inbox.read(&list[1]).unwrap().bytes);
    }

    #[test]
    fn a_torn_file_is_no_mail() {
        let dir = tempfile::tempdir().unwrap();
        let outbox = Outbox::open(dir.path()).unwrap();
        fs::write(dir.path().join(".x.eml.1.part"), "From: ga").unwrap();
        assert_eq!(outbox.waiting().unwrap().len(), 0);
    }

    #[test]
    fn a_failing_mail_stays_and_holds_up_no_other() {
        let dir = tempfile::tempdir().unwrap();
        let outbox = Outbox::open(&dir.path().join("out")).unwrap();
        let mut bad = mail(1, "x");
        bad.bytes = b"Subject: nobody\r\n\r\n".to_vec();
        outbox.put(&bad).unwrap();
        outbox.put(&mail(2, "y")).unwrap();
        let inbox = Maildir::create(&dir.path().join("in")).unwrap();
        let sent = outbox.flush(&Transport::Maildir(inbox.root().to_path_buf())).unwrap();
        assert!(sent[0].result.as_ref().is_err_and(MailError::is_permanent));
        assert!(sent[1].result.is_ok());
        let left = outbox.waiting().unwrap();
        assert_eq!(left.len(), 1);
        outbox.give_up(&left[0]).unwrap();
        assert_eq!(outbox.waiting().unwrap().len(), 0);
        assert_eq!(inbox.list(false).unwrap().len(), 1);
    }
}
