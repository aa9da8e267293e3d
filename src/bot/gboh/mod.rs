//! Players of Great Battles of History.

mod change;
mod plan;
pub mod random;
pub mod sensible;
mod toll;

use self::change::change;
use self::sensible::{quick, sensible, sheets};
pub(crate) use self::toll::losses;
use crate::search::{Budget, Craft, Searching};
use tess_game::Agent;
use tess_gboh::{Gboh, Position};

/// What `hard` spends on a sheet: a trial is the sheet itself and the next three actions of both sides.
pub(crate) const BUDGET: Budget =
    Budget { actions: 4, first: 8, kept: 6, rounds: 4, changes: 10, last: 60, lines: 100_000 };

/// A player who tries sheets out before he gives one.
pub(crate) fn hard(seed: u64, budget: Budget) -> Box<dyn Agent<Position>> {
    let follower = |seed| -> Box<dyn Agent<Position>> { Box::new(quick(seed)) };
    let craft = Craft::<Gboh> { sheets, change, follower, losses, budget };
    Box::new(Searching::new(craft, Box::new(sensible(seed)), seed))
}
