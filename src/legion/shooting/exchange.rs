//! Missiles before contact.

use super::dice::{Volley, volley_at};
use super::fire::{Blow, may_answer, throw_all};
use super::line::shot;
use crate::measure::{Stance, TOUCH};
use crate::questions::zone::{Block, zone_against};
use crate::state::{Place, Position, UnitId, Zone};
use crate::{Flow, Oracle};

/// **legion shoot.defensive, turn.command-sequence, turn.once.** Before the first round of a combat both
/// sides shoot and throw what they have, each once in a turn: that is the defender's move. Says who has hit
/// whom: the hits count for the combat. Who loses a stand and heart falls back, and there is no combat.
///
/// # Errors
/// When a die or an answer is due.
pub fn exchange(
    pos: &mut Position,
    attacker: UnitId,
    defender: UnitId,
    oracle: &mut Oracle<'_>,
) -> Flow<Vec<Blow>> {
    let mut volleys = Vec::new();
    for (unit, target) in [(attacker, defender), (defender, attacker)] {
        if !may_answer(pos, unit) {
            continue;
        }
        let Some(volley) = before_contact(pos, (attacker, defender), (unit, target)) else { continue };
        let account = &mut pos.unit_mut(unit).account;
        account.shot = true;
        account.moved |= unit == defender;
        volleys.push((volley, unit == defender));
    }
    throw_all(pos, volleys.into_iter(), oracle)
}

/// Does the whole of an enemy stand before the front of a unit?
fn is_ahead(pos: &Position, unit: UnitId, enemy: UnitId) -> bool {
    let Some(stance) = pos.stance(unit) else { return false };
    let line = Block::of_party(pos, unit).front - TOUCH.0;
    let corners = pos.bases(enemy).into_iter().flat_map(|b| b.corners);
    corners.map(|p| stance.local(p).1).all(|ahead| ahead >= line)
}

/// **legion shoot.defensive.** The volley of one of two who are about to meet, measured while the attacker
/// still came on: straight behind where he stands now, as far back as he can have been and as most stands
/// see the other. It arrives at the side on which he came, and meets him in the face.
fn before_contact(
    pos: &mut Position,
    (attacker, defender): (UnitId, UnitId),
    (unit, target): (UnitId, UnitId),
) -> Option<Volley> {
    let there = pos.unit(attacker).place;
    let Place::Table(met) = there else { return None };
    let own = pos.unit(unit);
    let range = own.stands.iter().map(|s| pos.profile(own, s.troop).range).max()?;
    let far = range.min(pos.base_move(attacker));
    let mut best: (Vec<usize>, Stance) = (Vec::new(), met);
    for quarters in (0..=4).rev() {
        let at = met.moved(0, -far.times(quarters).0 / 4);
        pos.unit_mut(attacker).place = Place::Table(at);
        let places: Vec<usize> =
            (0..pos.unit(unit).stands.len()).filter(|&p| shot(pos, unit, p, target).is_some()).collect();
        if places.len() > best.0.len() {
            best = (places, at);
        }
    }
    pos.unit_mut(attacker).place = there;
    let ahead = is_ahead(pos, attacker, defender);
    pos.unit_mut(attacker).place = Place::Table(met.moved(0, -far.0));
    let came = pos.engagements.iter().find(|e| (e.attacker, e.defender) == (attacker, defender));
    let zone = match came {
        Some(e) if target == defender => e.side,
        _ if ahead => Zone::Front,
        _ => zone_against(pos, target, unit),
    };
    pos.unit_mut(attacker).place = Place::Table(best.1);
    let volley = volley_at(pos, (unit, &best.0), (target, zone)).filter(|v| v.dice > 0);
    pos.unit_mut(attacker).place = there;
    volley
}
