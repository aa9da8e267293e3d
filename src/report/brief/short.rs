//! One happening in a few signs. What is not here is told by its whole sentence.

use super::combat;
use super::legend::Mark;
use super::part::{Part, Refused};
use super::pen::Pen;
use crate::narrate::rout::{checked_for, what_for};
use crate::narrate::shock::{shift, spared};
use crate::refusal::worded;
use tess_gboh::events::hit_cause::{CheckCause, HitCause};
use tess_gboh::events::missile::Occasion;
use tess_gboh::events::{CommandEvent, FireEvent, MoveEvent, RoutEvent, ShockEvent};
use tess_gboh::order::Target;
use tess_gboh::position::Supply;
use tess_gboh::state::weapon::Weapon;
use tess_gboh::{Happening, UnitId};
use tess_hex::Hex;

/// The happening in short; `own` is the unit whose move is being told.
pub(super) fn part(p: &mut Pen<'_, '_>, told: &Happening, own: Option<UnitId>) -> Option<Part> {
    match told {
        Happening::Command(event) => command(p, event),
        Happening::Move(event) => movement(p, event),
        Happening::Fire(event) => fire(p, event),
        Happening::Shock(event) => shock(p, event),
        Happening::Rout(event) => rout(p, event, own),
        Happening::Ends(_) => None,
    }
}

/// `2408>2309>2209`
pub(super) fn way(hexes: &[Hex]) -> String {
    hexes.iter().map(ToString::to_string).collect::<Vec<_>>().join(">")
}

/// Codes, with three or more that follow on each other as `C1-C10`.
pub(crate) fn ranges(codes: &[&str]) -> String {
    let number = |code: &str| {
        let at = code.find(|c: char| c.is_ascii_digit())?;
        let (head, tail) = code.split_at(at);
        let n: u32 = tail.parse().ok().filter(|n: &u32| n.to_string() == tail)?;
        Some((head.to_owned(), n))
    };
    let follows = |a: &str, b: &str| match (number(a), number(b)) {
        (Some((one, n)), Some((other, m))) => one == other && m == n + 1,
        _ => false,
    };
    let mut out: Vec<String> = Vec::new();
    let mut rest = codes;
    while let Some(&first) = rest.first() {
        let run = 1 + rest.windows(2).take_while(|pair| follows(pair[0], pair[1])).count();
        if run > 2 {
            out.push(format!("{first}-{}", rest[run - 1]));
        } else {
            out.extend(rest[..run].iter().map(|&c| c.to_owned()));
        }
        rest = &rest[run..];
    }
    out.join(" ")
}

fn command(p: &mut Pen<'_, '_>, event: &CommandEvent) -> Option<Part> {
    let set = p.t.set;
    let rule = p.t.rule(event.rule());
    Some(match event {
        CommandEvent::LineBegins { leader, line, units } => {
            let codes: Vec<&str> = units.iter().map(|&u| set.unit(u).code.as_str()).collect();
            let (leader, line) = (&set.leader(*leader).code, &set.line(*line).name);
            Part::sentence(format!("{leader} orders the line {line}: {} ({rule})", ranges(&codes)))
        }
        CommandEvent::LeftOut { text, refusal, begun } => {
            let text = text.trim();
            let text = text.strip_prefix("try ").unwrap_or(text);
            let rest = if *begun { "the rest: " } else { "" };
            let message = worded(set, refusal).message;
            let mut part = Part::sentence(format!("`{text}`, {rest}{message} ({rule})")).list("Left out");
            let (order, why) = (text.to_owned(), refusal.clone());
            part.refused = Some(Refused { order, why, begun: *begun, more: false });
            part
        }
        _ => return None,
    })
}

fn movement(p: &mut Pen<'_, '_>, event: &MoveEvent) -> Option<Part> {
    let set = p.t.set;
    let rule = p.t.rule(event.rule());
    let code = |u: &UnitId| set.unit(*u).code.as_str();
    Some(match event {
        MoveEvent::LeaderMoved { leader, from, way, spent } => {
            p.mark(Mark::Leader(event.rule()));
            let to = way.last().unwrap_or(from);
            Part::sentence(format!("{} {from} {to} {spent}", set.leader(*leader).code)).list("Leaders")
        }
        MoveEvent::Withdrew { unit, with, way: path, mp, .. } => {
            p.mark(Mark::Withdraws(event.rule()));
            let points = if usize::from(*mp) == path.len() { String::new() } else { format!(" ({mp} MP)") };
            Part::of(&p.both(*unit, *with), *unit, format!(">{}{points}", way(path))).tight()
        }
        MoveEvent::Through { standing, .. } => {
            p.mark(Mark::Through(event.rule()));
            Part::of("", *standing, format!("through {}", code(standing)))
        }
        MoveEvent::Refaced { unit, facing, check: thrown, hits, .. } => {
            let rule = if event.rule() == MoveEvent::TURNS { String::new() } else { format!(" ({rule})") };
            p.mark(Mark::Turns(MoveEvent::TURNS));
            match thrown {
                Some(c) => {
                    Part::of(code(unit), *unit, format!("turns {facing} {}{rule}", p.check(c))).owing(*hits)
                }
                None => Part::of(code(unit), *unit, format!("turns {facing} freely{rule}")),
            }
        }
        MoveEvent::Wheeled { unit, check: c, hits } => {
            Part::of(code(unit), *unit, format!("wheels {} ({rule})", p.check(c))).owing(*hits)
        }
        MoveEvent::FifthPoint { unit, check: c, hits } => {
            Part::of(code(unit), *unit, format!("a fifth point {} ({rule})", p.check(c))).owing(*hits)
        }
        MoveEvent::WithdrawCheck { unit, check: c, hits } => {
            Part::of(code(unit), *unit, format!("check {} ({rule})", p.check(c))).owing(*hits).chained()
        }
        MoveEvent::LeaderFollowed { leader, unit, hex } => {
            Part::sentence(format!("{} goes with {} to {hex} ({rule})", set.leader(*leader).code, code(unit)))
        }
        MoveEvent::Advanced { unit, with, to, facing } => {
            Part::of(&p.both(*unit, *with), *unit, format!("{to} {facing}")).list(format!("Advance ({rule})"))
        }
        _ => return None,
    })
}

fn fire(p: &mut Pen<'_, '_>, event: &FireEvent) -> Option<Part> {
    let set = p.t.set;
    let rule = p.t.rule(event.rule());
    Some(match event {
        FireEvent::Shot { unit, weapon, target, range, strength, die, modifier, hits, occasion } => {
            let who = set.unit(*unit).code.as_str();
            let screen = if *weapon == Weapon::Screen { " (its screen)" } else { "" };
            let whom = match target {
                Target::Unit(t) => set.unit(*t).code.as_str(),
                Target::Leader(l) => set.leader(*l).code.as_str(),
            };
            let verb = match occasion {
                Occasion::Order => "at",
                Occasion::Entry => "on entry at",
                Occasion::Retire => "fires after",
                Occasion::Return => "fires back at",
                Occasion::Harass => "harasses",
                Occasion::Withdrawal => "withdraws firing at",
                Occasion::Engine => "fires at",
            };
            // The list, or the legend, says it of these.
            let cited = match occasion {
                Occasion::Order => String::new(),
                Occasion::Entry => {
                    p.mark(Mark::Entry(event.rule()));
                    String::new()
                }
                _ => format!(" ({rule})"),
            };
            p.mark(Mark::Range);
            let range = if *range == 1 { String::new() } else { format!(" range {range}") };
            let thrown = p.against(*die, *modifier, *strength);
            let miss = if *hits == 0 && matches!(target, Target::Unit(_)) { " miss" } else { "" };
            let mut part =
                Part::of(who, *unit, format!("{verb} {whom}{screen}{range} {thrown}{cited}{miss}"));
            if let Target::Unit(t) = target {
                part.about = Some(*t);
                part = part.owing(*hits);
            }
            if *occasion == Occasion::Order { part.list(format!("Fire ({rule})")) } else { part }
        }
        FireEvent::Supply { unit, weapon: Weapon::Own, left: Supply::No } => {
            Part::of(&set.unit(*unit).code, *unit, "").list(format!("Missiles spent ({rule})"))
        }
        FireEvent::Supply { unit, weapon: Weapon::Own, left: Supply::Low } => {
            Part::of(&set.unit(*unit).code, *unit, "").list(format!("Missiles low ({rule})"))
        }
        FireEvent::Reloaded { unit } => {
            Part::of(&set.unit(*unit).code, *unit, "").list(format!("All missiles again ({rule})"))
        }
        _ => return None,
    })
}

fn shock(p: &mut Pen<'_, '_>, event: &ShockEvent) -> Option<Part> {
    let set = p.t.set;
    let rule = p.t.rule(event.rule());
    let code = |u: &UnitId| set.unit(*u).code.as_str();
    Some(match event {
        ShockEvent::Marked { unit, must } => {
            p.mark(if *must { Mark::Must(event.rule()) } else { Mark::May(event.rule()) });
            Part::of(code(unit), *unit, if *must { "!" } else { "?" }).tight()
        }
        ShockEvent::Enabled { unit, leader: Some(l) } => {
            let lead = format!("{} lets them shock without a check ({rule})", set.leader(*l).code);
            Part::of(code(unit), *unit, "").list(lead)
        }
        ShockEvent::Combined { attackers, defenders, ordered } => {
            let must = if *ordered { "" } else { ", since they must" };
            let (attackers, defenders) = (combat::codes(set, attackers), combat::codes(set, defenders));
            Part::sentence(format!("{attackers} v {defenders}{must}")).list(format!("Combats ({rule})"))
        }
        ShockEvent::Exempt { unit, why } => {
            let text = format!("none ({}, {rule})", spared(*why));
            Part::of(code(unit), *unit, text).list(format!("Pre-shock ({})", p.t.rule(ShockEvent::PRE_SHOCK)))
        }
        ShockEvent::Charge { unit, check: c, reasons } => {
            let shifts: Vec<String> = reasons.iter().map(|s| shift(&p.t, s)).collect();
            let shifts = if shifts.is_empty() { String::new() } else { format!(" [{}]", shifts.join(", ")) };
            let text = format!("{}{shifts}", p.check(c));
            Part::of(code(unit), *unit, text).owing(c.excess).list(format!("Pre-shock ({rule})"))
        }
        ShockEvent::Collapse { unit, check: c, held } => {
            let end = if *held { "holds, a hit less" } else { "collapses" };
            Part::of(code(unit), *unit, format!("{} {end}", p.check(c))).list(format!("Collapse ({rule})"))
        }
        _ => return None,
    })
}

fn rout(p: &mut Pen<'_, '_>, event: &RoutEvent, own: Option<UnitId>) -> Option<Part> {
    let set = p.t.set;
    let rule = p.t.rule(event.rule());
    let code = |u: &UnitId| set.unit(*u).code.as_str();
    Some(match event {
        RoutEvent::Hits { unit, hits, total, why } => {
            p.mark(Mark::Hits);
            let why = reason(p, *why);
            let code = if own == Some(*unit) { "" } else { code(unit) };
            Part::of(code, *unit, format!("+{hits}={total}{why}"))
        }
        RoutEvent::Routs { unit, by, rule } => {
            let rule = p.cite(Mark::Routs, RoutEvent::BREAKS, *rule);
            let by = by.as_ref().map_or_else(String::new, |by| format!(" before {}", code(by)));
            Part::of(code(unit), *unit, format!("routs{by}{rule}"))
        }
        RoutEvent::Ran { unit, from, path, rule: RoutEvent::RUNS_ON } => {
            Part::of(code(unit), *unit, format!("{from}>{}", way(path))).list(format!("Run on ({rule})"))
        }
        RoutEvent::Ran { unit, from, path, rule } => {
            let rule = p.cite(Mark::Runs, RoutEvent::RUNS, *rule);
            Part::of(code(unit), *unit, format!("{from}>{}{rule}", way(path))).chained()
        }
        RoutEvent::Trampled { unit, by, stopping } => {
            p.mark(Mark::Routers(event.rule()));
            let how = if *stopping { "into" } else { "past" };
            let mut part = Part::of(code(by), *by, format!("{how} {}", code(unit))).chained();
            (part.about, part.bare) = (Some(*unit), true);
            part
        }
        RoutEvent::Checked { unit, check: c, what } => {
            let what = match what {
                CheckCause::RunOver => String::new(),
                CheckCause::Stack => format!(" {} ({rule})", checked_for(*what)),
            };
            Part::of(code(unit), *unit, format!("check {}{what}", p.check(c))).owing(c.excess).chained()
        }
        RoutEvent::Eliminated { unit, rule } => {
            let rule = match *rule {
                RoutEvent::NO_WAY => p.cite(Mark::NoWay, RoutEvent::NO_WAY, *rule),
                RoutEvent::NO_PLACE => p.cite(Mark::NoPlace, RoutEvent::NO_PLACE, *rule),
                _ => p.cite(Mark::Broken, RoutEvent::BROKEN_AGAIN, *rule),
            };
            Part::of(code(unit), *unit, format!("eliminated{rule}")).chained()
        }
        RoutEvent::NoWay { unit, rule: RoutEvent::NO_WAY } => {
            p.mark(Mark::NoWay(RoutEvent::NO_WAY));
            Part::of(code(unit), *unit, "no way out").chained()
        }
        RoutEvent::NoWay { unit, rule } => {
            let rule = p.cite(Mark::NoPlace, RoutEvent::NO_PLACE, *rule);
            Part::of(code(unit), *unit, format!("no place{rule}")).chained()
        }
        RoutEvent::Recovered { unit, hits, left } => {
            Part::of(code(unit), *unit, format!("-{hits}={left}")).list(format!("Recover ({rule})"))
        }
        RoutEvent::RallyTried { leader, unit, roll, needed } => {
            let end = if roll <= needed { "turns" } else { "in vain" };
            let thrown = p.against(*roll, 0, *needed);
            let lead = format!("{} rallies ({rule})", set.leader(*leader).code);
            Part::of(code(unit), *unit, format!("{thrown} {end}")).list(lead)
        }
        RoutEvent::Rallied { unit, hits, depleted } => {
            let how = if *depleted { ", depleted" } else { "" };
            let hits = if *hits == 1 { "1 hit".to_owned() } else { format!("{hits} hits") };
            Part::of(code(unit), *unit, format!("{hits}{how} ({rule})")).chained()
        }
        RoutEvent::Turned { unit, facing } => {
            Part::of(code(unit), *unit, format!("faces {facing}")).chained()
        }
        _ => return None,
    })
}

/// Why a unit takes hits, unless what stands before says it.
fn reason(p: &mut Pen<'_, '_>, why: HitCause) -> String {
    match why {
        HitCause::MovesAgain | HitCause::HarassesAgain => {
            p.mark(Mark::Again(why.rule()));
            " again".to_owned()
        }
        HitCause::Withdrawal => {
            p.mark(Mark::WithdrawHit(why.rule()));
            String::new()
        }
        HitCause::WithdrawsFromBehind
        | HitCause::InfantryWithdraws
        | HitCause::ChariotsWithdraw
        | HitCause::LegionWithdraws
        | HitCause::DisorderInWithdrawal => {
            p.mark(Mark::Rear(why.rule()));
            " rear".to_owned()
        }
        HitCause::MovesAgainFar
        | HitCause::FifthPoint
        | HitCause::Wheel
        | HitCause::Through
        | HitCause::PassedThrough
        | HitCause::RunOver
        | HitCause::RunOverCheck
        | HitCause::TurnsBefore
        | HitCause::TurnsInHaste
        | HitCause::Missiles
        | HitCause::PreShock
        | HitCause::Shock => String::new(),
        _ => format!(" ({}, {})", what_for(why), p.t.rule(why.rule())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_that_follow_on_each_other_are_told_by_first_and_last() {
        assert_eq!(ranges(&["C1", "C2", "C3", "I1", "I2", "P3", "T09", "T10"]), "C1-C3 I1 I2 P3 T09 T10");
        assert_eq!(ranges(&["SURUS"]), "SURUS");
        assert_eq!(ranges(&[]), "");
    }
}
