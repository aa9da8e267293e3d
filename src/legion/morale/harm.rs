//! Hits and stands lost.

use super::broken::destroy;
use super::let_go;
use crate::events::morale::MoraleEvent;
use crate::measure::Base;
use crate::questions::stands::{Aim, StandRef, aimed, can_be_disordered, resilience, stands};
use crate::questions::{lasting, terrain};
use crate::state::{Finer, Morale, Place, Position, UnitId, Zone};
use crate::{Flow, Happening, Oracle};
use tess_effects::{Question, Rule};

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
        let Some(&first) = exposed.iter().min_by_key(|s| worth(s)) else { return Ok(lost) };
        let least = worth(&first).0;
        if least == 0 || pos.unit(id).hits < u16::from(least) {
            return Ok(lost);
        }
        let value = u16::from(least);
        let equal = exposed.into_iter().filter(|s| worth(s).0 == least).collect();
        let (unit, place) = fallen(pos, (id, first), equal, oracle)?;
        pos.unit_mut(id).hits -= value;
        lost += 1;
        lose_stand(pos, (unit, place), Rule("shoot.casualty"), oracle)?;
    }
}

/// **legion shoot.casualty.** Which of several stands that bear equally little is lost: the hindmost of the
/// unit itself, or the one that its side, when it is asked, names. Of a unit of one kind all are the same.
fn fallen(
    pos: &Position,
    (id, first): (UnitId, StandRef),
    equal: Vec<StandRef>,
    oracle: &mut Oracle<'_>,
) -> Flow<StandRef> {
    let side = pos.side(id);
    let matters =
        |&(unit, _): &StandRef| unit != first.0 || pos.unit(unit).attached.is_some() || !is_alike(pos, unit);
    if equal.len() < 2 || !pos.asks(side, Finer::Casualty) || !equal.iter().any(matters) {
        return Ok(first);
    }
    let code = pos.code(id);
    let key = |&(unit, place): &StandRef| format!("{}-{}", pos.code(unit).to_ascii_lowercase(), place + 1);
    let text = format!("{code} loses a stand: which?");
    let mut question = Question::new("casualty", &pos.set.sides[side], &code, Rule("shoot.casualty"), text)
        .or_else(key(&first));
    for stand in &equal {
        let (unit, place) = *stand;
        let troop = &pos.set.troop(pos.unit(unit).stands[place].troop).name;
        question = question.choice(key(stand), format!("stand {} of {}, {troop}", place + 1, pos.code(unit)));
    }
    let answer = oracle.ask(question)?;
    Ok(equal.into_iter().find(|stand| key(stand) == answer).unwrap_or(first))
}

/// Are all stands of a unit of one kind?
fn is_alike(pos: &Position, id: UnitId) -> bool {
    let stands = &pos.unit(id).stands;
    stands.windows(2).all(|pair| (pair[0].troop, pair[0].half) == (pair[1].troop, pair[1].half))
}

/// A stand goes: of a unit of one kind that at its rear, otherwise this one. The unit closes up.
pub(crate) fn lose_stand(
    pos: &mut Position,
    (id, place): StandRef,
    rule: Rule,
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    let unit = pos.unit(id);
    if unit.stands.is_empty() {
        return Ok(());
    }
    let alike = is_alike(pos, id);
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
    close_up(pos, id);
    Ok(())
}

/// **legion shoot.casualty, pass.through.** Those who are left close up about their middle; where others
/// stand in a gap or a corner of the formation, as little to one side as it takes to come upon nobody. Who
/// finds no room at all leaves the gap open.
fn close_up(pos: &mut Position, id: UnitId) {
    let group = pos.party(pos.host(id));
    let there = |u: &UnitId| !group.contains(u) && pos.stance(*u).is_some();
    let others: Vec<Base> = pos.unit_ids().filter(there).flat_map(|u| pos.bases(u)).collect();
    let crowds = |pos: &Position| {
        let own: Vec<Base> = group.iter().flat_map(|&u| pos.bases(u)).collect();
        own.iter().any(|b| others.iter().any(|o| o.overlaps(b)))
    };
    // Whoever lies on others already comes to lie no worse.
    let lay = crowds(pos);
    let before = pos.unit(id).clone();
    pos.fall_in(id);
    if lay || !crowds(pos) {
        return;
    }
    if let (Place::Table(at), None) = (before.place, before.attached) {
        let width = pos.troop(id).width.0;
        for aside in (1..=width / ASIDE).flat_map(|n| [-n * ASIDE, n * ASIDE]) {
            pos.unit_mut(id).place = Place::Table(at.moved(aside, 0));
            let own: Vec<Base> = group.iter().flat_map(|&u| pos.bases(u)).collect();
            let holds = own.iter().all(|b| pos.set.table.holds(b));
            if holds && !crowds(pos) && terrain::under(pos, pos.gait(id), &own).is_ok() {
                return;
            }
        }
    }
    *pos.unit_mut(id) = before;
}

/// A unit that closes up goes aside by hundredths of an inch.
const ASIDE: i32 = 10;

/// A unit is in no close combat any more.
pub fn disengage(pos: &mut Position, id: UnitId) {
    pos.engagements.retain(|e| e.attacker != id && e.defender != id);
}
