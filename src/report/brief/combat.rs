//! The arithmetic of one combat on two lines.

use super::legend::Mark;
use super::pen::Pen;
use crate::narrate::shock::because;
use tess_effects::Rule;
use tess_gboh::events::blow::Factor;
use tess_gboh::events::blow::{Ground, Superiority};
use tess_gboh::events::exemption::ShiftCause;
use tess_gboh::events::shock::Blow;
use tess_gboh::variant::charts::Angle;
use tess_gboh::{Setup, UnitId};

/// `1 E2 v P3, flank: RC v PH 10, size 3:10 2L -> 8; die 1, 3(2), by position x2 3(4)`; the hits follow one
/// by one.
pub(super) fn struck(p: &mut Pen<'_, '_>, b: &Blow, obliged: Option<Rule>) -> String {
    let set = p.t.set;
    p.mark(Mark::Combat { column: Blow::COLUMN, table: Blow::TABLE });
    if let Some(rule) = obliged {
        p.mark(Mark::Obliged(rule));
    }
    let angle = match b.angle {
        Angle::Front => "",
        Angle::Flank => ", flank",
        Angle::Rear => ", rear",
    };
    let mut text = format!(
        "Combat {}{}: {} v {}{angle}: {} v {} {}",
        b.number,
        if obliged.is_some() { "*" } else { "" },
        codes(set, &b.attackers),
        codes(set, &b.defenders),
        kind(set, &b.attackers, b.attacker),
        kind(set, &b.defenders, b.defender),
        b.base
    );
    let (a, d) = b.sizes;
    if !b.shifts.iter().any(|s| s.why == ShiftCause::Size) {
        text += &format!(", size {a}:{d} 0");
    }
    for s in &b.shifts {
        let by = if s.by < 0 { format!("{}L", s.by.unsigned_abs()) } else { format!("{}R", s.by) };
        text += &match s.why {
            ShiftCause::Size => format!(", size {a}:{d} {by}"),
            why => format!(", {} {by} ({})", because(why), p.t.rule(why.rule())),
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
        let rule = match b.factor_rule(*factor) {
            Blow::TABLE => String::new(),
            rule => format!(" ({})", p.t.rule(rule)),
        };
        text += &format!(", {}{rule} {}({})", factored(b, *factor), now.attacker, now.defender);
    }
    if b.shares.iter().all(|(_, n)| *n == 0) {
        text += "; no hits";
    } else if b.shares.iter().filter(|(_, n)| *n > 0).count() > 2 {
        p.mark(Mark::Share(Blow::SHARES));
    }
    text
}

/// What multiplies or divides the hits.
fn factored(b: &Blow, factor: Factor) -> String {
    match factor {
        Factor::AttackSuperior(n) => {
            let by = match b.superiority {
                Superiority::Attack(Ground::Position) => "by position",
                Superiority::Attack(Ground::Column) => "on a column",
                Superiority::Attack(Ground::Swords) => "by swords",
                _ => "by weapons",
            };
            format!("attack x{n} {by}")
        }
        Factor::DefenceSuperior => "defence x3".to_owned(),
        Factor::PassThru => "ranks opened".to_owned(),
        Factor::Skirmishers => "skirmishers defend".to_owned(),
        Factor::SkirmishersAttack => "skirmishers attack".to_owned(),
        Factor::LightHorse => "light attackers halved".to_owned(),
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
