//! The stands of a unit: how many, which ones are exposed, what they bear.

use super::contact;
use crate::measure::Point;
use crate::setup::Class;
use crate::state::{Position, UnitId, Zone};

/// From where hits come, and so on whom they fall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// From this side of the unit.
    From(Zone),
    /// From an enemy in contact.
    Contact(UnitId),
}

/// A stand of a unit, by its place in it.
pub type StandRef = (UnitId, usize);

/// Stands of a unit and of the light infantry attached to it; two bases of skirmishing auxilia are one.
#[must_use]
pub fn stands(pos: &Position, id: UnitId) -> u16 {
    let bases = pos.party(id).into_iter().flat_map(|u| &pos.unit(u).stands);
    let halves: u16 = bases.map(|s| if s.half { 1 } else { 2 }).sum();
    halves.div_ceil(2)
}

/// **legion shoot.casualty, melee.mixed, melee.light-support.** The stands on which hits fall: those in
/// contact with the enemy, or nearest to where the shots come from, of a unit and the light infantry with
/// it; shots at elephants fall on their escort first, wherever it stands.
#[must_use]
pub fn aimed(pos: &Position, id: UnitId, aim: Aim) -> Vec<StandRef> {
    let Some(stance) = pos.stance(id) else { return Vec::new() };
    let mut all: Vec<(StandRef, Point)> = Vec::new();
    let escort = matches!(aim, Aim::From(_)) && is_escorted(pos, id);
    for unit in pos.party(id).into_iter().filter(|&u| !escort || u != id) {
        let bases = pos.bases(unit);
        all.extend(bases.iter().enumerate().map(|(i, b)| ((unit, i), b.middle())));
    }
    let zone = match aim {
        Aim::Contact(enemy) => {
            let touching: Vec<StandRef> =
                all.iter().map(|a| a.0).filter(|&s| contact::is_in_contact(pos, s, enemy)).collect();
            if !touching.is_empty() {
                return touching;
            }
            Zone::Front
        }
        Aim::From(zone) => zone,
    };
    let key = |p: Point| {
        let (right, ahead) = stance.local(p);
        match zone {
            Zone::Front => ahead,
            Zone::Rear => -ahead,
            Zone::Right => right,
            Zone::Left => -right,
        }
    };
    let most = all.iter().map(|a| key(a.1)).max().unwrap_or(0);
    all.into_iter().filter(|a| key(a.1) > most - 600).map(|a| a.0).collect()
}

/// **legion melee.light-support.** Has a unit of elephants light infantry with it?
#[must_use]
pub fn is_escorted(pos: &Position, id: UnitId) -> bool {
    pos.troop(id).class == Class::Elephants && pos.attached_to(id).any(|u| !pos.unit(u).stands.is_empty())
}

/// Does this unit ever lose its order? Elephants do so only in close combat.
#[must_use]
pub fn can_be_disordered(pos: &Position, id: UnitId) -> bool {
    pos.troop(id).class != Class::Elephants
}

/// **legion shoot.auxilia.** The Break Value of a stand; half a stand of auxilia has that of skirmish
/// order, however its unit stands.
pub(crate) fn resilience(pos: &Position, (id, place): StandRef) -> u8 {
    let unit = pos.unit(id);
    let stand = &unit.stands[place];
    let loose = pos.set.troop(stand.troop).skirmish.filter(|_| stand.half);
    loose.unwrap_or_else(|| pos.profile(unit, stand.troop)).break_value
}

/// The lowest Break Value of the stands of a unit.
#[must_use]
pub fn break_value(pos: &Position, id: UnitId) -> i8 {
    let unit = pos.unit(id);
    unit.stands.iter().map(|s| pos.profile(unit, s.troop).break_value as i8).min().unwrap_or(0)
}
