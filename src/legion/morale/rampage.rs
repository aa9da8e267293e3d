//! Elephants: the fear of horses, and elephants that run wild.

use super::harm::disorder;
use super::run::{Run, fall_back, run};
use super::test;
use crate::events::morale::{Cause, How};
use crate::flight::trail;
use crate::measure::{Length, Stance};
use crate::setup::{self, Class};
use crate::state::{Morale, Position, UnitId};
use crate::{Flow, Oracle};
use tess_dice::Die;
use tess_effects::Rule;

/// Horses smell elephants this far.
const SMELL: Length = Length::inches(2);

/// **legion elephant.rampage.** At the start of a turn broken elephants run on, three dice, straight for
/// their own edge.
pub fn begin_turn(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    for id in pos.unit_ids() {
        let wild = pos.troop(id).class == Class::Elephants && pos.unit(id).morale == Morale::Broken;
        if !wild || pos.stance(id).is_none() {
            continue;
        }
        let mut due = 0;
        for _ in 0..3 {
            due += i32::from(oracle.roll(Die::D6, "rampage", &pos.code(id), Rule("elephant.rampage"))?);
        }
        let heading = setup::homeward(pos.side(id));
        run(pos, id, Run::off(heading, Length::inches(due), How::Rampages), oracle)?;
    }
    Ok(())
}

/// **legion elephant.zone.** Cavalry that comes within two inches of an elephant loses its order; of an
/// enemy one it tests as well, and retires a move when it fails. `trail`: where the unit has been.
pub fn near_elephants(
    pos: &mut Position,
    moved: UnitId,
    trail: &[Stance],
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    let all: Vec<UnitId> = pos.unit_ids().filter(|&o| is_close(pos, (moved, trail), o)).collect();
    smell(pos, moved, &all, oracle)
}

/// **legion elephant.zone.** The same for a unit that has run, from there to where it stands now, straight:
/// those near to whom it was as it began have been smelled before.
pub fn past_elephants(
    pos: &mut Position,
    moved: UnitId,
    from: Option<Stance>,
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    let all = passed(pos, moved, from);
    smell(pos, moved, &all, oracle)
}

/// Horse or elephants near to whom a unit has come on its way from there.
fn passed(pos: &Position, moved: UnitId, from: Option<Stance>) -> Vec<UnitId> {
    let (Some(from), Some(to)) = (from, pos.stance(moved)) else { return Vec::new() };
    let way = trail(from, to);
    let fresh = |o: &UnitId| is_close(pos, (moved, &way), *o) && !is_close(pos, (moved, &[from]), *o);
    pos.unit_ids().filter(fresh).collect()
}

/// **legion elephant.zone.** As [`shies`], of a unit that goes to meet another: what it thinks of that one
/// has been seen before.
pub fn shies_from_others(
    pos: &mut Position,
    moved: UnitId,
    (from, met): (Option<Stance>, UnitId),
    oracle: &mut Oracle<'_>,
) -> Flow<bool> {
    let there = pos.stance(moved);
    let mut all = passed(pos, moved, from);
    all.retain(|&other| other != met);
    smell(pos, moved, &all, oracle)?;
    Ok(pos.stance(moved) != there)
}

/// **legion elephant.zone.** Has a unit that ran past elephants shied away from them?
pub fn shies(pos: &mut Position, moved: UnitId, from: Option<Stance>, oracle: &mut Oracle<'_>) -> Flow<bool> {
    let there = pos.stance(moved);
    past_elephants(pos, moved, from, oracle)?;
    Ok(pos.stance(moved) != there)
}

/// Are the two horse and elephants, and came they within two inches?
fn is_close(pos: &Position, (moved, trail): (UnitId, &[Stance]), other: UnitId) -> bool {
    if other == moved || pos.stance(other).is_none() || pair(pos, moved, other).is_none() {
        return false;
    }
    let theirs = pos.bases(other);
    trail
        .iter()
        .any(|&at| pos.bases_at(moved, at).iter().any(|b| theirs.iter().any(|o| b.is_within(o, SMELL))))
}

/// Of two units the horses and the elephants, when they are that.
fn pair(pos: &Position, one: UnitId, two: UnitId) -> Option<(UnitId, UnitId)> {
    let elephants = |id: UnitId| pos.troop(id).class == Class::Elephants;
    let horse = |id: UnitId| pos.troop(id).class.is_cavalry() && !pos.troop(id).camels;
    if horse(one) && elephants(two) {
        Some((one, two))
    } else if elephants(one) && horse(two) {
        Some((two, one))
    } else {
        None
    }
}

/// What the smell of elephants does to those who came near.
fn smell(pos: &mut Position, moved: UnitId, others: &[UnitId], oracle: &mut Oracle<'_>) -> Flow<()> {
    for &other in others {
        let Some((horses, elephants)) = pair(pos, moved, other) else { continue };
        if pos.stance(horses).is_none() || pos.stance(elephants).is_none() {
            continue;
        }
        disorder(pos, horses, Rule("elephant.zone"), oracle);
        if pos.side(horses) == pos.side(elephants) || pos.unit(horses).morale == Morale::Broken {
            continue;
        }
        if !test::test(pos, horses, Cause::Elephants, oracle)? {
            let far = pos.base_move(horses);
            fall_back(pos, horses, (Some(elephants), far), Rule("elephant.zone"), oracle)?;
            if horses == moved {
                return Ok(());
            }
        }
    }
    Ok(())
}
