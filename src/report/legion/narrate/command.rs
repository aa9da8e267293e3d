//! Sentences of the chapter `command`.

use super::super::refusal::worded;
use super::teller::Teller;
use crate::form::marks::capital;
use tess_legion::CommandId;
use tess_legion::events::command::CommandEvent;

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(t: &mut Teller<'_>, event: &CommandEvent) -> String {
    let (pos, rule) = (t.pos, event.rule());
    let code = |id: CommandId| pos.set.command(id).code.as_str();
    let side = |side| capital(&pos.set.sides[side]);
    match event {
        CommandEvent::Sealed(id) => format!("{} has its order, face down ({rule})", code(*id)),
        CommandEvent::Opened { command, lost: true, .. } => {
            format!("the order of {} cannot be opened: it holds ({rule})", code(*command))
        }
        CommandEvent::Opened { command, order, .. } => {
            format!("the order of {} is opened: {} ({rule})", code(*command), order.word())
        }
        CommandEvent::OwnOrder { unit, die, order, chosen } => format!(
            "{} is out of command: die {}, {}{} ({rule})",
            pos.code(*unit),
            t.die(*die),
            if *chosen { "by choice " } else { "" },
            order.word()
        ),
        CommandEvent::Initiative { command, die, rating, staff, card } => {
            let staffed = if *staff == 0 { String::new() } else { format!(" + {staff} for its staff") };
            let played = if *card == 0 { String::new() } else { format!(" + {card} for a card") };
            let sum = die + rating + staff + card;
            let parts = format!("die {} + {rating} for its commander{staffed}{played}", t.die(*die));
            format!("initiative of {}: {sum} ({parts}; {rule})", code(*command))
        }
        CommandEvent::Sequence(order) => {
            let codes: Vec<&str> = order.iter().map(|&c| code(c)).collect();
            format!("the Commands act in this order: {} ({rule})", codes.join(", "))
        }
        CommandEvent::ActsLast(id) => {
            format!("{} gives up the initiative and acts last ({rule})", code(*id))
        }
        CommandEvent::Acts(id) => format!("{} has the initiative ({rule})", code(*id)),
        CommandEvent::Rally(it) => format!("rally phase of {} ({rule})", side(*it)),
        CommandEvent::Turn(turn) => format!("turn {turn} begins ({rule})"),
        CommandEvent::LeftOut { text, refusal, begun: false } => {
            format!("left out: `{text}`: {} ({rule})", worded(pos, refusal).message)
        }
        CommandEvent::LeftOut { text, refusal, begun: true } => {
            format!("given up on the way: `{text}`: {} ({rule})", worded(pos, refusal).message)
        }
    }
}
