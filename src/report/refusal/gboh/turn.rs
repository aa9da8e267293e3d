//! Why it is not the time for it, in words.

use super::{Codes, said};
use tess_effects::{Rule, Worded};
use tess_gboh::LeaderId;
use tess_gboh::refusal::turn::{NoMarker, NoMomentum, NoTrump, Turn};

/// A refusal in the course of a turn.
pub fn turn(c: Codes<'_>, rule: Rule, why: &Turn) -> Worded {
    let of = |leader: &LeaderId, text: &str| {
        said(rule, format!("{} {text}", c.leader(*leader))).at(c.leader(*leader))
    };
    match why {
        Turn::Over => said(rule, "the battle is over"),
        Turn::Waits(side) => said(rule, format!("it is for {} to decide now", c.set.sides[*side])),
        Turn::Begun => said(rule, "the battle has begun already"),
        Turn::NoElite => said(rule, "there is no elite initiative to use now"),
        Turn::EliteForeign => said(rule, "he belongs to the other army"),
        Turn::NotThere(it) => of(it, "is not there to be activated"),
        Turn::Held(it) => of(it, "is in an enemy zone of control and can do nothing"),
        Turn::Far(it) => of(it, "is out of range of the overall commander"),
        Turn::NoPhase => said(rule, "no orders phase is going on"),
        Turn::NotEnded => said(rule, "no orders phase has just ended"),
        Turn::NobodyDue => said(rule, "nobody is to be activated now"),
        Turn::NotDue(it, due) => {
            let lines: Vec<String> = due.iter().map(|&l| format!("`activate {}`", c.leader(l))).collect();
            let code = c.leader(*it);
            said(rule, format!("it is not the turn of {code}"))
                .help(format!("write {}; whether {code} may trump, `tess legal` says", lines.join(" or ")))
                .at(code)
        }
        Turn::NoReactivation => said(rule, "there is no re-activation to decline"),
        Turn::NoTrump(it, why) => trump(c, rule, *it, *why),
        Turn::MustAct { leader, strict } => must_act(c, rule, *leader, *strict),
        Turn::NoMomentum(it, why) => {
            said(rule, format!("{} cannot try for momentum: {}", c.leader(*it), momentless(*why)))
                .help("go on, or end the phase: `tess legal` shows how")
        }
        Turn::Marker(why) => marker(c, rule, *why),
    }
}

fn trump(c: Codes<'_>, rule: Rule, leader: LeaderId, why: NoTrump) -> Worded {
    let code = c.leader(leader);
    let text = match why {
        NoTrump::NotNow => "a trump is possible only when a leader is about to be activated".to_owned(),
        NoTrump::Foreign => format!("{code} belongs to the other army"),
        NoTrump::Contingent => format!("{code} commands a contingent and does not trump"),
        NoTrump::Tried => "a side has one try for each activation".to_owned(),
        NoTrump::Freed => "a leader freed from the enemy's zone comes before any other".to_owned(),
        NoTrump::NotThere => format!("{code} is not there to be activated"),
        NoTrump::NotHigher => format!("{code} has no higher initiative than the leader who is due"),
        NoTrump::Held => format!("{code} is in an enemy zone of control and could do nothing"),
    };
    said(rule, text).at(code)
}

fn must_act(c: Codes<'_>, rule: Rule, leader: LeaderId, strict: bool) -> Worded {
    let (text, help) = if strict {
        (
            "must bring a unit into another hex or let units fight",
            "order a unit to move or fire, or combine a shock in his range",
        )
    } else {
        ("must do something", "order a unit to move, fire or recover, or combine a shock in his range")
    };
    said(rule, format!("{} has trumped and {text}", c.leader(leader))).help(help)
}

/// Markers of pre-arranged withdrawal.
fn marker(c: Codes<'_>, rule: Rule, why: NoMarker) -> Worded {
    match why {
        NoMarker::NotNow => {
            said(rule, "markers of pre-arranged withdrawal are laid at the start of a turn only")
        }
        NoMarker::Foreign(it) => said(rule, format!("{} belongs to the other army", c.leader(it))),
        NoMarker::Twice(it) => {
            said(rule, format!("one marker lies under {}, not two", c.leader(it))).at(c.leader(it))
        }
        NoMarker::GivenAway(it) => {
            let code = c.leader(it);
            said(rule, format!("the sheet gives away which side of the marker under {code} is up"))
                .help("let the program seal the sheet: what is signed names leaders only")
                .at(code)
        }
        NoMarker::Army(it, initiative) => {
            let army = &c.set.sides[c.set.leader(it).side];
            let text = format!(
                "the army of {army} has neither an elite commander nor an overall commander of initiative {initiative}"
            );
            said(rule, text).at(c.leader(it))
        }
        NoMarker::NoLine(it) => {
            let code = c.leader(it);
            let text = format!(
                "{code} has no line of infantry, other than BI, LI and SK, that he commands and sees within two hexes"
            );
            said(rule, text).at(code)
        }
    }
}

/// Why a leader has no momentum.
const fn momentless(why: NoMomentum) -> &'static str {
    match why {
        NoMomentum::Finished => "he is finished",
        NoMomentum::Elite => "this is the elite initiative phase",
        NoMomentum::Reactivated => "he was finished and re-activated",
        NoMomentum::ElephantLeader => "he leads elephants only",
        NoMomentum::Contingent => "he commands a contingent only",
        NoMomentum::ByRange => "his line command came of the range of his overall commander",
        NoMomentum::Fought => "he has fought in person",
        NoMomentum::Bypassed => "he was bypassed by a trump, or freed from the enemy's zone",
        NoMomentum::InZone => "he is or was in an enemy zone of control",
        NoMomentum::TwoPhases => "with a pre-arranged withdrawal he has two orders phases in a turn",
        NoMomentum::ThreePhases => "he has had three orders phases in this turn",
    }
}
