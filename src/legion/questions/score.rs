//! Victory points for beaten Commands and lost commanders.

use crate::setup::CommandId;
use crate::state::{LeaderPlace, Morale, Place, Position, UnitId};
use tess_effects::Side;

/// What a Command is worth for every so many points that it cost.
const PER: u32 = 50;

/// **legion victory.points.** What the loss of a Command gives the enemy: a fiftieth of what its troops and
/// its commander cost, rounded up.
#[must_use]
pub fn worth(pos: &Position, command: CommandId) -> u16 {
    let set = &pos.set;
    let stands = set.units.iter().filter(|u| u.command == command).flat_map(|u| &u.stands);
    let troops: u32 = stands.map(|&t| u32::from(set.troop(t).points)).sum();
    (troops + u32::from(set.command(command).leader.points)).div_ceil(PER) as u16
}

/// The units that were listed with a Command, and what has been detached from them.
fn listed(pos: &Position, command: CommandId) -> impl Iterator<Item = UnitId> + '_ {
    pos.unit_ids().filter(move |&u| pos.spec(u).command == command && !pos.is_lone_stand(u))
}

/// Half stands that a Command began with.
#[must_use]
pub fn strength(pos: &Position, command: CommandId) -> u32 {
    listed(pos, command).map(|u| u32::from(pos.unit(u).began)).sum()
}

/// Half stands that a Command has lost: all of a unit that is out of the battle.
#[must_use]
pub fn loss(pos: &Position, command: CommandId) -> u32 {
    let of = |u: UnitId| {
        let unit = pos.unit(u);
        let lost = unit.lost.0 + unit.lost.1;
        u32::from(if unit.place == Place::Gone { unit.began } else { lost.min(unit.began) })
    };
    listed(pos, command).map(of).sum()
}

/// **legion victory.points.** Is a Command beaten: half of its stands lost, or all that is left of it
/// broken? `Some(true)` for half its stands.
#[must_use]
pub fn fallen(pos: &Position, command: CommandId) -> Option<bool> {
    let strength = strength(pos, command);
    if strength == 0 {
        return None;
    }
    if loss(pos, command) * 2 >= strength {
        return Some(true);
    }
    let mut left = listed(pos, command).map(|u| pos.unit(u)).filter(|u| u.place != Place::Gone);
    left.all(|u| u.morale == Morale::Broken).then_some(false)
}

/// The points of a side: enemy Commands beaten, enemy commanders killed or taken, objectives.
#[must_use]
pub fn points(pos: &Position, side: Side) -> u16 {
    let enemies = || pos.set.commands_of(side.other());
    let fallen = enemies().filter(|c| pos.tally.fallen.contains(c)).map(|c| worth(pos, c));
    let is_lost = |c: &CommandId| matches!(pos.leader(*c).place, LeaderPlace::Killed | LeaderPlace::Captured);
    let leaders = enemies().filter(is_lost).map(|c| u16::from(pos.leader_spec(c).rating));
    fallen.chain(leaders).sum::<u16>() + pos.tally.gained[side]
}
