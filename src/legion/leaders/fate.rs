//! **legion leader.risk, leader.casualty.** What becomes of leaders in danger.

use super::luck;
use crate::events::leaders::{Fate, LeaderEvent};
use crate::events::morale::Cause;
use crate::events::victory::VictoryEvent;
use crate::measure::{Length, Point, Stance};
use crate::questions::posts::{base_at, posts};
use crate::setup::{self, CommandId};
use crate::state::{LeaderPlace, Place, Position, UnitId};
use crate::written::Post;
use crate::{Flow, Happening, Oracle, morale};
use tess_dice::Die;
use tess_effects::Rule;

/// **legion leader.risk.** A round of close combat: leaders with the unit may be hit. Behind a unit only
/// when it has lost.
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

/// **legion leader.casualty, leader.captured.** What becomes of a leader who is hit. `foe`: he is in close
/// combat with it.
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
        Fate::Slain if luck::luck(pos, leader, "is slain", oracle)? => return Ok(()),
        Fate::Slain => return killed(pos, leader, oracle),
        Fate::Slight => (1, 7),
        Fate::Serious => (2, 6),
        Fate::Grievous => (3, 5),
    };
    if foe.is_some() && from <= 6 {
        let die = oracle.roll(Die::D6, "capture", &code, Rule("leader.captured"))?;
        oracle.tell(|| Happening::Leader(LeaderEvent::Seized { leader, die, from }));
        if die >= from {
            if luck::luck(pos, leader, "is captured", oracle)? {
                return Ok(());
            }
            pos.leader_mut(leader).place = LeaderPlace::Captured;
            leader_lost(pos, leader, oracle);
            return Ok(());
        }
    }
    if luck::luck(pos, leader, "is wounded", oracle)? {
        return Ok(());
    }
    pos.leader_mut(leader).wounded = wounded;
    retire(pos, leader, oracle);
    Ok(())
}

/// **legion leader.killed.** A leader dies. The unit that he was with tests: shaken, it is disordered and
/// stays where it is.
fn killed(pos: &mut Position, leader: CommandId, oracle: &mut Oracle<'_>) -> Flow<()> {
    let place = pos.leader(leader).place;
    pos.leader_mut(leader).place = LeaderPlace::Killed;
    leader_lost(pos, leader, oracle);
    let LeaderPlace::With(unit, _) = place else { return Ok(()) };
    if pos.stance(unit).is_some() && !morale::test(pos, unit, Cause::Leader, oracle)? {
        morale::disorder(pos, unit, Rule("morale.result"), oracle);
        pos.unit_mut(unit).account.moved = true;
    }
    Ok(())
}

/// **legion leader.casualty.** A wounded leader goes back one move to have his wound dressed: straight
/// back, as far as the table goes.
fn retire(pos: &mut Position, leader: CommandId, oracle: &mut Oracle<'_>) {
    let from = match pos.leader(leader).place {
        LeaderPlace::Alone(stance) => stance,
        LeaderPlace::With(unit, _) => pos.stance(unit).unwrap_or_default(),
        _ => return,
    };
    let far = pos.set.troop(pos.leader_spec(leader).troop).close.base_move;
    let home = setup::homeward(pos.set.command(leader).side);
    let to = Stance { anchor: from.anchor, heading: home }.at(0, far.0);
    let table = &pos.set.table;
    let edge = Length::inches(1).0;
    let anchor =
        Point { x: to.x.clamp(edge, table.width.0 - edge), y: to.y.clamp(edge, table.depth.0 - edge) };
    pos.leader_mut(leader).place = LeaderPlace::Alone(Stance { anchor, ..from });
    oracle.tell(|| Happening::Leader(LeaderEvent::Alone(leader, Rule("leader.casualty"))));
}

/// **legion leader.casualty.** A broken unit is ridden down: its commander is hit, and one is added to his
/// die. He who lives goes to the nearest unit of his side.
pub fn ridden_down(pos: &mut Position, unit: UnitId, oracle: &mut Oracle<'_>) -> Flow<()> {
    let with: Vec<CommandId> = posts(pos, unit).map(|p| p.0).collect();
    for leader in with {
        let stance = pos.stance(unit).unwrap_or_default();
        lost_his_men(pos, leader, (unit, stance), oracle)?;
    }
    Ok(())
}

/// **legion leader.casualty.** All about a leader are cut down there: he is hit, with one more on the die,
/// and goes to the nearest unit of his side when he lives.
pub(super) fn lost_his_men(
    pos: &mut Position,
    leader: CommandId,
    (unit, stance): (UnitId, Stance),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    casualty(pos, leader, (1, None), oracle)?;
    if matches!(pos.leader(leader).place, LeaderPlace::Killed | LeaderPlace::Captured) {
        return Ok(());
    }
    let side = pos.set.command(leader).side;
    let friends = pos.unit_ids().filter(|&u| u != unit && pos.side(u) == side && !pos.is_lone_stand(u));
    let near = friends.filter(|&u| matches!(pos.unit(u).place, Place::Table(_)));
    let base = base_at(pos, leader, stance);
    let far = |u: UnitId| pos.bases(u).iter().map(|b| b.distance(&base)).min();
    let to = near.min_by_key(|&u| (far(u), u));
    pos.leader_mut(leader).place =
        to.map_or(LeaderPlace::Alone(stance), |u| LeaderPlace::With(u, Post::Rear));
    Ok(())
}

/// A wound heals by a turn.
pub(crate) fn next_turn(pos: &mut Position) {
    for leader in &mut pos.leaders {
        leader.wounded = leader.wounded.saturating_sub(1);
    }
}

/// **legion victory.points.** A commander is killed or taken: what he is worth is the enemy's at once.
pub fn leader_lost(pos: &Position, leader: CommandId, oracle: &mut Oracle<'_>) {
    let points = u16::from(pos.leader_spec(leader).rating);
    oracle.tell(|| Happening::Victory(VictoryEvent::Leader { leader, points }));
}
