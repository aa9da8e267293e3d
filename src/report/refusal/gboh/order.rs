//! Why an order is not given, in words.

use super::{Codes, said};
use tess_effects::{Rule, Worded};
use tess_gboh::LeaderId;
use tess_gboh::piece::Class;
use tess_gboh::refusal::order::{
    Bound, Combine, Elephant, FireOrder, Kept, Led, Only, Ordered, Orders, Silence, Unfollowed, Unready,
    Unreplaced,
};
use tess_gboh::stage::{Group, Troop};

/// Who gives orders, and how many.
pub fn orders(c: Codes<'_>, rule: Rule, why: Orders) -> Worded {
    let of = |leader, text: &str| said(rule, format!("{} {text}", c.leader(leader)));
    match why {
        Orders::NoPhase => said(rule, "no leader is giving orders now"),
        Orders::Silent(leader, silence) => {
            let why = match silence {
                Silence::Fallen => "he has fallen",
                Silence::Finished => "he is finished",
                Silence::InZone => "he is in an enemy zone of control",
            };
            of(leader, &format!("can give no orders: {why}"))
                .help("`tess legal` shows what may be done yet: shocks combined, and how the phase ends")
        }
        Orders::ContingentOver(leader) => {
            of(leader, "commands his contingent no longer").help("write `end line`")
        }
        Orders::ContingentOnly(leader) => of(leader, "gives his contingent a command to move or to fire")
            .help("write `end line` before other orders"),
        Orders::NoIndividual(leader) => of(leader, "gives no individual orders"),
        Orders::ByLines(leader) => {
            of(leader, "commands by lines in this phase; individual orders are not possible")
                .help("order units of the line in progress")
        }
        Orders::OrdersLeft { leader, left, needs } => {
            of(leader, &format!("has {left} individual orders left, this needs {needs}"))
                .help("end the phase: `tess legal` shows how")
        }
    }
}

/// The unit that is ordered.
pub fn ordered(c: Codes<'_>, rule: Rule, why: Ordered) -> Worded {
    let of = |unit, text: &str| said(rule, format!("{} {text}", c.unit(unit))).at(c.unit(unit));
    match why {
        Ordered::Unready(it, why) => of(it, unready(why)),
        Ordered::OtherKind(leader, it, bound) => {
            let (boss, code) = (c.leader(leader), c.unit(it));
            said(rule, format!("{boss} orders {} in this phase, {code} is of another kind", group(bound)))
                .at(code)
        }
        Ordered::Far(leader, it, hexes) => {
            let boss = c.leader(leader);
            of(it, &format!("is out of the range of {boss}: no free path of {hexes} hexes"))
        }
        Ordered::NotHis(it) => of(it, "is not of his army"),
        Ordered::Commands(leader, it, only) => {
            let (boss, code) = (c.leader(leader), c.unit(it));
            said(rule, format!("{boss} commands {} only, not {code}", whom(c, leader, only))).at(code)
        }
        Ordered::DoubleDepth(it) => of(it, "stands in double depth and obeys the overall commander only"),
        Ordered::Elephants(it) => {
            let code = c.unit(it);
            said(rule, format!("elephants such as {code} obey only a leader stacked with them now"))
                .help("move the leader to one of the elephants in an earlier phase")
                .at(code)
        }
        Ordered::Below(it) => of(it, "stands below another unit; only the top one moves alone")
            .help("move the stack, or restack first"),
        Ordered::TwoClasses(it) => of(it, "and the unit stacked with it are not of one class"),
        Ordered::NotInTroop(it, under) => {
            of(it, &format!("does not belong to {} as it stood at the command", troop(c, under)))
                .help("write `end line` first")
        }
        Ordered::TroopFires(it) => {
            said(rule, format!("{} has begun to fire; none of it moves any more", troop(c, it)))
        }
        Ordered::NoStack(hex) => said(rule, format!("there is no stack in {hex}")).at(hex.to_string()),
        Ordered::NotRoman(hex) => {
            said(rule, format!("only stacks of Roman infantry change their order, not that in {hex}"))
                .at(hex.to_string())
        }
    }
}

fn unready(why: Unready) -> &'static str {
    match why {
        Unready::Off => "is not on the map",
        Unready::Steady => "is not routed",
        Unready::Routed => "is routed and can only be rallied",
        Unready::Rallied => "has rallied in this turn and takes no orders before the next",
        Unready::LeaderElephant => "is the elephant of a leader and goes where he goes",
        Unready::Engaged => "is engaged and neither moves, turns nor fires",
        Unready::ShieldWall => "stands behind closed shields, which only a line command opens",
        Unready::Moved => "has had its move in this phase",
        Unready::Fired => "has had its order to fire in this phase",
        Unready::EngineFired => "has fired and does nothing else in this phase",
    }
}

fn group(bound: Group) -> String {
    match bound {
        Group::Horse { ala: true } => "ala cavalry".to_owned(),
        Group::Horse { ala: false } => "legion cavalry".to_owned(),
        Group::Velites => "velites".to_owned(),
        Group::Foot { colour, ala, class } => {
            let of = if ala { "ala" } else { "legion" };
            let class = if class == Class::Plain { "infantry" } else { class.letters() };
            format!("{class} of {of} {colour}")
        }
    }
}

/// Those whom a leader commands.
fn whom(c: Codes<'_>, leader: LeaderId, only: Only) -> String {
    let limit = &c.set.leader(leader).limit;
    match only {
        Only::Nations => format!("{} units", limit.nations.join(" and ")),
        Only::Types => {
            let letters: Vec<&str> = limit.types.iter().map(|t| t.letters()).collect();
            letters.join(" and ")
        }
        Only::Legions => "infantry of the legions".to_owned(),
        Only::Alae => "infantry of the alae".to_owned(),
        Only::Horse => "cavalry of legions and alae".to_owned(),
        Only::Contingent => "the units of his contingent".to_owned(),
        Only::Elephants => "elephants".to_owned(),
    }
}

/// A line or a contingent.
fn troop(c: Codes<'_>, troop: Troop) -> String {
    match troop {
        Troop::Line(line) => format!("the line {}", c.line(line)),
        Troop::Contingent(leader) => format!("the contingent of {}", c.leader(leader)),
    }
}

/// A leader who would move, ride along, or come back.
pub fn led(c: Codes<'_>, rule: Rule, why: Led) -> Worded {
    let of = |leader, text: &str| said(rule, format!("{} {text}", c.leader(leader))).at(c.leader(leader));
    match why {
        Led::NotWith(it, unit) => of(it, &format!("does not stand with {}", c.unit(unit))),
        Led::NotAlong(it) => of(it, "may not go along: only the leader who gives the order may"),
        Led::StaysWithElephant(it) => of(it, "stays with the elephant that he rides with")
            .help(format!("let him go along: `with {}`", c.leader(it))),
        Led::NotNear(it) => of(it, "must end within range of a unit of his line"),
        Led::LeaderOff(it) => of(it, "is not on the map"),
        Led::CommandGoesOn(it, moved) => {
            let code = c.leader(it);
            said(rule, format!("the command of {code} is in progress: write `end line` first"))
                .at(c.leader(moved))
        }
        Led::WithElephant(it) => of(it, "goes with its elephant and nowhere else"),
        Led::NotOverall(it, moved) => {
            let code = c.leader(it);
            said(rule, format!("only the overall commander moves other leaders, {code} is not he"))
                .at(c.leader(moved))
        }
        Led::LeavesZone(it, moved) => {
            of(it, "must leave the enemy zone of control first").at(c.leader(moved))
        }
        Led::Sent(it) => of(it, "has been moved by his commander in this phase"),
        Led::LeaderFar(boss, it) => of(it, &format!("is out of the range of {}", c.leader(boss))),
        Led::NotReplaced(it, why) => replaced(c, rule, it, why),
        Led::DoesNotFollow(it, Unfollowed::NoProconsul) => {
            of(it, "is no proconsul of this army who lives").help("write `succeed` and a proconsul")
        }
        Led::DoesNotFollow(it, Unfollowed::Settled(boss)) => {
            said(rule, format!("{} has the command already", c.leader(boss))).at(c.leader(it))
        }
    }
}

fn replaced(c: Codes<'_>, rule: Rule, leader: LeaderId, why: Unreplaced) -> Worded {
    let code = c.leader(leader);
    let text = match why {
        Unreplaced::ByOverall => "only the overall commander replaces leaders".to_owned(),
        Unreplaced::Alive => format!("{code} has not fallen from this army"),
        Unreplaced::Overall => "an overall commander is not replaced".to_owned(),
        Unreplaced::ElephantLeader => "an elephant leader is not replaced".to_owned(),
        Unreplaced::Contingent => "a contingent commander of Macedon is not replaced".to_owned(),
        Unreplaced::Nobody => "nobody is replaced in these battles".to_owned(),
        Unreplaced::NoneLeft => "no replacement leader is left".to_owned(),
        Unreplaced::NobodyThere(hex) => format!("in {hex} stands no unit that he could command"),
    };
    said(rule, text).at(code)
}

/// The elephant of a leader.
pub fn elephant(c: Codes<'_>, rule: Rule, why: Elephant) -> Worded {
    let of = |unit, text: &str| said(rule, format!("{} {text}", c.unit(unit))).at(c.unit(unit));
    match why {
        Elephant::NotHis(it) => of(it, "is not of his army").help("order your own"),
        Elephant::Off(it) => of(it, "is not on the map").help("order others"),
        Elephant::Follows(it) => of(it, "is the elephant of a leader and goes where he goes")
            .help("move the leader; the elephant itself may only turn, as with `face W`"),
        Elephant::Faces(it) => of(it, "faces as the unit does with which it stands").help("turn that unit"),
    }
}

/// Orders to fire, and to engines.
pub fn fire(c: Codes<'_>, rule: Rule, why: FireOrder) -> Worded {
    let of = |unit, text: &str| said(rule, format!("{} {text}", c.unit(unit))).at(c.unit(unit));
    match why {
        FireOrder::HasFired(it) => of(it, "has fired in this phase"),
        FireOrder::HasNotMoved(it) => {
            let code = c.unit(it);
            said(rule, format!("the line moves: only units of it that have moved may fire, {code} has not"))
                .at(code)
        }
        FireOrder::CannotFireNow(it) => {
            said(rule, format!("{} can no longer fire after the entry fire at its line", c.unit(it)))
        }
        FireOrder::EngineOutOfPhase(it) => of(it, "fires in an orders phase of its own side"),
        FireOrder::HarassesUnits => said(rule, "harassment is directed at a unit"),
        FireOrder::NoEngine(it) => of(it, "is no engine and has no modes"),
        FireOrder::NoModes(it) => {
            of(it, "has no modes: it moves or fires").help("order it to move, or to fire")
        }
        FireOrder::ThatMode(it) => of(it, "is in that mode already"),
        FireOrder::EngineMoved(it) => of(it, "has moved in this phase"),
    }
}

/// Leaders with an open marker of pre-arranged withdrawal.
pub fn bound(c: Codes<'_>, rule: Rule, why: Bound) -> Worded {
    match why {
        Bound::Withdrawal(leader, kept) => {
            let (code, what) = (c.leader(leader), kept_to(kept));
            said(rule, format!("{code} has pre-arranged the withdrawal of a line and {what}"))
                .help("units of that line may fire, recover and rally by individual orders")
                .at(code)
        }
        Bound::OtherLine(leader, unit) => {
            let (boss, code) = (c.leader(leader), c.unit(unit));
            said(rule, format!("{boss} orders only the line that is to withdraw, {code} is not in it"))
                .at(code)
        }
        Bound::Holds(unit) => {
            let code = c.unit(unit);
            said(rule, format!("{code} is in a line that is to withdraw as arranged, and does not move"))
                .help("it may fire, recover and rally")
                .at(code)
        }
    }
}

fn kept_to(kept: Kept) -> &'static str {
    match kept {
        Kept::FromMoves => "moves nobody",
        Kept::ToThatLine => "orders that line only",
        Kept::FromLines => "commands no line",
        Kept::FromContingents => "sets nobody to work",
    }
}

/// Orders about shock.
pub fn combine(c: Codes<'_>, rule: Rule, why: Combine) -> Worded {
    let at = |unit, text: String| said(rule, text).at(c.unit(unit));
    match why {
        Combine::CombinesInPhase => said(rule, "shocks are combined in an orders phase"),
        Combine::ForeignAttacker(it) => at(it, format!("{} belongs to the other army", c.unit(it))),
        Combine::NeedsLeader(it) => {
            at(it, format!("without an order {} needs a leader in range", c.unit(it)))
        }
        Combine::Unordered(it, leader) => {
            let (code, boss) = (c.unit(it), c.leader(leader));
            at(it, format!("{code} had no order and {boss} cannot command it from here"))
        }
        Combine::ComesBack => {
            said(rule, "cavalry comes back by itself, at the end of the overall commander's phases")
        }
        Combine::WholePhase => said(rule, "regrouping takes the whole orders phase of the overall commander"),
    }
}
