//! Sentences of the chapter `victory`.

use crate::marks::capital;
use tess_legion::victory::told::VictoryEvent;
use tess_legion::victory::{GoalId, GoalKind};
use tess_legion::{Position, Side};

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(pos: &Position, event: &VictoryEvent) -> String {
    let side = |side: Side| capital(&pos.set.sides[side]);
    let goal = |id: GoalId| format!("{} ({})", pos.set.goal(id).code, pos.set.goal(id).name);
    match event {
        VictoryEvent::Fallen { command, halved, points } => {
            let spec = pos.set.command(*command);
            let why = if *halved { "half of its stands are lost" } else { "all that it has left are broken" };
            let to = side(spec.side.other());
            format!("{} is beaten, {why}: {} for {to} (victory.points)", spec.code, vp(*points))
        }
        VictoryEvent::Leader { leader, points } => {
            let spec = pos.set.command(*leader);
            let to = side(spec.side.other());
            format!("{} is lost to his army: {} for {to} (victory.points)", spec.leader.code, vp(*points))
        }
        VictoryEvent::Taken { goal: id, side: it } => {
            format!("{} takes {} ({})", side(*it), goal(*id), rule(pos, *id))
        }
        VictoryEvent::Gained { goal: id, side: it, die, points } => {
            let die = die.map_or_else(String::new, |die| format!(", die {die}"));
            format!("{} gives {} {}{die} ({})", goal(*id), side(*it), vp(*points), rule(pos, *id))
        }
        VictoryEvent::Driven { goal: id, unit } => {
            format!("{} drives off {} (objective.herd)", pos.code(*unit), goal(*id))
        }
        VictoryEvent::Left(id) => format!("{} is left to itself (objective.herd)", goal(*id)),
        VictoryEvent::Loots { goal: id, unit } => {
            format!("{} pillages {} (objective.pillage)", pos.code(*unit), goal(*id))
        }
        VictoryEvent::LootsNoMore { goal: id, unit } => {
            format!("{} has done with pillaging {} (objective.pillage)", pos.code(*unit), goal(*id))
        }
        VictoryEvent::Offers(it) => {
            format!("{} offers to end the battle here (victory.end)", side(*it))
        }
        VictoryEvent::Over { winner, why, points: [first, second] } => {
            let who = winner.map_or_else(|| "a draw".to_owned(), |it| format!("{} wins", side(it)));
            format!(
                "the battle is over, {}: {who}, {} for {} and {second} for {} (victory.end)",
                why.words(pos),
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

fn rule(pos: &Position, goal: GoalId) -> &'static str {
    match pos.set.goal(goal).kind {
        GoalKind::Baggage => "objective.baggage",
        GoalKind::Herd => "objective.herd",
        GoalKind::Pillage => "objective.pillage",
        GoalKind::Defend => "objective.defend",
        GoalKind::Capture => "objective.capture",
        GoalKind::Stronghold => "objective.stronghold",
    }
}
