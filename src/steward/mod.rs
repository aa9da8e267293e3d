//! One pass over a battle: mail in, ledger, table, links due, questions, reports, mail out.
//!
//! The same for an umpire and for a player: a [`Seat`] is the folder of one role in one battle. Whatever this
//! program signs is on the disk before it is mailed, a mail is in the outbox before it is sent, and a pass that is
//! cut off anywhere and run again signs nothing twice and opens no second link. Knows nothing of the terminal.

mod act;
mod agent;
mod duties;
mod entropy;
mod error;
mod found;
mod gboh;
mod intake;
mod pass;
mod post;
mod seat;
mod staged;

pub use act::Deed;
pub use agent::Agent;
pub use entropy::Entropy;
pub use error::StewardError;
pub use found::{Card, Offer, check_genesis, found, join, make_card};
pub use intake::{Arrival, Taken};
pub use pass::Pass;
pub use seat::{Seat, Settings};
pub use staged::{Bulletin, Staged};
