//! What the laboratory needs of a game.

use super::CaseError;
use super::moment::Found;
use super::parse::Case;
use super::place;
use tess_effects::Recorded;
use tess_game::Playable;
use tess_scenario::Library;

/// A game that has rule cases.
pub(super) trait Bench: Playable<Complaint = String> {
    /// The position of a case.
    fn build(case: &Case, library: &Library) -> Result<Self::Position, CaseError>;

    /// The number of the first seal of a sheet that a side sends now; no two sheets of a case have one of
    /// the fifteen from there on in common.
    fn first_seal(position: &Self::Position, side: &str) -> u8;

    /// A rule as its book names it, to show how one is written.
    const A_RULE: &str;

    /// Does a word of an expected refusal name a rule?
    fn is_rule(word: &str) -> bool;

    /// Does the position fit this expectation?
    fn state(position: &Self::Position, word: &str, w: &mut place::Words<'_>) -> Result<Found, CaseError>;

    /// What is on record, as a sentence.
    fn tell(position: &Self::Position, entry: &Recorded<Self::Happening>) -> String {
        match entry {
            Recorded::Rolled(r) => format!("die {} = {} ({})", r.label.text, r.face, r.label.rule),
            Recorded::Decided(q, key) => format!("{} answers {} to {}: {}", q.side, key, q.id, q.text),
            Recorded::Happened(h) => Self::sentence(position, h),
        }
    }
}
