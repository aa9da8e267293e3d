//! A role as it stands at the head of the log.

use ed25519_dalek::VerifyingKey;

use super::{Anchor, ChainId, Id, Key, Link, Role};

/// One role: who plays it, with which key, and how far its chain is opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// Its name.
    pub role: Role,
    /// Umpire 0, first side 1, second side 2.
    pub code: u8,
    /// The key that signs for it now.
    pub key: Key,
    /// The person.
    pub name: String,
    /// The mail address.
    pub address: String,
    /// The chain it opens now.
    pub chain: ChainState,
    /// How often it has lost a chain.
    pub voids: u32,
    /// The `standing` event that holds now.
    pub standing: Option<Id>,
    pub(super) verifying: VerifyingKey,
}

/// A chain as far as it is opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainState {
    /// Its name.
    pub id: ChainId,
    /// The public key it was made for, which a later `rekey` does not change.
    pub key: Key,
    /// How many links it has.
    pub links: u32,
    /// The last index opened; 0 is the anchor.
    pub last: u32,
    /// The value there.
    pub value: Link,
    /// The place in the log where it was anchored. It may only be opened for
    /// later actions: else its maker could have chosen it to fit.
    pub since: u64,
    /// Whether its holder has said, with `void`, that he lost it.
    pub lost: bool,
}

impl ChainState {
    pub(super) fn new(anchor: &Anchor, key: Key, since: u64) -> ChainState {
        ChainState {
            id: anchor.id,
            key,
            links: anchor.links,
            last: 0,
            value: anchor.anchor,
            since,
            lost: false,
        }
    }

    /// The index that is opened next, unless the chain is used up or lost.
    pub fn next(&self) -> Option<u32> {
        (self.last < self.links && !self.lost).then(|| self.last + 1)
    }

    /// How many links are left.
    pub fn left(&self) -> u32 {
        self.links - self.last
    }
}
