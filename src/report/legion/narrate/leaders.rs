//! Sentences of the chapter `leaders`.

use crate::legion::leaders::told::{Fate, LeaderEvent};
use crate::legion::{CommandId, Position};

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(pos: &Position, event: &LeaderEvent) -> String {
    let name = |l: CommandId| pos.leader_spec(l).code.as_str();
    match event {
        LeaderEvent::Risk { leader, die, from } => {
            let fate = if die >= from { "he is hit" } else { "he is not hit" };
            format!("{} is in danger: {die}, hit from {from}: {fate} (leader.risk)", name(*leader))
        }
        LeaderEvent::Fate { leader, die, plus, fate } => {
            let added = if *plus == 0 { String::new() } else { format!(" + {plus}") };
            let what = match fate {
                Fate::Unhurt => "another takes the blow",
                Fate::Slight => "a slight wound, and he goes back to have it dressed",
                Fate::Serious => "a serious wound, out of combat for the next turn",
                Fate::Grievous => "a grievous wound, out of combat for two turns",
                Fate::Slain => "he is killed",
            };
            format!("{}: {die}{added}, {what} (leader.casualty)", name(*leader))
        }
        LeaderEvent::Seized { leader, die, from } => {
            let what = if die >= from { "he is taken" } else { "he gets away" };
            format!(
                "the enemy tries to take {}: {die}, needs {from}: {what} (leader.captured)",
                name(*leader)
            )
        }
        LeaderEvent::Alone(leader, rule) => format!("{} stands by himself ({rule})", name(*leader)),
        LeaderEvent::Returned(leader) => format!("{} is back on the table (table.return)", name(*leader)),
    }
}
