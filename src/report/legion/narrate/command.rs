//! Sentences of the chapter `command`.

use super::super::refusal::worded;
use crate::marks::capital;
use tess_legion::command::told::CommandEvent;
use tess_legion::{CommandId, Position};

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(pos: &Position, event: &CommandEvent) -> String {
    let code = |id: CommandId| pos.set.command(id).code.as_str();
    let side = |side| capital(&pos.set.sides[side]);
    match event {
        CommandEvent::Sealed(id) => format!("{} has its order, face down (order.one-each)", code(*id)),
        CommandEvent::Opened { command, lost: true, .. } => {
            format!("the order of {} cannot be opened: it holds (order.one-each)", code(*command))
        }
        CommandEvent::Opened { command, order, .. } => {
            format!("the order of {} is opened: {} (order.one-each)", code(*command), order.word())
        }
        CommandEvent::OwnOrder { unit, die, order, chosen } => format!(
            "{} is out of command: die {die}, {}{} (order.out-of-command)",
            pos.code(*unit),
            if *chosen { "by choice " } else { "" },
            order.word()
        ),
        CommandEvent::Initiative { command, die, rating, staff, card } => {
            let staffed = if *staff == 0 { String::new() } else { format!(" + {staff} for its staff") };
            let played = if *card == 0 { String::new() } else { format!(" + {card} for a card") };
            let sum = die + rating + staff + card;
            let parts = format!("die {die} + {rating} for its commander{staffed}{played}");
            format!("initiative of {}: {sum} ({parts}; turn.initiative)", code(*command))
        }
        CommandEvent::Sequence(order) => {
            let codes: Vec<&str> = order.iter().map(|&c| code(c)).collect();
            format!("the Commands act in this order: {} (turn.initiative)", codes.join(", "))
        }
        CommandEvent::ActsLast(id) => {
            format!("{} gives up the initiative and acts last (turn.initiative)", code(*id))
        }
        CommandEvent::Acts(id) => format!("{} has the initiative (turn.sequence)", code(*id)),
        CommandEvent::Rally(it) => format!("rally phase of {} (turn.sequence)", side(*it)),
        CommandEvent::Turn(turn) => format!("turn {turn} begins (turn.sequence)"),
        CommandEvent::LeftOut { text, refusal, begun: false } => {
            format!("left out: `{text}`: {} ({})", worded(pos, refusal).message, refusal.rule)
        }
        CommandEvent::LeftOut { text, refusal, begun: true } => {
            format!("given up on the way: `{text}`: {} ({})", worded(pos, refusal).message, refusal.rule)
        }
    }
}
