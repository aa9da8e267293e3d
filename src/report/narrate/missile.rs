//! Sentences of the chapter `missile`.

use super::teller::{Teller, hits};
use tess_gboh::events::FireEvent;
use tess_gboh::events::missile::Occasion;
use tess_gboh::missile::shot::Weapon;
use tess_gboh::order::Target;
use tess_gboh::position::Supply;

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(t: &mut Teller<'_>, event: &FireEvent) -> String {
    let rule = t.rule(event.rule());
    match event {
        FireEvent::Shot { .. } => shot(t, event),
        FireEvent::Ablaze { unit: u, target } => {
            let also = event.also().map(|rule| t.rule(rule).0).unwrap_or_default();
            format!(
                "the burning bolts of {} madden {}: it rampages at once ({rule}, {also})",
                t.unit(*u),
                t.unit(*target)
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
            format!("{}: {what} {left} ({rule})", t.unit(*u))
        }
        FireEvent::Reloaded { unit: u } => format!("{} has all its missiles again ({rule})", t.unit(*u)),
        FireEvent::LeaderInPeril { leader: l, die } => {
            let end = if *die == 0 { "is struck" } else { "is unharmed" };
            let die = t.die(*die);
            format!("{} stands where it falls and {end}, on {die} ({rule})", t.name(*l))
        }
        FireEvent::Harasses { unit: u, target, reach } => {
            format!("{} dashes up to {reach} to harass {} ({rule})", t.unit(*u), t.unit(*target))
        }
        FireEvent::Turned { unit: u, roll, hits: n } => {
            let end =
                if *n == 0 { "freely".to_owned() } else { format!("on {}, for {}", t.die(*roll), hits(*n)) };
            format!("{} turns to meet them, {end} ({rule})", t.unit(*u))
        }
        FireEvent::ShieldsClosed { units } => {
            format!("{}: the shields close ({rule})", t.units_of(units))
        }
        FireEvent::ShieldsOpened { units, .. } => {
            format!("{}: the shields open ({rule})", t.units_of(units))
        }
        FireEvent::Impetuous { unit: u, die, tq, to } => {
            let end = match to {
                _ if die <= tq => "keeps its head".to_owned(),
                None => "would run after them and cannot".to_owned(),
                Some(hex) => format!("runs after them to {hex}"),
            };
            format!("{} {end}, on {} against {tq} ({rule})", t.unit(*u), t.die(*die))
        }
    }
}

/// A shot: who, at whom, from how far, with which die.
fn shot(t: &mut Teller<'_>, event: &FireEvent) -> String {
    let FireEvent::Shot { unit: u, weapon, target, range, strength, die, modifier, hits: n, occasion } =
        event
    else {
        return String::new();
    };
    let rule = t.rule(event.rule());
    let who = match weapon {
        Weapon::Own => t.unit(*u),
        Weapon::Screen => format!("the screen of {}", t.unit(*u)),
    };
    let whom = match target {
        Target::Unit(target) => t.unit(*target),
        Target::Leader(l) => t.name(*l).to_owned(),
    };
    let verb = match occasion {
        Occasion::Order | Occasion::Engine => "fires at",
        Occasion::Entry => "fires at the approaching",
        Occasion::Retire => "fires after",
        Occasion::Return => "fires back at",
        Occasion::Harass => "harasses",
        Occasion::Withdrawal => "withdraws firing at",
    };
    let die = t.die(*die);
    let plus = if *modifier == 0 { String::new() } else { format!(" {modifier:+}") };
    let end = match (n, target) {
        (0, Target::Unit(_)) => ", a miss".to_owned(),
        (0, Target::Leader(_)) => String::new(),
        (n, _) => format!(", {}", hits(*n)),
    };
    format!("{who} {verb} {whom}, range {range}: {die}{plus} against {strength}{end} ({rule})")
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
            sentence(&mut Teller::new(&set), &event),
            "sl (SK) fires at rc (RC), range 2: 3 +1 against 3, a miss (8.15)"
        );
        if let FireEvent::Shot { occasion, hits, .. } = &mut event {
            (*occasion, *hits) = (Occasion::Entry, 1);
        }
        assert_eq!(
            sentence(&mut Teller::new(&set), &event),
            "sl (SK) fires at the approaching rc (RC), range 2: 3 +1 against 3, 1 hit (8.21)"
        );
    }
}
