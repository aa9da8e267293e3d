//! The canonical text of a resolved order; reading it gives the order again.

use crate::order::{Fire, Order, Step, Target, Way};
use crate::piece::{LeaderId, UnitId};
use crate::setup::Setup;
use crate::state::asks::Finer;

/// The canonical text of an order, one line without line break.
#[must_use]
pub fn print(order: &Order, set: &Setup) -> String {
    let unit = |id: &UnitId| set.unit(*id).code.as_str();
    let leader = |id: &LeaderId| set.leader(*id).code.as_str();
    let units = |ids: &[UnitId]| ids.iter().map(unit).collect::<Vec<_>>().join(" ");
    let shot = |fire: &Fire| format!("{} at {}", unit(&fire.unit), target(&fire.target, set));
    match order {
        Order::Begin => "begin".into(),
        Order::Prearrange(markers) if markers.is_empty() => "prearrange none".into(),
        Order::Prearrange(markers) => {
            let side = |real: Option<bool>| real.map_or("", |yes| if yes { " yes" } else { " no" });
            let each: Vec<String> =
                markers.iter().map(|(id, real)| format!("{}{}", leader(id), side(*real))).collect();
            format!("prearrange {}", each.join(", "))
        }
        Order::Elite(None) => "elite none".into(),
        Order::Elite(Some(id)) => format!("elite {}", leader(id)),
        Order::Activate(id) => format!("activate {}", leader(id)),
        Order::Trump(id) => format!("trump {}", leader(id)),
        Order::Pass(id) => format!("pass {}", leader(id)),
        Order::Line(id) => format!("line {}", set.line(*id).code),
        Order::Contingent(id) => format!("contingent {}", leader(id)),
        Order::EndLine => "end line".into(),
        Order::Move(order) => {
            let mut text = format!("move {}", unit(&order.unit));
            match &order.way {
                Way::Steps(each) => steps(&mut text, each, set),
                Way::To { hex, facing, fire } => {
                    text.push_str(&format!(" to {hex}"));
                    if let Some(facing) = facing {
                        text.push_str(&format!(" facing {facing}"));
                    }
                    if let Some(fire) = fire {
                        text.push_str(&format!(" fire {}", target(&fire.target, set)));
                    }
                }
            }
            let stay = |l: &&LeaderId| !order.until.iter().any(|(off, _)| off == *l);
            let codes: Vec<&str> = order.carry.iter().filter(stay).map(leader).collect();
            if !codes.is_empty() {
                text.push_str(&format!(" with {}", codes.join(", ")));
            }
            for (off, hex) in &order.until {
                text.push_str(&format!(" with {} until {hex}", leader(off)));
            }
            for (on, word) in [(order.stack, " stack"), (order.shock, " shock"), (order.extended, " fast")] {
                if on {
                    text.push_str(word);
                }
            }
            text
        }
        Order::MoveLeader(order) => {
            let path: Vec<String> = order.path.iter().map(ToString::to_string).collect();
            let to = if path.len() == 1 { "to " } else { "" };
            format!("move {} {to}{}", leader(&order.leader), path.join(" "))
        }
        Order::Fire(fire) => format!("fire {}", shot(fire)),
        Order::Harass { fire, way } => {
            let hexes: String = way.iter().map(|hex| format!(" {hex}")).collect();
            let by = if way.is_empty() { "" } else { " by" };
            format!("harass {}{by}{hexes}", shot(fire))
        }
        Order::Recover(id) => format!("recover {}", unit(id)),
        Order::Rally(id) => format!("rally {}", unit(id)),
        Order::Replace(id, hex) => format!("replace {} at {hex}", leader(id)),
        Order::Succeed { proconsul, follows } => {
            format!("succeed {}{}", if *follows { "" } else { "not " }, leader(proconsul))
        }
        Order::Restack(hex) => format!("restack {hex}"),
        Order::Regroup(back) => {
            let each: Vec<String> = back
                .iter()
                .map(|(id, hex, facing)| format!("{} at {hex} facing {facing}", unit(id)))
                .collect();
            format!("regroup {}", each.join(", "))
        }
        Order::Mode { unit: id, limber } => {
            format!("mode {} {}", unit(id), if *limber { "move" } else { "fire" })
        }
        Order::Extend(moves) => {
            let each: Vec<String> = moves.iter().map(|(id, hex)| format!("{} to {hex}", unit(id))).collect();
            format!("extend {}", each.join(", "))
        }
        Order::Shock(order) => {
            let with = order.with.map_or_else(String::new, |id| format!(" with {}", unit(&id)));
            format!("shock {} at {}{with}", units(&order.attackers), units(&order.defenders))
        }
        Order::Resolve => "resolve".into(),
        Order::Momentum => "momentum".into(),
        Order::Finish => "finish".into(),
        Order::Ask { about, on } if about.as_slice() == Finer::ALL => {
            if *on {
                "ask all".into()
            } else {
                "ask none".into()
            }
        }
        Order::Ask { about, on } => {
            let windows: Vec<&str> = about.iter().map(|finer| finer.window()).collect();
            format!("ask {}{}", if *on { "" } else { "not " }, windows.join(", "))
        }
    }
}

fn target(target: &Target, set: &Setup) -> String {
    match target {
        Target::Unit(id) => set.unit(*id).code.clone(),
        Target::Leader(id) => format!("leader {}", set.leader(*id).code),
    }
}

/// The steps, each with a space before it; the same step again is counted.
fn steps(text: &mut String, steps: &[Step], set: &Setup) {
    let mut rest = steps;
    while let [step, ..] = rest {
        let again = rest.iter().take_while(|s| *s == step).take(99).count();
        let times = |word: &str, n: usize| if n == 1 { format!(" {word}") } else { format!(" {word} {n}") };
        let (said, taken) = match step {
            Step::AheadLeft => (times("fl", again), again),
            Step::AheadRight => (times("fr", again), again),
            Step::Enter(hex) => (format!(" {hex}"), 1),
            Step::Turn(n) => (times(if *n < 0 { "left" } else { "right" }, usize::from(n.unsigned_abs())), 1),
            Step::Face(facing) => (format!(" face {facing}"), 1),
            Step::PivotLeftHalf => (" pivot left".into(), 1),
            Step::PivotRightHalf => (" pivot right".into(), 1),
            Step::Reverse => (" reverse".into(), 1),
            Step::ColumnLeft => (" column left".into(), 1),
            Step::ColumnRight => (" column right".into(), 1),
            Step::LineLeft => (" uncolumn left".into(), 1),
            Step::LineRight => (" uncolumn right".into(), 1),
            Step::Square => (" square".into(), 1),
            Step::Unsquare => (" unsquare".into(), 1),
            Step::Dismount => (" dismount".into(), 1),
            Step::Mount => (" mount".into(), 1),
            Step::Wedge => (" wedge".into(), 1),
            Step::Unwedge => (" unwedge".into(), 1),
            Step::Fire(id) => (format!(" fire {}", set.unit(*id).code), 1),
        };
        text.push_str(&said);
        rest = &rest[taken..];
    }
}
