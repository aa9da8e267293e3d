//! Leaders among their men: what they add, and what may happen to them.

mod ride;
pub mod told;

pub(crate) use ride::stay_behind;
pub use ride::{base_at, join, part, ride, seat, stand};

use told::{Fate, LeaderEvent};

use super::measure::{Base, Length, Point, Stance};
use super::morale::{self, Cause};
use super::position::{LeaderPlace, Place, Position, Post, UnitId};
use super::setup::CommandId;
use super::{Happening, Oracle, cards, victory};
use crate::Flow;
use tess_dice::Die;
use tess_effects::Rule;

/// All leaders, by their Commands.
fn all(pos: &Position) -> impl Iterator<Item = CommandId> + use<> {
    (0..pos.leaders.len() as u16).map(CommandId)
}

/// The leaders with a unit, and where in it.
pub fn posts(pos: &Position, unit: UnitId) -> impl Iterator<Item = (CommandId, Post)> + '_ {
    all(pos).filter_map(move |c| match pos.leader(c).place {
        LeaderPlace::With(with, post) if with == unit => Some((c, post)),
        _ => None,
    })
}

/// The leader with a unit.
#[must_use]
pub fn with(pos: &Position, unit: UnitId) -> Option<CommandId> {
    posts(pos, unit).next().map(|(c, _)| c)
}

/// **legion leader.in-combat.** What the best leader with a unit adds to its dice and its morale: nothing while he has a wound dressed.
#[must_use]
pub fn rating(pos: &Position, unit: UnitId) -> u8 {
    let fit = posts(pos, unit).filter(|(c, _)| pos.leader(*c).wounded == 0);
    fit.map(|(c, _)| pos.leader_spec(c).rating).max().unwrap_or(0)
}

/// **legion leader.casualty, rally.broken.** The leader with a unit who could rally it: none who is wounded, and of several one who has not tried
/// in this phase.
#[must_use]
pub fn fit(pos: &Position, unit: UnitId) -> Option<CommandId> {
    let fit = posts(pos, unit).map(|(leader, _)| leader).filter(|&l| pos.leader(l).wounded == 0);
    fit.min_by_key(|&leader| (pos.leader(leader).rallied, leader))
}

/// **legion leader.in-combat.** Is a leader with a unit that is in close combat? His radius shrinks by one level then.
#[must_use]
pub fn is_in_combat(pos: &Position, leader: CommandId) -> bool {
    matches!(pos.leader(leader).place, LeaderPlace::With(unit, _) if pos.is_engaged(unit))
}

/// **legion leader.killed.** Is it the guard of a leader who was killed? It never tests morale and never breaks.
#[must_use]
pub fn avenges(pos: &Position, unit: UnitId) -> bool {
    pos.spec(unit).bodyguard && pos.leader(pos.unit(unit).command).place == LeaderPlace::Killed
}

/// The base of a leader who stands by himself.
#[must_use]
pub fn base(pos: &Position, leader: CommandId) -> Option<Base> {
    match pos.leader(leader).place {
        LeaderPlace::Alone(stance) => Some(base_at(pos, leader, stance)),
        _ => None,
    }
}

/// The unit of these leaders is gone: they stand where it stood, or are off the table with it.
pub(crate) fn orphan(
    pos: &mut Position,
    unit: UnitId,
    (stance, rule): (Option<Stance>, Rule),
    oracle: &mut Oracle<'_>,
) {
    let with: Vec<CommandId> = posts(pos, unit).map(|p| p.0).collect();
    for leader in with {
        pos.leader_mut(leader).place = stance.map_or(LeaderPlace::Away, LeaderPlace::Alone);
        if stance.is_some() {
            oracle.tell(|| Happening::Leader(LeaderEvent::Alone(leader, rule)));
        }
    }
}

/// **legion leader.risk.** A round of close combat: leaders with the unit may be hit. Behind a unit only when it has lost.
pub fn after_combat(
    pos: &mut Position,
    unit: UnitId,
    (foe, lost): (Option<UnitId>, bool),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    let exposed: Vec<(CommandId, Post)> = posts(pos, unit).collect();
    for (leader, post) in exposed {
        let from = match post {
            Post::Front => 5,
            Post::Left | Post::Right => 6,
            Post::Rear if lost => 6,
            Post::Rear => continue,
        };
        risk(pos, leader, (from, foe), oracle)?;
    }
    Ok(())
}

/// **legion leader.risk.** A leader by himself is shot at.
pub fn shot_at(pos: &mut Position, leader: CommandId, oracle: &mut Oracle<'_>) -> Flow<()> {
    risk(pos, leader, (6, None), oracle)
}

fn risk(
    pos: &mut Position,
    leader: CommandId,
    (from, foe): (u8, Option<UnitId>),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    let die = oracle.roll(Die::D6, "leader", &pos.leader_spec(leader).code, Rule("leader.risk"))?;
    oracle.tell(|| Happening::Leader(LeaderEvent::Risk { leader, die, from }));
    if die >= from { casualty(pos, leader, (0, foe), oracle) } else { Ok(()) }
}

/// **legion leader.casualty, leader.captured.** What becomes of a leader who is hit. `foe`: he is in close combat with it.
pub fn casualty(
    pos: &mut Position,
    leader: CommandId,
    (plus, foe): (u8, Option<UnitId>),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    let code = pos.leader_spec(leader).code.clone();
    let die = oracle.roll(Die::D6, "casualty", &code, Rule("leader.casualty"))?;
    let fate = match die + plus {
        0..=2 => Fate::Unhurt,
        3 => Fate::Slight,
        4 => Fate::Serious,
        5 => Fate::Grievous,
        _ => Fate::Slain,
    };
    oracle.tell(|| Happening::Leader(LeaderEvent::Fate { leader, die, plus, fate }));
    let (wounded, from) = match fate {
        Fate::Unhurt => return Ok(()),
        Fate::Slain if cards::luck(pos, leader, "is slain", oracle)? => return Ok(()),
        Fate::Slain => return killed(pos, leader, oracle),
        Fate::Slight => (1, 7),
        Fate::Serious => (2, 6),
        Fate::Grievous => (3, 5),
    };
    if foe.is_some() && from <= 6 {
        let die = oracle.roll(Die::D6, "capture", &code, Rule("leader.captured"))?;
        oracle.tell(|| Happening::Leader(LeaderEvent::Seized { leader, die, from }));
        if die >= from {
            if cards::luck(pos, leader, "is captured", oracle)? {
                return Ok(());
            }
            pos.leader_mut(leader).place = LeaderPlace::Captured;
            victory::leader_lost(pos, leader, oracle);
            return Ok(());
        }
    }
    if cards::luck(pos, leader, "is wounded", oracle)? {
        return Ok(());
    }
    pos.leader_mut(leader).wounded = wounded;
    retire(pos, leader, oracle);
    Ok(())
}

/// **legion leader.killed.** A leader dies. The unit that he was with tests: shaken, it is disordered and stays where it is.
fn killed(pos: &mut Position, leader: CommandId, oracle: &mut Oracle<'_>) -> Flow<()> {
    let place = pos.leader(leader).place;
    pos.leader_mut(leader).place = LeaderPlace::Killed;
    victory::leader_lost(pos, leader, oracle);
    let LeaderPlace::With(unit, _) = place else { return Ok(()) };
    if pos.stance(unit).is_some() && !morale::test(pos, unit, Cause::Leader, oracle)? {
        morale::disorder(pos, unit, Rule("morale.result"), oracle);
        pos.unit_mut(unit).account.moved = true;
    }
    Ok(())
}

/// **legion leader.casualty.** A wounded leader goes back one move to have his wound dressed: straight back, as far as the table goes.
fn retire(pos: &mut Position, leader: CommandId, oracle: &mut Oracle<'_>) {
    let from = match pos.leader(leader).place {
        LeaderPlace::Alone(stance) => stance,
        LeaderPlace::With(unit, _) => pos.stance(unit).unwrap_or_default(),
        _ => return,
    };
    let far = pos.set.troop(pos.leader_spec(leader).troop).close.base_move;
    let home = morale::homeward(pos.set.command(leader).side);
    let to = Stance { anchor: from.anchor, heading: home }.at(0, far.0);
    let table = &pos.set.table;
    let edge = Length::inches(1).0;
    let anchor =
        Point { x: to.x.clamp(edge, table.width.0 - edge), y: to.y.clamp(edge, table.depth.0 - edge) };
    pos.leader_mut(leader).place = LeaderPlace::Alone(Stance { anchor, ..from });
    oracle.tell(|| Happening::Leader(LeaderEvent::Alone(leader, Rule("leader.casualty"))));
}

/// **legion leader.casualty.** A broken unit is ridden down: its commander is hit, and one is added to his die. He who lives goes to the
/// nearest unit of his side.
pub fn ridden_down(pos: &mut Position, unit: UnitId, oracle: &mut Oracle<'_>) -> Flow<()> {
    let with: Vec<CommandId> = posts(pos, unit).map(|p| p.0).collect();
    for leader in with {
        let stance = pos.stance(unit).unwrap_or_default();
        casualty(pos, leader, (1, None), oracle)?;
        if matches!(pos.leader(leader).place, LeaderPlace::Killed | LeaderPlace::Captured) {
            continue;
        }
        let side = pos.set.command(leader).side;
        let friends = pos.unit_ids().filter(|&u| u != unit && pos.side(u) == side);
        let near = friends.filter(|&u| matches!(pos.unit(u).place, Place::Table(_)));
        let to = near.min_by_key(|&u| (pos.distance(u, unit), u));
        pos.leader_mut(leader).place =
            to.map_or(LeaderPlace::Alone(stance), |u| LeaderPlace::With(u, Post::Rear));
    }
    Ok(())
}

/// A wound heals by a turn.
pub(crate) fn next_turn(pos: &mut Position) {
    for leader in &mut pos.leaders {
        leader.wounded = leader.wounded.saturating_sub(1);
    }
}
