//! From a mail to events in the log.

use super::shelf::Drawer;
use super::{Seat, Staged, StewardError, private};
use crate::ledger::{LedgerError, Role, Signed, Unseal, short};
use crate::mail::{Envelope, RawMail};

/// What became of one mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    /// First digits of the mail's hash, its name in the journal.
    pub mail: String,
    /// Its events, in the order of their places.
    pub events: Vec<Arrival>,
    /// Damaged blocks and the like, a text each.
    pub complaints: Vec<String>,
    /// Orders typed by hand without a signature, when the mail carries no event.
    pub draft: Option<String>,
}

/// What became of one event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrival {
    /// Taken into the log at this place.
    New(u64),
    /// In the log already.
    Known(u64),
    /// Kept until the events before it have come.
    Held(u64),
    /// Not taken; why.
    Refused(String),
    /// One role has signed two events for one place; the proof stands in this file.
    Fork(String),
}

impl<G: Staged> Seat<G> {
    /// Takes a mail in: journal first, then its events, then those that had waited for them.
    ///
    /// # Errors
    /// Only when the seat's own files fail; whatever is wrong with the mail stands in [`Taken`].
    pub fn take_mail(&mut self, raw: &RawMail) -> Result<Taken, StewardError> {
        self.shelf.keep_mail(raw)?;
        let name = raw.id.short();
        let mut taken = Taken { mail: name, events: Vec::new(), complaints: Vec::new(), draft: None };
        let envelope = match Envelope::open(raw) {
            Ok(envelope) => envelope,
            Err(error) => {
                taken.complaints.push(format!("{error}; the mail is kept in the journal"));
                return Ok(taken);
            }
        };
        taken.complaints.extend(envelope.complaints.iter().map(ToString::to_string));
        let mut events: Vec<Signed> = Vec::new();
        let mut entrusted: Vec<Unseal> = Vec::new();
        for line in &envelope.lines {
            if let Some(unseal) = private(line) {
                entrusted.push(unseal);
                continue;
            }
            match Signed::parse(line) {
                Ok(signed) => events.push(signed),
                Err(error) => taken.complaints.push(error.to_string()),
            }
        }
        if envelope.lines.is_empty() && envelope.complaints.is_empty() && !envelope.draft.trim().is_empty() {
            taken.draft = Some(envelope.draft.clone());
        }
        events.sort_by_key(|signed| signed.event().seq);
        let newest = events.last().map(|signed| signed.event().seq);
        for signed in events {
            let arrival = self.take_event(signed)?;
            taken.events.push(arrival);
        }
        self.take_held(&mut taken)?;
        for unseal in entrusted {
            if !self.take_private(&unseal)? {
                taken.complaints.push(format!(
                    "what is said to be under the seal {} opens no seal of this log",
                    unseal.seal()
                ));
            }
        }
        // Whoever shows us an old end of the log lacks what came after it: he is written to again. `From` proves
        // nothing, but all it can do is that a player is written to at the address in the log.
        if let (Some(seq), Some(sender)) = (newest, self.sender(&envelope))
            && seq + 1 < self.ledger.next_seq()
            && taken.events.iter().all(|a| matches!(a, Arrival::Known(_)))
        {
            self.write_again(&sender)?;
        }
        // And where we lack something ourselves, we show our own end.
        if taken.events.iter().any(|a| matches!(a, Arrival::Held(_))) {
            for role in self.partners() {
                self.write_again(&role)?;
            }
        }
        Ok(taken)
    }

    /// The other role whose address the mail came from.
    fn sender(&self, envelope: &Envelope) -> Option<Role> {
        let from = |address: &str| envelope.from.iter().any(|p| p.address.eq_ignore_ascii_case(address));
        let players = self.ledger.players().iter().filter(|p| p.role != self.settings.role);
        players.filter(|p| from(&p.address)).map(|p| p.role.clone()).next()
    }

    fn take_event(&mut self, signed: Signed) -> Result<Arrival, StewardError> {
        let seq = signed.event().seq;
        let id = signed.id();
        let held = signed.clone();
        match self.admit(signed) {
            Ok(()) => Ok(Arrival::New(seq)),
            Err(StewardError::Ledger(LedgerError::Known { seq })) => Ok(Arrival::Known(seq)),
            Err(StewardError::Ledger(LedgerError::Gap { .. })) => {
                let name = format!("{seq:08}-{}.tess", short(&id));
                self.shelf.put_paper(Drawer::Held, &name, held.line().as_bytes())?;
                self.notices
                    .push(format!("event {seq} waits for the events before it; they have been asked for"));
                Ok(Arrival::Held(seq))
            }
            Err(StewardError::Ledger(LedgerError::Fork(fork))) => {
                let name = format!("fork-{seq}.txt");
                self.shelf.put_paper(Drawer::Seat, &name, fork.export().as_bytes())?;
                self.notices.push(format!("{fork}; the proof is in {name}: the battle stops here"));
                Ok(Arrival::Fork(name))
            }
            Err(error @ (StewardError::Ledger(_) | StewardError::Table(_))) => {
                Ok(Arrival::Refused(format!("event {seq} {}: {error}", short(&id))))
            }
            Err(error) => Err(error),
        }
    }

    /// Takes those of the held events whose turn has come.
    fn take_held(&mut self, taken: &mut Taken) -> Result<(), StewardError> {
        let mut names = self.shelf.names(Drawer::Held)?;
        names.retain(|name| name.ends_with(".tess"));
        for name in names {
            let line = self.shelf.paper(Drawer::Held, &name)?.unwrap_or_default();
            let Ok(signed) = Signed::parse(&line) else { continue };
            if signed.event().seq > self.ledger.next_seq() {
                continue;
            }
            let arrival = self.take_event(signed)?;
            if !matches!(arrival, Arrival::Known(_)) {
                taken.events.push(arrival);
            }
            self.shelf.drop_paper(Drawer::Held, &name)?;
        }
        Ok(())
    }

    /// Notes that a party is to be written to once more, from the beginning; nothing when it has got nothing yet.
    ///
    /// # Errors
    /// When the seat's files fail.
    pub fn write_again(&mut self, role: &Role) -> Result<(), StewardError> {
        let mut posted = self.posted()?;
        if let Some(from) = posted.get_mut(role).filter(|from| **from > 0) {
            *from = 0;
            self.set_posted(&posted)?;
        }
        Ok(())
    }
}
