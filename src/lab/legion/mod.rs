//! Legion and Empire in the laboratory.

mod build;
mod expect;
mod goal;
mod muster;
mod state;
mod troop;
mod words;

use super::CaseError;
use super::bench::Bench;
use super::moment::Found;
use super::parse::Case;
use super::place::Words;
use tess_legion::{Legion, Position, Side};
use tess_scenario::Library;

impl Bench for Legion {
    const A_RULE: &str = "move.wheel";

    fn build(case: &Case, library: &Library) -> Result<Position, CaseError> {
        build::build(case, library)
    }

    fn first_seal(position: &Position, side: &str) -> u8 {
        let second = position.set.find_side(side) == Some(Side::Second);
        (position.turn % 8) as u8 * 30 + if second { 15 } else { 0 }
    }

    /// `move.near-enemy`: two words of small letters about a point.
    fn is_rule(word: &str) -> bool {
        let plain =
            |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        word.split_once('.').is_some_and(|(chapter, name)| plain(chapter) && plain(name))
    }

    fn state(position: &Position, word: &str, w: &mut Words<'_>) -> Result<Found, CaseError> {
        expect::state(position, word, w)
    }
}
