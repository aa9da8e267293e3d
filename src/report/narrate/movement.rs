//! Sentences of the chapter `movement`.

use tess_gboh::check::Check;
use tess_gboh::happening::MoveEvent;
use tess_gboh::movement::told::Leg;
use tess_gboh::{LeaderId, Setup, UnitId};
use tess_hex::Hex;

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(set: &Setup, event: &MoveEvent) -> String {
    let who = |id| name(set, id);
    let leader = |id: LeaderId| set.leader(id).code.as_str();
    match event {
        MoveEvent::Marched { unit, with, from, facing, way, mp, of, road } => {
            let road = if *road { ", half points on the road (6.24)" } else { "" };
            format!("{} {from} {facing}: {}; {mp} of {of} MP (6.3){road}", both(set, *unit, *with), legs(way))
        }
        MoveEvent::Through { unit, standing, hits } => {
            let free = if *hits == 0 { ", without a hit" } else { "" };
            format!("{} goes through {}{free} (6.63)", who(*unit), who(*standing))
        }
        MoveEvent::Doubled { front, back } => {
            format!("{} closes up behind {}: double depth (9.51)", who(*back), who(*front))
        }
        MoveEvent::PutBack { unit, hex } => {
            format!("{} may not stop there and stands in {hex} (6.61)", who(*unit))
        }
        MoveEvent::GotOff { leader: id, unit, hex } => {
            format!("{} stays behind in {hex}; {} goes on (4.23)", leader(*id), who(*unit))
        }
        MoveEvent::Wheeled { unit, check, hits } => {
            format!("{} wheels: {}, {} (6.44)", who(*unit), checked(check), count(*hits))
        }
        MoveEvent::FifthPoint { unit, check, hits } => {
            format!("{} used a fifth point: {}, {} (6.41)", who(*unit), checked(check), count(*hits))
        }
        MoveEvent::PreArranged { leader: id, line, units, mover } => {
            let codes: Vec<&str> = units.iter().map(|&u| set.unit(u).code.as_str()).collect();
            format!(
                "the line {} ({}) withdraws one hex before {}, as {} has pre-arranged (6.83)",
                set.line(*line).name,
                codes.join(", "),
                who(*mover),
                leader(*id)
            )
        }
        MoveEvent::Withdrew { unit, with, mover, from, way, mp } => format!(
            "{} withdraws before {}: {from} {}, {mp} MP (6.51)",
            both(set, *unit, *with),
            who(*mover),
            hexes(way)
        ),
        MoveEvent::Extended { unit, to } => {
            format!("{} extends the line into {to} (9.67)", who(*unit))
        }
        MoveEvent::Turned { unit, facing } => {
            format!("{} faces {facing} after its withdrawal (6.52)", who(*unit))
        }
        MoveEvent::WithdrawCheck { unit, check, hits } => {
            format!("{} checks after its withdrawal: {}, {} (6.52)", who(*unit), checked(check), count(*hits))
        }
        MoveEvent::Refaced { unit, mover, facing, check, hits } => {
            let (cost, rule) = match check {
                Some(c) => (format!("{}, {}", checked(c), count(*hits)), "7.15"),
                None => ("without a check".to_owned(), "7.15"),
            };
            let rule = if set.unit(*unit).two_hex { "7.16" } else { rule };
            format!("{} turns to {facing} before {}: {cost} ({rule})", who(*unit), who(*mover))
        }
        MoveEvent::ElephantNear { unit, elephant, check, hits } => match check {
            Some(c) => format!(
                "{} cannot withdraw from the elephant {}: {}, {} (9.16)",
                who(*unit),
                who(*elephant),
                checked(c),
                count(*hits)
            ),
            None => format!("{}, routed, is lost before the elephant {} (9.16)", who(*unit), who(*elephant)),
        },
        MoveEvent::LeaderMoved { leader: id, from, way, spent } => {
            format!("{} moves {from} {}; {spent} MP in this phase (6.14)", leader(*id), hexes(way))
        }
        MoveEvent::LeaderWithdrew { leader: id, enemy, way } => {
            format!("{} withdraws before {} to {} (4.72)", leader(*id), who(*enemy), hexes(way))
        }
        MoveEvent::KingFled { leader: id, way, off } => {
            let end = if *off { "off the map, and does not come back" } else { "towards his retreat edge" };
            let by = if way.is_empty() { String::new() } else { format!("by {} ", hexes(way)) };
            format!("{} flees {by}{end} (alexander 8.46)", leader(*id))
        }
        MoveEvent::LeaderFollowed { leader: id, unit, hex } => {
            format!("{} goes along with {} to {hex} (6.65)", leader(*id), who(*unit))
        }
        MoveEvent::Feigned { unit, mover, from, way } if way.is_empty() => format!(
            "{} turns away from {} in {from} and feigns a retreat (cataphract 8.35)",
            who(*unit),
            who(*mover)
        ),
        MoveEvent::Feigned { unit, mover, from, way } => format!(
            "{} feigns a retreat before {}: {from} {} (cataphract 6.73)",
            who(*unit),
            who(*mover),
            hexes(way)
        ),
        MoveEvent::Bait { mover, die, modifier, rating, follows } => {
            let end = if *follows { "takes the bait" } else { "stays in hand" };
            let why = match die {
                Some(d) if *modifier == 0 => format!("{d} against {rating}"),
                Some(d) => format!("{d} {modifier:+} against {rating}"),
                None if *follows => "no leader to hold it back".to_owned(),
                None => "has not seen it".to_owned(),
            };
            format!("{} {end}: {why} (cataphract 6.74)", who(*mover))
        }
        MoveEvent::Lured { mover, unit, way } if way.is_empty() => {
            format!("{} finds no way after {} (cataphract 6.73)", who(*mover), who(*unit))
        }
        MoveEvent::Lured { mover, unit, way } => {
            format!("{} pursues {}: {} (cataphract 6.73)", who(*mover), who(*unit), hexes(way))
        }
        MoveEvent::Feint { unit, check } => {
            let end = if check.failed() { "is caught" } else { "may turn on its pursuer" };
            format!("{} {end}: {} (cataphract 6.73)", who(*unit), checked(check))
        }
        MoveEvent::Strikes { unit, hex, facing } => {
            format!("{} in {hex} turns to {facing} to strike (cataphract 6.73)", who(*unit))
        }
        MoveEvent::Advanced { unit, with, to, facing } => {
            format!("{} advances into {to}, facing {facing} (8.51)", both(set, *unit, *with))
        }
    }
}

/// A unit by code and type: `H3a (LG hastati)`.
fn name(set: &Setup, unit: UnitId) -> String {
    let spec = set.unit(unit);
    let class = spec.class.letters();
    let space = if class.is_empty() { "" } else { " " };
    format!("{} ({}{space}{class})", spec.code, spec.kind.letters())
}

fn both(set: &Setup, unit: UnitId, with: Option<UnitId>) -> String {
    match with {
        Some(below) => format!("{} with {}", name(set, unit), name(set, below)),
        None => name(set, unit),
    }
}

fn count(hits: u8) -> String {
    match hits {
        0 => "no hit".to_owned(),
        1 => "1 hit".to_owned(),
        n => format!("{n} hits"),
    }
}

fn checked(check: &Check) -> String {
    let modifier = if check.modifier == 0 { String::new() } else { format!(" {:+}", check.modifier) };
    let end = if check.failed() { "fails" } else { "holds" };
    format!("{}{modifier} against TQ {} {end}", check.die, check.quality)
}

fn hexes(way: &[Hex]) -> String {
    let words: Vec<String> = way.iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// A way in short: hexes as they come, manoeuvres in words.
pub(crate) fn legs(way: &[Leg]) -> String {
    let words: Vec<String> = way
        .iter()
        .map(|leg| match leg {
            Leg::To(hex) => hex.to_string(),
            Leg::Both(left, right) => format!("{left}/{right}"),
            Leg::Pivot(hex) => format!("pivots into {hex}"),
            Leg::Wheel(hex) => format!("wheels into {hex}"),
            Leg::Faced(facing) => format!("faces {facing}"),
            Leg::About(facing) => format!("about to {facing}"),
            Leg::Column(side) => format!("in column to {side:?}"),
            Leg::ColumnFaced(side) => format!("turns to {side:?}"),
            Leg::Line(facing) => format!("in line to {facing}"),
            Leg::Square(true) => "in square (alexander 9.63)".to_owned(),
            Leg::Square(false) => "out of square (alexander 9.63)".to_owned(),
            Leg::Mounts(true) => "mounts (cataphract 11.1)".to_owned(),
            Leg::Mounts(false) => "dismounts (cataphract 11.1)".to_owned(),
            Leg::Wedge(true) => "in charge formation (alexander 9.73)".to_owned(),
            Leg::Wedge(false) => "out of charge formation (alexander 9.76)".to_owned(),
        })
        .collect();
    words.join(", ")
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
        let told = sentence(&set, &event);
        assert_eq!(told, "H3a (LG HA) 2010 E: 2110, faces NE, 2109; 3 of 5 MP (6.3)");
    }

    #[test]
    fn a_check_shows_die_and_quality() {
        let set = setup(vec![unit("P1", Side::First, UnitType::PH, (10, 7, 4), 2010, Facing::E)], vec![]);
        let check = Check { die: 9, modifier: 0, quality: 7, excess: 2 };
        let told = sentence(&set, &MoveEvent::Wheeled { unit: u(0), check, hits: 2 });
        assert_eq!(told, "P1 (PH) wheels: 9 against TQ 7 fails, 2 hits (6.44)");
    }
}
