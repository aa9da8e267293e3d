//! Stratagem cards: how they are dealt so that nobody knows or chooses a hand, when they are played, and
//! what they do.

mod args;
mod draw;
mod end;
mod eve;
mod hiding;
mod now;
mod place;
mod play;
mod sealing;
mod window;

pub use crate::setup::{Card, DECK, Moment};
pub use crate::state::{Coming, Hiding, Slot, Used, confide, due, known, known_place};
pub use draw::{draw, moment, only_sheet};
pub(crate) use draw::{next_eve, prepare};
pub(crate) use end::end_turn;
pub use hiding::{PLACES, SECRETS, arrive, borne_out, enter, ground_of, has_ambush, hide, may_lie};
pub(crate) use hiding::{found_on_the_way, look_about, places_before};
pub use play::{What, own_hand, play, to_show};
pub use sealing::may_seal;
pub(crate) use window::{enemy_acts, scouted};
