//! The log of a battle: signed events in a chain, and what can be checked of
//! them without the rules.
//!
//! A line comes in as bytes, [`Signed::parse`] checks its form strictly, and
//! [`Ledger::append`] checks who signed it, its place in the chain, the links
//! it opens and the dice it claims. [`Archive`] keeps the lines in a file.
//! This room does not know what an order sheet or an answer means; what only
//! the rules can tell (whether a die was due, the digests of states) is for
//! the table, which finds everything in [`Ledger::entries`] and
//! [`Ledger::actions`].

#![deny(clippy::float_arithmetic)]

mod acting;
mod action;
mod agreed;
mod apply;
mod at;
mod crossing;
pub mod deadline;
mod error;
mod event;
mod fork;
mod fork_proof;
mod genesis;
mod head;
mod healing;
mod id;
mod judge;
mod keeper;
mod key;
mod kind;
mod line;
mod log;
mod lost_chain;
mod plain;
mod player;
mod proposing;
mod random;
mod read;
mod renewal;
mod reveal;
mod role;
mod short;
mod signature;
mod store;
mod strict;
mod word;

#[cfg(test)]
mod tests;

pub use action::{Action, Fate, Opening};
pub use agreed::{AGREEMENTS, Press, Watching, without_agreements};
pub use at::{At, NotATime};
pub use error::LedgerError;
pub use event::{Event, VERSION};
pub use fork::Fork;
pub use genesis::{Anchor, Deadlines, FileHash, Genesis, Mode, Party, Rules};
pub use head::Head;
pub use id::{ChainId, Digest, Id, Key, Link, Nonce, NotHex, Proof, Salt};
pub use keeper::{ChainKeeper, LinkJournal, Salts};
pub use key::SigningKey;
pub use kind::{
    Accept, Answer, Consequence, Handover, Kind, Orders, Proposal, Propose, Reanchor, Reject, Rekey, Reply,
    Resign, Reveal, Roll, Say, Standing, Timeout, Unseal, Void,
};
pub use line::Signed;
pub use log::{Ended, Entry, Ledger, SealRecord};
pub use player::{ChainState, Player};
pub use read::Checks;
pub use role::{NotARole, Role};
pub use short::{game_word, is_word, short, words};
pub use store::{Archive, Repair, read_lines};
pub use strict::MAX_EVENT;
pub use tess_effects::Setting;
pub use word::{Audience, MOST_LINES_SAID, MOST_SAID, Word, Words, may_be_said};
