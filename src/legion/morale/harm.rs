//! Hits and stands lost.

use super::broken::destroy;
use super::told::MoraleEvent;
use crate::Flow;
use crate::cards;
use crate::measure::Point;
use crate::melee;
use crate::position::{Morale, Position, UnitId};
use crate::support;
use crate::troop::Class;
use crate::zone::Zone;
use crate::{Happening, Oracle};
use tess_effects::Rule;

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

/// **legion shoot.casualty, melee.mixed.** The stands on which hits fall: those in contact with the enemy, or nearest to where
/// the shots come from, of a unit and the light infantry with it.
#[must_use]
pub fn aimed(pos: &Position, id: UnitId, aim: Aim) -> Vec<StandRef> {
    let Some(stance) = pos.stance(id) else { return Vec::new() };
    let mut all: Vec<(StandRef, Point)> = Vec::new();
    for unit in pos.party(id) {
        let bases = pos.bases(unit);
        all.extend(bases.iter().enumerate().map(|(i, b)| ((unit, i), b.middle())));
    }
    let zone = match aim {
        Aim::Contact(enemy) => {
            let touching: Vec<StandRef> =
                all.iter().map(|a| a.0).filter(|&s| melee::is_in_contact(pos, s, enemy)).collect();
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

/// Does this unit ever lose its order? Elephants do so only in close combat.
#[must_use]
pub fn can_be_disordered(pos: &Position, id: UnitId) -> bool {
    pos.troop(id).class != Class::Elephants
}

/// A unit loses its order, and its locked shields, unless it had none.
pub fn disorder(pos: &mut Position, unit: UnitId, rule: Rule, oracle: &mut Oracle<'_>) {
    if cards::is_steady(pos, unit) {
        return;
    }
    pos.unit_mut(unit).shields = false;
    if pos.unit(unit).morale != Morale::Good || pos.stance(unit).is_none() {
        return;
    }
    pos.unit_mut(unit).morale = Morale::Disordered;
    oracle.tell(|| Happening::Morale(MoraleEvent::Disordered { unit, rule }));
}

/// **legion shoot.casualty.** Hits from shooting. Says how many stands are lost.
pub fn shoot_at(pos: &mut Position, id: UnitId, hits: u16, from: Zone, oracle: &mut Oracle<'_>) -> Flow<u8> {
    let able = can_be_disordered(pos, id);
    take_hits(pos, (id, hits), Aim::From(from), able, oracle)
}

/// **legion shoot.disorder, shoot.casualty, melee.mixed.** A unit takes hits: one for each stand disorders it, the Break Value
/// costs a stand, and the hits on it go with it. Says how many stands are lost.
pub fn take_hits(
    pos: &mut Position,
    (id, hits): (UnitId, u16),
    aim: Aim,
    disorders: bool,
    oracle: &mut Oracle<'_>,
) -> Flow<u8> {
    if hits == 0 || pos.stance(id).is_none() {
        return Ok(0);
    }
    pos.unit_mut(id).hits += hits;
    let now = pos.unit(id).hits;
    oracle.tell(|| Happening::Morale(MoraleEvent::Hits { unit: id, hits, now }));
    if disorders && now >= stands(pos, id) {
        disorder(pos, id, Rule("shoot.disorder"), oracle);
    }
    settle(pos, id, aim, oracle)
}

/// **legion shoot.auxilia.** The Break Value of a stand; half a stand of auxilia has that of skirmish order, however its unit stands.
fn resilience(pos: &Position, (id, place): StandRef) -> u8 {
    let unit = pos.unit(id);
    let stand = &unit.stands[place];
    let loose = pos.set.troop(stand.troop).skirmish.filter(|_| stand.half);
    loose.unwrap_or_else(|| pos.profile(unit, stand.troop)).break_value
}

/// **legion shoot.auxilia.** Takes off the stands that the hits on a unit cost.
pub fn settle(pos: &mut Position, id: UnitId, aim: Aim, oracle: &mut Oracle<'_>) -> Flow<u8> {
    let mut lost = 0;
    loop {
        let exposed = aimed(pos, id, aim);
        let worth = |&(u, i): &StandRef| (resilience(pos, (u, i)), std::cmp::Reverse((u == id, i)));
        let Some(&(unit, place)) = exposed.iter().min_by_key(|s| worth(s)) else { return Ok(lost) };
        let value = u16::from(worth(&(unit, place)).0);
        if value == 0 || pos.unit(id).hits < value {
            return Ok(lost);
        }
        pos.unit_mut(id).hits -= value;
        lost += 1;
        lose_stand(pos, (unit, place), Rule("shoot.casualty"), oracle)?;
    }
}

/// A stand goes: of a unit of one kind that at its rear, otherwise this one. The unit closes up.
pub(crate) fn lose_stand(
    pos: &mut Position,
    (id, place): StandRef,
    rule: Rule,
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    let unit = pos.unit(id);
    let Some(first) = unit.stands.first() else { return Ok(()) };
    let alike = unit.stands.iter().all(|s| (s.troop, s.half) == (first.troop, first.half));
    // Of light infantry with others those in contact go first, and nobody takes their place.
    let place = if alike && unit.attached.is_none() { unit.stands.len() - 1 } else { place };
    pos.unit_mut(id).wings.without(place);
    if pos.unit(id).stands.len() == 1 {
        support::let_all_go(pos, id);
    }
    let gone = pos.unit_mut(id).stands.remove(place);
    pos.unit_mut(id).lost.0 += if gone.half { 1 } else { 2 };
    let troop = pos.set.troop(gone.troop).name.clone();
    let left = pos.unit(id).stands.len();
    oracle
        .tell(|| Happening::Morale(MoraleEvent::StandLost { unit: id, troop, half: gone.half, left, rule }));
    if left == 0 {
        return destroy(pos, id, rule, oracle);
    }
    pos.fall_in(id);
    Ok(())
}

/// A unit is in no close combat any more.
pub fn disengage(pos: &mut Position, id: UnitId) {
    pos.engagements.retain(|e| e.attacker != id && e.defender != id);
}
