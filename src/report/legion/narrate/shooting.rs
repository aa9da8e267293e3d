//! Sentences of the chapter `shooting`.

use super::melee::sum;
use super::teller::Teller;
use tess_legion::events::shooting::ShootEvent;
use tess_legion::shooting::Part;

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(t: &mut Teller<'_>, event: &ShootEvent) -> String {
    let (pos, rule) = (t.pos, event.rule());
    match event {
        ShootEvent::Volley { unit, target, defensive, parts, halved, dice, hits } => {
            let verb = if *defensive { "shoots in answer at" } else { "shoots at" };
            let made: Vec<(i8, &str)> = parts.iter().map(|(p, n)| (*n, part(*p, *n))).collect();
            let half = if *halved {
                format!(", half of them thrown ({})", ShootEvent::HALVED)
            } else {
                String::new()
            };
            let also = event.also().map_or_else(String::new, |rule| format!(", {rule}"));
            format!(
                "{} {verb} {}: dice {}{half}; {} ({rule}{also})",
                pos.code(*unit),
                pos.code(*target),
                sum(&made),
                super::melee::thrown(t, dice, *hits)
            )
        }
        ShootEvent::AtLeader { unit, leader } => {
            format!("{} shoots at {} ({rule})", pos.code(*unit), pos.leader_spec(*leader).code)
        }
    }
}

const fn part(part: Part, count: i8) -> &'static str {
    match part {
        Part::Stands if count == 1 => "stand",
        Part::Stands => "stands",
        Part::Armour => "armour",
        Part::Flank => "flank",
        Part::Unshielded => "unshielded",
        Part::Higher => "from above",
        Part::Pila => "pila",
        Part::Elite => "elite",
        Part::Engines => "engines",
        Part::Deep => "deep target",
        Part::Cards => "cards",
    }
}
