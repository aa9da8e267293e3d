//! Legion and Empire: why an order is not allowed, in words.

mod movement;

use super::task;
use crate::refusal::{Words, unfit, unsealed};
use tess_effects::Worded;
use tess_legion::refusal::{Secret, Why};
use tess_legion::{Legion, Position, Refusal, Side};

impl Words for Legion {
    fn words(position: &Position, refusal: &Refusal) -> Worded {
        worded(position, refusal)
    }

    fn task(position: &Position, side: &str) -> String {
        let named = Side::BOTH.into_iter().find(|&s| position.set.sides[s] == side);
        named.map_or_else(String::new, |side| task::task(position, side))
    }

    fn end(position: &Position) -> String {
        task::end(position)
    }
}

/// A refusal in words. The position is only asked for names.
#[must_use]
pub fn worded(pos: &Position, refusal: &Refusal) -> Worded {
    let rule = refusal.rule;
    match &refusal.why {
        Why::Sheet(what) => unfit(rule, what),
        Why::Unsealed(secret) => match secret {
            Secret::Card => unsealed(rule, "a card"),
            Secret::Place(c) => unsealed(rule, &format!("the place of {}", pos.set.command(*c).code)),
            Secret::Order(c) => unsealed(rule, &format!("the order of {}", pos.set.command(*c).code)),
        },
        Why::Unmoved(unit, why) => movement::movement(pos, rule, *unit, why),
        Why::Said(said) => {
            Worded { rule, message: said.message.clone(), help: said.help.clone(), word: said.word.clone() }
        }
    }
}
