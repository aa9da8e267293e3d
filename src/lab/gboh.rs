//! Great Battles of History in the laboratory.

use super::CaseError;
use super::bench::Bench;
use super::moment::Found;
use super::parse::Case;
use super::place::Words;
use super::{build, expect};
use tess_gboh::movement::marker::{NO, YES};
use tess_gboh::{Gboh, Happening, Position};
use tess_orders::Sealed;
use tess_scenario::Library;

impl Bench for Gboh {
    const HIDDEN: &'static [&'static str] = &[YES, NO];

    fn build(case: &Case, library: &Library) -> Result<Position, CaseError> {
        build::build(case, library)
    }

    fn seal_up(sheet: &str) -> Result<Sealed, String> {
        tess_gboh::read::seal_up(sheet)
    }

    fn first_seal(position: &Position, _side: &str) -> u8 {
        100 + (position.turn % 10) as u8 * 15
    }

    fn sentence(position: &Position, happening: &Happening) -> String {
        tess_report::narrate::sentence(&position.set, happening)
    }

    fn is_rule(word: &str) -> bool {
        word.starts_with(|c: char| c.is_ascii_digit())
    }

    fn state(position: &Position, word: &str, w: &mut Words<'_>) -> Result<Found, CaseError> {
        expect::fits(position, word, w)
    }
}
