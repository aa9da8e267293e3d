//! What a role does when something is lost or late: another key, another chain, a substitute, a passed
//! deadline.

use std::path::Path;

use super::card::{Card, chain_id};
use super::give_way::FORMER_KEY;
use super::storage::Section;
use super::{Seat, StewardError};
use tess_ledger::{
    Answer, At, Consequence, Handover, Id, Kind, Orders, Reanchor, Rekey, Role, Signed, SigningKey, Timeout,
    Void,
};
use tess_table::{Silence, Wait};

impl Seat {
    /// Goes on with another key, and names its file in `seat.toml`. When the log has the key already (a
    /// crash came in between) only the file is named.
    ///
    /// # Errors
    /// When the log refuses it.
    pub fn rekey(&mut self, new: &SigningKey, file: &Path, at: At) -> Result<Option<Signed>, StewardError> {
        let role = self.settings.role.clone();
        let known = self.ledger.player(&role).is_some_and(|p| p.key == new.public());
        let mut signed = None;
        if !known {
            let game = self.ledger.game();
            signed = Some(self.sign(Kind::Rekey(Rekey { key: new.public(), proof: new.prove(&game) }), at)?);
        }
        let former = self.settings.key.to_string_lossy().into_owned();
        if !known {
            // should it cross another's word and be taken back
            self.storage.put_paper(Section::Seat, FORMER_KEY, former.as_bytes())?;
        }
        self.key = new.clone();
        file.clone_into(&mut self.settings.key);
        self.storage.put_paper(Section::Seat, "seat.toml", self.settings.text()?.as_bytes())?;
        Ok(signed)
    }

    /// Makes a new chain, in a file beside the old one, and goes on with it.
    ///
    /// # Errors
    /// When a link of the chain in use is due, the log refuses it, or the file cannot be made.
    pub fn reanchor(&mut self, links: u32, at: At) -> Result<Signed, StewardError> {
        self.owes_no_link()?;
        let key = self.key.public();
        let id = chain_id(&mut self.entropy);
        let chain = self.storage.new_chain(key, id, links, &self.entropy.secret())?;
        let signed = self.sign(Kind::Reanchor(Reanchor { chain }), at)?;
        // the old one lets go of its journal first
        self.chain = None;
        self.chain = self.storage.chain(&id)?;
        Ok(signed)
    }

    /// Is no link due that the chain in this folder can give, and no other?
    fn owes_no_link(&mut self) -> Result<(), StewardError> {
        let Wait::Link { opener, action } = self.wait()? else { return Ok(()) };
        if opener != self.settings.role || !self.has_chain_for(&action) {
            return Ok(());
        }
        Err(StewardError::refused(
            "a link of the chain in this folder is due for the action in hand, and no other chain can give it",
            "run `tess process`, which opens it, and say this again",
        ))
    }

    /// Gives the side to a substitute. This seat cannot sign any more after that.
    ///
    /// # Errors
    /// When a link of this side is due, or the log refuses it.
    pub fn hand_over(&mut self, card: Card, at: At) -> Result<Signed, StewardError> {
        self.owes_no_link()?;
        tess_mail::parse_address(&card.address)?;
        let Card { name, address, key, chain } = card;
        self.sign(Kind::Handover(Handover { key, name, address, chain }), at)
    }

    /// Says that the link for the action in hand is lost.
    ///
    /// # Errors
    /// When no such action waits, or the chain is here after all.
    pub fn void(&mut self, action: Id, at: At) -> Result<Signed, StewardError> {
        if self.has_chain_for(&action) {
            return Err(StewardError::refused(
                "the chain is not lost, it lies in this folder",
                "run `tess process`, which opens the link",
            ));
        }
        self.sign(Kind::Void(Void { action }), at)
    }

    /// Says [`Seat::time_out`] when a deadline has passed by so many hours, whoever is late not being this
    /// role; nothing when it has not.
    ///
    /// # Errors
    /// When the log refuses it.
    pub fn claim(&mut self, now: At, hours: u32) -> Result<Option<Signed>, StewardError> {
        let due = self.due_by_receipt(now)?;
        let Some(end) = due.and_then(|due| super::deadline::later(&due, hours)) else {
            return Ok(None);
        };
        let late = self.wait()?.role().and_then(|name| name.parse::<Role>().ok());
        let other = late.is_some_and(|late| late != self.settings.role && !late.is_umpire());
        if now > end && other { self.time_out(now).map(Some) } else { Ok(None) }
    }

    /// Signs that a deadline has passed, with the outcome that genesis names.
    ///
    /// # Errors
    /// When there is no deadline, it has not passed, or this role is the one that is late.
    pub fn time_out(&mut self, now: At) -> Result<Signed, StewardError> {
        let Some(deadline) = self.due() else {
            return Err(StewardError::refused(
                "no deadline runs now",
                "see `tess report` for what comes next",
            ));
        };
        let wait = self.wait()?;
        let side: Option<Role> = wait.role().and_then(|name| name.parse().ok());
        let (me, umpire) = (&self.settings.role, Role::umpire());
        if self.ledger.player(&umpire).is_some() && !me.is_umpire() {
            return Err(StewardError::refused(
                "in this battle it is the umpire's to say that a deadline has passed",
                "write to him; by `tess report` you see until when the decision is due",
            ));
        }
        if side.as_ref() == Some(me) {
            return Err(StewardError::refused(
                "it is your own decision that is due, and the other side's to say that it is late",
                "see `tess report` for what you are to decide",
            ));
        }
        let Some(side) = side.filter(|s| self.ledger.sides().any(|r| r == s) && *s != self.settings.role)
        else {
            return Err(StewardError::refused(
                "no other side is late",
                "a timeout is said of the side that has to act; see `tess report`",
            ));
        };
        if now <= deadline {
            return Err(StewardError::refused(
                format!("{side} has time until {deadline}"),
                format!("say it again after that; it is {now} now"),
            ));
        }
        if let Some(own) = self.due_by_receipt(now)?.filter(|own| now <= *own) {
            return Err(StewardError::refused(
                format!("by its own clock this seat has waited for {side} for less than was agreed"),
                format!("what {side} answers came here later than it is dated; say it again after {own}"),
            ));
        }
        let mut then = super::deadline::outcome(&self.ledger, &side);
        let next = self.ledger.next_seq();
        if then == Consequence::Default && self.table.silence(&self.ledger, &side, next)?.is_none() {
            then = Consequence::Forfeit;
        }
        let hours = self.ledger.genesis().deadlines.hours;
        let until = (then == Consequence::Extension).then(|| super::deadline::later(&now, hours)).flatten();
        self.sign(Kind::Timeout(Timeout { side, deadline, then, until }), now)
    }

    /// What an umpire has to sign for a side that was late: the decision that the rules have for it.
    pub(super) fn default_word(&mut self) -> Result<Option<Kind>, StewardError> {
        let Some((side, timeout)) = self.ledger.default_due().cloned() else { return Ok(None) };
        if !self.settings.role.is_umpire() {
            return Ok(None);
        }
        let (for_side, standing) = (Some(side.clone()), Some(timeout));
        let silence = self.table.silence(&self.ledger, &side, self.ledger.next_seq())?;
        Ok(silence.map(|silence| match silence {
            Silence::Sheet(sheet) => Kind::Orders(Orders { for_side, standing, ..Orders::of(sheet, None) }),
            Silence::Answer { question, choice } => {
                Kind::Answer(Answer { for_side, standing, ..Answer::of(question, choice) })
            }
        }))
    }
}
