//! Legion and Empire: why an order is not allowed, in words.

mod cards;
mod combat;
mod course;
mod field;
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
        Why::Unshot(unit, why) => combat::unshot(pos, rule, *unit, why),
        Why::Unfought(why) => combat::unfought(pos, rule, *why),
        Why::Undone(unit, why) => combat::undone(pos, rule, *unit, *why),
        Why::Untimely(why) => course::untimely(pos, rule, why),
        Why::Unrallied(unit, why) => course::unrallied(pos, rule, *unit, *why),
        Why::Unlooted(unit, why) => course::unlooted(pos, rule, *unit, *why),
        Why::Misnamed(why) => why.worded(rule),
        Why::Barred(who, why) => field::barred(pos, rule, *who, why),
        Why::Undrilled(unit, why) => field::undrilled(pos, rule, *unit, *why),
        Why::Unled(leader, why) => field::unled(pos, rule, *leader, *why),
        Why::Unjoined(unit, why) => field::unjoined(pos, rule, *unit, why),
        Why::Undeployed(why) => field::undeployed(pos, rule, why),
        Why::Unlaid(kind, why) => field::unlaid(pos, rule, kind, why),
        Why::Unordered(command, why) => field::unordered(pos, rule, *command, *why),
        Why::Unplayed(card, why) => cards::unplayed(pos, rule, *card, why),
        Why::UnlaidCard(side, why) => cards::unlaid(pos, rule, *side, why),
    }
}
