//! Who acts before whom.

use crate::events::command::CommandEvent;
use crate::questions::hearing::commander;
use crate::questions::lasting;
use crate::setup::{CommandId, Drill};
use crate::state::{Lasting, Position};
use crate::{Flow, Happening, Oracle};
use tess_dice::Die;
use tess_effects::{Question, Rule, Side};

const RULE: Rule = Rule("turn.initiative");

/// More than any die with all that is added to it.
const FIRST: u8 = 100;

/// What is added to a Command's die: its commander's rating, and one for an organized staff when all the
/// enemy's commanders are of tribes. Nobody who commands, nothing that is added (leader.killed).
#[must_use]
pub fn modifier(pos: &Position, command: CommandId) -> (u8, u8) {
    let Some(commander) = commander(pos, command) else { return (0, 0) };
    let spec = pos.set.command(commander);
    let is_tribal = |c: CommandId| pos.leader_spec(c).culture == Drill::Tribal;
    let staff = !is_tribal(commander) && pos.set.commands_of(spec.side.other()).all(is_tribal);
    (spec.leader.rating, u8::from(staff))
}

/// **legion turn.initiative.** Rolls for every Command and puts them into their order: the highest first,
/// unless he whose it is gives up his place and acts last. Those that tie roll off against each other.
pub fn roll(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    if pos.cards.has(Lasting::Caesar) {
        let sequence: Vec<CommandId> = pos.sequence.iter().copied().filter(|&c| pos.is_in_play(c)).collect();
        pos.sequence.clone_from(&sequence);
        oracle.tell(|| Happening::Command(CommandEvent::Sequence(sequence)));
        return Ok(());
    }
    let all: Vec<CommandId> =
        Side::BOTH.into_iter().flat_map(|s| pos.set.commands_of(s)).filter(|&c| pos.is_in_play(c)).collect();
    let mut rolled: Vec<(CommandId, Vec<u8>)> = Vec::new();
    for command in all {
        let die = oracle.roll(Die::D6, "initiative", &pos.set.command(command).code, RULE)?;
        let (rating, staff) = modifier(pos, command);
        let card = lasting::initiative(pos, command);
        let sum = die + rating + staff + card;
        pos.command_mut(command).initiative = sum as i8;
        oracle.tell(|| Happening::Command(CommandEvent::Initiative { command, die, rating, staff, card }));
        // Whom a card makes the first is above everybody; two such throw against each other.
        let above = u8::from(lasting::is_first(pos, command)) * FIRST;
        rolled.push((command, vec![sum + above]));
    }
    roll_off(pos, &mut rolled, oracle)?;
    rolled.sort_by(|a, b| b.1.cmp(&a.1));
    pos.sequence = rolled.into_iter().map(|(command, _)| command).collect();
    first_or_last(pos, oracle)?;
    let sequence = pos.sequence.clone();
    oracle.tell(|| Happening::Command(CommandEvent::Sequence(sequence)));
    Ok(())
}

/// Rolls again among those who are still equal, until none are.
fn roll_off(pos: &Position, rolled: &mut [(CommandId, Vec<u8>)], oracle: &mut Oracle<'_>) -> Flow<()> {
    loop {
        let faces: Vec<Vec<u8>> = rolled.iter().map(|(_, f)| f.clone()).collect();
        let ties: Vec<bool> = faces.iter().map(|f| faces.iter().filter(|g| *g == f).count() > 1).collect();
        if !ties.contains(&true) {
            return Ok(());
        }
        for ((command, faces), _) in rolled.iter_mut().zip(ties).filter(|(_, tied)| *tied) {
            faces.push(oracle.roll(Die::D6, "roll-off", &pos.set.command(*command).code, RULE)?);
        }
    }
}

/// The highest may act last instead of first.
fn first_or_last(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    let &[first, _, ..] = pos.sequence.as_slice() else { return Ok(()) };
    let spec = pos.set.command(first);
    let text = format!("{} has the highest initiative: does it act first, or last?", spec.code);
    let question = Question::new("initiative", &pos.set.sides[spec.side], &spec.code, RULE, text)
        .choice("first", "acts before all others")
        .choice("last", "gives up the initiative and acts after all others")
        .fact("order", pos.command(first).ordered.word());
    if oracle.ask(question)? == "last" {
        pos.sequence.rotate_left(1);
        oracle.tell(|| Happening::Command(CommandEvent::ActsLast(first)));
    }
    Ok(())
}
