//! Elephants: the fear of horses, and elephants that run wild.

use super::harm::disorder;
use super::run::{Run, fall_back, run};
use super::test;
use crate::events::morale::{Cause, How};
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
    let is = |id: UnitId, pos: &Position| pos.troop(id).class == Class::Elephants;
    let horse = |id: UnitId, pos: &Position| pos.troop(id).class.is_cavalry() && !pos.troop(id).camels;
    let others: Vec<UnitId> = pos.unit_ids().filter(|&o| o != moved && pos.stance(o).is_some()).collect();
    let close = |other: UnitId, pos: &Position| {
        let theirs = pos.bases(other);
        trail
            .iter()
            .any(|&at| pos.bases_at(moved, at).iter().any(|b| theirs.iter().any(|o| b.is_within(o, SMELL))))
    };
    for other in others {
        let (horses, elephants) = if horse(moved, pos) && is(other, pos) {
            (moved, other)
        } else if is(moved, pos) && horse(other, pos) {
            (other, moved)
        } else {
            continue;
        };
        if pos.stance(horses).is_none() || !close(other, pos) {
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
