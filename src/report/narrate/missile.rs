//! Sentences of the chapter `missile`.

use super::rout::{hits, leader, unit};
use tess_gboh::Setup;
use tess_gboh::happening::FireEvent;
use tess_gboh::missile::shot::Weapon;
use tess_gboh::missile::told::Occasion;
use tess_gboh::order::Target;
use tess_gboh::position::Supply;

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(set: &Setup, event: &FireEvent) -> String {
    match event {
        FireEvent::Shot { unit: u, weapon, target, range, strength, die, modifier, hits: n, occasion } => {
            let who = match weapon {
                Weapon::Own => unit(set, *u),
                Weapon::Screen => format!("the screen of {}", unit(set, *u)),
            };
            let whom = match target {
                Target::Unit(t) => unit(set, *t),
                Target::Leader(l) => leader(set, *l).to_owned(),
            };
            let (verb, rule) = match occasion {
                Occasion::Order => ("fires at", "8.15"),
                Occasion::Entry => ("fires at the approaching", "8.21"),
                Occasion::Retire => ("fires after", "8.22"),
                Occasion::Return => ("fires back at", "8.23"),
                Occasion::Harass => ("harasses", "8.33"),
                Occasion::Withdrawal => ("withdraws firing at", "6.55"),
                Occasion::Engine => ("fires at", "9.86"),
            };
            let plus = if *modifier == 0 { String::new() } else { format!(" {modifier:+}") };
            let end = match (n, target) {
                (0, Target::Unit(_)) => ", a miss".to_owned(),
                (0, Target::Leader(_)) => String::new(),
                (n, _) => format!(", {}", hits(*n)),
            };
            format!("{who} {verb} {whom}, range {range}: {die}{plus} against {strength}{end} ({rule})")
        }
        FireEvent::Ablaze { unit: u, target } => {
            format!(
                "the burning bolts of {} madden {}: it rampages at once (8.71, 9.14)",
                unit(set, *u),
                unit(set, *target)
            )
        }
        FireEvent::Supply { unit: u, weapon, left } => {
            let what = match weapon {
                Weapon::Own => "missiles",
                Weapon::Screen => "arrows of its screen",
            };
            let left = match left {
                Supply::Full => "complete",
                Supply::Low => "low",
                Supply::No => "spent",
            };
            format!("{}: {what} {left} (8.17)", unit(set, *u))
        }
        FireEvent::Reloaded { unit: u } => format!("{} has all its missiles again (8.18)", unit(set, *u)),
        FireEvent::LeaderInPeril { leader: l, die } => {
            let end = if *die == 0 { "is struck" } else { "is unharmed" };
            format!("{} stands where it falls and {end}, on {die} (8.19)", leader(set, *l))
        }
        FireEvent::Harasses { unit: u, target, reach } => {
            format!("{} dashes up to {reach} to harass {} (8.33)", unit(set, *u), unit(set, *target))
        }
        FireEvent::Turned { unit: u, roll, hits: n } => {
            let end = if *n == 0 { "freely".to_owned() } else { format!("on {roll}, for {}", hits(*n)) };
            format!("{} turns to meet them, {end} (7.15)", unit(set, *u))
        }
        FireEvent::ShieldsClosed { units } => {
            format!("{}: the shields close (cataphract 11.71)", names(set, units))
        }
        FireEvent::ShieldsOpened { units, rule } => {
            format!("{}: the shields open ({})", names(set, units), rule.0)
        }
        FireEvent::Impetuous { unit: u, die, tq, to } => {
            let end = match to {
                _ if die <= tq => "keeps its head".to_owned(),
                None => "would run after them and cannot".to_owned(),
                Some(hex) => format!("runs after them to {hex}"),
            };
            format!("{} {end}, on {die} against {tq} (cataphract 8.34)", unit(set, *u))
        }
    }
}

fn names(set: &Setup, units: &[tess_gboh::piece::UnitId]) -> String {
    units.iter().map(|&u| unit(set, u)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tess_gboh::piece::{Side, UnitType};
    use tess_gboh::proving_ground::{setup, u, unit as piece};
    use tess_hex::Facing;

    #[test]
    fn a_shot_is_told_with_die_modifier_and_strength() {
        let set = setup(
            vec![
                piece("sl", Side::First, UnitType::SK, (1, 5, 6), 2010, Facing::E),
                piece("rc", Side::Second, UnitType::RC, (3, 6, 8), 2210, Facing::W),
            ],
            vec![],
        );
        let mut event = FireEvent::Shot {
            unit: u(0),
            weapon: Weapon::Own,
            target: Target::Unit(u(1)),
            range: 2,
            strength: 3,
            die: 3,
            modifier: 1,
            hits: 0,
            occasion: Occasion::Order,
        };
        assert_eq!(
            sentence(&set, &event),
            "sl (SK) fires at rc (RC), range 2: 3 +1 against 3, a miss (8.15)"
        );
        if let FireEvent::Shot { occasion, hits, .. } = &mut event {
            (*occasion, *hits) = (Occasion::Entry, 1);
        }
        assert_eq!(
            sentence(&set, &event),
            "sl (SK) fires at the approaching rc (RC), range 2: 3 +1 against 3, 1 hit (8.21)"
        );
    }
}
