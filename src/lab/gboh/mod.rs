//! Great Battles of History in the laboratory.

mod army;
mod build;
mod expect;
mod ground;
mod leader;
mod stage;
mod state;
mod unit;

use super::CaseError;
use super::bench::Bench;
use super::moment::Found;
use super::parse::Case;
use super::place::Words;
use tess_gboh::{Gboh, Position};
use tess_scenario::Library;

impl Bench for Gboh {
    const A_RULE: &str = "6.25";

    fn build(case: &Case, library: &Library) -> Result<Position, CaseError> {
        build::build(case, library)
    }

    fn first_seal(position: &Position, _side: &str) -> u8 {
        100 + (position.turn % 10) as u8 * 15
    }

    /// `6.25`, `10.41B`: a number of a chapter, a point, and what begins with a number.
    fn is_rule(word: &str) -> bool {
        let whole = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        word.split_once('.').is_some_and(|(chapter, rest)| {
            whole(chapter) && rest.starts_with(|c: char| c.is_ascii_digit()) && !rest.contains(' ')
        })
    }

    fn state(position: &Position, word: &str, w: &mut Words<'_>) -> Result<Found, CaseError> {
        expect::fits(position, word, w)
    }
}
