//! What each side has lost, or is about to lose.

use tess_legion::questions::score::{fallen, loss, strength, worth};
use tess_legion::setup::CommandId;
use tess_legion::state::{LeaderPlace, Morale, Place};
use tess_legion::{Position, Side, UnitId};

/// What of a broken unit counts as lost, in hundredths.
const RUNS: i64 = 60;

/// What of a disordered one.
const SHAKEN: i64 = 12;

/// What a hit counts, in hundredths of a half stand.
const HIT: i64 = 40;

/// In millionths of what decides the battle: more than half of the Commands, each as far as it is beaten,
/// and commanders.
pub(crate) fn losses(pos: &Position) -> [i64; 2] {
    Side::BOTH.map(|side| {
        let commands: Vec<CommandId> = pos.set.commands_of(side).collect();
        let all: i64 = commands.iter().map(|&c| i64::from(worth(pos, c))).sum();
        let decides = if commands.len() == 1 { all } else { all * 60 / 100 };
        let beaten: i64 = commands.iter().map(|&c| i64::from(worth(pos, c)) * progress(pos, c)).sum();
        let lost =
            |c: &&CommandId| matches!(pos.leader(**c).place, LeaderPlace::Killed | LeaderPlace::Captured);
        let leaders: i64 = commands.iter().filter(lost).map(|&c| i64::from(pos.leader_spec(c).rating)).sum();
        (beaten + leaders * 1_000_000) / decides.max(1)
    })
}

/// How far a Command is beaten, in millionths.
fn progress(pos: &Position, command: CommandId) -> i64 {
    if pos.tally.fallen.contains(&command) || fallen(pos, command).is_some() {
        return 1_000_000;
    }
    let whole = i64::from(strength(pos, command)).max(1) * 100;
    let shaken: i64 = pos.units_of(command).map(|unit| wavers(pos, unit)).sum();
    ((i64::from(loss(pos, command)) * 100 + shaken) * 2_000_000 / whole).min(950_000)
}

/// What of a unit that still stands may as well be counted as lost, in hundredths of half stands.
fn wavers(pos: &Position, unit: UnitId) -> i64 {
    let now = pos.unit(unit);
    if now.place == Place::Gone {
        return 0;
    }
    let left = i64::from(now.began.saturating_sub(now.lost.0 + now.lost.1));
    let morale = match now.morale {
        Morale::Broken => RUNS,
        Morale::Disordered => SHAKEN,
        Morale::Good => 0,
    };
    (left * morale + i64::from(now.hits) * HIT).min(left * 100)
}
