//! What somebody does who cheats.

use tesserarius::ledger::{Event, Kind, Signed};
use tesserarius::mail::{Envelope, Origin, RawMail, armour};

use super::{Bot, Field, letter};

/// What one role does that it must not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cheat {
    None,
    /// Goes back to an old copy of its disk and decides anew.
    Fork,
    /// Signs an event that claims another state, or another die.
    Breach,
}

impl Field {
    /// The cheater's turn, when his time has come; false when he had nothing to sign.
    pub(super) fn try_cheat(&mut self, hour: u32) -> bool {
        let who = self.cheater;
        self.receive(who, hour);
        self.seat(who);
        let before = self.men[who].memory.0.borrow().clone();
        let tray = self.men[who].tray.clone();
        let known = self.men[who].seat.as_ref().expect("open").ledger().next_seq();
        self.try_pass(who, hour, true).expect("a pass");
        let seat = self.men[who].seat.as_ref().expect("open");
        let own = seat.ledger().entries().iter().rev().find(|e| e.event().by == self.men[who].role);
        let signed = own.filter(|e| e.seq() >= known).map(|e| e.signed.clone());
        let Some(signed) = signed else {
            self.collect(who, hour);
            return false;
        };
        self.cheated = Some(hour);
        match self.cheat {
            Cheat::None => unreachable!("nobody cheats"),
            Cheat::Fork => {
                self.collect(who, hour);
                *self.men[who].memory.0.borrow_mut() = before;
                self.men[who].tray = tray;
                self.men[who].seat = None;
                self.men[who].bot = Bot { wild: true, seed: self.luck.next() };
                self.men[who].era += 1;
                self.try_pass(who, hour, true).expect("a pass");
                self.collect(who, hour);
            }
            Cheat::Breach => self.post_doctored(&signed, hour),
        }
        true
    }

    /// The mails of the cheater, with his last event changed and signed again.
    fn post_doctored(&mut self, signed: &Signed, hour: u32) {
        let mut event: Event = signed.event().clone();
        match &mut event.kind {
            Kind::Reveal(reveal) if reveal.rolls.as_ref().is_some_and(|r| !r.is_empty()) => {
                let roll = &mut reveal.rolls.as_mut().expect("rolls")[0];
                roll.face = if roll.face == 1 { 2 } else { 1 };
            }
            _ => event.state = Some(tesserarius::ledger::Digest([3; 32])),
        }
        let man = &mut self.men[self.cheater];
        let doctored = event.sign(&man.key).expect("signed").line().into_bytes();
        let from = format!("{}@example.org", man.role);
        let mails = std::mem::take(&mut man.memory.0.borrow_mut().posted);
        for bytes in mails {
            let mail = Envelope::open(&RawMail::new(bytes, Origin::Memory)).expect("a mail of ours");
            let mut lines = mail.lines;
            for line in &mut lines {
                if *line == signed.line().into_bytes() {
                    line.clone_from(&doctored);
                }
            }
            let plain = letter(&from, "", &armour::wrap(&lines));
            let text = String::from_utf8(plain).expect("text");
            let text = text.replace("<somebody@example.org>", &format!("<{}>", mail.to[0].address));
            self.post.carry(hour, text.as_bytes());
        }
    }
}
