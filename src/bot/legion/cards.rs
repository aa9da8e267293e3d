//! Cards in the hands of bots: any that fits, now and then.

use crate::chance::Chance;
use tess_legion::legal::card_lines;
use tess_legion::state::Stage;
use tess_legion::{Position, Side};

/// A line about a card, once in so many times.
pub(super) fn now(chance: &mut Chance, pos: &Position, side: Side, times: usize) -> Option<String> {
    if pos.cards.hands[side].is_empty() || !chance.once_in(times) {
        return None;
    }
    chance.pick(&card_lines(pos, side)).cloned()
}

/// Before the battle perhaps some are played. Nothing when it is not before the battle.
pub(super) fn prepared(chance: &mut Chance, pos: &Position, side: Side) -> Option<String> {
    match pos.stage {
        Stage::Eve { .. } => Some(now(chance, pos, side, 2).unwrap_or_else(|| "finish".to_owned()) + "\n"),
        _ => None,
    }
}
