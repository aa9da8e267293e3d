//! The one door to a game: what the rooms above may ask of any battle, and where a game is registered.
//!
//! `door/` says what may be asked: of a game before a battle ([`AnyGame`]), of a position ([`AnyPosition`]),
//! of a sheet that has been read ([`AnySheet`]), of a battle that follows its log ([`AnyTable`]). All of
//! them are implemented once, for whatever game is [`Playable`]; `gboh/` and `legion/` say how those two
//! are. [`of_book`] finds the game of a book: no room above names a game, and none is compiled once for
//! each. `notation.rs` reads and writes positions for people, whichever game they are of; `number.rs` is the
//! number of the rules.
//!
//! Knows no mail, no keys and no files but those of the scenarios.

#![deny(clippy::float_arithmetic)]

mod door;
mod gboh;
mod legion;
mod notation;
mod number;
mod register;

pub use door::agent::{Agent, Nobody, Seeing};
pub use door::beat::{Beat, Beats};
pub use door::bulletin::{Bulletin, Confided, Telling};
pub use door::error::GameError;
pub use door::fare::{Fare, Listed, Points, Shape};
pub use door::game::AnyGame;
pub use door::halted::{ended, refused};
pub use door::legal::{Legal, LegalOrder, LegalPiece, Spot};
pub use door::offered::Offered;
pub use door::playable::{Part, Placed, Playable, Shown};
pub use door::position::AnyPosition;
pub use door::secret::secret;
pub use door::sheet::{AnySheet, Rehearsal};
pub use door::table::AnyTable;
pub use door::trial::{Trial, Tried};
pub use door::walk::Walk;
pub use notation::{NOTATION, Notation, schema};
pub use number::{FORMAT, RULES};
pub use register::{Starts, of, of_book, of_scenario, starts};
pub use tess_report::{Layout, Section, Style, Voice};
