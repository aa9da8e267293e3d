//! Mails out: to whom, with which events, and what they say.

use std::path::Path;

use super::besides::besides;
use super::look::{Request, tell};
use super::painter::Undrawn;
use super::storage::WayOut;
use super::{Seat, StewardError};
use tess_game::{Layout, Notation, Style};
use tess_ledger::Role;
use tess_mail::{Automatic, Composed, Html, Letter, PICTURE, Picture, Put, Sent, parse_address};
use tess_table::Wait;

/// Events that a mail repeats from those before.
const OVERLAP: u64 = 16;
/// Bytes of archive lines in one mail; they stand in it twice, in base64, beside the report.
const MOST_BYTES: usize = 200 * 1024;
/// Bytes of those that a mail repeats.
const MOST_REPEATED: usize = 50 * 1024;
/// Events that a report goes back at most.
const MOST_TOLD: u64 = 100;

impl Seat {
    /// Composes the mails that are due, puts them into the outbox, and sends what waits there.
    ///
    /// # Errors
    /// When the seat's files fail. A mail that could not be sent stays in the outbox and is in the list with
    /// its error.
    pub fn post(&mut self) -> Result<Vec<Sent>, StewardError> {
        for role in self.partners() {
            if self.must_wait_with(&role)? {
                continue;
            }
            self.post_again(&role)?;
            let mut posted = self.posted()?;
            let mut from = posted.get(&role).copied().unwrap_or(0);
            // More than one mail only for a partner who has missed very much.
            while self.owes(&role, from) || self.owes_words(&role)? {
                let words = self.words_due(&role, false)?.upto;
                let (letter, end) = self.letter(&role, None, from)?;
                self.storage.put_mail(&letter)?;
                from = end;
                posted.insert(role.clone(), end);
                self.set_posted(&posted)?;
                self.set_words_posted(&role, words)?;
                self.told(&role)?;
            }
        }
        self.private.clear();
        let way = match (&self.instead, self.in_time) {
            (Some(dir), _) => WayOut::ByHand(dir),
            (None, Some(now)) => WayOut::InTime(&self.settings, now),
            (None, None) => WayOut::Settings(&self.settings),
        };
        self.storage.send(&way)
    }

    /// Writes to a partner once more, if that is due: everything from some event on.
    fn post_again(&mut self, role: &Role) -> Result<(), StewardError> {
        let mut posted = self.posted()?;
        // Nothing is noted of somebody who was never written to, nor when posted.json was taken away.
        let forgotten = !posted.contains_key(role) && self.last_of(role).is_some();
        if forgotten {
            // noted first: a pass that is cut off in what follows goes on with it
            self.write_again(role)?;
        }
        let again = self.again()?;
        let Some(asked) = again.due(role) else { return Ok(()) };
        let word = format!("{asked}n{}", again.written(role));
        let (mut from, next) = (asked.min(self.ledger.next_seq()), self.ledger.next_seq());
        loop {
            let (letter, end) = self.letter(role, Some(&word), from)?;
            // A mail under this name that was sent before goes out once more, the same bytes.
            if self.storage.put_mail(&letter)? == Put::Sent {
                self.storage.mail_again(&letter.id)?;
            }
            self.told(role)?;
            from = end;
            if end == next {
                break;
            }
        }
        posted.insert(role.clone(), next);
        self.set_posted(&posted)?;
        self.written_again(role)
    }

    /// From now on mails are written as `.eml` files into a folder, for a person to send.
    pub fn mail_by_hand(&mut self, dir: &Path) {
        self.instead = Some(dir.to_owned());
    }

    /// From now on a mail that could not be sent is tried again when that is due, and not before; the time
    /// is in seconds.
    pub fn mail_in_time(&mut self, now: i64) {
        self.in_time = Some(now);
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

    /// Two sides that accept at once would both write for one place: an umpire offers the battle to the
    /// second when the first has accepted.
    fn must_wait_with(&mut self, role: &Role) -> Result<bool, StewardError> {
        let umpire = self.settings.role.is_umpire();
        Ok(matches!(self.wait()?, Wait::Accept(sides) if umpire && sides.contains(role) && sides[0] != *role))
    }

    /// Is there an event from `from` on that the partner has to get from this seat?
    fn owes(&self, role: &Role, from: u64) -> bool {
        let me = &self.settings.role;
        let new = self.ledger.entries().iter().skip(usize::try_from(from).unwrap_or(usize::MAX));
        let mut authors = new.map(|e| &e.event().by);
        if me.is_umpire() { authors.any(|by| by != role) } else { authors.any(|by| by == me) }
    }

    /// The mail for a partner, and the event before which it ends. It holds what is new to him, and before
    /// that some of what he was sent already (not from before his own last event, which he certainly has
    /// unless he asks): so one lost mail does no harm. Who has lost more asks, and is written to from there:
    /// `again` is what tells that mail from others to him.
    fn letter(
        &mut self,
        role: &Role,
        again: Option<&str>,
        posted: u64,
    ) -> Result<(Composed, u64), StewardError> {
        let wait = self.wait()?;
        let next = self.ledger.next_seq();
        let known = self.last_of(role).map_or(0, |s| s + 1);
        // Who asks may have gone back to an old copy of his folder and lack even what he said himself.
        let floor = if again.is_some() { 0 } else { known };
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
        let words = self.words_due(role, again.is_some())?;
        lines.extend(words.lines);
        let proofs = self.proofs()?;
        let again_word = if proofs.is_empty() { "again" } else { "halt" };
        lines.extend(proofs);
        let told = known.max(posted).max(next.saturating_sub(MOST_TOLD));
        self.private.entry(role.clone()).or_default().extend(words.told.iter().cloned());
        let page = self.told_since(role, told, false)?;
        if let Some(private) = self.private.get_mut(role) {
            private.retain(|text| !words.told.contains(text));
        }
        let picture = self.picture();
        let html = match (self.settings.pictures, &picture) {
            (true, Some(_)) => Html::Page(page.html_with(PICTURE)),
            (true, None) => Html::Page(page.html()),
            (false, _) => Html::None,
        };
        let report = page.text();
        let event = self.ledger.entries()[usize::try_from(end - 1).unwrap_or(usize::MAX)].event();
        let (seq, date) = (event.seq, super::deadline::time_of(&event.at));
        // a mail with nothing but words is about an event that another mail was about
        let only_words = again.is_none() && !self.owes(role, posted);
        let kind = match again {
            Some(which) => format!("{again_word}{which}-{role}"),
            None if only_words => format!("say{}-{role}", words.upto),
            None => self.turn_to(role)?,
        };
        let letter = Letter {
            seq,
            kind,
            subject: if only_words { self.subject_of_words()? } else { self.subject(&wait, role, told)? },
            date,
            report,
            html,
            picture,
            lines,
            ..self.blank(role)?
        };
        Ok((letter.compose()?, end))
    }

    /// The field as everybody may see it, where mails from here show it.
    fn picture(&mut self) -> Option<Picture> {
        if !self.settings.pictures || !self.settings.maps {
            return None;
        }
        let head = self.ledger.head();
        if self.pictured.as_ref().is_none_or(|(event, _)| *event != head) {
            self.pictured = self.draw().map(|picture| (head, picture));
        }
        self.pictured.as_ref().map(|(_, picture)| picture.clone())
    }

    fn draw(&self) -> Option<Picture> {
        let position = self.table.view();
        if !self.storage.draws_later() {
            return super::painter::picture(&*position).map(Picture::Png);
        }
        let genesis = self.ledger.genesis();
        let notation = Notation {
            scenario: genesis.scenario.name.clone(),
            options: genesis.options.clone(),
            said: position.said(&*self.start),
        };
        let position = notation.text(position.game().document());
        Some(Picture::Later(Undrawn { library: self.settings.library.clone(), position }.bytes()))
    }

    /// What a turn's own mail is called: of another kind since something was taken back, as another mail
    /// about the same place may have gone out before.
    fn turn_to(&self, role: &Role) -> Result<String, StewardError> {
        Ok(format!("turn{}-{role}", self.mark()?))
    }

    /// A letter from here to a role, with nothing in it yet.
    pub(super) fn blank(&self, role: &Role) -> Result<Letter, StewardError> {
        let me = self.settings.role.clone();
        let (from, to) = (self.mailbox(&me)?, self.mailbox(role)?);
        Ok(Letter {
            game: self.ledger.game().to_string(),
            seq: 0,
            role: me.as_str().to_owned(),
            kind: String::new(),
            host: from.email.domain().to_owned(),
            from,
            to,
            bounce: None,
            unsubscribe: None,
            enclosed: None,
            subject: String::new(),
            date: chrono::DateTime::default(),
            in_reply_to: None,
            automatic: Automatic::Generated,
            report: String::new(),
            html: if self.settings.pictures { Html::OfText } else { Html::None },
            picture: None,
            lines: Vec::new(),
        })
    }

    /// The report of everything from an event on.
    ///
    /// # Errors
    /// When the rules do not bear out the log.
    pub fn report_since(&mut self, reader: &Role, since: u64) -> Result<String, StewardError> {
        Ok(self.told_since(reader, since, false)?.text())
    }

    /// Such a report before it is text or HTML, with both armies from the first unit to the last if they are
    /// asked for.
    pub(super) fn told_since(
        &mut self,
        reader: &Role,
        since: u64,
        whole: bool,
    ) -> Result<Layout, StewardError> {
        let mut notices = besides(&*self.storage, &self.ledger, reader)?;
        notices.extend(self.private.get(reader).into_iter().flatten().cloned());
        let style = Style { voice: self.voice_for(reader)?, whole };
        let request = Request { reader, since, notices: &notices, style, confided: None };
        Ok(tell(&self.ledger, &mut *self.table, request)?)
    }

    /// When the decision in hand is due; see [`super::deadline::due`].
    #[must_use]
    pub fn due(&self) -> Option<tess_ledger::At> {
        super::deadline::due(&self.ledger)
    }

    pub(super) fn last_of(&self, role: &Role) -> Option<u64> {
        self.ledger.entries().iter().rev().find(|e| e.event().by == *role).map(tess_ledger::Entry::seq)
    }

    pub(super) fn mailbox(&self, role: &Role) -> Result<tess_mail::Mailbox, StewardError> {
        let player = self.ledger.player(role);
        let address = player.map_or("", |p| p.address.as_str());
        let mut mailbox = parse_address(address)?;
        if mailbox.name.is_none() {
            mailbox.name = player.map(|p| p.name.clone()).filter(|n| !n.is_empty() && n.is_ascii());
        }
        Ok(mailbox)
    }

    /// The subject of a mail that brings words and nothing else.
    fn subject_of_words(&self) -> Result<String, StewardError> {
        let game = tess_ledger::short(&self.ledger.game());
        Ok(format!("[tess {}] {}: words", &game[..8], self.ledger.genesis().scenario.name))
    }

    /// The subject of a mail that tells of everything from an event on: first what nobody may overlook, or
    /// else what has changed on the field.
    fn subject(&self, wait: &Wait, reader: &Role, told: u64) -> Result<String, StewardError> {
        let game = tess_ledger::short(&self.ledger.game());
        let scenario = &self.ledger.genesis().scenario.name;
        let stopped = self.accusations()?.first().map(|found| format!("STOPPED at event {}; ", found.seq));
        let tiding = super::tidings::since(&self.ledger, told, reader).pop();
        let tiding = tiding.map(|tiding| format!("{}; ", tiding.subject));
        let changed = || Some(self.table.headline(reader, told)? + "; ");
        let first = stopped.or(tiding).or_else(changed).unwrap_or_default();
        Ok(format!("[tess {}] {scenario}: {first}{}", &game[..8], brief(wait, reader)))
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
