//! Sentences of the chapter `rout`.

use crate::marks::capital;
use tess_gboh::Setup;
use tess_gboh::happening::RoutEvent;
use tess_gboh::piece::{LeaderId, UnitId};
use tess_gboh::rout::told::{Heading, RampageEnd};
use tess_gboh::variant::charts::Casualty;

/// A unit by code and type: `H3a (LG HA)`.
pub(super) fn unit(set: &Setup, id: UnitId) -> String {
    let spec = set.unit(id);
    match spec.class.letters() {
        "" => format!("{} ({})", spec.code, spec.kind.letters()),
        class => format!("{} ({} {class})", spec.code, spec.kind.letters()),
    }
}

/// A leader by name.
pub(super) fn leader(set: &Setup, id: LeaderId) -> &str {
    &set.leader(id).name
}

/// `1 hit`, `2 hits`.
pub(super) fn hits(n: u8) -> String {
    if n == 1 { "1 hit".to_owned() } else { format!("{n} hits") }
}

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(set: &Setup, event: &RoutEvent) -> String {
    match event {
        RoutEvent::Hits { unit: u, hits: n, total, why, rule } => {
            format!("{} takes {}, {total} in all: {why} ({rule})", unit(set, *u), hits(*n))
        }
        RoutEvent::Stand { unit: u, die, modifier, quality, stood, rule } => {
            let end = if *stood {
                format!("stands with {}", hits(quality.saturating_sub(1)))
            } else {
                "breaks".into()
            };
            {
                let plus = if *modifier == 0 { String::new() } else { format!(" +{modifier}") };
                format!("{} rolls {die}{plus} against {quality} and {end} ({rule})", unit(set, *u))
            }
        }
        RoutEvent::ArmyCheck { side, die, needed, lost } => {
            let end = if *lost { "its spirit is gone" } else { "its spirit holds" };
            format!(
                "the army of {} sees the rout: {die} against {needed}, {end} (cataphract 11.2)",
                capital(&set.sides[*side])
            )
        }
        RoutEvent::Routs { unit: u, by, rule } => match by {
            Some(by) => format!("{} routs before {} ({rule})", unit(set, *u), unit(set, *by)),
            None => format!("{} routs ({rule})", unit(set, *u)),
        },
        RoutEvent::Ran { unit: u, from, path, rule } => {
            let way: Vec<String> = path.iter().map(ToString::to_string).collect();
            format!("{} runs from {from} by {} ({rule})", unit(set, *u), way.join(" "))
        }
        RoutEvent::Fled { unit: u } => format!("{} flees off the map (10.24)", unit(set, *u)),
        RoutEvent::Trampled { unit: u, by, stopping } => {
            let how = if *stopping { "runs into" } else { "runs through" };
            format!("{} {how} {} (6.69)", unit(set, *by), unit(set, *u))
        }
        RoutEvent::Checked { unit: u, check, what, rule } => {
            let plus = if check.modifier == 0 { String::new() } else { format!(" {:+}", check.modifier) };
            let end = if check.failed() { format!("fails by {}", check.excess) } else { "passes".into() };
            format!(
                "{} checks {what}: {}{plus} against {}, {end} ({rule})",
                unit(set, *u),
                check.die,
                check.quality
            )
        }
        RoutEvent::Eliminated { unit: u, rule } => format!("{} is eliminated ({rule})", unit(set, *u)),
        RoutEvent::LeaderRan { leader: l, to } => {
            format!("{} is swept along to {to} (10.26)", leader(set, *l))
        }
        RoutEvent::Casualty { leader: l, die, casualty } => {
            let what = befalls(*casualty);
            format!("{} {what}, on {die} (4.73)", leader(set, *l))
        }
        RoutEvent::LeaderKilled { leader: l, rule } => format!("{} is killed ({rule})", leader(set, *l)),
        RoutEvent::Grief { leader: l, die, rampages } => {
            let what = if *rampages { "runs wild" } else { "leaves the field" };
            format!("the elephant of {} {what}, on {die} (4.84)", leader(set, *l))
        }
        RoutEvent::Recovered { unit: u, hits: n, left } => {
            format!("{} recovers {}, {left} left (10.16)", unit(set, *u), hits(*n))
        }
        RoutEvent::RallyTried { leader: l, unit: u, roll, needed } => {
            let end = if roll <= needed { "they turn" } else { "in vain" };
            format!(
                "{} tries to rally {}: {roll} against {needed}, {end} (10.28)",
                leader(set, *l),
                unit(set, *u)
            )
        }
        RoutEvent::Rallied { unit: u, hits: n, depleted } => {
            let how = if *depleted { "rallies, depleted," } else { "rallies" };
            format!("{} {how} with {} (10.29)", unit(set, *u), hits(*n))
        }
        RoutEvent::Turned { unit: u, facing } => format!("{} faces {facing} (10.28)", unit(set, *u)),
        RoutEvent::NoWay { unit: u, rule } => {
            let what =
                if rule.0 == "10.24" { "finds no way out" } else { "finds no place among its friends" };
            format!("{} {what} ({rule})", unit(set, *u))
        }
        RoutEvent::RampageRoll { elephant: b, die, heading } => {
            let what = match heading {
                Heading::Friend(friend) => format!("turns towards {}", unit(set, *friend)),
                Heading::Side(side) => format!("rages to the {side:?}"),
                Heading::End => "is stopped".to_owned(),
            };
            format!("{} {what}, on {die} (9.14)", unit(set, *b))
        }
        RoutEvent::RampageRan { elephant: b, to } => format!("{} runs to {to} (9.14)", unit(set, *b)),
        RoutEvent::Dodged { leader: l, to } => format!("{} gets away to {to} (4.72)", leader(set, *l)),
        RoutEvent::RampageOver { elephant: b, end } => {
            let what = match end {
                RampageEnd::OffMap => "has run off the map",
                RampageEnd::Stopped => "is killed by its driver",
                RampageEnd::Alone => "is lost far from everybody",
                RampageEnd::Spent => "has raged itself out",
                RampageEnd::Killed => "is run over",
                RampageEnd::Calmed => "calms down and is rallied",
                RampageEnd::Masterless => "calms down and leaves the field",
            };
            format!("{} {what} (9.14)", unit(set, *b))
        }
    }
}

/// What a casualty means, in words after his name.
pub(super) const fn befalls(casualty: Casualty) -> &'static str {
    match casualty {
        Casualty::Finished => "is stunned and finished for the turn",
        Casualty::Wounded => "is wounded: his ratings fall by 1",
        Casualty::WoundedTwice => "is badly wounded: his ratings fall by 2",
        Casualty::Killed => "is struck down",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tess_effects::Rule;
    use tess_gboh::piece::{Class, Side, UnitType};
    use tess_gboh::proving_ground::{setup, u, unit as piece};
    use tess_hex::Facing;

    #[test]
    fn sentences_name_unit_numbers_and_rule() {
        let mut spec = piece("H3a", Side::First, UnitType::LG, (3, 6, 5), 2010, Facing::E);
        spec.class = Class::HA;
        let set = setup(vec![spec], vec![]);
        let event = RoutEvent::Hits { unit: u(0), hits: 2, total: 4, why: "shock", rule: Rule("8.46") };
        assert_eq!(sentence(&set, &event), "H3a (LG HA) takes 2 hits, 4 in all: shock (8.46)");
        let event =
            RoutEvent::Stand { unit: u(0), die: 3, modifier: 1, quality: 6, stood: true, rule: Rule("8.43") };
        assert_eq!(sentence(&set, &event), "H3a (LG HA) rolls 3 +1 against 6 and stands with 5 hits (8.43)");
    }
}
