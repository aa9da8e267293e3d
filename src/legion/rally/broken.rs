//! **legion rally.broken, order.reform.** Broken units try to rally.

use crate::events::morale::{Cause, MoraleEvent};
use crate::questions::posts;
use crate::refusal::Why;
use crate::refusal::course::Unrallied;
use crate::state::{Directive, Morale, Position, Stage, Tried, UnitId};
use crate::{Flow, Happening, Oracle, Refusal, flight, morale};
use tess_effects::{Rule, Side};

/// **legion rally.broken, order.reform.** `rally U3`: a broken unit tests its morale. In the rally phase a
/// leader is with it, who rallies one unit in a phase; while its Command reforms it needs none. Rallied, it
/// turns about and is disordered.
///
/// # Errors
/// When it may not try.
pub(crate) fn rally(pos: &mut Position, side: Side, unit: UnitId, oracle: &mut Oracle<'_>) -> Flow<()> {
    let tried = may_rally(pos, side, unit)?;
    if tried == Tried::InPhase
        && let Some(leader) = posts::fit(pos, unit)
    {
        pos.leader_mut(leader).rallied = true;
    }
    pos.unit_mut(unit).account.rally = tried;
    if !morale::test(pos, unit, Cause::Rally, oracle)? {
        return Ok(());
    }
    let own = pos.unit_mut(unit);
    own.morale = Morale::Disordered;
    own.account.moved = true;
    oracle.tell(|| Happening::Morale(MoraleEvent::Rallied(unit)));
    if let Some(stance) = pos.stance(unit) {
        flight::turn(pos, unit, stance.heading.about());
    }
    Ok(())
}

/// May a unit try to rally now, and as what does it count?
fn may_rally(pos: &Position, side: Side, unit: UnitId) -> Result<Tried, Refusal> {
    let no = |rule, why| Err(Refusal::new(Rule(rule), Why::Unrallied(unit, why)));
    if pos.side(unit) != side {
        return no("rally.broken", Unrallied::Foreign);
    }
    if pos.stance(unit).is_none() || pos.unit(unit).morale != Morale::Broken {
        return no("rally.broken", Unrallied::NotBroken);
    }
    if pos.unit(unit).account.rally != Tried::No {
        return no("rally.broken", Unrallied::Tried);
    }
    match pos.stage {
        Stage::Rally { .. } => match posts::fit(pos, unit) {
            Some(leader) if pos.leader(leader).rallied => no("rally.broken", Unrallied::LeaderTried(leader)),
            Some(_) => Ok(Tried::InPhase),
            None if posts::with(pos, unit).is_some() => no("leader.casualty", Unrallied::Wounded),
            None => no("rally.broken", Unrallied::NoLeader),
        },
        Stage::Acting(acting) if acting.command == pos.unit(unit).command => {
            if pos.directive(unit) == Directive::Reform {
                return Ok(Tried::Reforming);
            }
            no("order.reform", Unrallied::NotReforming)
        }
        _ => no("rally.broken", Unrallied::NotNow),
    }
}
