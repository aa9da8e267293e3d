//! Dealing: each side draws its own cards, with numbers that nobody chooses.

use super::deck::{DECK, Moment};
use super::hand::{Slot, Used};
use super::told::CardEvent;
use crate::deploy::Preparing;
use crate::position::Position;
use crate::refusal::{Secret, Why};
use crate::setup::{Deal, Setup};
use crate::side::Side;
use crate::stage::Stage;
use crate::{Flow, Refusal};
use crate::{Happening, Oracle, turn};
use tess_dice::Die;
use tess_effects::Rule;

const RULE: Rule = Rule("card.deal");

/// **legion card.deal.** How many cards a side is dealt: as many as the rating of its commander-in-chief.
#[must_use]
pub fn due(set: &Setup, side: Side) -> u8 {
    match set.choices.cards {
        Deal::None => 0,
        Deal::Number(n) => n,
        Deal::Rating => {
            let chief = set.commands_of(side).map(|c| &set.command(c).leader).find(|l| l.chief);
            chief.map_or(0, |l| l.rating)
        }
    }
}

/// **legion card.deal.** The sheet of a side that has to draw: there is no choice in it, so that its program sends it.
#[must_use]
pub fn only_sheet(pos: &Position, side: &str) -> Option<String> {
    match pos.stage {
        Stage::Draw { side: now } if pos.set.sides[now] == side => {
            Some(format!("draw {}\n", due(&pos.set, now)))
        }
        _ => None,
    }
}

/// With what a battle begins: cards are drawn, when there are any.
#[must_use]
pub fn first_stage(set: &Setup) -> Option<Stage> {
    Side::BOTH.into_iter().find(|&s| due(set, s) > 0).map(|side| Stage::Draw { side })
}

/// The armies stand: whoever has cards prepares for the battle; then it begins.
pub(crate) fn prepare(pos: &mut Position, oracle: &mut Oracle<'_>) {
    pos.cards.eve = Side::BOTH.into_iter().filter(|&s| due(&pos.set, s) > 0).collect();
    next_eve(pos, oracle);
}

/// **legion card.deal.** `draw 2`: numbers are sealed for the cards, and a die is thrown on each.
///
/// # Errors
/// When it is not the time, or not the number.
pub fn draw(pos: &mut Position, side: Side, count: u8, oracle: &mut Oracle<'_>) -> Flow<()> {
    if pos.stage != (Stage::Draw { side }) {
        return Err(Refusal::new(RULE, "cards are drawn once, before the battle").into());
    }
    let due = due(&pos.set, side);
    if count != due {
        let text = format!("{} draws {due} cards, not {count}", pos.set.sides[side]);
        return Err(Refusal::new(RULE, text).help(format!("draw {due}")).into());
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
        next if side == Side::First && self::due(&pos.set, next) > 0 => {
            pos.stage = Stage::Draw { side: next };
        }
        // The terrain lies; nobody has chosen an edge or deployed.
        _ if pos.set.choices.set_up => pos.stage = Stage::SetUp(Preparing::Edge),
        _ => prepare(pos, oracle),
    }
    Ok(())
}

/// The next side prepares; after the last the battle begins.
pub(crate) fn next_eve(pos: &mut Position, oracle: &mut Oracle<'_>) {
    if pos.cards.eve.is_empty() {
        turn::open(pos, oracle);
        return;
    }
    let side = pos.cards.eve.remove(0);
    pos.stage = Stage::Eve { side };
    oracle.tell(|| Happening::Card(CardEvent::Eve(side)));
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
