//! Hits and stands lost.

use super::broken::destroy;
use super::let_go;
use crate::events::morale::MoraleEvent;
use crate::questions::lasting;
use crate::questions::stands::{Aim, StandRef, aimed, can_be_disordered, resilience, stands};
use crate::state::{Morale, Position, UnitId, Zone};
use crate::{Flow, Happening, Oracle};
use tess_effects::Rule;

/// A unit loses its order, and its locked shields, unless it had none.
pub fn disorder(pos: &mut Position, unit: UnitId, rule: Rule, oracle: &mut Oracle<'_>) {
    if lasting::is_steady(pos, unit) {
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

/// **legion shoot.disorder, shoot.casualty, melee.mixed.** A unit takes hits: one for each stand disorders
/// it, the Break Value costs a stand, and the hits on it go with it. Says how many stands are lost.
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
        let_go::let_all_go(pos, id);
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
