//! Why a line or a contingent is not commanded so, in words.

use super::{Codes, said};
use tess_effects::{Rule, Worded};
use tess_gboh::refusal::line::{Absent, Contingent, Extension, Line, NoDie, NoLine, NoSlide};
use tess_gboh::{LeaderId, LineId};

/// A line command.
pub fn line(c: Codes<'_>, rule: Rule, why: Line) -> Worded {
    let at = |line, text: String| said(rule, text).at(c.line(line));
    match why {
        Line::None => said(rule, "no line command is going on"),
        Line::Foreign(it) => at(it, format!("{} is a line of the other army", c.line(it))),
        Line::Had(it) => at(it, format!("{} has had its line command in this phase", c.line(it))),
        Line::Barred(leader, it, why) => at(it, barred(c, leader, it, why)),
        Line::Nobody(leader, it, why) => {
            let (boss, code) = (c.leader(leader), c.line(it));
            let text = match why {
                Absent::TwiceRange => format!("no unit of {code} stands within twice the range of {boss}"),
                Absent::Presence => {
                    format!("{boss} did not begin his phase within two hexes and sight of {code}")
                }
                Absent::Orders => format!("no unit of {code} can take an order of {boss}"),
            };
            at(it, text)
        }
        Line::NoOverall(it) => {
            said(rule, format!("without an overall commander {} cannot give line commands", c.leader(it)))
        }
        Line::Die(it, why) => die(c, rule, it, why),
        Line::OwnElephant(leader, it) => {
            let (boss, code) = (c.leader(leader), c.line(it));
            at(it, format!("the elephant that bears {boss} stands not in the line {code}"))
        }
        Line::ElephantWaits(unit) => {
            let code = c.unit(unit);
            said(rule, format!("{code} has not moved: every elephant of the line has to go as far as it can"))
                .help(format!("move it; `tess legal {code}` lists how far it can go"))
                .at(code)
        }
    }
}

fn barred(c: Codes<'_>, leader: LeaderId, line: LineId, why: NoLine) -> String {
    let (boss, code) = (c.leader(leader), c.line(line));
    match why {
        NoLine::HasNone => format!("{boss} has no line commands"),
        NoLine::Individual => format!("{boss} has given individual orders in this phase"),
        NoLine::UsedAll => format!("{boss} has used all line commands of this phase"),
        NoLine::Contingent => format!("{boss} commands a contingent and gives no line commands"),
        NoLine::InZone => format!("{boss} is in an enemy zone of control"),
        NoLine::Chart => format!("{boss} is not one of those who may order the line {code}"),
        NoLine::Infantry => format!("{boss} may order lines of infantry only"),
        NoLine::Cavalry => format!("{boss} may order lines of cavalry only"),
        NoLine::Mixed => format!("{code} holds cavalry of legion and ala; {boss} may not order both"),
        NoLine::Elephants => format!("{boss} orders a line of elephants, {code} is another"),
    }
}

fn die(c: Codes<'_>, rule: Rule, leader: LeaderId, why: NoDie) -> Worded {
    let of = |text: &str| said(rule, format!("{} {text}", c.leader(leader)));
    let else_individual = "give individual orders";
    match why {
        NoDie::NotInitially => of("gave no line command in his initial phase").help(else_individual),
        NoDie::ThisPhase => of("has failed his die for line commands in this phase").help(else_individual),
        NoDie::NotWon => of("did not win his die for line commands in his first phase").help(else_individual),
        NoDie::Failed => of("has failed his die for line commands").help(else_individual),
        NoDie::Finished => of("has failed his die and is finished"),
        NoDie::Now => of("has failed his die for line commands").help("he may still give individual orders"),
    }
}

/// A contingent commander set to work.
pub fn contingent(c: Codes<'_>, rule: Rule, why: Contingent) -> Worded {
    let of = |leader, text: &str| said(rule, format!("{} {text}", c.leader(leader))).at(c.leader(leader));
    match why {
        Contingent::NotOne(it) => of(it, "is no contingent commander of this army"),
        Contingent::NotPlayed(it) => {
            said(rule, "contingent commanders are an option that is not played here").at(c.leader(it))
        }
        Contingent::NoWing(wing, it) => of(wing, "is no wing commander").at(c.leader(it)),
        Contingent::Off(it) => of(it, "is not on the map"),
        Contingent::Finished(it) => of(it, "is finished"),
        Contingent::Had(it) => of(it, "has had his command in this phase"),
        Contingent::Enough(wing, it) => {
            let most = c.set.leader(wing).contingents;
            of(wing, &format!("sets {most} to work in a phase, and has")).at(c.leader(it))
        }
        Contingent::Far(wing, it, half) => {
            of(it, &format!("is not within {half} hexes, half the range of {}", c.leader(wing)))
        }
        Contingent::OrdersLeft { wing, left, called, price } => {
            let code = c.leader(called);
            of(wing, &format!("has {left} individual orders left, {code} needs {price}")).at(code)
        }
        Contingent::Nobody(it) => {
            let code = c.leader(it);
            said(rule, format!("no unit of his contingent is in the range of {code}")).at(code)
        }
        Contingent::Held(it) => of(it, "leaves an enemy zone only at the word of the overall commander")
            .help("let him ride with a unit: `with CODE`"),
    }
}

/// A line that would extend.
pub fn extension(c: Codes<'_>, rule: Rule, why: Extension) -> Worded {
    match why {
        Extension::NoLine => said(rule, "a line is extended in the course of a line command only")
            .help("write `line NAME` first"),
        Extension::Fires => said(rule, "the line has begun to fire"),
        Extension::NotInLine(it) => {
            said(rule, format!("{} does not belong to the line in progress", c.unit(it))).at(c.unit(it))
        }
        Extension::Slide(unit, to, why) => {
            let code = c.unit(unit);
            let text = match why {
                NoSlide::NoStack => format!("{code} stands in no stack"),
                NoSlide::NotOnTop => format!("only the top unit of a Roman stack slides, {code} is none"),
                NoSlide::Unformed => format!("{code} is in column or routed"),
                NoSlide::Engaged(rule) => format!("{code} is engaged ({})", c.rule(rule)),
                NoSlide::NoFlank => format!("{to} is not a flank hex of {code}"),
                NoSlide::Ground => format!("{to} is not clear ground"),
                NoSlide::Occupied => format!("{to} is occupied"),
                NoSlide::Watched => format!("{to} is in an enemy zone of control"),
            };
            said(rule, text).at(code)
        }
    }
}
