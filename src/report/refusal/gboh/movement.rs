//! Why a unit or a leader does not move so, in words.

use super::{Codes, said};
use tess_effects::{Rule, Worded};
use tess_gboh::piece::UnitType;
use tess_gboh::refusal::movement::{Bar, Barred, NoMove, NoRide, NoStop, Unmoved};
use tess_gboh::{LeaderId, UnitId};
use tess_hex::Hex;

/// A move.
pub fn movement(c: Codes<'_>, rule: Rule, why: &Unmoved) -> Worded {
    let of = |unit: &UnitId, text: &str| said(rule, format!("{} {text}", c.unit(*unit)));
    match why {
        Unmoved::Barred(barred) => step(c, rule, barred),
        Unmoved::Halted(it, why) => halted(c, rule, *it, *why),
        Unmoved::Stop(it, hex, why) => stop(c, rule, (*it, *hex), *why),
        Unmoved::Unreached(it, hex, points) => of(it, &format!("cannot reach {hex} with {points} MP"))
            .help("`tess legal` lists where it can go")
            .at(hex.to_string()),
        Unmoved::Facing { unit, hex, wanted, points, found } => {
            of(unit, &format!("can reach {hex} but not face {wanted} there"))
                .help(format!("with {points} MP it arrives facing {found}"))
                .at(hex.to_string())
        }
        Unmoved::Already(it, hex) => of(it, "stands there already").at(hex.to_string()),
        Unmoved::Drawn(it) => {
            of(it, "has pursued a feigned retreat").help("its movement is over for this phase")
        }
        Unmoved::GaveWay(it, hex) => of(it, "has withdrawn in the middle of its move")
            .help("its movement is over for this phase")
            .at(hex.to_string()),
        Unmoved::StandsNoMore(it) => of(it, "is in no state to go on"),
        Unmoved::TurnsAtStart(it) => of(it, "may turn only in the hex where it starts")
            .help("write `face W fwd 6`: turn first, then go")
            .at(c.unit(*it)),
        Unmoved::WholeWay(it, hex) => {
            of(it, &format!("must use its whole allowance and could go on from {hex}")).at(c.unit(*it))
        }
        Unmoved::Tired(leader, most) => {
            said(rule, format!("{} has spent his {most} MP in this orders phase", c.leader(*leader)))
                .help("leave him behind")
        }
        Unmoved::NotStacked(leader, it) => {
            said(rule, format!("{} is not stacked with {}", c.leader(*leader), c.unit(*it)))
        }
        Unmoved::ToTheEnd(leader, it) => {
            let code = c.leader(*leader);
            said(rule, format!("{code} goes with {} to the end of its move", c.unit(*it)))
                .help("leave `until` out")
                .at(code)
        }
        Unmoved::NotBrought(leader, it, hex) => {
            let code = c.leader(*leader);
            of(it, &format!("does not bring {code} to {hex}")).help("name a hex on its way").at(code)
        }
        Unmoved::Leader(leader, why) => ride(c, rule, *leader, *why),
    }
}

/// A unit that does not set out.
fn halted(c: Codes<'_>, rule: Rule, unit: UnitId, why: NoMove) -> Worded {
    let code = c.unit(unit);
    let of = |text: &str| said(rule, format!("{code} {text}"));
    match why {
        NoMove::Off => of("is not on the map"),
        NoMove::Routed(rally) => {
            of("is routed and cannot be ordered to move").help(format!("rally it ({})", c.rule(rally)))
        }
        NoMove::NotTop => of("is not the top unit of its stack")
            .help("move the top unit, move the stack, or change the stacking order first"),
        NoMove::NoStack => {
            of("is not stacked with another unit").help("order the unit to move, not the stack")
        }
        NoMove::Engaged => of("is engaged").help("engaged units neither move nor turn"),
        NoMove::Moved => of("has moved in this orders phase"),
        NoMove::Recovered => {
            of("has recovered in this phase, and may do nothing else").help("move it in a later phase")
        }
        NoMove::Stays => {
            said(rule, format!("the top unit of its stack has moved off: {code} stays in this phase"))
                .help("move the stack together")
        }
        NoMove::Unlimbered => of("is in fire mode and cannot move")
            .help("change it to move mode; it may move in a later orders phase"),
        NoMove::Fired => of("has fired: light infantry archers move or fire, not both"),
        NoMove::NoStep => {
            said(rule, format!("the move of {code} has no step")).help("write where it goes, or a fire order")
        }
    }
}

/// A hex in which a move does not end.
fn stop(c: Codes<'_>, rule: Rule, (unit, hex): (UnitId, Hex), why: NoStop) -> Worded {
    let code = c.unit(unit);
    let refusal = match why {
        NoStop::FacesAs(other, facing) => {
            said(rule, format!("{code} must face as {} in {hex} does", c.unit(other)))
                .help(format!("turn to {facing} there"))
        }
        NoStop::With(other) => said(rule, format!("{code} cannot stop in {hex} with {}", c.unit(other)))
            .help("move on, or stop before it"),
        NoStop::Here => said(rule, format!("{code} cannot stop in {hex}")),
    };
    refusal.at(hex.to_string())
}

/// A leader by himself.
fn ride(c: Codes<'_>, rule: Rule, leader: LeaderId, why: NoRide) -> Worded {
    let code = c.leader(leader);
    let of = |text: &str| said(rule, format!("{code} {text}"));
    match why {
        NoRide::Nowhere => said(rule, "a leader's move needs a hex to go to"),
        NoRide::Elephant(hex) => of("rides an elephant and does not stack with cavalry").at(hex.to_string()),
        NoRide::Off => of("is not on the map"),
        NoRide::Unreached { to, left, zones } => of(&format!("cannot reach {to} with {left} MP"))
            .help(format!("leaders enter enemy zones only where a friendly unit stands ({})", c.rule(zones)))
            .at(to.to_string()),
        NoRide::Stopped(hex) => of(&format!("has entered an enemy zone and stops in {hex}")),
        NoRide::Barred(from, to) => of(&format!("cannot go from {from} to {to}")).at(to.to_string()),
        NoRide::Points { to, left, cost } => {
            of(&format!("has {left} MP, the way to {to} costs {cost}")).at(to.to_string())
        }
        NoRide::NoHex => said(rule, format!("the move of {code} names no hex")),
    }
}

/// A step that cannot be taken.
fn step(c: Codes<'_>, rule: Rule, barred: &Barred) -> Worded {
    let mut refusal = said(rule, why(c, barred));
    refusal.help = help(barred);
    match blamed(barred.bar) {
        Some(hex) => refusal.at(hex.to_string()),
        None => refusal,
    }
}

/// The hex that is to blame.
fn blamed(bar: Bar) -> Option<Hex> {
    match bar {
        Bar::NotFront(hex)
        | Bar::Ambiguous(hex)
        | Bar::Closed(hex)
        | Bar::Prohibited(hex)
        | Bar::Rampart(hex)
        | Bar::Enemy(hex, _)
        | Bar::Friend(hex, ..)
        | Bar::InColumn(hex)
        | Bar::Elephant(hex, _)
        | Bar::Steep(hex)
        | Bar::Unwieldy(hex)
        | Bar::Drift(hex) => Some(hex),
        _ => None,
    }
}

fn why(c: Codes<'_>, barred: &Barred) -> String {
    let Barred { unit, kind, hex, allowance, left, bar, .. } = barred;
    let (code, kind) = (c.unit(*unit), kind.letters());
    match *bar {
        Bar::NotFront(h) => format!("{h} is not in front of {code}"),
        Bar::Ambiguous(h) => format!("{h} is the centre front hex of {code}: which half goes?"),
        Bar::Closed(h) => format!("{code} cannot enter {h}"),
        Bar::Prohibited(h) => format!("{h} is closed to {kind}"),
        Bar::Rampart(h) => format!("the rampart before {h} is closed to {kind}"),
        Bar::Points(cost) => format!("{code} has {left} MP left of {allowance}, the step costs {cost}"),
        Bar::Enemy(h, u) => format!("{h} is held by the enemy unit {}", c.unit(u)),
        Bar::Friend(h, u, _) => format!("{code} cannot pass through {} in {h}", c.unit(u)),
        Bar::InColumn(h) => format!("{code} in column cannot pass through friends in {h}"),
        Bar::Elephant(h, u) => format!("cavalry may not enter the zone of {} at {h}", c.unit(u)),
        Bar::Formed => "a change of formation ends the move".to_owned(),
        Bar::Triarii => format!("{code}: triarii do not move yet"),
        Bar::Steep(h) => format!("the slope before {h} is too steep for {code}"),
        Bar::Unwieldy(h) => format!("{code} turns more than one vertex in {h}"),
        Bar::NotInPeace(enemy) => format!("{code} cannot dismount or mount before {}", c.unit(enemy)),
        Bar::Drift(h) => format!("{code} drifts to the right, not to {h}"),
        Bar::GoesOn => format!("{code} goes on as far as it can, and could go on from {hex}"),
        other => format!("{code} {}", itself(other)),
    }
}

/// What bars a step by the unit's own state.
fn itself(bar: Bar) -> &'static str {
    match bar {
        Bar::Stopped => "has entered an enemy zone of control and stops",
        Bar::Pinned => "cannot leave the enemy zone of control it is in",
        Bar::NoTurn => "cannot turn in an enemy zone of control",
        Bar::MustStay => "has turned in an enemy zone of control and stays in its hex",
        Bar::TwoHexTurn => "does not turn in place",
        Bar::OnlyTwoHex => "is not a two-hex unit",
        Bar::Double => "at double depth does not wheel, face about or form column",
        Bar::NoReverse => "cannot face about in an enemy zone of control or in rough ground",
        Bar::NoColumn => "cannot form column",
        Bar::ColumnZone => "cannot change formation in an enemy zone of control",
        Bar::Formation | Bar::NotThatShape | Bar::WedgeAlready => "is in that formation already",
        Bar::WhileColumn => "is in column",
        Bar::Spent => "has pursued or broken off in this turn",
        Bar::Undisciplined => "is of an undisciplined army",
        Bar::NoSquare => "cannot form square",
        Bar::NotWhole => "needs its whole allowance for that",
        Bar::NotHere => "cannot fire there",
        Bar::NoWedge => "knows no charge formation",
        Bar::WedgeInLine => "cannot form up by a line command",
        Bar::WedgeZone => "cannot form up in an enemy zone of control",
        _ => "cannot do that",
    }
}

/// What would help.
fn help(barred: &Barred) -> Option<String> {
    let help = match barred.bar {
        Bar::NotFront(_) => {
            let fronts: Vec<String> = barred.fronts.iter().map(ToString::to_string).collect();
            return Some(format!("its front is {}; turn first for another hex", fronts.join(" ")));
        }
        Bar::Points(_) => return Some(format!("stop in {}", barred.hex)),
        Bar::Stopped => return Some(format!("end the move in {}", barred.hex)),
        Bar::Ambiguous(_) => "write forward left or right, or which half pivots",
        Bar::Rampart(_) => "go through a gate of the camp",
        Bar::Pinned => "its printed MA must exceed that of every enemy that holds it, with a free front hex",
        Bar::NoTurn => "one enemy only, none in its own zone, at most half its MA, and it stays in its hex",
        Bar::Elephant(..) => "its flank and rear hexes are open, for 2 hits each",
        Bar::TwoHexTurn => "pivot one half",
        Bar::NoColumn => "infantry other than barbarians, skirmishers and stacks does",
        Bar::Formed => "write it last",
        Bar::WhileColumn => "a column enters the hex ahead or those beside it",
        Bar::Triarii => {
            "they may turn; they move with an enemy (no elephant) in sight within 3 hexes, or 6 from the rest"
        }
        Bar::Spent => "it may only turn",
        Bar::Undisciplined => "only the foot of disciplined armies forms column",
        Bar::Steep(_) => {
            "cavalry goes one level at once, skirmishers three, others two; chariots and charge formations one in a phase"
        }
        Bar::Unwieldy(_) if barred.kind == UnitType::CH => {
            "chariots turn further only in the hex where they start or end"
        }
        Bar::Unwieldy(_) => "in charge formation only those turn further who stay where they are",
        Bar::NoSquare => "two-hex phalanxes and heavy infantry of a Macedonian army before 280 BC do",
        Bar::NotWhole => "write it first, and nothing that costs points after it",
        Bar::NoHorses => "cataphracts with a counter on foot dismount; those who have dismounted mount",
        Bar::NotInPeace(_) => "enemies are 5 hexes away at least, and none of them can shoot at it",
        Bar::Drift(_) => "the 1st, 2nd and 4th point of a later move lead to the right front hex: write fr",
        Bar::GoesOn => "write steps until it meets an enemy zone or has no points left",
        Bar::NoWedge => "HC, RC, LN and Thracian LC form up, where the battle is fought with that option",
        Bar::WedgeInLine => "order it by itself",
        _ => return None,
    };
    Some(help.to_owned())
}
