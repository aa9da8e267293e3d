//! What changes while a battle is fought.
//!
//! Data and the verbs that keep it whole; what follows from it is asked in [`crate::questions`].

mod asks;
mod canon;
mod command;
mod directive;
mod engagement;
mod goal;
mod hand;
mod help;
mod hiding;
mod lasting;
mod leader;
pub mod notation;
mod parts;
mod position;
mod stage;
mod tally;
mod unit;
mod units;
mod wings;
mod zone;

pub use crate::written::Post;
pub use asks::{Asks, Finer};
pub use canon::FORM;
pub use command::{Command, Ordered};
pub use directive::{Directive, LOST};
pub use engagement::{Engagement, Impact};
pub use goal::GoalState;
pub use hand::{Known, Slot, Stratagems, Used, confide, known, known_place};
pub use help::Help;
pub(crate) use hiding::hiding;
pub use hiding::{Coming, Hiding, is_coming, is_hidden};
pub use lasting::Lasting;
pub use leader::{Leader, LeaderPlace};
pub use parts::{Laid, Parts, Piece, PieceKind, Unfit};
pub use position::{Position, clear};
pub(crate) use stage::HOST;
pub use stage::{Acting, Preparing, Segment, Stage, Why, due, first_stage, preparing};
pub use tally::Tally;
pub use unit::{Account, Away, Edge, LONE_STANDS, Morale, Place, Stand, Tried, Unit, UnitId};
pub use units::Units;
pub use wings::Wings;
pub use zone::Zone;
