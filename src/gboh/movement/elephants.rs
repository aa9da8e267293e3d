//! Elephants beside cavalry (9.16).

use crate::check::check;
use crate::events::hit_cause::HitCause;
use crate::events::movement::MoveEvent;
use crate::movement::withdraw;
use crate::piece::{UnitId, UnitType};
use crate::position::{Hexes, Position};
use crate::questions::near::distance;
use crate::{Flow, Happening, Oracle, rout};
use tess_effects::Rule;

/// **spqr 9.16, alexander 9.16.** The hits of cavalry that passes its check, too.
const LEAST: u8 = 1;

/// **spqr 9.16.** An elephant has moved next to enemy cavalry from a hex not next to it (alexander 9.16:
/// from any): the cavalry withdraws; when it cannot, it checks its quality and takes the difference, one
/// hit at least; routed cavalry is eliminated. True when somebody gave way.
pub(crate) fn frighten(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    elephant: UnitId,
    from: Hexes,
) -> Flow<bool> {
    let spec = pos.spec(elephant);
    if spec.kind != UnitType::EL {
        return Ok(false);
    }
    let side = spec.side.other();
    let mut gave_way = false;
    for unit in crate::questions::near::within_two(pos, pos.hexes(elephant), Some(side)) {
        let own = pos.hexes(unit);
        let anew = !pos.set.variant.choices.shock.elephants_come_from_afar || distance(own, from) > 1;
        let beside = distance(own, pos.hexes(elephant)) == 1 && anew;
        if own.left.is_none() || !beside || !pos.spec(unit).kind.is_cavalry() {
            continue;
        }
        if pos.is_routed(unit) {
            oracle.tell(|| Happening::Move(MoveEvent::ElephantNear { unit, elephant, check: None, hits: 0 }));
            rout::eliminate(pos, oracle, unit, Rule("9.16"));
            gave_way = true;
        } else if withdraw::forced(pos, oracle, unit, elephant)? {
            gave_way = true;
        } else {
            let check = check(pos, oracle, unit, "elephant-near", 0, Rule("9.16"))?;
            let hits = check.excess.max(LEAST);
            oracle.tell(|| {
                Happening::Move(MoveEvent::ElephantNear { unit, elephant, check: Some(check), hits })
            });
            if hits > 0 {
                rout::hit(pos, oracle, unit, hits, HitCause::ElephantsNear)?;
                gave_way |= rout::rout_if_broken(pos, oracle, unit, Some(elephant))?;
            }
        }
    }
    Ok(gave_way)
}
