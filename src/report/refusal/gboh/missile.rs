//! Why a unit does not fire, in words.

use super::{Codes, said};
use tess_effects::{Rule, Worded};
use tess_gboh::UnitId;
use tess_gboh::order::Target;
use tess_gboh::refusal::missile::{Misfire, NoHarass, NoShot, NoTarget};

/// A shot, or harassment.
pub fn shot(c: Codes<'_>, rule: Rule, why: Misfire) -> Worded {
    let of = |unit, text: &str| said(rule, format!("{} {text}", c.unit(unit))).at(c.unit(unit));
    let at = |target, text: String| said(rule, text).at(aimed(c, target));
    match why {
        Misfire::Unready(it, why) => {
            let (why, help) = unready(why);
            of(it, why).help(help)
        }
        Misfire::Barred(target, why) => {
            let (why, help) = match why {
                NoTarget::Off => ("is not on the map", "choose a target on the map"),
                NoTarget::Own => ("is on the same side", "choose an enemy"),
                NoTarget::Engaged => ("is engaged and cannot be fired at", "choose another target"),
                NoTarget::Accompanied => ("is not alone in his hex", "fire at the unit in his hex"),
            };
            at(target, format!("{} {why}", aimed(c, target))).help(help)
        }
        Misfire::Far { unit, target, range, reach } => {
            let (code, name) = (c.unit(unit), aimed(c, target));
            at(target, format!("{name} is {range} hexes from {code}, which reaches {reach}"))
                .help("move closer or choose a nearer target")
        }
        Misfire::Unseen(it, target) => {
            let (code, name) = (c.unit(it), aimed(c, target));
            at(target, format!("{code} has no clear line to {name} through its front or flanks"))
                .help("units, woods and higher ground block; turn, move, or choose another target")
        }
        Misfire::Walled(it, target) => {
            let (code, name) = (c.unit(it), aimed(c, target));
            at(target, format!("a wall or rampart stands between {code} and {name}"))
                .help("choose another target; from a tower it may")
        }
        Misfire::Harass(it, foe, why) => {
            let (why, help) = harass(c, foe, why);
            of(it, &why).help(help).at(c.unit(foe))
        }
        Misfire::HarassesUnits(it) => {
            of(it, "can harass units only").help("fire at a leader by a fire order")
        }
        Misfire::HarassSpent(it) => {
            of(it, "has moved or fired in this phase").help("harassment takes its whole move")
        }
    }
}

fn aimed(c: Codes<'_>, target: Target) -> &str {
    match target {
        Target::Unit(unit) => c.unit(unit),
        Target::Leader(leader) => c.leader(leader),
    }
}

/// Why not, and what would help.
fn unready(why: NoShot) -> (&'static str, &'static str) {
    match why {
        NoShot::Off => ("is not on the map", "choose a unit on the map"),
        NoShot::Unarmed => ("has no missiles", "choose a missile unit"),
        NoShot::Routed => ("is routed and cannot fire", "rally it first"),
        NoShot::Empty => ("has no missiles left", "it reloads at the end of a turn, out of enemy reach"),
        NoShot::Column => ("is in column and cannot fire", "form line first"),
        NoShot::Engaged => ("is engaged and cannot fire", "choose another unit"),
        NoShot::Below => ("stands below another unit and cannot fire", "the top unit may fire"),
        NoShot::Charge => ("is in charge formation and cannot fire", "leave the formation first: unwedge"),
        NoShot::ShieldWall => ("stands behind closed shields and cannot fire", "open them by a line command"),
        NoShot::Limbered => ("is in move mode and cannot fire", "change its mode with an order"),
        NoShot::NotCloser => (
            "did not come closer to its target with its last step",
            "let the move end with a step towards the target",
        ),
        NoShot::NotCloserNow => (
            "did not come closer to its target just before",
            "fire before the move, or after a step towards the target",
        ),
        NoShot::NotBoth => ("may move or fire but not both", "give it a fire order alone"),
        NoShot::HasMoved => ("has moved, and may move or fire but not both", "fire in another phase"),
        NoShot::TwicePhase => ("has fired twice in this phase", "fire it in another phase"),
        NoShot::Fired => ("has fired in this orders phase", "a unit fires once in a phase"),
        NoShot::Recovered => {
            ("has recovered in this phase, and may do nothing else", "fire in a later phase")
        }
        NoShot::Spent => {
            ("has pursued or broken off in this turn", "it attacks no more before the next turn")
        }
        NoShot::TwiceTurn => ("has fired twice in this turn", "fire it in the next turn"),
    }
}

/// Why not, and what would help.
fn harass(c: Codes<'_>, foe: UnitId, why: NoHarass) -> (String, &'static str) {
    let foe = c.unit(foe);
    match why {
        NoHarass::Spent => ("has pursued or broken off in this turn".into(), "choose another unit"),
        NoHarass::NotHorse => ("is no light cavalry".into(), "LC with missiles may harass"),
        NoHarass::NotLight => ("is no light unit".into(), "SK, LI and LC with missiles may harass"),
        NoHarass::Archer => ("is a foot archer and cannot harass".into(), "fire by a fire order"),
        NoHarass::Skirmishers => ("cannot harass skirmishers".into(), "choose another target"),
        NoHarass::NoTarget => (format!("cannot fire at {foe}"), "choose an enemy on the map"),
        NoHarass::TooFast(own, its) => {
            (format!("has allowance {own} against {its} of {foe}"), "choose a slower target")
        }
        NoHarass::Distance(reach) => {
            (format!("must be 2 to {reach} hexes from {foe}"), "move first, in an earlier phase")
        }
        NoHarass::InZone => ("is in an enemy zone of control".into(), "harass from outside"),
        NoHarass::Unseen => (format!("has no clear line to {foe}"), "choose a target in sight"),
        NoHarass::NoWay => (
            format!("finds no free way to {foe} through its front"),
            "the way must be clear of units, rough ground and enemy zones",
        ),
        NoHarass::NotThatWay => (
            format!("cannot go at {foe} by that way"),
            "name its hexes in order, through front hexes, clear of units, rough ground and enemy zones; or none, and \
             the way that fewest answer is taken",
        ),
    }
}
