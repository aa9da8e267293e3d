//! The three effects through which rules touch the world, and what they leave behind.
//!
//! Rules are written in direct style: a function takes the position and an
//! [`Oracle`] and reads like the rule book. Where the book needs a die or a
//! decision, the function calls [`Oracle::roll`] or [`Oracle::ask`]; when the die
//! or the answer is not there yet, the call returns a [`Stop`], `?` carries it out
//! to the table, and the position worked on is dropped. When the missing event has
//! arrived the order runs again from its start and gets further.
//!
//! Knows nothing of any game.

#![deny(clippy::float_arithmetic)]

mod game;
mod label;
mod options;
mod oracle;
mod question;
mod recorded;
mod seal;
mod setting;
mod side;
mod standing;
mod stop;

pub use game::{Deed, Duty, Ending, Game, Outcome};
pub use label::{Label, Rolled};
pub use options::{Listed, Lower, Matter, Offer, Options, OrNo};
pub use oracle::{Answered, Answerer, Dice, Oracle, Present, Scripted, Throws};
pub use question::{Answer, Choice, Fact, Named, Question, Showing};
pub use recorded::Recorded;
pub use seal::{Hidden, Seal};
pub use setting::Setting;
pub use side::{BySide, Side};
pub use standing::decide;
pub use stop::{Flow, Numbering, Refusal, Rule, Stop, Unfit, Worded};
