//! Sentences of the chapter `rout`.

use super::teller::{Teller, hexes, hits};
use tess_gboh::events::RoutEvent;
use tess_gboh::events::hit_cause::{CheckCause, HitCause};
use tess_gboh::events::rout::{Heading, RampageEnd};
use tess_gboh::variant::charts::Casualty;

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(t: &mut Teller<'_>, event: &RoutEvent) -> String {
    match event {
        RoutEvent::Hits { .. }
        | RoutEvent::Stand { .. }
        | RoutEvent::ArmyCheck { .. }
        | RoutEvent::Routs { .. }
        | RoutEvent::Checked { .. }
        | RoutEvent::Eliminated { .. } => cohesion(t, event),
        RoutEvent::Ran { .. }
        | RoutEvent::Fled { .. }
        | RoutEvent::Trampled { .. }
        | RoutEvent::NoWay { .. }
        | RoutEvent::LeaderRan { .. } => flight(t, event),
        RoutEvent::Casualty { .. }
        | RoutEvent::LeaderKilled { .. }
        | RoutEvent::Grief { .. }
        | RoutEvent::Dodged { .. } => fallen(t, event),
        RoutEvent::Recovered { .. }
        | RoutEvent::RallyTried { .. }
        | RoutEvent::Rallied { .. }
        | RoutEvent::Turned { .. } => recovery(t, event),
        RoutEvent::RampageRoll { .. } | RoutEvent::RampageRan { .. } | RoutEvent::RampageOver { .. } => {
            rampage(t, event)
        }
    }
}

/// Hits, checks and what they break.
fn cohesion(t: &mut Teller<'_>, event: &RoutEvent) -> String {
    let rule = t.rule(event.rule());
    match event {
        RoutEvent::Hits { unit: u, hits: n, total, why } => {
            format!("{} takes {}, {total} in all: {} ({rule})", t.unit(*u), hits(*n), what_for(*why))
        }
        RoutEvent::Stand { unit: u, die, modifier, quality, stood, .. } => {
            let end = if *stood {
                format!("stands with {}", hits(quality.saturating_sub(1)))
            } else {
                "breaks".into()
            };
            let plus = if *modifier == 0 { String::new() } else { format!(" +{modifier}") };
            format!("{} rolls {}{plus} against {quality} and {end} ({rule})", t.unit(*u), t.die(*die))
        }
        RoutEvent::ArmyCheck { side, die, needed, lost } => {
            let end = if *lost { "its spirit is gone" } else { "its spirit holds" };
            format!(
                "the army of {} sees the rout: {} against {needed}, {end} ({rule})",
                t.side(*side),
                t.die(*die)
            )
        }
        RoutEvent::Routs { unit: u, by, .. } => match by {
            Some(by) => format!("{} routs before {} ({rule})", t.unit(*u), t.unit(*by)),
            None => format!("{} routs ({rule})", t.unit(*u)),
        },
        RoutEvent::Checked { unit: u, check, what, .. } => {
            let plus = if check.modifier == 0 { String::new() } else { format!(" {:+}", check.modifier) };
            let end = if check.failed() { format!("fails by {}", check.excess) } else { "passes".into() };
            format!(
                "{} checks {}: {}{plus} against {}, {end} ({rule})",
                t.unit(*u),
                checked_for(*what),
                t.die(check.die),
                check.quality
            )
        }
        RoutEvent::Eliminated { unit: u, .. } => format!("{} is eliminated ({rule})", t.unit(*u)),
        // Told by another function of this file.
        _ => String::new(),
    }
}

/// The way of a routed unit.
fn flight(t: &mut Teller<'_>, event: &RoutEvent) -> String {
    let rule = t.rule(event.rule());
    match event {
        RoutEvent::Ran { unit: u, from, path, .. } => {
            format!("{} runs from {from} by {} ({rule})", t.unit(*u), hexes(path))
        }
        RoutEvent::Fled { unit: u } => format!("{} flees off the map ({rule})", t.unit(*u)),
        RoutEvent::Trampled { unit: u, by, stopping } => {
            let how = if *stopping { "runs into" } else { "runs through" };
            format!("{} {how} {} ({rule})", t.unit(*by), t.unit(*u))
        }
        RoutEvent::NoWay { unit: u, rule: way } => {
            let what = if *way == RoutEvent::NO_WAY {
                "finds no way out"
            } else {
                "finds no place among its friends"
            };
            format!("{} {what} ({rule})", t.unit(*u))
        }
        RoutEvent::LeaderRan { leader: l, to } => {
            format!("{} is swept along to {to} ({rule})", t.name(*l))
        }
        // Told by another function of this file.
        _ => String::new(),
    }
}

/// Leaders in danger.
fn fallen(t: &mut Teller<'_>, event: &RoutEvent) -> String {
    let rule = t.rule(event.rule());
    match event {
        RoutEvent::Casualty { leader: l, die, casualty } => {
            let what = befalls(*casualty);
            format!("{} {what}, on {} ({rule})", t.name(*l), t.die(*die))
        }
        RoutEvent::LeaderKilled { leader: l, .. } => format!("{} is killed ({rule})", t.name(*l)),
        RoutEvent::Grief { leader: l, die, rampages } => {
            let what = if *rampages { "runs wild" } else { "leaves the field" };
            format!("the elephant of {} {what}, on {} ({rule})", t.name(*l), t.die(*die))
        }
        RoutEvent::Dodged { leader: l, to } => format!("{} gets away to {to} ({rule})", t.name(*l)),
        // Told by another function of this file.
        _ => String::new(),
    }
}

/// Recovery and rally.
fn recovery(t: &mut Teller<'_>, event: &RoutEvent) -> String {
    let rule = t.rule(event.rule());
    match event {
        RoutEvent::Recovered { unit: u, hits: n, left } => {
            format!("{} recovers {}, {left} left ({rule})", t.unit(*u), hits(*n))
        }
        RoutEvent::RallyTried { leader: l, unit: u, roll, needed } => {
            let end = if roll <= needed { "they turn" } else { "in vain" };
            format!(
                "{} tries to rally {}: {} against {needed}, {end} ({rule})",
                t.name(*l),
                t.unit(*u),
                t.die(*roll)
            )
        }
        RoutEvent::Rallied { unit: u, hits: n, depleted } => {
            let how = if *depleted { "rallies, depleted," } else { "rallies" };
            format!("{} {how} with {} ({rule})", t.unit(*u), hits(*n))
        }
        RoutEvent::Turned { unit: u, facing } => format!("{} faces {facing} ({rule})", t.unit(*u)),
        // Told by another function of this file.
        _ => String::new(),
    }
}

/// Elephants that run wild.
fn rampage(t: &mut Teller<'_>, event: &RoutEvent) -> String {
    let rule = t.rule(event.rule());
    match event {
        RoutEvent::RampageRoll { elephant: b, die, heading } => {
            let what = match heading {
                Heading::Friend(friend) => format!("turns towards {}", t.unit(*friend)),
                Heading::Side(side) => format!("rages to the {side:?}"),
                Heading::End => "is stopped".to_owned(),
            };
            format!("{} {what}, on {} ({rule})", t.unit(*b), t.die(*die))
        }
        RoutEvent::RampageRan { elephant: b, to } => format!("{} runs to {to} ({rule})", t.unit(*b)),
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
            format!("{} {what} ({rule})", t.unit(*b))
        }
        // Told by another function of this file.
        _ => String::new(),
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

/// What a unit is checked for, in words.
pub(crate) const fn checked_for(cause: CheckCause) -> &'static str {
    match cause {
        CheckCause::Stack => "for its stack",
        CheckCause::RunOver => "for being run over",
    }
}

/// What a unit takes hits for, in words.
pub(crate) const fn what_for(cause: HitCause) -> &'static str {
    match cause {
        HitCause::Ground => "difficult ground",
        HitCause::RoughTurn => "turns in rough ground",
        HitCause::Pivot => "pivots",
        HitCause::Wheel => "wheel",
        HitCause::MovesAgain | HitCause::MovesAgainFar => "moves again in the turn",
        HitCause::FifthPoint => "a fifth movement point",
        HitCause::Through => "passes through friends",
        HitCause::PassedThrough => "a friend passes through",
        HitCause::WithdrawsFromBehind => "withdraws from an approach on flank or rear",
        HitCause::Withdrawal => "withdrawal",
        HitCause::InfantryWithdraws => "withdrawal of infantry",
        HitCause::ChariotsWithdraw => "withdrawal of chariots",
        HitCause::LegionWithdraws => "withdrawal of legion infantry",
        HitCause::DisorderInWithdrawal => "disorder in withdrawal",
        HitCause::TurnsBefore => "turns before the enemy",
        HitCause::TurnsInHaste => "turned in haste",
        HitCause::ElephantsNear => "elephants close by",
        HitCause::FeignedRetreat => "feigned retreat",
        HitCause::Lured => "pursuit",
        HitCause::Advance => "advance",
        HitCause::Missiles => "missiles",
        HitCause::HarassesAgain => "moved again",
        HitCause::BesideElephants | HitCause::Elephants => "elephants",
        HitCause::PreShock => "pre-shock check",
        HitCause::Shock => "shock",
        HitCause::ShockInColumn => "shocked in column",
        HitCause::Breakthrough => "breakthrough",
        HitCause::ElephantPassed => "an elephant passed through",
        HitCause::ChariotsPassed => "chariots passed through",
        HitCause::GroundOfReturn => "terrain",
        HitCause::RunOver => "routers",
        HitCause::RunOverCheck | HitCause::ComradeBroke => "failed check",
        HitCause::Rampage => "rampage",
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
        let event = RoutEvent::Hits { unit: u(0), hits: 2, total: 4, why: HitCause::Shock };
        assert_eq!(
            sentence(&mut Teller::new(&set), &event),
            "H3a (LG HA) takes 2 hits, 4 in all: shock (8.46)"
        );
        let event =
            RoutEvent::Stand { unit: u(0), die: 3, modifier: 1, quality: 6, stood: true, rule: Rule("8.43") };
        assert_eq!(
            sentence(&mut Teller::new(&set), &event),
            "H3a (LG HA) rolls 3 +1 against 6 and stands with 5 hits (8.43)"
        );
    }
}
