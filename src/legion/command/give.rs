//! **legion order.one-each.** Orders are given face down, and opened together.

use crate::events::command::CommandEvent;
use crate::refusal::field::Unordered;
use crate::refusal::{Secret, Why};
use crate::setup::CommandId;
use crate::state::{Directive, LOST, Ordered, Position, Stage};
use crate::{Flow, Happening, Oracle, Refusal};
use tess_effects::{Question, Rule, Showing, Side};

/// **legion order.one-each.** Gives a Command its order of the turn, face down. With the last one of both
/// sides all are opened. Only `hold` may be signed openly, which nobody has to seal for a side that stays
/// silent. True when all orders lie open.
///
/// # Errors
/// When it is not the time, the Command is not of this side, has an order, or the sheet gives it away.
pub fn give(
    pos: &mut Position,
    side: Side,
    (command, order): (CommandId, Option<Directive>),
    oracle: &mut Oracle<'_>,
) -> Flow<bool> {
    let rule = Rule("order.one-each");
    let no = |why| Refusal::new(rule, Why::Unordered(command, why));
    if pos.stage != (Stage::Orders { side }) {
        return Err(no(Unordered::NotNow).into());
    }
    if pos.set.command(command).side != side {
        return Err(no(Unordered::Foreign).into());
    }
    if !pos.is_in_play(command) {
        return Err(no(Unordered::Nobody).into());
    }
    if pos.command(command).ordered != Ordered::Nothing {
        return Err(no(Unordered::Ordered).into());
    }
    match order {
        None => {
            let seal =
                oracle.seal().ok_or_else(|| Refusal::new(rule, Why::Unsealed(Secret::Order(command))))?;
            pos.command_mut(command).ordered = Ordered::Sealed(seal);
            oracle.tell(|| Happening::Command(CommandEvent::Sealed(command)));
        }
        Some(order @ Directive::Hold) => {
            pos.command_mut(command).ordered = Ordered::Open(order);
            oracle.tell(|| Happening::Command(CommandEvent::Opened { command, order, lost: false }));
        }
        Some(_) => {
            return Err(no(Unordered::GivenAway).into());
        }
    }
    if without(pos, side).next().is_some() {
        return Ok(false);
    }
    match side {
        Side::First if without(pos, Side::Second).next().is_some() => {
            pos.stage = Stage::Orders { side: Side::Second };
            Ok(false)
        }
        _ => {
            open_all(pos, side, oracle)?;
            Ok(true)
        }
    }
}

/// The Commands of a side that still need an order.
pub fn without(pos: &Position, side: Side) -> impl Iterator<Item = CommandId> + '_ {
    pos.set.commands_of(side).filter(|&c| pos.is_in_play(c) && pos.command(c).ordered == Ordered::Nothing)
}

/// **legion order.one-each.** Opens all orders: first those of the side whose sheet is in hand, which
/// brings them along.
fn open_all(pos: &mut Position, last: Side, oracle: &mut Oracle<'_>) -> Flow<()> {
    for side in [last, last.other()] {
        let commands: Vec<CommandId> = pos.set.commands_of(side).collect();
        for command in commands {
            open(pos, command, oracle)?;
        }
    }
    Ok(())
}

fn open(pos: &mut Position, command: CommandId, oracle: &mut Oracle<'_>) -> Flow<()> {
    let Ordered::Sealed(seal) = pos.command(command).ordered else { return Ok(()) };
    let read = |value: Option<String>| value.and_then(|v| Directive::parse(&v));
    let mut order = read(oracle.unseal(seal));
    if order.is_none() {
        let spec = pos.set.command(command);
        let text = format!("The orders are opened: that of {}.", spec.code);
        let rule = Rule("order.one-each");
        let question = Question::new("open-order", &pos.set.sides[spec.side], &spec.code, rule, text)
            .choice("open", "shows the order")
            .choice(LOST, "cannot be opened any more: the Command holds")
            .shows(Showing {
                seal,
                values: Directive::WORDS.map(str::to_owned).to_vec(),
                spared: vec![LOST.to_owned()],
                at_once: true,
            });
        oracle.ask(question)?;
        order = read(oracle.unseal(seal));
    }
    let lost = order.is_none();
    let order = order.unwrap_or(Directive::Hold);
    pos.command_mut(command).ordered = Ordered::Open(order);
    oracle.tell(|| Happening::Command(CommandEvent::Opened { command, order, lost }));
    Ok(())
}
