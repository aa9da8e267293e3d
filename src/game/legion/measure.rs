//! How many inches lie between two things on the table, and what each is to the other.

use super::map::place;
use crate::door::error::GameError;
use crate::door::measured::Measured;
use tess_legion::measure::{Base, Point};
use tess_legion::questions::hearing::{self, Hearing};
use tess_legion::questions::{posts, sight, zone};
use tess_legion::{CommandId, Position, UnitId};

/// What is measured from or to.
enum Thing {
    /// A unit, by its stands.
    Unit(UnitId),
    /// A leader, by his stand.
    Leader(CommandId),
    /// A place.
    Place(Point),
}

/// From the nearest edges of two pieces, or from a place.
pub(super) fn measure(position: &Position, from: &str, to: &str) -> Result<Measured, GameError> {
    let (one, other) = (thing(position, from)?, thing(position, to)?);
    let (a, b) = (bases(position, &one), bases(position, &other));
    let far = match (&one, &other) {
        (Thing::Place(a), Thing::Place(b)) => Some(a.distance(*b)),
        (Thing::Place(place), _) => b.iter().map(|base| base.distance_to(*place)).min(),
        (_, Thing::Place(place)) => a.iter().map(|base| base.distance_to(*place)).min(),
        _ => a.iter().flat_map(|a| b.iter().map(|b| a.distance(b))).min(),
    };
    let Some(far) = far else {
        return Err(GameError::refused("one of the two is not on the table", "see `tess report`"));
    };
    let notes = match (&one, &other) {
        (Thing::Unit(a), Thing::Unit(b)) => between_units(position, *a, *b),
        (Thing::Leader(leader), Thing::Unit(unit)) | (Thing::Unit(unit), Thing::Leader(leader)) => {
            heard(position, *leader, *unit).into_iter().collect()
        }
        _ => Vec::new(),
    };
    Ok(Measured { from: from.to_owned(), to: to.to_owned(), far: far.to_string(), unit: "inches", notes })
}

fn between_units(position: &Position, a: UnitId, b: UnitId) -> Vec<String> {
    if position.side(a) == position.side(b) {
        return Vec::new();
    }
    let mut notes = Vec::new();
    for (of, from) in [(b, a), (a, b)] {
        let (of_code, from_code) = (position.code(of), position.code(from));
        let zone = zone::zone_against(position, of, from).word();
        notes.push(format!("{from_code} is at the {zone} of {of_code} (zone.flank-rear)"));
    }
    for (viewer, target) in [(a, b), (b, a)] {
        if !sight::sees(position, viewer, target) {
            let (viewer, target) = (position.code(viewer), position.code(target));
            notes.push(format!("{viewer} does not see {target} (los.arc, los.block)"));
        }
    }
    notes
}

fn heard(position: &Position, leader: CommandId, unit: UnitId) -> Option<String> {
    let code = &position.set.command(leader).leader.code;
    if position.unit(unit).command != leader {
        return None;
    }
    let is = if hearing::is_in_command(position, unit) { "is" } else { "is not" };
    let radius = match hearing::hearing(position, leader) {
        Hearing::Everywhere => "everywhere".to_owned(),
        Hearing::Within(radius) => format!("within {radius} inches"),
        Hearing::OwnUnit => "by his own unit only".to_owned(),
    };
    Some(format!("{} {is} in command: {code} is heard {radius} (leader.radius)", position.code(unit)))
}

fn bases(position: &Position, thing: &Thing) -> Vec<Base> {
    match thing {
        Thing::Unit(unit) => position.bases(*unit),
        Thing::Leader(leader) => posts::stand(position, *leader).into_iter().collect(),
        Thing::Place(_) => Vec::new(),
    }
}

fn thing(position: &Position, text: &str) -> Result<Thing, GameError> {
    if let Some(unit) = position.find_unit(text) {
        return Ok(Thing::Unit(unit));
    }
    match position.set.find_leader(text) {
        Some(leader) => Ok(Thing::Leader(leader)),
        None => Ok(Thing::Place(place(text, position)?)),
    }
}
