//! Mails out: to whom, with which events, and what they say.

use std::path::Path;

use super::look::tell;
use super::shelf::WayOut;
use super::{Seat, Staged, StewardError};
use crate::ledger::Role;
use crate::mail::{Automatic, Letter, MessageId, Put, Sealed, Sent, parse_address};
use crate::table::Wait;

/// Events that a mail repeats from those before.
const OVERLAP: u64 = 16;
/// Bytes of archive lines in one mail; they stand in it twice, in base64, beside the report.
const MOST_BYTES: usize = 200 * 1024;
/// Bytes of those that a mail repeats.
const MOST_REPEATED: usize = 50 * 1024;
/// Events that a report goes back at most.
const MOST_TOLD: u64 = 100;

impl<G: Staged> Seat<G> {
    /// Composes the mails that are due, puts them into the outbox, and sends what waits there.
    ///
    /// # Errors
    /// When the seat's files fail. A mail that could not be sent stays in the outbox and is in the list with its error.
    pub fn post(&mut self) -> Result<Vec<Sent>, StewardError> {
        let mut posted = self.posted()?;
        for role in self.partners() {
            // Nothing is noted of somebody who was never written to, nor when posted.json was taken away; 0 of somebody
            // who is to be written to once more.
            let heard = || self.ledger.entries().iter().any(|e| e.event().by == role);
            let mut from = posted.get(&role).copied().unwrap_or(0);
            let again = from == 0 && (posted.contains_key(&role) || heard());
            // More than one mail only for a partner who has missed very much.
            while self.owes(&role, from) || (again && from < self.ledger.next_seq()) {
                let (letter, end) = self.letter(&role, if again { "again" } else { "turn" }, from)?;
                // A mail under this name that was sent before goes out once more, the same bytes.
                if self.shelf.put_mail(&letter)? == Put::Sent && again {
                    self.shelf.mail_again(&letter.id)?;
                }
                from = end;
                posted.insert(role.clone(), end);
                self.set_posted(&posted)?;
                self.told(&role)?;
            }
        }
        self.notices.clear();
        self.private.clear();
        let way = match &self.instead {
            Some(dir) => WayOut::ByHand(dir),
            None => WayOut::Settings(&self.settings),
        };
        self.shelf.send(&way)
    }

    /// From now on mails are written as `.eml` files into a folder, for a person to send.
    pub fn mail_by_hand(&mut self, dir: &Path) {
        self.instead = Some(dir.to_owned());
    }

    /// Those this seat writes to: an umpire to both sides, a side to its umpire or else to its opponent.
    pub(super) fn partners(&self) -> Vec<Role> {
        let me = &self.settings.role;
        let roles: Vec<Role> = self.ledger.players().iter().map(|p| p.role.clone()).collect();
        if me.is_umpire() {
            roles.into_iter().filter(|r| r != me).collect()
        } else if roles.iter().any(Role::is_umpire) {
            vec![Role::umpire()]
        } else {
            roles.into_iter().filter(|r| r != me).collect()
        }
    }

    /// Is there an event from `from` on that the partner has to get from this seat?
    fn owes(&self, role: &Role, from: u64) -> bool {
        let me = &self.settings.role;
        let new = self.ledger.entries().iter().skip(usize::try_from(from).unwrap_or(usize::MAX));
        let mut authors = new.map(|e| &e.event().by);
        if me.is_umpire() { authors.any(|by| by != role) } else { authors.any(|by| by == me) }
    }

    /// The mail for a partner, and the event before which it ends. It holds what is new to him, and before that
    /// some of what he was sent already (not from before his own last event, which he certainly has unless he asks): so one lost
    /// mail does no harm. Who has lost more asks, and is written to from there.
    fn letter(&mut self, role: &Role, kind: &str, posted: u64) -> Result<(Sealed, u64), StewardError> {
        let wait = self.wait()?;
        let next = self.ledger.next_seq();
        let known = self.last_of(role).map_or(0, |s| s + 1);
        // Who asks may have gone back to an old copy of his folder and lack even what he said himself.
        let floor = if kind == "again" { 0 } else { known };
        let mut start = posted.max(floor).min(next - 1);
        let mut room = MOST_REPEATED;
        while start > floor.max(posted.saturating_sub(OVERLAP)) {
            let size =
                self.ledger.entries()[usize::try_from(start - 1).unwrap_or(usize::MAX)].signed.line().len();
            let Some(left) = room.checked_sub(size) else { break };
            (room, start) = (left, start - 1);
        }
        let mut lines: Vec<Vec<u8>> = Vec::new();
        let mut bytes = 0;
        for entry in self.ledger.entries().iter().skip(usize::try_from(start).unwrap_or(usize::MAX)) {
            let line = entry.signed.line().into_bytes();
            bytes += line.len();
            if bytes > MOST_BYTES && entry.seq() > posted {
                break;
            }
            lines.push(line);
        }
        let end = start + lines.len() as u64;
        if role.is_umpire() {
            lines.extend(self.private_lines(start, end)?);
        }
        let told = known.max(posted).max(next.saturating_sub(MOST_TOLD));
        let report = self.report_since(role, told)?;
        let event = self.ledger.entries()[usize::try_from(end - 1).unwrap_or(usize::MAX)].event();
        let me = self.settings.role.clone();
        let (from, to) = (self.mailbox(&me)?, self.mailbox(role)?);
        let host = from.email.domain().to_owned();
        let letter = Letter {
            game: self.ledger.game().to_string(),
            seq: event.seq,
            role: me.as_str().to_owned(),
            kind: format!("{kind}-{role}"),
            host,
            from,
            to,
            bounce: None,
            subject: self.subject(&wait, role),
            date: super::deadline::time_of(&event.at),
            in_reply_to: self.thread_parent(role)?,
            automatic: Automatic::Generated,
            report,
            lines,
        };
        Ok((letter.compose()?, end))
    }

    /// The report of everything from an event on.
    ///
    /// # Errors
    /// When the rules do not bear out the log.
    pub fn report_since(&mut self, reader: &Role, since: u64) -> Result<String, StewardError> {
        let private = self.private.get(reader).into_iter().flatten();
        let mut notices: Vec<String> = self.notices.iter().chain(private).cloned().collect();
        notices.extend(self.notices_for(reader)?);
        Ok(tell(&self.ledger, &mut self.table, reader, since, &notices, false)?)
    }

    /// When the decision in hand is due; see [`super::deadline::due`].
    #[must_use]
    pub fn due(&self) -> Option<String> {
        super::deadline::due(&self.ledger)
    }

    pub(super) fn last_of(&self, role: &Role) -> Option<u64> {
        self.ledger.entries().iter().rev().find(|e| e.event().by == *role).map(crate::ledger::Entry::seq)
    }

    fn mailbox(&self, role: &Role) -> Result<crate::mail::Mailbox, StewardError> {
        let player = self.ledger.player(role);
        let address = player.map_or("", |p| p.address.as_str());
        let mut mailbox = parse_address(address)?;
        if mailbox.name.is_none() {
            mailbox.name = player.map(|p| p.name.clone()).filter(|n| !n.is_empty() && n.is_ascii());
        }
        Ok(mailbox)
    }

    fn subject(&self, wait: &Wait, reader: &Role) -> String {
        let game = crate::ledger::short(&self.ledger.game());
        let scenario = &self.ledger.genesis().scenario.name;
        format!("[tess {}] {scenario}: {}", &game[..8], brief(wait, reader))
    }

    /// The last mail to this partner, for the thread.
    fn thread_parent(&self, role: &Role) -> Result<Option<MessageId>, StewardError> {
        let Some(seq) = self.posted()?.get(role).copied().and_then(|n| n.checked_sub(1)) else {
            return Ok(None);
        };
        let me = &self.settings.role;
        let host = self.mailbox(me)?.email.domain().to_owned();
        let game = self.ledger.game().to_string();
        Ok(Some(MessageId::of_mail(&game, seq, me.as_str(), &format!("turn-{role}"), &host)?))
    }
}

/// What a battle waits for, in a few words to a reader.
#[must_use]
pub fn brief(wait: &Wait, reader: &Role) -> String {
    match wait {
        Wait::Accept(_) => "battle offered".to_owned(),
        Wait::Orders(deed) if deed.side == reader.as_str() => "your orders".to_owned(),
        Wait::Orders(deed) => format!("{} to order", deed.side),
        Wait::Answer { side, .. } if side == reader => "a question for you".to_owned(),
        Wait::Answer { side, .. } => format!("a question for {side}"),
        Wait::Link { opener, .. } if opener == reader => "your link is due".to_owned(),
        Wait::Link { opener, .. } => format!("dice: {opener} opens"),
        Wait::Reject { .. } => "orders sent back".to_owned(),
        Wait::Over(_) => "the battle is over".to_owned(),
    }
}
