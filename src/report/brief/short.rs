//! One happening in a few signs. What is not here is told by its whole sentence.

use super::combat;
use super::legend::{Mark, Marks};
use super::part::Part;
use crate::refusal::worded;
use tess_gboh::check::Check;
use tess_gboh::happening::{CommandEvent, FireEvent, MoveEvent, RoutEvent, ShockEvent};
use tess_gboh::missile::shot::Weapon;
use tess_gboh::missile::told::Occasion;
use tess_gboh::order::Target;
use tess_gboh::position::Supply;
use tess_gboh::{Happening, Setup, UnitId};
use tess_hex::Hex;

/// The happening in short; `own` is the unit whose move is being told.
pub(super) fn part(set: &Setup, told: &Happening, own: Option<UnitId>, marks: &mut Marks) -> Option<Part> {
    match told {
        Happening::Command(event) => command(set, event),
        Happening::Move(event) => movement(set, event, marks),
        Happening::Fire(event) => fire(set, event, marks),
        Happening::Shock(event) => shock(set, event, marks),
        Happening::Rout(event) => rout(set, event, own, marks),
        Happening::Ends(_) => None,
    }
}

/// `7-1:5`
pub(super) fn against(die: u8, modifier: i8, limit: u8, marks: &mut Marks) -> String {
    marks.mark(Mark::Die);
    let plus = if modifier == 0 { String::new() } else { format!("{modifier:+}") };
    format!("{die}{plus}:{limit}")
}

fn check(check: &Check, marks: &mut Marks) -> String {
    against(check.die, check.modifier, check.quality, marks)
}

/// `2408>2309>2209`
pub(super) fn way(hexes: &[Hex]) -> String {
    hexes.iter().map(ToString::to_string).collect::<Vec<_>>().join(">")
}

pub(super) fn both(set: &Setup, unit: UnitId, with: Option<UnitId>) -> String {
    let code = |u: UnitId| set.unit(u).code.as_str();
    with.map_or_else(|| code(unit).to_owned(), |below| format!("{}+{}", code(unit), code(below)))
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

fn command(set: &Setup, event: &CommandEvent) -> Option<Part> {
    Some(match event {
        CommandEvent::LineBegins { leader, line, units } => {
            let codes: Vec<&str> = units.iter().map(|&u| set.unit(u).code.as_str()).collect();
            let (leader, line) = (&set.leader(*leader).code, &set.line(*line).name);
            Part::sentence(format!("{leader} orders the line {line}: {} (4.31)", ranges(&codes)))
        }
        CommandEvent::LeftOut { text, refusal, begun } => {
            let text = text.trim();
            let text = text.strip_prefix("try ").unwrap_or(text);
            let rest = if *begun { "the rest: " } else { "" };
            let message = worded(set, refusal).message;
            let shape = shape(set, &format!("{rest}{message} {}", refusal.rule.0));
            let mut part =
                Part::sentence(format!("`{text}`, {rest}{message} ({})", refusal.rule.0)).list("Left out");
            part.shape = Some(shape);
            part
        }
        _ => return None,
    })
}

/// A refusal without the numbers and pieces it names, so that like ones can be told together.
fn shape(set: &Setup, message: &str) -> String {
    let word = |w: &str| {
        let piece = set.find_unit(w).is_some() || set.find_leader(w).is_some();
        if piece || w.bytes().all(|b| b.is_ascii_digit()) { "_".to_owned() } else { w.to_owned() }
    };
    message.split([' ', ',']).map(word).collect::<Vec<_>>().join(" ")
}

fn movement(set: &Setup, event: &MoveEvent, marks: &mut Marks) -> Option<Part> {
    let code = |u: &UnitId| set.unit(*u).code.as_str();
    Some(match event {
        MoveEvent::LeaderMoved { leader, from, way, spent } => {
            marks.mark(Mark::Leader);
            let to = way.last().unwrap_or(from);
            Part::sentence(format!("{} {from} {to} {spent}", set.leader(*leader).code)).list("Leaders")
        }
        MoveEvent::Withdrew { unit, with, way: path, mp, .. } => {
            marks.mark(Mark::Withdraws);
            let points = if usize::from(*mp) == path.len() { String::new() } else { format!(" ({mp} MP)") };
            Part::of(&both(set, *unit, *with), *unit, format!(">{}{points}", way(path)))
        }
        MoveEvent::Through { standing, .. } => {
            marks.mark(Mark::Through);
            Part::of("", *standing, format!("through {}", code(standing)))
        }
        MoveEvent::Refaced { unit, facing, check: thrown, hits, .. } => {
            let usual = if set.unit(*unit).two_hex { " (7.16)" } else { "" };
            marks.mark(Mark::Turns);
            match thrown {
                Some(c) => Part::of(code(unit), *unit, format!("turns {facing} {}{usual}", check(c, marks)))
                    .owing(*hits),
                None => Part::of(code(unit), *unit, format!("turns {facing} freely{usual}")),
            }
        }
        MoveEvent::Wheeled { unit, check: c, hits } => {
            Part::of(code(unit), *unit, format!("wheels {} (6.44)", check(c, marks))).owing(*hits)
        }
        MoveEvent::FifthPoint { unit, check: c, hits } => {
            Part::of(code(unit), *unit, format!("a fifth point {} (6.41)", check(c, marks))).owing(*hits)
        }
        MoveEvent::WithdrawCheck { unit, check: c, hits } => {
            Part::of(code(unit), *unit, format!("check {} (6.52)", check(c, marks))).owing(*hits).chained()
        }
        MoveEvent::LeaderFollowed { leader, unit, hex } => {
            Part::sentence(format!("{} goes with {} to {hex} (6.65)", set.leader(*leader).code, code(unit)))
        }
        MoveEvent::Advanced { unit, with, to, facing } => {
            Part::of(&both(set, *unit, *with), *unit, format!("{to} {facing}")).list("Advance (8.51)")
        }
        _ => return None,
    })
}

fn fire(set: &Setup, event: &FireEvent, marks: &mut Marks) -> Option<Part> {
    Some(match event {
        FireEvent::Shot { unit, weapon, target, range, strength, die, modifier, hits, occasion } => {
            let who = set.unit(*unit).code.as_str();
            let screen = if *weapon == Weapon::Screen { " (its screen)" } else { "" };
            let whom = match target {
                Target::Unit(t) => set.unit(*t).code.as_str(),
                Target::Leader(l) => set.leader(*l).code.as_str(),
            };
            let (verb, rule) = match occasion {
                Occasion::Order => ("at", ""),
                Occasion::Entry => ("on entry at", ""),
                Occasion::Retire => ("fires after", " (8.22)"),
                Occasion::Return => ("fires back at", " (8.23)"),
                Occasion::Harass => ("harasses", " (8.33)"),
                Occasion::Withdrawal => ("withdraws firing at", " (6.55)"),
                Occasion::Engine => ("fires at", " (9.86)"),
            };
            if *occasion == Occasion::Entry {
                marks.mark(Mark::Entry);
            }
            marks.mark(Mark::Range);
            let range = if *range == 1 { String::new() } else { format!(" range {range}") };
            let thrown = against(*die, *modifier, *strength, marks);
            let miss = if *hits == 0 && matches!(target, Target::Unit(_)) { " miss" } else { "" };
            let mut part = Part::of(who, *unit, format!("{verb} {whom}{screen}{range} {thrown}{rule}{miss}"));
            if let Target::Unit(t) = target {
                part.about = Some(*t);
                part = part.owing(*hits);
            }
            if *occasion == Occasion::Order { part.list("Fire (8.15)") } else { part }
        }
        FireEvent::Supply { unit, weapon: Weapon::Own, left: Supply::No } => {
            Part::of(&set.unit(*unit).code, *unit, "").list("Missiles spent (8.17)")
        }
        FireEvent::Supply { unit, weapon: Weapon::Own, left: Supply::Low } => {
            Part::of(&set.unit(*unit).code, *unit, "").list("Missiles low (8.17)")
        }
        FireEvent::Reloaded { unit } => {
            Part::of(&set.unit(*unit).code, *unit, "").list("All missiles again (8.18)")
        }
        _ => return None,
    })
}

fn shock(set: &Setup, event: &ShockEvent, marks: &mut Marks) -> Option<Part> {
    let code = |u: &UnitId| set.unit(*u).code.as_str();
    Some(match event {
        ShockEvent::Marked { unit, must } => {
            marks.mark(if *must { Mark::Must } else { Mark::May });
            Part::of(code(unit), *unit, if *must { "!" } else { "?" })
        }
        ShockEvent::Enabled { unit, leader: Some(l) } => {
            let lead = format!("{} lets them shock without a check (7.33)", set.leader(*l).code);
            Part::of(code(unit), *unit, "").list(lead)
        }
        ShockEvent::Combined { attackers, defenders, ordered } => {
            let must = if *ordered { "" } else { ", since they must" };
            let (attackers, defenders) = (combat::codes(set, attackers), combat::codes(set, defenders));
            Part::sentence(format!("{attackers} v {defenders}{must}")).list("Combats (8.42)")
        }
        ShockEvent::Exempt { unit, why, rule } => {
            Part::of(code(unit), *unit, format!("none ({why}, {rule})")).list("Pre-shock (8.43)")
        }
        ShockEvent::Charge { unit, check: c, reasons } => {
            let because: Vec<String> =
                reasons.iter().map(|s| format!("{:+} {} ({})", s.by, s.why, s.rule)).collect();
            let because =
                if because.is_empty() { String::new() } else { format!(" [{}]", because.join(", ")) };
            let text = format!("{}{because}", check(c, marks));
            Part::of(code(unit), *unit, text).owing(c.excess).list("Pre-shock (8.43)")
        }
        ShockEvent::Collapse { unit, check: c, held } => {
            let end = if *held { "holds, a hit less" } else { "collapses" };
            Part::of(code(unit), *unit, format!("{} {end}", check(c, marks))).list("Collapse (8.47)")
        }
        ShockEvent::Struck(blow) => Part::sentence(combat::struck(set, blow, marks)),
        _ => return None,
    })
}

fn rout(set: &Setup, event: &RoutEvent, own: Option<UnitId>, marks: &mut Marks) -> Option<Part> {
    let code = |u: &UnitId| set.unit(*u).code.as_str();
    Some(match event {
        RoutEvent::Hits { unit, hits, total, why, rule } => {
            marks.mark(Mark::Hits);
            let why = reason(why, rule.0, marks);
            let code = if own == Some(*unit) { "" } else { code(unit) };
            Part::of(code, *unit, format!("+{hits}={total}{why}"))
        }
        RoutEvent::Routs { unit, by, rule } => {
            let rule = marks.cite(Mark::Routs, "10.14", *rule);
            let by = by.as_ref().map_or_else(String::new, |by| format!(" before {}", code(by)));
            Part::of(code(unit), *unit, format!("routs{by}{rule}"))
        }
        RoutEvent::Ran { unit, from, path, rule } if rule.0 == "10.23" => {
            Part::of(code(unit), *unit, format!("{from}>{}", way(path))).list("Run on (10.23)")
        }
        RoutEvent::Ran { unit, from, path, rule } => {
            let rule = marks.cite(Mark::Runs, "10.22", *rule);
            Part::of(code(unit), *unit, format!("{from}>{}{rule}", way(path))).chained()
        }
        RoutEvent::Trampled { unit, by, stopping } => {
            marks.mark(Mark::Routers);
            let how = if *stopping { "into" } else { "past" };
            let mut part = Part::of(code(by), *by, format!("{how} {}", code(unit))).chained();
            (part.about, part.bare) = (Some(*unit), true);
            part
        }
        RoutEvent::Checked { unit, check: c, what, rule } => {
            let what = if rule.0 == "6.69" { String::new() } else { format!(" {what} ({rule})") };
            Part::of(code(unit), *unit, format!("check {}{what}", check(c, marks))).owing(c.excess).chained()
        }
        RoutEvent::Eliminated { unit, rule } => {
            let rule = match rule.0 {
                "10.24" => marks.cite(Mark::NoWay, "10.24", *rule),
                "10.25" => marks.cite(Mark::NoPlace, "10.25", *rule),
                _ => marks.cite(Mark::Broken, "10.27", *rule),
            };
            Part::of(code(unit), *unit, format!("eliminated{rule}")).chained()
        }
        RoutEvent::NoWay { unit, rule } if rule.0 == "10.24" => {
            marks.mark(Mark::NoWay);
            Part::of(code(unit), *unit, "no way out").chained()
        }
        RoutEvent::NoWay { unit, rule } => {
            let rule = marks.cite(Mark::NoPlace, "10.25", *rule);
            Part::of(code(unit), *unit, format!("no place{rule}")).chained()
        }
        RoutEvent::Recovered { unit, hits, left } => {
            Part::of(code(unit), *unit, format!("-{hits}={left}")).list("Recover (10.16)")
        }
        RoutEvent::RallyTried { leader, unit, roll, needed } => {
            let end = if roll <= needed { "turns" } else { "in vain" };
            let thrown = against(*roll, 0, *needed, marks);
            let lead = format!("{} rallies (10.28)", set.leader(*leader).code);
            Part::of(code(unit), *unit, format!("{thrown} {end}")).list(lead)
        }
        RoutEvent::Rallied { unit, hits, depleted } => {
            let how = if *depleted { ", depleted" } else { "" };
            let hits = if *hits == 1 { "1 hit".to_owned() } else { format!("{hits} hits") };
            Part::of(code(unit), *unit, format!("{hits}{how} (10.29)")).chained()
        }
        RoutEvent::Turned { unit, facing } => {
            Part::of(code(unit), *unit, format!("faces {facing}")).chained()
        }
        _ => return None,
    })
}

/// Why a unit takes hits, unless what stands before says it.
fn reason(why: &str, rule: &str, marks: &mut Marks) -> String {
    match rule {
        "6.13" => {
            marks.mark(Mark::Again);
            " again".to_owned()
        }
        "6.52" if why == "withdrawal" => {
            marks.mark(Mark::WithdrawHit);
            String::new()
        }
        "6.52" => {
            marks.mark(Mark::Rear);
            " rear".to_owned()
        }
        "6.41" | "6.44" | "6.63" | "6.69" | "7.15" | "8.15" | "8.43" | "8.46" => String::new(),
        _ => format!(" ({why}, {rule})"),
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
