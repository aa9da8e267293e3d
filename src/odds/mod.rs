//! What a sheet will come to, before anybody signs it: the real rules, with dice of their own.
//!
//! No link of the battle is ever looked at: the dice here come from a seed that anybody may name, and say
//! nothing of those that the battle will throw. A sheet is carried out again and again ([`Carrier`]);
//! what others are asked on the way a [`Policy`] answers. Few dice are walked through face by face, and
//! the figures are exact; many are thrown so often that the figures come with an interval ([`foretell`]).
//! What comes of it is a [`Foretold`]: numbers for a program, a page for a player.
//!
//! All of it is reckoned in whole numbers: the same seed gives the same bytes on every machine.

#![deny(clippy::float_arithmetic)]

mod analyse;
mod analysis;
mod balance;
mod carry;
mod chance;
mod decide;
mod each;
mod forecast;
mod foretell;
mod foretold;
mod page;
mod scale;
mod share;
mod tally;
mod together;
mod tree;

pub use analyse::Study;
pub use analysis::{Analysis, Change, Head, Step, Sums};
pub use balance::{Balance, BalanceError, Series};
pub use carry::Carrier;
pub use chance::Seeded;
pub use decide::{By, Decision, Policy};
pub use each::{Alone, each_alone};
pub use forecast::{Forecast, Outlook};
pub use foretell::{Effort, foretell};
pub use foretold::{Asked, End, Fated, Foretold, Next, Sided};
pub use share::{Chance, Mean};
pub use tally::Tally;
