//! Great Battles of History in the laboratory.

use super::CaseError;
use super::bench::Bench;
use super::moment::Found;
use super::parse::Case;
use super::place::Words;
use super::{build, expect};
use tess_gboh::{Gboh, Position};
use tess_scenario::Library;

impl Bench for Gboh {
    fn build(case: &Case, library: &Library) -> Result<Position, CaseError> {
        build::build(case, library)
    }

    fn first_seal(position: &Position, _side: &str) -> u8 {
        100 + (position.turn % 10) as u8 * 15
    }

    fn is_rule(word: &str) -> bool {
        word.starts_with(|c: char| c.is_ascii_digit())
    }

    fn state(position: &Position, word: &str, w: &mut Words<'_>) -> Result<Found, CaseError> {
        expect::fits(position, word, w)
    }
}
