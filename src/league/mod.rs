//! Leagues: ladders and tournaments, made from archives that verify and nothing else.
//!
//! A [`Pile`] is the archives of a folder or a store. Each that holds gives a [`Record`]: who fought whom on
//! which field, and what it came to. The league's [`Statutes`] say which of them count ([`Counted`]), and
//! from those, the first battle first, comes the [`Ladder`]. Knows no seat, no mail and no clock: the same
//! archives and statutes give the same ladder everywhere.

mod counted;
mod error;
mod kept;
mod ladder;
mod notation;
mod page;
mod period;
mod person;
mod pile;
mod record;
mod statutes;
pub mod tournament;
mod why;

#[cfg(test)]
mod tests;

pub use counted::{Counted, Fought, LeftOut, Shown};
pub use error::LeagueError;
pub use kept::Kept;
pub use ladder::{BookLadder, Ladder, Met, Stage, Standing, Step};
pub use period::Period;
pub use person::{Person, Persons};
pub use pile::{Paper, Pile, Sound};
pub use record::{Holder, How, Outcome, Record, Sided};
pub use statutes::Statutes;
