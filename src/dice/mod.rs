//! Dice that nobody could know, choose or throw again.
//!
//! Every role has a [`Chain`] of values, each the hash of the next, and
//! publishes only the first, its anchor, before the battle. After an action
//! is signed, the openers each show their next value; all of them together
//! make a [`RollKey`], and every die of the action is a function of that key
//! and of its label. This room knows no rules, no events and no mail.

#![deny(clippy::float_arithmetic)]

mod chain;
mod delegated;
mod die;
mod error;
mod label;
mod roll;
mod seal;

#[cfg(test)]
mod vectors;

pub use chain::{Chain, MAX_LINKS, check_length, verify_link};
pub use delegated::{delegated_id, entrusted_id};
pub use die::Die;
pub use error::DiceError;
pub use label::{MAX_LABEL, check_label};
pub use roll::{OpenedLink, RollKey};
pub use seal::{number, salt, seal};
