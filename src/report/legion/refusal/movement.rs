//! Why a unit does not move, charge, turn or form so, in words.

use super::worded;
use tess_effects::{Rule, Worded};
use tess_legion::measure::Length;
use tess_legion::movement::declare;
use tess_legion::refusal::movement::{
    Bounds, Face, NoCharge, NoLeader, NoPass, Relief, Unformed, Unmoved, Way,
};
use tess_legion::{CommandId, Position, UnitId};

/// A move that is not allowed.
pub fn movement(pos: &Position, rule: Rule, unit: UnitId, why: &Unmoved) -> Worded {
    let code = pos.code(unit);
    let of = |text: &str| Worded::new(rule, format!("{code} {text}"));
    let refusal = match why {
        Unmoved::NotNow => Worded::new(rule, "units move while their Command has the initiative"),
        Unmoved::NobodyActs => Worded::new(rule, format!("nobody acts, so {code} does not")),
        Unmoved::Foreign => of("belongs to the other army"),
        Unmoved::NotItsTurn(own, now) => {
            let (own, now) = (&pos.set.command(*own).code, &pos.set.command(*now).code);
            of(&format!("belongs to {own}, and {now} has the initiative"))
        }
        Unmoved::Off => of("is not on the table"),
        Unmoved::TooLate => of("comes too late: all movement comes before the shooting that follows it"),
        Unmoved::Pillages(town) => of(&format!("is busy with pillaging {}", pos.set.goal(*town).code)),
        Unmoved::Moved => of("has had its move of this turn"),
        Unmoved::Fought => of("has fought this turn, and that ends its part in it"),
        Unmoved::InCombat => of("is in close combat").help(
            "it leaves a combat under the order retire, or by an exchange of lines; attacked in flank or rear it may turn there, with that alone: turn left",
        ),
        Unmoved::Attached(host) => of(&format!("is attached to {} and moves with it", pos.code(*host)))
            .help("detach it first"),
        Unmoved::Tired(tired) => {
            let name = pos.code(*tired);
            Worded::new(rule, format!("{name} goes with {code}, and has had its move of this turn"))
                .help(format!("write `detach {name}`"))
        }
        Unmoved::Planted => of("cannot be moved once it stands"),
        Unmoved::Baggage => of("stays where the camp is"),
        Unmoved::BrokenAdvance => {
            of("is broken and comes no nearer to the enemy").help("it may go on away from him")
        }
        Unmoved::Avenges(target) => {
            let name = pos.code(*target);
            of(&format!("avenges its leader on {name}, the nearest enemy, and charges"))
                .help(format!("write `charge {code} {name}`"))
        }
        Unmoved::MustCharge(target) => {
            let name = pos.code(*target);
            of(&format!("is a warband with {name} before it in reach, and charges"))
                .help(format!("write `charge {code} {name}`"))
        }
        Unmoved::NoLegion => of("are no legionaries or Roman auxilia, and stay together"),
        Unmoved::Whole => of("is of the late Empire, whose legions and cohorts keep together"),
        Unmoved::Together(formation) => of(&format!("stays together in {}", formation.word())),
        Unmoved::Stands(stands) => {
            let most = stands.saturating_sub(1);
            of(&format!("has {stands} stands: from 1 to {most} can leave it"))
        }
        Unmoved::NoCharge(target, why) => charge(pos, rule, (unit, *target), why),
        Unmoved::NoLeader(leader, why) => at_leader(pos, rule, (unit, *leader), why),
        Unmoved::FreeMove => of("makes a free move, and does not charge"),
        Unmoved::Turns => of("cannot turn its facing by more than 90 degrees and charge"),
        Unmoved::Order(why) => order(pos, rule, unit, *why),
        Unmoved::Relief(why) => relief(pos, rule, unit, *why),
        Unmoved::Face(why) => face(pos, rule, unit, *why),
        Unmoved::Way(why) => way(pos, rule, unit, *why),
        Unmoved::Drill(why) => drill(pos, rule, unit, *why),
    };
    if matches!(why, Unmoved::NobodyActs) { refusal } else { refusal.at(code) }
}

/// A charge.
fn charge(pos: &Position, rule: Rule, (unit, target): (UnitId, UnitId), why: &NoCharge) -> Worded {
    no_charge(pos, rule, (unit, &pos.code(target)), why)
}

/// A charge at a leader.
fn at_leader(pos: &Position, rule: Rule, (unit, leader): (UnitId, CommandId), why: &NoLeader) -> Worded {
    let (code, name) = (pos.code(unit), &pos.leader_spec(leader).code);
    let new = |text: String| Worded::new(rule, text);
    match why {
        NoLeader::Friend => new(format!("{name} is a friend")),
        NoLeader::Off => new(format!("{name} is not on the table")),
        NoLeader::With(host) => {
            let with = pos.code(*host);
            let refusal = new(format!("{name} is with {with}: a leader with a unit is attacked with it"));
            instead(pos, refusal, (unit, *host), "attack somebody else")
        }
        NoLeader::Nearer(nearest) => {
            let enemy = pos.code(*nearest);
            let refusal = new(format!(
                "{enemy} is nearer to {code} than {name}: only the nearest enemy may be a leader by himself"
            ));
            instead(pos, refusal, (unit, *nearest), "attack somebody else")
        }
        NoLeader::As(why) => no_charge(pos, rule, (unit, name), why),
    }
}

/// Help by the charge at whom it would meet, where that is allowed then and there; else by this.
fn instead(pos: &Position, refusal: Worded, (unit, target): (UnitId, UnitId), other: &str) -> Worded {
    match declare(pos, pos.side(unit), (unit, target), &[]) {
        Ok(_) => refusal.help(format!("write `charge {} {}`, or {other}", pos.code(unit), pos.code(target))),
        Err(_) => refusal.help(other),
    }
}

/// A charge at whoever bears that name.
fn no_charge(pos: &Position, rule: Rule, (unit, name): (UnitId, &str), why: &NoCharge) -> Worded {
    let code = pos.code(unit);
    let new = |text: String| Worded::new(rule, text);
    match why {
        NoCharge::Friend => new(format!("{name} is a friend")),
        NoCharge::Off => new(format!("{name} is not on the table")),
        NoCharge::Broken => new(format!("{code} is broken and attacks nobody")),
        NoCharge::Holds => {
            new(format!("{code} holds, and {name} is neither light nor shows it a flank or its rear"))
        }
        NoCharge::Order(order) => new(format!("{code} does not charge under the order {}", order.word())),
        NoCharge::Meets(first) => {
            let refusal = new(format!("{code} would meet {} before {name}", pos.code(*first)));
            instead(pos, refusal, (unit, *first), "go another way")
        }
        NoCharge::Short(why) => {
            let why = worded(pos, why).message;
            new(format!("{code} does not reach {name} straight ahead: {why}"))
                .help(format!("give the way before the last stretch, in the form charge {code} {name}: WAY"))
        }
    }
}

/// What an order forbids.
fn order(pos: &Position, rule: Rule, unit: UnitId, why: Bounds) -> Worded {
    let code = pos.code(unit);
    let of = |text: &str| Worded::new(rule, format!("{code} {text}"));
    let from = |before: Length, after: Length| {
        format!("it was {before} from the nearest enemy and would be {after}")
    };
    let radius =
        |before: Length, after: Length| format!("it was {before} inches from him and would be {after}");
    match why {
        Bounds::Holds(gone) => of(&format!("holds, and moves no more than an inch; this is {gone}"))
            .help("it may charge lights, or an enemy who shows it a flank or his rear"),
        Bounds::Keeps => of("holds, and does not change its formation")
            .help("the order redeploy lets it; shields, orbis and skirmish order are always allowed"),
        Bounds::Advances(before, after) => {
            of("advances: at least an inch, and not away from the enemy").help(from(before, after))
        }
        Bounds::Retires(before, after) => {
            of("retires: at least an inch, and away from the enemy").help(from(before, after))
        }
        Bounds::Leaves(leader, before, after) => {
            let name = &pos.leader_spec(leader).code;
            of(&format!("reforms, and would leave the radius of {name}")).help(radius(before, after))
        }
        Bounds::NotTowards(leader, before, after) => {
            let name = &pos.leader_spec(leader).code;
            of(&format!("reforms, and goes towards {name}")).help(radius(before, after))
        }
        Bounds::Band(low, high) => of("redeploys, and would leave the ground of its Command")
            .help(format!("its Command stood between {low} and {high} inches from the south edge")),
    }
}

/// An exchange of lines.
fn relief(pos: &Position, rule: Rule, unit: UnitId, why: Relief) -> Worded {
    let of = |text: &str| Worded::new(rule, format!("{} {text}", pos.code(unit)));
    match why {
        Relief::NotNow => Worded::new(rule, "lines are exchanged while their Command has the initiative"),
        Relief::NotInCommand => of("does not belong to the Command that has the initiative"),
        Relief::TooLate => of("comes too late: lines are exchanged as units move"),
        Relief::Order => of("exchanges lines under the orders advance, hold and redeploy"),
        Relief::NoLine => of("is no line of legionaries or auxilia"),
        Relief::Moved => of("has moved, or runs"),
        Relief::Held => of("is held in its flank or rear"),
        Relief::NoCombat => of("is in no close combat")
            .help("lines that do not fight move through one another as any move does"),
        Relief::Shaken => of("is not in good order"),
        Relief::Far(enemy, reach) => {
            of(&format!("is farther than its base move of {reach} inches from {}", pos.code(enemy)))
        }
        Relief::NoRoom(second) => of(&format!("has no room to go back behind {}", pos.code(second))),
    }
}

/// A turn in close combat.
fn face(pos: &Position, rule: Rule, unit: UnitId, why: Face) -> Worded {
    let of = |text: &str| Worded::new(rule, format!("{} {text}", pos.code(unit)));
    match why {
        Face::Pikes => of("is armed with pikes and does not turn in close combat"),
        Face::NoRoom(enemy) => of(&format!("has no room to turn to {}", pos.code(enemy))),
        Face::Fights(enemy) => {
            of(&format!("does not turn away from {}, whom it fights too", pos.code(enemy)))
        }
        Face::Nobody(zone) => {
            of(&format!("is in close combat, and no enemy attacks it on its {}", zone.word()))
                .help("it may turn to an enemy who attacked its flank or rear in an earlier turn")
        }
        Face::NextTurn(enemy) => {
            of(&format!("turns to {} in the next turn at the earliest", pos.code(enemy)))
        }
    }
}

/// A step of its way.
fn way(pos: &Position, rule: Rule, unit: UnitId, why: Way) -> Worded {
    let code = pos.code(unit);
    let of = |text: &str| Worded::new(rule, format!("{code} {text}"));
    match why {
        Way::Column => of("marches in column only").help("it forms a column under another order first"),
        Way::Oblique(aside, ahead) => of(&format!("cannot drift {aside} in {ahead} ahead"))
            .help(format!("at most {}", Length(ahead.0 / 2))),
        Way::Nothing => Worded::new(rule, "a way has a length"),
        Way::ShortWheel(way) => Worded::new(rule, format!("{way} inches are too few to wheel by")),
        Way::Faces(to) => of(&format!("faces {to} already")),
        Way::Orbis => Worded::new(rule, "an orbis does not wheel"),
        Way::WheelsAway(enemy) => of(&format!("would wheel away from {} in its front", pos.code(enemy)))
            .help("an enemy within 24 inches stays in the frontal arc, unless friends stand in between"),
        Way::LeavesTable => of("would leave the table"),
        Way::TooFar { all, left, dear } => {
            let dear = if dear { ", and slow ground or an obstacle costs more than its length" } else { "" };
            of(&format!("cannot go so far: of {all} inches it has {left} left for this step{dear}"))
                .help("a shorter step, or fewer of them")
        }
        Way::MarchStops(gone) => of("stops its march 12 inches from the enemy")
            .help(format!("it has gone {gone} inches up to there")),
        Way::Touches(enemy) => {
            let name = pos.code(enemy);
            let refusal = of(&format!("would come into contact with {name}, and that is a charge"));
            instead(pos, refusal, (unit, enemy), "stop before that, or go another way")
        }
        Way::Through(other, why) => {
            let why = match why {
                NoPass::Train => "engines and baggage on the move pass light troops only",
                NoPass::Lines => "legionaries and auxilia pass through one another in line only",
                NoPass::Heavy => "heavy infantry lets nobody through but light infantry",
                NoPass::Moves => "it is on the move",
            };
            of(&format!("cannot move through {}: {why}", pos.code(other)))
        }
    }
}

/// A manoeuvre.
fn drill(pos: &Position, rule: Rule, unit: UnitId, why: Unformed) -> Worded {
    let of = |text: &str| Worded::new(rule, format!("{} {text}", pos.code(unit)));
    match why {
        Unformed::Before(enemy) => {
            of(&format!("does not turn with {} within 24 inches before it", pos.code(enemy)))
                .help("only with friends in between, or about under the order retire")
        }
        Unformed::Marches => of("stays in its column while it marches"),
        Unformed::FacedAlready => of("has changed its facing already"),
        Unformed::FormedAlready => of("has changed its formation already"),
        Unformed::Shaken => of("is in no order to change its formation"),
        Unformed::AtOnce => of("turns and forms at once only instead of moving"),
        Unformed::BothDone => of("has turned and formed, and does not move as well"),
        Unformed::SameTime => of("does not change formation and facing at the same time"),
        Unformed::Ended => of("has ended its move with a manoeuvre"),
        Unformed::AtStart => of("does that at the start of its move only"),
        Unformed::Instead => of("does that instead of moving"),
        Unformed::NoMove => of("does not move in the same turn"),
        Unformed::Edge => of("has no room for it at the table's edge"),
        Unformed::Beside(friend) => of(&format!("has no room for it beside {}", pos.code(friend))),
        Unformed::Enemy => of("has no room for it before the enemy"),
    }
}
