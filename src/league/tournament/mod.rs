//! Tournaments: Swiss, round robin, knock-out.
//!
//! A tournament is a file of [`Event`]s, one a line, each with the digest of the line before it; everything
//! else is replayed from it ([`Tournament`]). Lots are drawn from a seed whose digest stands in the first
//! line and which is shown when the entries are closed, together with all that was entered: so nobody can
//! choose them, and everybody can draw them, and make the pairings, again.

mod berger;
mod bid;
mod bracket;
mod diary;
mod event;
mod lots;
mod matching;
mod page;
mod pairing;
mod results;
mod sides;
mod standings;
mod state;
mod swiss;
mod trf;

pub use berger::pairs as berger_pairs;
pub use bid::{Bid, Seats};
pub use diary::Diary;
pub use event::{Bye, Event, Founded, Score, SidesBy, System, Tie, Versus};
pub use lots::{commitment, lot};
pub use results::Taken;
pub use standings::Place;
pub use state::{Entrant, Round, Settled, Table, Tournament};
pub use trf::{Trf, TrfGame, TrfPlayer};
