//! How many hexes lie between two things of a Great Battle, and who sees and reaches whom.

use super::map::hex;
use crate::door::error::GameError;
use crate::door::measured::Measured;
use tess_gboh::position::Hexes;
use tess_gboh::questions::sight::{Eye, is_clear};
use tess_gboh::questions::{in_range, leader_in_range};
use tess_gboh::{Position, UnitId};
use tess_hex::Hex;

/// From a piece or hex to another: of a unit in two hexes from the nearer.
pub(super) fn measure(position: &Position, from: &str, to: &str) -> Result<Measured, GameError> {
    let (one, other) = (places(position, from)?, places(position, to)?);
    let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (*a, *b)));
    let (a, b) = pairs.min_by_key(|(a, b)| (a.distance(*b), *a, *b)).unwrap_or((one[0], other[0]));
    let mut notes = Vec::new();
    let far = a.distance(b);
    if far > 1 {
        let spared =
            [from, to].map(|text| position.set.find_unit(text).map_or(Hexes::one(a), |u| position.hexes(u)));
        let seen = is_clear(position, a, b, Eye::Level, spared);
        let archer = is_clear(position, a, b, Eye::Archer, spared);
        notes.push(match (seen, archer) {
            (true, _) => "the line of sight is clear (8.16)".to_owned(),
            (false, true) => "the line of sight is clear for who shoots over others only (8.16)".to_owned(),
            (false, false) => "the line of sight is blocked (8.16)".to_owned(),
        });
    }
    if let Some(leader) = position.set.find_leader(from).filter(|l| position.leader(*l).hex.is_some()) {
        let range = position.command_range(leader);
        let within = match (position.set.find_unit(to), position.set.find_leader(to)) {
            (Some(unit), _) => in_range(position, leader, unit),
            (_, Some(other)) => leader_in_range(position, leader, other),
            _ => far <= range,
        };
        let is = if within { "is" } else { "is not" };
        notes.push(format!("{to} {is} within the range {range} of {from}"));
    }
    Ok(Measured { from: from.to_owned(), to: to.to_owned(), far: far.to_string(), unit: "hexes", notes })
}

/// Where a thing is.
fn places(position: &Position, text: &str) -> Result<Vec<Hex>, GameError> {
    let unit: Option<UnitId> = position.set.find_unit(text).filter(|u| position.hex(*u).is_some());
    match unit {
        Some(unit) => Ok(position.hexes(unit).iter().collect()),
        None => Ok(vec![hex(text, position)?]),
    }
}
