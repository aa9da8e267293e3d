//! The program's own commander of each game.

use crate::gboh::sensible::{STANDING, sensible};
use crate::legion;
use tess_game::{Agent, AnyPosition, Seeing};
use tess_scenario::Family;

/// Somebody who commands a side of any game, with this seed where two things seem equally good.
#[must_use]
pub fn hire(game: Family, seed: u64) -> Box<dyn Agent<dyn AnyPosition>> {
    match game {
        Family::Gboh => Box::new(Seeing::new(sensible(seed))),
        Family::Legion => Box::new(Seeing::new(legion::sensible(seed))),
    }
}

/// The standing orders that he would give to an umpire.
#[must_use]
pub fn standing(game: Family) -> &'static str {
    match game {
        Family::Gboh => STANDING,
        Family::Legion => "otherwise default\n",
    }
}
