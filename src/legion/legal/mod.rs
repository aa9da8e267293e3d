//! What a side may do now, as lines that a sheet may hold: each has been tried on a copy of the position.

mod attempt;
mod cards;
mod choices;
mod exact;
mod further;

pub use attempt::{allows, attempt};
pub use cards::card_lines;
pub use choices::{
    Legal, UnitChoices, Work, at_work, idle_rally, leader_joins, leader_lines, legal, lines_of, whole,
};
pub use exact::{Choice, Meeting, Note, choices_of};
pub use further::further;
