//! Sentences of the chapter `cards`.

use super::teller::Teller;
use crate::form::marks::capital;
use tess_legion::events::cards::CardEvent;
use tess_legion::state::Edge;
use tess_legion::{CommandId, Position, UnitId};

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(t: &mut Teller<'_>, event: &CardEvent) -> String {
    let (pos, rule) = (t.pos, event.rule());
    let code = |id: CommandId| pos.set.command(id).code.as_str();
    let unit = |id: UnitId| pos.code(id);
    let side = |side| capital(&pos.set.sides[side]);
    match event {
        CardEvent::Drawn(it, 1) => format!("{} draws a card ({rule})", side(*it)),
        CardEvent::Drawn(it, count) => format!("{} draws {count} cards ({rule})", side(*it)),
        CardEvent::Eve(it) => format!("{} prepares for the battle ({rule})", side(*it)),
        CardEvent::Played { side: it, card, on } => {
            let on = if on.is_empty() { String::new() } else { format!(": {on}") };
            format!("{} plays {}{on} ({rule})", side(*it), card.face().name)
        }
        CardEvent::Down { side: it, command, what } => {
            format!(
                "{} lays a card face down for the {} of {} ({rule})",
                side(*it),
                what.word(),
                code(*command)
            )
        }
        CardEvent::Hidden(command) => {
            format!("{} is not set up: a card lies face down for it ({rule})", code(*command))
        }
        CardEvent::Ambushes(command) => {
            format!("{} lies in ambush, its side alone knows where ({rule})", code(*command))
        }
        CardEvent::Springs(command) => format!("{} stands up out of its ambush ({rule})", code(*command)),
        CardEvent::Comes { command, die, turn, there } => {
            let die = t.die(*die);
            let said = if *there { "it is there" } else { "it is not there yet" };
            format!("{} is looked for: die {die} against turn {turn}: {said} ({rule})", code(*command))
        }
        CardEvent::Appears(id) => format!("{} comes out at {} ({rule})", unit(*id), place(pos, *id)),
        CardEvent::Enters(command, edge) => {
            format!("{} comes over the {} edge ({rule})", code(*command), word(*edge))
        }
        CardEvent::Panics { unit: id, die, value, lost } => {
            let die = t.die(*die);
            let said = if *lost { "it loses its order" } else { "it keeps its order" };
            format!("{}: die {die} against {value}: {said} ({rule})", unit(*id))
        }
        CardEvent::Ordered(id, card) => {
            format!("{} stands: {} (by {}; {rule})", unit(*id), state(pos, *id), card.face().name)
        }
        CardEvent::Tired(id, die) => {
            format!("{} has marched by night: die {}, so many hits ({rule})", unit(*id), t.die(*die))
        }
        CardEvent::Doubled(id, hits) => {
            format!("the hits of {} count twice: {hits} ({rule})", unit(*id))
        }
        CardEvent::Spared(leader) => {
            let name = &pos.leader_spec(*leader).name;
            format!("nothing has happened to {name} after all: Caesar's Luck ({rule})")
        }
        CardEvent::FreeMove(it) => format!("{} makes a free move ({rule})", side(*it)),
    }
}

fn place(pos: &Position, id: UnitId) -> String {
    let at = pos.stance(id).unwrap_or_default();
    let inches = tess_legion::measure::Length;
    format!("{},{}", inches(at.anchor.x), inches(at.anchor.y))
}

fn state(pos: &Position, id: UnitId) -> &'static str {
    use tess_legion::state::Morale;
    match pos.unit(id).morale {
        Morale::Good => "in good order",
        Morale::Disordered => "in disorder",
        Morale::Broken => "broken",
    }
}

const fn word(edge: Edge) -> &'static str {
    match edge {
        Edge::South => "south",
        Edge::North => "north",
        Edge::West => "west",
        Edge::East => "east",
    }
}
