//! Great Battles: why an order is not allowed, in words.

use super::Words;
use tess_effects::Worded;
use tess_gboh::refusal::Why;
use tess_gboh::{Gboh, Position, Refusal, Setup};

impl Words for Gboh {
    fn words(position: &Position, refusal: &Refusal) -> Worded {
        worded(&position.set, refusal)
    }
}

/// A refusal in words.
#[must_use]
pub fn worded(_set: &Setup, refusal: &Refusal) -> Worded {
    let rule = refusal.rule;
    match &refusal.why {
        Why::Sheet(unfit) => super::unfit(rule, unfit),
        Why::Unsealed => super::unsealed(rule, "the marker of pre-arranged withdrawal"),
        Why::Said(said) => {
            Worded { rule, message: said.message.clone(), help: said.help.clone(), word: said.word.clone() }
        }
    }
}
