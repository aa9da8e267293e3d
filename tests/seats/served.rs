//! A seat whose things are in a store, and the service over it.

use std::path::Path;

use tesserarius::ledger::At;
use tesserarius::mail::{MaildirBox, Transport};
use tesserarius::server::{Battle, Courier, Keys, Line, Milestone, Service, Setting, Store, Watch};

use super::{inbox, patiently};

/// Keeps what was said, and ends the process after a milestone when it is told to.
pub struct Witness {
    pub at: At,
    pub said: Vec<String>,
    pub milestones: Vec<Milestone>,
    /// The milestone after which this process is killed.
    pub fatal: Option<usize>,
}

impl Witness {
    pub fn new(at: At) -> Witness {
        Witness { at, said: Vec::new(), milestones: Vec::new(), fatal: None }
    }
}

impl Watch for Witness {
    fn now(&mut self) -> At {
        self.at
    }

    fn say(&mut self, line: &Line) {
        self.said.push(line.to_string());
    }

    fn stops(&mut self) -> bool {
        false
    }

    fn reached(&mut self, milestone: Milestone) {
        self.milestones.push(milestone);
        if self.fatal == Some(self.milestones.len()) {
            // as dead as by kill -9: nothing is unwound, nothing is closed
            std::process::abort();
        }
    }
}

/// Takes a seat from its folder into a store.
pub fn adopt(store: &Store, seat: &Path) -> Battle {
    patiently(|| store.adopt(seat))
}

pub fn service(dir: &Path, setting: Setting, watch: Witness) -> Service<Witness> {
    let store = Store::open(&dir.join("store")).expect("a store");
    Service::new(store, setting, Keys::new(Box::new(|_| Ok(None))), watch)
}

pub fn courier(dir: &Path) -> Courier {
    Courier::new(Transport::Maildir(dir.join("mail").join("{user}")))
}

/// One round of the service over the first battle of a store: everything that has come for the role it
/// plays.
pub fn serve(dir: &Path, watch: Witness) -> Service<Witness> {
    let mut service = service(dir, Setting::default(), watch);
    let whose = service.store().battles().expect("a list")[0].role.clone();
    let mut letters = MaildirBox::new(inbox(dir, &whose));
    service.take_in(&mut letters, usize::MAX).expect("taken in");
    service.round(&mut courier(dir)).expect("a round");
    service
}

/// The log that the store holds.
pub fn stored(dir: &Path) -> Vec<u8> {
    let store = Store::open(&dir.join("store")).expect("a store");
    let battles = store.battles().expect("a list");
    store.archive(&battles[0]).expect("an archive")
}
