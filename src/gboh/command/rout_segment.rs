//! The rout movement segment (10.23).

use crate::events::rout::RoutEvent;
use crate::piece::{Side, UnitId};
use crate::position::{Place, Position};
use crate::rout::flight::run_by;
use crate::rout::way::{End, RunLength, find_way};
use crate::rout::{eliminate, may_stand};
use crate::{Flow, Oracle, missile};
use tess_effects::Rule;

/// **spqr 10.23.** Every routed phalanx is eliminated, and whoever does not run on (`is_lost`); every other
/// routed unit runs its printed allowance, those nearest to their edge first, so that nobody runs over a
/// comrade who is about to go. Units that rout only now because friends ran over them are not moved a second
/// time.
///
/// # Errors
/// As [`Oracle::roll`] and [`Oracle::ask`].
pub fn rout_movement(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    for side in Side::BOTH {
        let mut runners: Vec<(u8, UnitId)> = pos
            .on_field(side)
            .filter(|&u| pos.is_routed(u))
            .map(|u| {
                let to_edge = pos.hexes(u).iter().map(|h| pos.set.field.to_retreat(side, h)).min();
                (to_edge.unwrap_or(0), u)
            })
            .collect();
        runners.sort_unstable();
        for (_, unit) in runners {
            if !matches!(pos.unit(unit).place, Place::Field { .. }) || !pos.is_routed(unit) {
                continue;
            }
            if let Some(rule) = is_lost(pos, unit) {
                eliminate(pos, oracle, unit, rule);
                continue;
            }
            // 8.22 spares only the first flight from fire.
            let way = find_way(pos, oracle, unit, RunLength::Full)?;
            if pos.unit_in_zoc(unit) {
                let from = pos.hexes(unit);
                if way.end != End::Stuck
                    && let Some(&to) = way.places.first()
                {
                    missile::retire_fire(pos, oracle, unit, from, to)?;
                    if !matches!(pos.unit(unit).place, Place::Field { .. }) {
                        continue;
                    }
                }
            }
            run_by(pos, oracle, unit, way, RoutEvent::RUNS_ON)?;
        }
    }
    Ok(())
}

/// **spqr 10.23, alexander 9.34, 9.65.** By which rule a routed unit is lost in the segment instead of
/// running: phalanxes, and skirmishers who have run so far.
fn is_lost(pos: &Position, unit: UnitId) -> Option<Rule> {
    let kind = pos.spec(unit).kind;
    if kind.is_skirmisher() {
        Some(Rule("alexander 9.34"))
    } else if may_stand(pos, unit) {
        Some(Rule("10.23"))
    } else {
        None
    }
}
