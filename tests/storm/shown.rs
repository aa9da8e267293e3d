//! Which events of a cheat have come to whom: who was shown two for one place must find him out.

use std::collections::{BTreeMap, BTreeSet};

use tesserarius::ledger::{Id, Ledger, Role, Signed};
use tesserarius::mail::{Envelope, RawMail};

/// The events of one role that others were shown, by who was and by place.
#[derive(Default)]
pub struct Shown(BTreeMap<(usize, u64), BTreeSet<Id>>);

impl Shown {
    /// Mails of which some may hold events signed by the cheat have come to somebody with this log.
    pub fn note(&mut self, who: usize, mails: &[RawMail], cheat: &Role, ledger: &Ledger) {
        let opened = mails.iter().filter_map(|mail| Envelope::open(mail).ok());
        for signed in opened.flat_map(|mail| mail.lines).filter_map(|line| Signed::parse(&line).ok()) {
            if signed.event().by == *cheat && ledger.is_signed(&signed) {
                self.0.entry((who, signed.event().seq)).or_default().insert(signed.id());
            }
        }
    }

    /// Has somebody else been shown two events for one place? Not for one that another role's event has:
    /// what has crossed it and lost is nowhere kept, and has won nothing.
    pub fn two_to_one(&self, cheater: usize, cheat: &Role, log: &Ledger) -> bool {
        let lost = |place: u64| {
            let there = usize::try_from(place).ok().and_then(|place| log.entries().get(place));
            there.is_some_and(|entry| entry.event().by != *cheat)
        };
        self.0.iter().any(|((who, place), ids)| *who != cheater && ids.len() > 1 && !lost(*place))
    }
}
