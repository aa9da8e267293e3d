//! Players of Great Battles of History.

mod plan;
pub mod random;
pub mod sensible;

use self::sensible::{quick, sensible, sheets};
use crate::search::{Craft, Searching};
use tess_game::{Agent, Playable};
use tess_gboh::{Gboh, Position};

/// Actions in which a sheet that is tried out shows what it was worth: its own, and the next of both sides.
const ACTIONS: u32 = 4;

/// A player who tries sheets out before he gives one.
pub(crate) fn hard(seed: u64) -> Box<dyn Agent<Position>> {
    let craft = Craft::<Gboh> { sheets, follower: |seed| Box::new(quick(seed)), actions: ACTIONS, weights };
    Box::new(Searching::new(craft, Box::new(sensible(seed)), seed))
}

/// What a unit gives away when it is lost, a leader what his initiative does, in hundredths of a rout point.
fn weights(pos: &Position) -> Vec<i64> {
    let listed = Gboh::listed(pos);
    let worth = |code: &str| pos.set.find_unit(code).map_or(0, |u| 100 * i64::from(pos.spec(u).size));
    listed.iter().map(|piece| worth(&piece.code)).collect()
}
