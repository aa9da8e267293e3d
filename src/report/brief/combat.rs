//! The arithmetic of one combat on two lines.

use super::legend::{Mark, Marks};
use tess_gboh::piece::UnitType;
use tess_gboh::shock::factors::Factor;
use tess_gboh::shock::superiority::{Ground, Superiority};
use tess_gboh::shock::told::Blow;
use tess_gboh::variant::charts::Angle;
use tess_gboh::{Setup, UnitId};

/// `1 E2 v P3, flank: RC v PH 10, size 3:10 2L -> 8; die 1, 3(2), by position x2 3(4)`; the hits follow one by one.
pub(super) fn struck(set: &Setup, b: &Blow, marks: &mut Marks) -> String {
    marks.mark(Mark::Combat);
    let angle = match b.angle {
        Angle::Front => "",
        Angle::Flank => ", flank",
        Angle::Rear => ", rear",
    };
    let mut text = format!(
        "Combat {}: {} v {}{angle}: {} v {} {}",
        b.number,
        codes(set, &b.attackers),
        codes(set, &b.defenders),
        kind(set, &b.attackers, b.attacker),
        kind(set, &b.defenders, b.defender),
        b.base
    );
    let (a, d) = b.sizes;
    if !b.shifts.iter().any(|s| s.why == "size") {
        text += &format!(", size {a}:{d} 0");
    }
    for s in &b.shifts {
        let by = if s.by < 0 { format!("{}L", s.by.unsigned_abs()) } else { format!("{}R", s.by) };
        text += &match (s.why, s.rule.0) {
            ("size", "8.46") => format!(", size {a}:{d} {by}"),
            ("size", rule) => format!(", size {a}:{d} {by} ({rule})"),
            (why, rule) => format!(", {why} {by} ({rule})"),
        };
    }
    text += &format!(" -> {}; die {}", b.column, b.die);
    for l in &b.leaders {
        let how = if l.killed { "lost" } else { "charisma" };
        text += &format!(" {:+} {} {how}", l.by, set.leader(l.leader).code);
    }
    if !b.leaders.is_empty() {
        text += &format!(" = {}", b.row);
    }
    text += &format!(", {}({})", b.table.attacker, b.table.defender);
    for (factor, now) in &b.factors {
        let (name, rule) = factored(set, b, *factor);
        let rule = if rule == "8.46" { String::new() } else { format!(" ({rule})") };
        text += &format!(", {name}{rule} {}({})", now.attacker, now.defender);
    }
    if b.shares.iter().all(|(_, n)| *n == 0) {
        text += "; no hits";
    } else if b.shares.iter().filter(|(_, n)| *n > 0).count() > 2 {
        marks.mark(Mark::Share);
    }
    text
}

/// What multiplies or divides the hits, and its rule.
fn factored(set: &Setup, b: &Blow, factor: Factor) -> (String, &'static str) {
    match factor {
        Factor::AttackSuperior(n) => {
            let by = match b.superiority {
                Superiority::Attack(Ground::Position) => "by position",
                Superiority::Attack(Ground::Column) => "on a column",
                Superiority::Attack(Ground::Swords) => "by swords",
                _ => "by weapons",
            };
            let rule = if n == 3 {
                "9.53"
            } else if b.superiority == Superiority::Attack(Ground::Swords) {
                "cataphract 11.5"
            } else {
                "8.46"
            };
            (format!("attack x{n} {by}"), rule)
        }
        Factor::DefenceSuperior => ("defence x3".to_owned(), "8.46"),
        Factor::PassThru => {
            let chariots = set.unit(b.attacker).kind == UnitType::CH;
            ("ranks opened".to_owned(), if chariots { "alexander 9.23" } else { "9.11" })
        }
        Factor::Skirmishers => ("skirmishers defend".to_owned(), "9.23"),
        Factor::SkirmishersAttack => ("skirmishers attack".to_owned(), "9.23"),
        Factor::LightHorse => ("light attackers halved".to_owned(), "9.32"),
    }
}

/// The type that counts, with its unit where it is one of several.
fn kind(set: &Setup, of: &[UnitId], unit: UnitId) -> String {
    let spec = set.unit(unit);
    if of.len() == 1 {
        spec.kind.letters().to_owned()
    } else {
        format!("{} {}", spec.code, spec.kind.letters())
    }
}

pub(super) fn codes(set: &Setup, units: &[UnitId]) -> String {
    units.iter().map(|&u| set.unit(u).code.as_str()).collect::<Vec<_>>().join(" ")
}
