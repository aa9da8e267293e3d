//! Sentences of the chapter `movement`.

use super::teller::{Teller, hexes};
use tess_gboh::check::Check;
use tess_gboh::events::MoveEvent;
use tess_gboh::events::movement::Leg;

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(t: &mut Teller<'_>, event: &MoveEvent) -> String {
    match event {
        MoveEvent::Marched { .. }
        | MoveEvent::Through { .. }
        | MoveEvent::Doubled { .. }
        | MoveEvent::PutBack { .. }
        | MoveEvent::GotOff { .. }
        | MoveEvent::Wheeled { .. }
        | MoveEvent::FifthPoint { .. }
        | MoveEvent::Extended { .. }
        | MoveEvent::Advanced { .. } => march(t, event),
        MoveEvent::PreArranged { .. }
        | MoveEvent::Withdrew { .. }
        | MoveEvent::Turned { .. }
        | MoveEvent::WithdrawCheck { .. }
        | MoveEvent::Refaced { .. }
        | MoveEvent::ElephantNear { .. } => reaction(t, event),
        MoveEvent::LeaderMoved { .. }
        | MoveEvent::LeaderWithdrew { .. }
        | MoveEvent::KingFled { .. }
        | MoveEvent::LeaderFollowed { .. } => leaders(t, event),
        MoveEvent::Feigned { .. }
        | MoveEvent::Bait { .. }
        | MoveEvent::Lured { .. }
        | MoveEvent::Feint { .. }
        | MoveEvent::Strikes { .. } => feints(t, event),
    }
}

/// A unit that moves by order.
fn march(t: &mut Teller<'_>, event: &MoveEvent) -> String {
    let rule = t.rule(event.rule());
    match event {
        MoveEvent::Marched { unit, with, from, facing, way, mp, of, .. } => {
            let road = event
                .also()
                .map_or_else(String::new, |rule| format!(", half points on the road ({})", t.rule(rule)));
            format!(
                "{} {from} {facing}: {}; {mp} of {of} MP ({rule}){road}",
                t.both(*unit, *with),
                legs(t, way)
            )
        }
        MoveEvent::Through { unit, standing, hits } => {
            let free = if *hits == 0 { ", without a hit" } else { "" };
            format!("{} goes through {}{free} ({rule})", t.unit(*unit), t.unit(*standing))
        }
        MoveEvent::Doubled { front, back } => {
            format!("{} closes up behind {}: double depth ({rule})", t.unit(*back), t.unit(*front))
        }
        MoveEvent::PutBack { unit, hex } => {
            format!("{} may not stop there and stands in {hex} ({rule})", t.unit(*unit))
        }
        MoveEvent::GotOff { leader: id, unit, hex } => {
            format!("{} stays behind in {hex}; {} goes on ({rule})", t.leader(*id), t.unit(*unit))
        }
        MoveEvent::Wheeled { unit, check, hits } => {
            format!("{} wheels: {}, {} ({rule})", t.unit(*unit), checked(t, check), count(*hits))
        }
        MoveEvent::FifthPoint { unit, check, hits } => {
            format!("{} used a fifth point: {}, {} ({rule})", t.unit(*unit), checked(t, check), count(*hits))
        }
        MoveEvent::Extended { unit, to } => {
            format!("{} extends the line into {to} ({rule})", t.unit(*unit))
        }
        MoveEvent::Advanced { unit, with, to, facing } => {
            format!("{} advances into {to}, facing {facing} ({rule})", t.both(*unit, *with))
        }
        // Told by another function of this file.
        _ => String::new(),
    }
}

/// What the enemy does about it.
fn reaction(t: &mut Teller<'_>, event: &MoveEvent) -> String {
    let rule = t.rule(event.rule());
    match event {
        MoveEvent::PreArranged { leader: id, line, units, mover } => {
            format!(
                "the line {} ({}) withdraws one hex before {}, as {} has pre-arranged ({rule})",
                t.set.line(*line).name,
                t.codes(units, ", "),
                t.unit(*mover),
                t.leader(*id)
            )
        }
        MoveEvent::Withdrew { unit, with, mover, from, way, mp } => format!(
            "{} withdraws before {}: {from} {}, {mp} MP ({rule})",
            t.both(*unit, *with),
            t.unit(*mover),
            hexes(way)
        ),
        MoveEvent::Turned { unit, facing } => {
            format!("{} faces {facing} after its withdrawal ({rule})", t.unit(*unit))
        }
        MoveEvent::WithdrawCheck { unit, check, hits } => {
            format!(
                "{} checks after its withdrawal: {}, {} ({rule})",
                t.unit(*unit),
                checked(t, check),
                count(*hits)
            )
        }
        MoveEvent::Refaced { unit, mover, facing, check, hits, .. } => {
            let cost = match check {
                Some(c) => format!("{}, {}", checked(t, c), count(*hits)),
                None => "without a check".to_owned(),
            };
            format!("{} turns to {facing} before {}: {cost} ({rule})", t.unit(*unit), t.unit(*mover))
        }
        MoveEvent::ElephantNear { unit, elephant, check, hits } => match check {
            Some(c) => format!(
                "{} cannot withdraw from the elephant {}: {}, {} ({rule})",
                t.unit(*unit),
                t.unit(*elephant),
                checked(t, c),
                count(*hits)
            ),
            None => format!(
                "{}, routed, is lost before the elephant {} ({rule})",
                t.unit(*unit),
                t.unit(*elephant)
            ),
        },
        // Told by another function of this file.
        _ => String::new(),
    }
}

/// Leaders by themselves.
fn leaders(t: &mut Teller<'_>, event: &MoveEvent) -> String {
    let rule = t.rule(event.rule());
    match event {
        MoveEvent::LeaderMoved { leader: id, from, way, spent } => {
            format!("{} moves {from} {}; {spent} MP in this phase ({rule})", t.leader(*id), hexes(way))
        }
        MoveEvent::LeaderWithdrew { leader: id, enemy, way } => {
            format!("{} withdraws before {} to {} ({rule})", t.leader(*id), t.unit(*enemy), hexes(way))
        }
        MoveEvent::KingFled { leader: id, way, off } => {
            let end = if *off { "off the map, and does not come back" } else { "towards his retreat edge" };
            let by = if way.is_empty() { String::new() } else { format!("by {} ", hexes(way)) };
            format!("{} flees {by}{end} ({rule})", t.leader(*id))
        }
        MoveEvent::LeaderFollowed { leader: id, unit, hex } => {
            format!("{} goes along with {} to {hex} ({rule})", t.leader(*id), t.unit(*unit))
        }
        // Told by another function of this file.
        _ => String::new(),
    }
}

/// Feigned retreats and who is lured by them.
fn feints(t: &mut Teller<'_>, event: &MoveEvent) -> String {
    let rule = t.rule(event.rule());
    match event {
        MoveEvent::Feigned { unit, mover, from, way } if way.is_empty() => format!(
            "{} turns away from {} in {from} and feigns a retreat ({rule})",
            t.unit(*unit),
            t.unit(*mover)
        ),
        MoveEvent::Feigned { unit, mover, from, way } => format!(
            "{} feigns a retreat before {}: {from} {} ({rule})",
            t.unit(*unit),
            t.unit(*mover),
            hexes(way)
        ),
        MoveEvent::Bait { mover, die, modifier, rating, follows } => {
            let end = if *follows { "takes the bait" } else { "stays in hand" };
            let why = match die {
                Some(d) if *modifier == 0 => format!("{} against {rating}", t.die(*d)),
                Some(d) => format!("{} {modifier:+} against {rating}", t.die(*d)),
                None if *follows => "no leader to hold it back".to_owned(),
                None => "has not seen it".to_owned(),
            };
            format!("{} {end}: {why} ({rule})", t.unit(*mover))
        }
        MoveEvent::Lured { mover, unit, way } if way.is_empty() => {
            format!("{} finds no way after {} ({rule})", t.unit(*mover), t.unit(*unit))
        }
        MoveEvent::Lured { mover, unit, way } => {
            format!("{} pursues {}: {} ({rule})", t.unit(*mover), t.unit(*unit), hexes(way))
        }
        MoveEvent::Feint { unit, check } => {
            let end = if check.failed() { "is caught" } else { "may turn on its pursuer" };
            format!("{} {end}: {} ({rule})", t.unit(*unit), checked(t, check))
        }
        MoveEvent::Strikes { unit, hex, facing } => {
            format!("{} in {hex} turns to {facing} to strike ({rule})", t.unit(*unit))
        }
        // Told by another function of this file.
        _ => String::new(),
    }
}

fn count(hits: u8) -> String {
    match hits {
        0 => "no hit".to_owned(),
        1 => "1 hit".to_owned(),
        n => format!("{n} hits"),
    }
}

fn checked(t: &mut Teller<'_>, check: &Check) -> String {
    let modifier = if check.modifier == 0 { String::new() } else { format!(" {:+}", check.modifier) };
    let end = if check.failed() { "fails" } else { "holds" };
    format!("{}{modifier} against TQ {} {end}", t.die(check.die), check.quality)
}

/// A way in short: hexes as they come, manoeuvres in words.
pub(crate) fn legs(t: &Teller<'_>, way: &[Leg]) -> String {
    way.iter().map(|leg| manoeuvre(t, *leg)).collect::<Vec<_>>().join(", ")
}

/// One manoeuvre, with its rule where not every book has it.
fn manoeuvre(t: &Teller<'_>, leg: Leg) -> String {
    let what = match leg {
        Leg::To(hex) => hex.to_string(),
        Leg::Both(left, right) => format!("{left}/{right}"),
        Leg::Pivot(hex) => format!("pivots into {hex}"),
        Leg::Wheel(hex) => format!("wheels into {hex}"),
        Leg::Faced(facing) => format!("faces {facing}"),
        Leg::About(facing) => format!("about to {facing}"),
        Leg::Column(side) => format!("in column to {side:?}"),
        Leg::ColumnFaced(side) => format!("turns to {side:?}"),
        Leg::Line(facing) => format!("in line to {facing}"),
        Leg::Square(true) => "in square".to_owned(),
        Leg::Square(false) => "out of square".to_owned(),
        Leg::Mounts(true) => "mounts".to_owned(),
        Leg::Mounts(false) => "dismounts".to_owned(),
        Leg::Wedge(true) => "in charge formation".to_owned(),
        Leg::Wedge(false) => "out of charge formation".to_owned(),
    };
    leg.rule().map_or_else(|| what.clone(), |rule| format!("{what} ({})", t.rule(rule)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tess_gboh::piece::{Class, Side, UnitType};
    use tess_gboh::proving_ground::{hex, setup, u, unit};
    use tess_hex::Facing;

    #[test]
    fn a_march_is_told_with_its_way_and_points() {
        let mut a = unit("H3a", Side::First, UnitType::LG, (3, 6, 5), 2010, Facing::E);
        a.class = Class::HA;
        let set = setup(vec![a], vec![]);
        let event = MoveEvent::Marched {
            unit: u(0),
            with: None,
            from: hex(2010),
            facing: Facing::E,
            way: vec![Leg::To(hex(2110)), Leg::Faced(Facing::NE), Leg::To(hex(2109))],
            mp: 3,
            of: 5,
            road: false,
        };
        let told = sentence(&mut Teller::new(&set), &event);
        assert_eq!(told, "H3a (LG HA) 2010 E: 2110, faces NE, 2109; 3 of 5 MP (6.3)");
    }

    #[test]
    fn a_check_shows_die_and_quality() {
        let set = setup(vec![unit("P1", Side::First, UnitType::PH, (10, 7, 4), 2010, Facing::E)], vec![]);
        let check = Check { die: 9, modifier: 0, quality: 7, excess: 2 };
        let told = sentence(&mut Teller::new(&set), &MoveEvent::Wheeled { unit: u(0), check, hits: 2 });
        assert_eq!(told, "P1 (PH) wheels: 9 against TQ 7 fails, 2 hits (6.44)");
    }
}
