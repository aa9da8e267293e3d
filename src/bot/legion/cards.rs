//! Cards in the hands of bots: any that fits, now and then. And the ambushes that a scenario has.

use crate::chance::Chance;
use tess_legion::cards::has_ambush;
use tess_legion::legal::{attempt, card_lines};
use tess_legion::state::{Stage, is_hidden};
use tess_legion::{Position, Side};

/// The turn from which an ambush that nobody has found stands up.
const SPRUNG: u16 = 3;

/// A line about a card, once in so many times.
pub(super) fn now(chance: &mut Chance, pos: &Position, side: Side, times: usize) -> Option<String> {
    if pos.cards.hands[side].is_empty() || !chance.once_in(times) {
        return None;
    }
    chance.pick(&card_lines(pos, side)).cloned()
}

/// Before the battle whoever may lie in ambush does, and perhaps some cards are played. Nothing when it is
/// not before the battle.
pub(super) fn prepared(chance: &mut Chance, pos: &Position, side: Side) -> Option<String> {
    if !matches!(pos.stage, Stage::Eve { .. }) {
        return None;
    }
    let mut left = pos.clone();
    let mut sheet = String::new();
    let free = |pos: &Position| pos.set.commands_of(side).find(|&c| has_ambush(pos, c) && !is_hidden(pos, c));
    while let Some(command) = free(&left) {
        let hide = format!("hide {} in ", left.set.command(command).code);
        let lines: Vec<String> =
            card_lines(&left, side).into_iter().filter(|line| line.starts_with(&hide)).collect();
        let Some(line) = chance.pick(&lines) else { break };
        if attempt(&mut left, side, line).is_none() {
            break;
        }
        sheet.push_str(line);
        sheet.push('\n');
    }
    if !sheet.is_empty() {
        return Some(sheet + "finish\n");
    }
    Some(now(chance, pos, side, 2).unwrap_or_else(|| "finish".to_owned()) + "\n")
}

/// With the orders of a turn a card is played, once in so many times, or an ambush stands up: the line, and
/// the position in which the orders are given then.
pub(super) fn first(
    chance: &mut Chance,
    pos: &Position,
    side: Side,
    times: usize,
) -> (Option<String>, Option<Position>) {
    let waits = |line: &&String| line.starts_with("card ambush ");
    let ambush = if matches!(pos.stage, Stage::Orders { .. }) && pos.turn >= SPRUNG {
        card_lines(pos, side).iter().find(waits).cloned()
    } else {
        None
    };
    let Some(line) = ambush.or_else(|| now(chance, pos, side, times)) else { return (None, None) };
    let mut then = pos.clone();
    let stands = line.starts_with("card ambush ") && attempt(&mut then, side, &line) == Some(true);
    (Some(line), stands.then_some(then))
}
