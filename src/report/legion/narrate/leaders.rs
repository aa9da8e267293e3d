//! Sentences of the chapter `leaders`.

use super::teller::Teller;
use tess_legion::CommandId;
use tess_legion::events::leaders::{Fate, LeaderEvent};
use tess_legion::measure::Length;
use tess_legion::state::Post;

/// Where in a unit.
const fn at(post: Post) -> &'static str {
    match post {
        Post::Rear => "at its rear",
        Post::Left => "on its left",
        Post::Right => "on its right",
        Post::Front => "in its front",
    }
}

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(t: &mut Teller<'_>, event: &LeaderEvent) -> String {
    let (pos, rule) = (t.pos, event.rule());
    let name = |l: CommandId| pos.leader_spec(l).code.as_str();
    match event {
        LeaderEvent::Risk { leader, die, from } => {
            let fate = if die >= from { "he is hit" } else { "he is not hit" };
            format!("{} is in danger: {die}, hit from {from}: {fate} ({rule})", name(*leader))
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
            format!("{}: {die}{added}, {what} ({rule})", name(*leader))
        }
        LeaderEvent::Seized { leader, die, from } => {
            let what = if die >= from { "he is taken" } else { "he gets away" };
            format!("the enemy tries to take {}: {die}, needs {from}: {what} ({rule})", name(*leader))
        }
        LeaderEvent::Rode { leader, to, spent, allowance } => format!(
            "{} rides to {},{}; {spent} of {allowance} inches ({rule})",
            name(*leader),
            Length(to.x),
            Length(to.y)
        ),
        LeaderEvent::Joined { leader, unit, post, spent, allowance } => format!(
            "{} joins {} {}; {spent} of {allowance} inches ({rule})",
            name(*leader),
            pos.code(*unit),
            at(*post)
        ),
        LeaderEvent::Posted { leader, unit, post } => {
            format!("{} is with {}, now {} ({rule})", name(*leader), pos.code(*unit), at(*post))
        }
        LeaderEvent::Alone(leader, _) => format!("{} stands by himself ({rule})", name(*leader)),
        LeaderEvent::Returned(leader) => format!("{} is back on the table ({rule})", name(*leader)),
    }
}
