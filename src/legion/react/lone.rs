//! A charge at a leader who stands by himself.

use super::charge::charge;
use crate::measure::TOUCH;
use crate::movement::declare;
use crate::questions::posts;
use crate::refusal::Why;
use crate::refusal::movement::{NoCharge, NoLeader, Unmoved};
use crate::setup::CommandId;
use crate::state::{LeaderPlace, Position, UnitId};
use crate::written::Step;
use crate::{Flow, Oracle, Refusal, leaders};
use tess_effects::{Rule, Side, Stop};

/// **legion leader.risk.** `charge H1 MAX`: a unit charges a leader who stands by himself, when no other
/// enemy is nearer to it. He evades, as he always may, or stands and fights with his own stand.
///
/// # Errors
/// When he is not by himself, not the nearest, or the unit does not charge him.
pub fn charge_leader(
    pos: &mut Position,
    side: Side,
    (unit, leader): (UnitId, CommandId),
    steps: &[Step],
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    let mut there = pos.clone();
    let target = lone(&mut there, (unit, leader))?;
    declare(&there, side, (unit, target), steps).map_err(|why| of_leader(why, (target, leader)))?;
    let charged = charge(&mut there, side, (unit, target), steps, oracle);
    // whoever looks at what waits for an answer or a die sees his stand as well
    if !matches!(charged, Err(Stop::Refused(_))) {
        *pos = there;
    }
    charged
}

/// His stand as a unit, when he is the nearest enemy.
fn lone(pos: &mut Position, (unit, leader): (UnitId, CommandId)) -> Result<UnitId, Refusal> {
    let no = |why| Refusal::new(Rule("leader.risk"), Why::Unmoved(unit, Unmoved::NoLeader(leader, why)));
    match pos.leader(leader).place {
        _ if pos.set.command(leader).side == pos.side(unit) => return Err(no(NoLeader::Friend)),
        LeaderPlace::With(with, _) => return Err(no(NoLeader::With(with))),
        LeaderPlace::Alone(_) => {}
        _ => return Err(no(NoLeader::Off)),
    }
    let own = pos.bases(unit);
    let far = posts::stand(pos, leader).and_then(|s| own.iter().map(|b| b.distance(&s)).min());
    let nearer = |&e: &UnitId| pos.distance(unit, e).zip(far).is_some_and(|(d, far)| d + TOUCH < far);
    if let Some(enemy) = pos.enemies(pos.side(unit)).find(nearer) {
        return Err(no(NoLeader::Nearer(enemy)));
    }
    leaders::take_post(pos, leader).ok_or_else(|| no(NoLeader::Off))
}

/// A refusal that speaks of the leader, since his stand is a unit in the charge only.
fn of_leader(refusal: Refusal, (target, leader): (UnitId, CommandId)) -> Refusal {
    match refusal.why {
        Why::Unmoved(unit, Unmoved::NoCharge(at, why)) if at == target => {
            let why = match why {
                NoCharge::Friend => NoLeader::Friend,
                NoCharge::Off => NoLeader::Off,
                why => NoLeader::As(why),
            };
            Refusal::new(refusal.rule, Why::Unmoved(unit, Unmoved::NoLeader(leader, why)))
        }
        why => Refusal::new(refusal.rule, why),
    }
}
