//! Sentences of the chapter `victory`.

use super::super::task::because;
use super::teller::Teller;
use crate::form::marks::capital;
use tess_legion::Side;
use tess_legion::events::victory::VictoryEvent;
use tess_legion::victory::GoalId;

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(t: &mut Teller<'_>, event: &VictoryEvent) -> String {
    let (pos, rule) = (t.pos, event.rule());
    let side = |side: Side| capital(&pos.set.sides[side]);
    let goal = |id: GoalId| format!("{} ({})", pos.set.goal(id).code, pos.set.goal(id).name);
    match event {
        VictoryEvent::Fallen { command, halved, points } => {
            let spec = pos.set.command(*command);
            let why = if *halved { "half of its stands are lost" } else { "all that it has left are broken" };
            let to = side(spec.side.other());
            format!("{} is beaten, {why}: {} for {to} ({rule})", spec.code, vp(*points))
        }
        VictoryEvent::Leader { leader, points } => {
            let spec = pos.set.command(*leader);
            let to = side(spec.side.other());
            format!("{} is lost to his army: {} for {to} ({rule})", spec.leader.code, vp(*points))
        }
        VictoryEvent::Taken { goal: id, side: it, .. } => {
            format!("{} takes {} ({rule})", side(*it), goal(*id))
        }
        VictoryEvent::Gained { goal: id, side: it, die, points, .. } => {
            let die = die.map_or_else(String::new, |die| format!(", die {}", t.die(die)));
            format!("{} gives {} {}{die} ({rule})", goal(*id), side(*it), vp(*points))
        }
        VictoryEvent::Driven { goal: id, unit } => {
            format!("{} drives off {} ({rule})", pos.code(*unit), goal(*id))
        }
        VictoryEvent::Left(id) => format!("{} is left to itself ({rule})", goal(*id)),
        VictoryEvent::Loots { goal: id, unit } => {
            format!("{} pillages {} ({rule})", pos.code(*unit), goal(*id))
        }
        VictoryEvent::LootsNoMore { goal: id, unit } => {
            format!("{} has done with pillaging {} ({rule})", pos.code(*unit), goal(*id))
        }
        VictoryEvent::Offers(it) => {
            format!("{} offers to end the battle here ({rule})", side(*it))
        }
        VictoryEvent::Over { winner, why, points: [first, second] } => {
            let who = winner.map_or_else(|| "a draw".to_owned(), |it| format!("{} wins", side(it)));
            format!(
                "the battle is over, {}: {who}, {} for {} and {second} for {} ({rule})",
                because(pos, *why),
                vp(*first),
                side(Side::First),
                side(Side::Second)
            )
        }
    }
}

/// `1 victory point`.
fn vp(points: u16) -> String {
    format!("{points} victory point{}", if points == 1 { "" } else { "s" })
}
