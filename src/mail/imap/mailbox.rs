//! The mailbox as an inbox: what is unread comes, what is safe is marked, moved or taken away, and nothing
//! else is touched.

use std::collections::{BTreeMap, BTreeSet};

use imap::Session;
use imap::types::Uid;

use super::{ImapUrl, Then};
use crate::error::MailError;
use crate::inbox::Inbox;
use crate::limits;
use crate::line::Line;
use crate::raw::{Origin, RawMail};

/// After so many failures a mail that the server or we cannot read is left where it is.
const MOST_TRIES: u32 = 3;

/// A mailbox on a server. Connected when it is first needed, and again after a failure.
pub struct ImapBox {
    url: ImapUrl,
    room: Option<Room>,
    /// The numbering (UIDVALIDITY) that the numbers below are of.
    validity: u32,
    left: BTreeSet<Uid>,
    failed: BTreeMap<Uid, u32>,
}

/// A session in the folder.
struct Room {
    session: Session<Line>,
    /// Can one mail be taken away and no other (UIDPLUS, RFC 4315)?
    plucks: bool,
    /// Can it move mail (RFC 6851)?
    moves: bool,
}

impl Room {
    fn enter(url: &ImapUrl) -> Result<(Room, u32), MailError> {
        let failed = |e: imap::Error| url.failed(&e);
        let mut session = url.enter()?;
        if let Then::Move(folder) = &url.then
            && session.list(None, Some(folder)).map_err(failed)?.is_empty()
        {
            session.create(folder).map_err(failed)?;
        }
        let folder = session.select(&url.folder).map_err(failed)?;
        let able = session.capabilities().map_err(failed)?;
        let (plucks, moves) = (able.has_str("UIDPLUS"), able.has_str("MOVE"));
        Ok((Room { session, plucks, moves }, folder.uid_validity.unwrap_or_default()))
    }

    /// One byte more than a mail may have, so that its size shows. Nothing when the mail has gone since.
    fn body(&mut self, uid: Uid) -> Result<Option<Vec<u8>>, imap::Error> {
        let what = format!("(UID BODY.PEEK[]<0.{}>)", limits::MAX_BYTES + 1);
        let fetched = self.session.uid_fetch(uid.to_string(), what)?;
        let body = fetched.iter().find(|one| one.uid == Some(uid)).and_then(|one| one.body());
        // whatever the server says, no more than was asked for
        Ok(body.map(|bytes| bytes[..bytes.len().min(limits::MAX_BYTES + 1)].to_vec()))
    }

    /// First it is marked as seen: if the rest fails, the mail stays and does not come again.
    fn settle(&mut self, uid: Uid, then: &Then) -> Result<(), imap::Error> {
        let uid = uid.to_string();
        self.session.uid_store(&uid, "+FLAGS.SILENT (\\Seen)")?;
        match then {
            Then::Seen => Ok(()),
            Then::Delete => self.pluck(&uid),
            Then::Move(folder) if self.moves => self.session.uid_mv(&uid, folder),
            Then::Move(folder) => {
                self.session.uid_copy(&uid, folder)?;
                self.pluck(&uid)
            }
        }
    }

    /// Where the server cannot take one mail away it is only marked: EXPUNGE would take everybody's.
    fn pluck(&mut self, uid: &str) -> Result<(), imap::Error> {
        self.session.uid_store(uid, "+FLAGS.SILENT (\\Deleted)")?;
        if self.plucks {
            self.session.uid_expunge(uid)?;
        }
        Ok(())
    }
}

impl ImapBox {
    /// The mailbox of an address.
    #[must_use]
    pub fn new(url: ImapUrl) -> ImapBox {
        ImapBox { url, room: None, validity: 0, left: BTreeSet::new(), failed: BTreeMap::new() }
    }

    /// Does something in the mailbox; a failure ends the session.
    fn with<T>(&mut self, work: impl FnOnce(&mut Room) -> Result<T, imap::Error>) -> Result<T, MailError> {
        let mut room = self.enter()?;
        let done = work(&mut room).map_err(|e| self.url.failed(&e))?;
        self.room = Some(room);
        Ok(done)
    }

    /// The open session, or a new one. With another numbering what is known of the old numbers is worth
    /// nothing.
    fn enter(&mut self) -> Result<Room, MailError> {
        if let Some(room) = self.room.take() {
            return Ok(room);
        }
        let (room, validity) = Room::enter(&self.url)?;
        if validity != self.validity {
            (self.left, self.failed, self.validity) = (BTreeSet::new(), BTreeMap::new(), validity);
        }
        Ok(room)
    }

    /// A mail's bytes. One at which the server or we fail again and again is left, so that it holds up no
    /// other; a broken connection is no fault of the mail.
    fn body(&mut self, uid: Uid) -> Result<Option<Vec<u8>>, MailError> {
        let mut room = self.enter()?;
        match room.body(uid) {
            Ok(body) => {
                self.room = Some(room);
                Ok(body)
            }
            Err(error) => {
                if !matches!(error, imap::Error::Io(_) | imap::Error::ConnectionLost) {
                    let tries = self.failed.entry(uid).or_insert(0);
                    *tries += 1;
                    if *tries >= MOST_TRIES {
                        self.left.insert(uid);
                    }
                }
                let MailError::Imap { url, why } = self.url.failed(&error) else { return Ok(None) };
                Err(MailError::Imap { url, why: format!("mail {uid} cannot be fetched: {why}") })
            }
        }
    }
}

impl Inbox for ImapBox {
    fn fetch(&mut self, most: usize) -> Result<Vec<RawMail>, MailError> {
        let found = self.with(|room| room.session.uid_search("UNSEEN UNDELETED"))?;
        let uids: BTreeSet<Uid> = found.into_iter().filter(|uid| !self.left.contains(uid)).collect();
        let mut mails = Vec::new();
        for uid in uids.into_iter().take(most) {
            match self.body(uid) {
                Ok(None) => {}
                Ok(Some(bytes)) => {
                    mails.push(RawMail::new(bytes, Origin::Imap { validity: self.validity, uid }));
                }
                // what came before the connection broke is not fetched twice
                Err(_) if !mails.is_empty() => break,
                Err(error) => return Err(error),
            }
        }
        Ok(mails)
    }

    fn acknowledge(&mut self, mail: &RawMail) -> Result<(), MailError> {
        let Origin::Imap { validity, uid } = mail.origin else { return Ok(()) };
        let room = self.enter()?;
        self.room = Some(room);
        // the number may be another mail's by now; ours comes again, and is known then
        if validity != self.validity {
            return Ok(());
        }
        let then = self.url.then.clone();
        self.with(|room| room.settle(uid, &then))
    }

    fn leave(&mut self, mail: &RawMail) {
        if let Origin::Imap { validity, uid } = mail.origin
            && validity == self.validity
        {
            self.left.insert(uid);
        }
    }

    fn name(&self) -> String {
        self.url.shown.clone()
    }
}
