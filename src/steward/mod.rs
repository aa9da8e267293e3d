//! One pass over a battle: mail in, ledger, table, links due, questions, reports, mail out.
//!
//! An umpire and a player pass alike: a [`Seat`] is one role in one battle, its things in a [`Storage`].
//! Whatever this program signs is on the disk before it is mailed, a mail is in the outbox before it is
//! sent, and a pass that is cut off anywhere and run again signs nothing twice and opens no second link.
//! Knows nothing of the terminal.

mod accuse;
mod act;
mod audit;
mod besides;
mod card;
mod clock;
mod course;
pub mod deadline;
mod duties;
mod entropy;
mod entrusted;
mod error;
mod folder;
mod found;
mod genesis;
mod give_way;
mod greeting;
mod handout;
mod heal;
mod healing;
mod heard;
mod hidden;
mod holder;
mod intake;
mod late;
pub mod lobby;
mod look;
mod mandate;
mod notice;
mod painter;
mod papers;
mod pass;
mod post;
mod press;
mod rehearse;
mod remind;
mod renew;
mod reply;
mod rules;
mod seat;
mod settings;
mod starts;
mod storage;
mod tally;
mod telephone;
mod tidings;
mod vault;
mod verify;

pub use accuse::Accusation;
pub use act::Deed;
pub use audit::{Audit, Luck, TakeBack, Tray, Verdict};
pub use card::{Card, LINKS, make_card};
pub use clock::{Clock, Late, Waited};
pub use course::{Course, Move};
pub use entropy::Entropy;
pub use entrusted::{MOST_TEXT, private};
pub use error::StewardError;
pub use folder::Folder;
pub use found::{Offer, WayIn, found, join};
pub use genesis::check_genesis;
pub use handout::handout;
pub use intake::{Arrival, Taken};
pub use look::{Look, archive_bytes, game_of};
pub use painter::paint;
pub use pass::Pass;
pub use post::brief;
pub use press::{PRESS, Uttered, words_beside};
pub use rehearse::{Foreseen, Rehearsed, foresee, rehearse, with_sheet};
pub use remind::how_to_answer;
pub use rules::{FORMAT, RULES};
pub use seat::Seat;
pub use settings::Settings;
pub use starts::Starts;
pub use storage::{Section, Storage, WayOut};
pub use tally::Tally;
pub use tess_game::{Agent, Nobody, Offered, ended, refused};
pub use vault::Vault;
pub use verify::{Mandates, Rulings, Verified, verify};
