//! Stands that leave their unit and act by themselves.

use super::may;
use crate::events::movement::MoveEvent;
use crate::formation::Formation;
use crate::measure::Stance;
use crate::questions::places::crowd;
use crate::questions::zone::Block;
use crate::refusal::Why;
use crate::refusal::movement::Unmoved;
use crate::setup::{Class, Drill};
use crate::state::{Place, Position, Stand, Unit, UnitId, Wings};
use crate::written::Hand;
use crate::{Flow, Happening, Oracle, Refusal};
use tess_effects::{Rule, Side};

/// **legion romans.detach.** So many stands of a unit of legionaries or Roman auxilia leave it, from one
/// end of its line, of a column from its rear, and become a unit of their own where they stand, with their
/// share of its hits. Those of the late Empire keep together.
///
/// # Errors
/// When it is no such unit, or has not so many stands.
pub fn detach(
    pos: &mut Position,
    side: Side,
    unit: UnitId,
    (count, hand): (u8, Hand),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    let stance = may::may_move(pos, side, unit)?;
    may_detach(pos, unit, count)?;
    let new = UnitId(pos.units.len() as u16);
    let (left, taken) = split(pos.unit(unit), usize::from(count), hand);
    let bases = |stands: &[Stand]| stands.iter().map(|s| if s.half { 1 } else { 2 }).sum::<u16>();
    let (mine, all) = (bases(&taken), bases(&taken) + bases(&left));
    let old = pos.unit(unit).clone();
    // A half is rounded up: the share goes with those who leave.
    let hits = (2 * old.hits * mine + all) / (2 * all);
    let spare = pos.unit_ids().filter(|&u| pos.unit(u).of == old.of && !pos.is_lone_stand(u));
    let spare = spare.map(|u| pos.unit(u).part).max().unwrap_or(0);
    let parted = Unit {
        part: spare + 1,
        stands: taken,
        began: mine as u8,
        hits,
        lost: (0, 0),
        attached: None,
        wings: Wings::default(),
        ..old.clone()
    };
    pos.units.push(parted);
    let rest = pos.unit_mut(unit);
    rest.stands = left;
    rest.began -= mine as u8;
    rest.hits -= hits;
    for id in [unit, new] {
        close_up(pos, id, stance);
    }
    oracle.tell(|| Happening::Move(MoveEvent::Detached { unit, new, stands: count, hits }));
    Ok(())
}

/// Closes up about the middle of its own stands' front, unless it would stand on others then: its stands
/// stay where they are, until it moves in another formation.
fn close_up(pos: &mut Position, id: UnitId, stance: Stance) {
    let before = pos.unit(id).clone();
    let block = Block::of(pos, id);
    let anchor = stance.at((block.left + block.right) / 2, block.front);
    pos.unit_mut(id).place = Place::Table(Stance { anchor, heading: stance.heading });
    pos.fall_in(id);
    if crowd(pos, id, &pos.bases(id)).is_some() {
        *pos.unit_mut(id) = before;
    }
}

fn may_detach(pos: &Position, unit: UnitId, count: u8) -> Result<(), Refusal> {
    let no = |why| Err(Refusal::new(Rule("romans.detach"), Why::Unmoved(unit, why)));
    let troop = pos.troop(unit);
    let stands = pos.unit(unit).stands.len();
    if troop.drill != Drill::Roman || !matches!(troop.class, Class::HeavyInfantry | Class::Auxilia) {
        return no(Unmoved::NoLegion);
    }
    if troop.whole {
        return no(Unmoved::Whole);
    }
    if matches!(pos.unit(unit).formation, Formation::Orbis | Formation::Testudo) {
        return no(Unmoved::Together(pos.unit(unit).formation));
    }
    if count == 0 || usize::from(count) >= stands {
        return no(Unmoved::Stands(stands));
    }
    Ok(())
}

/// The stands that stay and those that go, each in the order of the unit.
fn split(unit: &Unit, count: usize, hand: Hand) -> (Vec<Stand>, Vec<Stand>) {
    let mut order: Vec<usize> = (0..unit.stands.len()).collect();
    order.sort_by_key(|&i| {
        let slot = unit.stands[i].slot;
        match (unit.formation, hand) {
            (Formation::Column, _) => (-slot.back.0, 0),
            (_, Hand::Left) => (slot.right.0, -slot.back.0),
            (_, Hand::Right) => (-slot.right.0, -slot.back.0),
        }
    });
    let goes = &order[..count];
    let pick = |going: bool| {
        (0..unit.stands.len()).filter(|i| goes.contains(i) == going).map(|i| unit.stands[i]).collect()
    };
    (pick(false), pick(true))
}
