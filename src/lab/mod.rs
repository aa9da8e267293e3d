//! The laboratory: rule cases as text, a position, orders, labelled dice, and what must follow.
//!
//! The format is described in `docs/cases.md`. One runner serves the tests and `tess lab`.

mod bench;
mod gboh;
mod hidden;
mod legion;
mod moment;
mod parse;
mod place;
mod run;
#[cfg(test)]
mod tests;
mod verdict;

pub use parse::{Case, CaseError, Citation, Deed};
pub use run::run;
pub use verdict::{Failure, Verdict};
