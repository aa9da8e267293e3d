//! Stratagem cards: how they are dealt so that nobody knows or chooses a hand, when they are played, and what they do.

mod args;
mod choices;
mod deck;
mod draw;
mod eve;
mod hand;
mod help;
mod hiding;
mod lasting;
mod now;
mod place;
mod play;
pub mod told;
mod window;

pub use choices::lines;
pub use deck::{Card, DECK, FACES, Face, Moment};
pub use draw::{draw, due, first_stage, moment, only_sheet};
pub(crate) use draw::{next_eve, prepare};
pub use hand::{Slot, Stratagems, Used, confide, known};
pub use help::Help;
pub(crate) use hiding::look_about;
pub use hiding::{
    Coming, Hiding, PLACES, SECRETS, arrive, borne_out, enter, hide, is_coming, is_hidden, may_lie,
};
pub(crate) use lasting::end_turn;
pub use lasting::{
    Lasting, combat, doubles, initiative, is_first, is_steady, omens, shooting, speech, speed,
};
pub use play::{What, own_hand, play, to_show};
pub(crate) use window::{enemy_acts, luck, scouted};
