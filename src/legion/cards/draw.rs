//! Dealing: each side draws its own cards, with numbers that nobody chooses.

use crate::events::cards::CardEvent;
use crate::refusal::cards::Unlaid;
use crate::refusal::{Secret, Why};
use crate::setup::{DECK, Moment};
use crate::state::{self, Position, Preparing, Slot, Stage, Used, due};
use crate::{Flow, Happening, Oracle, Refusal};
use tess_dice::Die;
use tess_effects::{Rule, Side};

const RULE: Rule = Rule("card.deal");

/// **legion card.deal.** The sheet of a side that has to draw: there is no choice in it, so that its
/// program sends it.
#[must_use]
pub fn only_sheet(pos: &Position, side: &str) -> Option<String> {
    match pos.stage {
        Stage::Draw { side: now } if pos.set.sides[now] == side => {
            Some(format!("draw {}\n", due(&pos.set, now)))
        }
        _ => None,
    }
}

/// The armies stand: whoever has cards, or may lay an ambush, prepares for the battle. False when nobody
/// does, and the battle begins.
pub(crate) fn prepare(pos: &mut Position, oracle: &mut Oracle<'_>) -> bool {
    pos.cards.eve = state::preparing(&pos.set);
    next_eve(pos, oracle)
}

/// **legion card.deal.** `draw 2`: numbers are sealed for the cards, and a die is thrown on each.
/// True when the armies stand and all have drawn.
///
/// # Errors
/// When it is not the time, or not the number.
pub fn draw(pos: &mut Position, side: Side, count: u8, oracle: &mut Oracle<'_>) -> Flow<bool> {
    if pos.stage != (Stage::Draw { side }) {
        return Err(Refusal::new(RULE, Why::UnlaidCard(side, Unlaid::DrawnOnce)).into());
    }
    let due = due(&pos.set, side);
    if count != due {
        return Err(Refusal::new(RULE, Why::UnlaidCard(side, Unlaid::Count(due, count))).into());
    }
    let mut seals = Vec::new();
    for _ in 0..count {
        seals.push(oracle.seal().ok_or_else(|| Refusal::new(RULE, Why::Unsealed(Secret::Card)))?);
    }
    for seal in seals {
        let die = oracle.roll(Die::Of(DECK), "draw", &pos.set.sides[side], RULE)?;
        pos.cards.hands[side].push(Slot { seal, die, used: Used::Held });
    }
    oracle.tell(|| Happening::Card(CardEvent::Drawn(side, count)));
    match side.other() {
        next if side == Side::First && state::due(&pos.set, next) > 0 => {
            pos.stage = Stage::Draw { side: next };
        }
        // The terrain lies; nobody has chosen an edge or deployed.
        _ if pos.set.choices.set_up => pos.stage = Stage::SetUp(Preparing::Edge),
        _ => return Ok(true),
    }
    Ok(false)
}

/// The next side prepares. False after the last: the battle begins.
pub(crate) fn next_eve(pos: &mut Position, oracle: &mut Oracle<'_>) -> bool {
    if pos.cards.eve.is_empty() {
        return false;
    }
    let side = pos.cards.eve.remove(0);
    pos.stage = Stage::Eve { side };
    oracle.tell(|| Happening::Card(CardEvent::Eve(side)));
    true
}

/// What a side's sheet may play now.
#[must_use]
pub fn moment(pos: &Position) -> Option<Moment> {
    match pos.stage {
        Stage::Eve { .. } => Some(Moment::Eve),
        Stage::Orders { .. } => Some(Moment::Orders),
        Stage::Acting(_) => Some(Moment::Acting),
        Stage::Rally { .. } => Some(Moment::Rally),
        Stage::SetUp(_) | Stage::Draw { .. } | Stage::Over { .. } => None,
    }
}
