//! Who commands whom, and how far he is heard.

use super::posts;
use crate::measure::Length;
use crate::setup::CommandId;
use crate::state::{LeaderPlace, Position, UnitId};

/// How far a commander is heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hearing {
    /// Everywhere: nothing says how far.
    Everywhere,
    /// So far from his stand.
    Within(Length),
    /// By the men about him only.
    OwnUnit,
}

/// **legion leader.killed.** Who commands a Command: its own leader while he is on the table, and when he
/// is dead or taken another of the side who has come to one of its units. One who is not on the table yet
/// counts as there; one who has been carried off it does not.
#[must_use]
pub fn commander(pos: &Position, command: CommandId) -> Option<CommandId> {
    match pos.leader(command).place {
        LeaderPlace::Alone(_) | LeaderPlace::Waiting => Some(command),
        LeaderPlace::With(unit, _) => pos.stance(unit).map(|_| command),
        LeaderPlace::Away => None,
        LeaderPlace::Captured | LeaderPlace::Killed => {
            let is_there = |leader: &CommandId| match pos.leader(*leader).place {
                LeaderPlace::With(unit, _) => pos.unit(unit).command == command && pos.stance(unit).is_some(),
                _ => false,
            };
            pos.set.commands_of(pos.set.command(command).side).find(is_there)
        }
    }
}

/// **legion leader.radius, leader.in-combat.** How far a commander is heard: by his organization and
/// rating, one level less while he is in close combat, and a poor one then by his own unit only.
#[must_use]
pub fn hearing(pos: &Position, leader: CommandId) -> Hearing {
    let spec = pos.leader_spec(leader);
    let level = if posts::is_in_combat(pos, leader) { spec.rating.checked_sub(1) } else { Some(spec.rating) };
    match level {
        None => Hearing::OwnUnit,
        Some(level) => match pos.set.charts.radius.radius(spec.culture, level) {
            Some(radius) => Hearing::Within(radius),
            None => Hearing::Everywhere,
        },
    }
}

/// **legion leader.radius.** Is a unit in command: does it hear whoever commands its Command? Measured from
/// the nearest edges of the two; the unit that he is with always does.
#[must_use]
pub fn is_in_command(pos: &Position, unit: UnitId) -> bool {
    let Some(leader) = commander(pos, pos.unit(unit).command) else { return false };
    let host = pos.unit(unit).attached.unwrap_or(unit);
    if matches!(pos.leader(leader).place, LeaderPlace::With(with, _) if with == host) {
        return true;
    }
    match hearing(pos, leader) {
        Hearing::Everywhere => true,
        Hearing::OwnUnit => false,
        Hearing::Within(radius) => distance(pos, leader, unit).is_none_or(|far| far <= radius),
    }
}

/// How far a unit is from a leader; `None` when one of them is not on the table.
#[must_use]
pub fn distance(pos: &Position, leader: CommandId, unit: UnitId) -> Option<Length> {
    let stand = posts::stand(pos, leader)?;
    pos.bases(unit).iter().map(|base| base.distance(&stand)).min()
}
