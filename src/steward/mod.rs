//! One pass over a battle: mail in, ledger, table, links due, questions, reports, mail out.
//!
//! The same for an umpire and for a player: a [`Seat`] is one role in one battle, its things on a [`Shelf`]. Whatever this
//! program signs is on the disk before it is mailed, a mail is in the outbox before it is sent, and a pass that is
//! cut off anywhere and run again signs nothing twice and opens no second link. Knows nothing of the terminal.

mod accuse;
mod act;
mod audit;
mod clock;
pub mod deadline;
mod duties;
mod entropy;
mod entrusted;
mod error;
mod folder;
mod found;
mod give_way;
mod heal;
mod hidden;
mod holder;
mod intake;
mod late;
pub mod lobby;
mod look;
mod mandate;
mod notice;
mod papers;
mod pass;
mod post;
mod remind;
mod renew;
mod reply;
mod seat;
mod shelf;
mod starts;
mod tally;
mod verify;

pub use accuse::Accusation;
pub use act::Deed;
pub use audit::{Audit, Luck, TakeBack, Tray, Verdict};
pub use clock::{Clock, Late, Waited};
pub use entropy::Entropy;
pub use entrusted::{MOST_TEXT, private};
pub use error::StewardError;
pub use folder::Folder;
pub use found::{Card, FORMAT, Offer, RULES, WayIn, check_genesis, found, join, make_card};
pub use hidden::Vault;
pub use intake::{Arrival, Taken};
pub use look::{Look, archive_bytes, game_of};
pub use pass::Pass;
pub use post::brief;
pub use renew::LINKS;
pub use seat::{Seat, Settings};
pub use shelf::{Drawer, Shelf, WayOut};
pub use starts::Starts;
pub use tally::Tally;
pub use tess_game::{Agent, Nobody, Offered};
pub use verify::{Mandates, Rulings, Verified, verify};
