//! Why it is not the time, in words.

use tess_effects::{Rule, Worded};
use tess_legion::refusal::course::{Due, Unlooted, Unrallied, Untimely};
use tess_legion::setup::CommandId;
use tess_legion::{Position, UnitId};

/// Orders, or the end of something.
pub fn untimely(pos: &Position, rule: Rule, why: &Untimely) -> Worded {
    let new = |text: &str| Worded::new(rule, text);
    match why {
        Untimely::Over => new("the battle is over"),
        Untimely::Others(side) => new(&format!("it is for {} to act", pos.set.sides[*side])),
        Untimely::NoSide(name) => new(&format!("there is no side {name} in this battle")),
        Untimely::Cards(due) => new("cards are drawn first").help(format!("write `draw {due}`")),
        Untimely::Nothing => new("there is nothing to end now"),
        Untimely::NoOrder(owed) => no_order(pos, rule, owed),
        Untimely::Owes(order, units, due) => {
            let codes: Vec<String> = units.iter().map(|&unit| pos.code(unit)).collect();
            let first = codes.first().map_or("", String::as_str);
            let way = match due {
                Due::Charge(target) => format!("charge {first} {}", pos.code(*target)),
                Due::Move(steps) => {
                    let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
                    format!("move {first}: {}", steps.join(", "))
                }
            };
            new(&format!("the order is {}, and {} still owes a move", order.word(), codes.join(", ")))
                .help(format!("write `{way}`; or `rest`, for all of them"))
        }
        Untimely::NobodyActs => new("units move while their Command has the initiative"),
        Untimely::NoOffer => new("a side offers to end the battle in its rally phase"),
        Untimely::Offered => new("it has been offered already").help("end with `finish`"),
    }
}

fn no_order(pos: &Position, rule: Rule, owed: &[CommandId]) -> Worded {
    let codes: Vec<&str> = owed.iter().map(|&command| pos.set.command(command).code.as_str()).collect();
    let first = codes.first().copied().unwrap_or_default();
    Worded::new(rule, format!("every Command needs an order, and {} has none", codes.join(", "))).help(
        format!("write `order {first} advance`, or hold, retire, reform, march or redeploy for advance"),
    )
}

/// A unit that does not rally.
pub fn unrallied(pos: &Position, rule: Rule, unit: UnitId, why: Unrallied) -> Worded {
    let code = pos.code(unit);
    let of = |text: &str| Worded::new(rule, format!("{code} {text}"));
    let worded = match why {
        Unrallied::Foreign => of("belongs to the other army"),
        Unrallied::NotBroken => of("is not broken on the table"),
        Unrallied::Tried => of("has tried to rally this turn"),
        Unrallied::LeaderTried(leader) => {
            let name = &pos.leader_spec(leader).code;
            Worded::new(rule, format!("{name} has tried to rally a unit in this phase"))
        }
        Unrallied::Wounded => {
            Worded::new(rule, format!("the leader with {code} is wounded, and rallies nobody"))
        }
        Unrallied::NoLeader => of("has no leader with it")
            .help("a leader joins it while his Command has the initiative: attach LEADER UNIT rear"),
        Unrallied::NotReforming => {
            of("rallies now only under the order reform").help("or in the rally phase, with a leader")
        }
        Unrallied::NotNow => {
            Worded::new(rule, "units rally while their Command reforms, and in the rally phase")
        }
    };
    worded.at(code)
}

/// A unit that does not loot.
pub fn unlooted(pos: &Position, rule: Rule, unit: UnitId, why: Unlooted) -> Worded {
    let code = pos.code(unit);
    let of = |text: &str| Worded::new(rule, format!("{code} {text}"));
    let town = |goal, text: &str| Worded::new(rule, format!("{} {text}", pos.set.goal(goal).code));
    let worded = match why {
        Unlooted::NotNow => Worded::new(rule, "units loot while their Command has the initiative"),
        Unlooted::NotItsTurn => of("does not belong to the Command that has the initiative"),
        Unlooted::NoTown(goal) => town(goal, "is nothing to pillage"),
        Unlooted::Own(goal) => town(goal, "is your own"),
        Unlooted::Spent(goal) => town(goal, "has been looted already"),
        Unlooted::Taken(goal) => town(goal, "is being looted already"),
        Unlooted::Busy => of("has done something else this turn, and looting takes a whole one"),
        Unlooted::Unfit => of("is in no state to loot"),
        Unlooted::Apart(goal) => of(&format!("does not touch {}", pos.set.goal(goal).code)),
    };
    worded.at(code)
}
