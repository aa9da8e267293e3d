//! Cohesion hits (10.12, 10.14, 10.27).

use crate::events::hit_cause::HitCause;
use crate::events::rout::RoutEvent;
use crate::piece::UnitId;
use crate::position::{Morale, Place, Position};
use crate::rout::{RoutCause, RoutEnd, eliminate, rout};
use crate::{Flow, Happening, Oracle};

/// **spqr 10.12, 10.27.** Adds hits. A routed unit that takes a hit is eliminated. Does not rout anybody:
/// that is [`rout_if_broken`]'s, since in shock all routs wait for the collapse.
///
/// # Errors
/// None of its own; it shares the shape of its neighbours.
pub fn hit(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId, hits: u8, why: HitCause) -> Flow<()> {
    if hits == 0 || !matches!(pos.unit(unit).place, Place::Field { .. }) {
        return Ok(());
    }
    match &mut pos.unit_mut(unit).morale {
        Morale::Steady { hits: so_far } => {
            *so_far = so_far.saturating_add(hits);
            let total = *so_far;
            oracle.tell(|| Happening::Rout(RoutEvent::Hits { unit, hits, total, why }));
        }
        Morale::Routed => eliminate(pos, oracle, unit, RoutEvent::BROKEN_AGAIN),
    }
    Ok(())
}

/// Has the unit taken as many hits as its quality (10.14)?
#[must_use]
#[inline]
pub fn is_broken(pos: &Position, unit: UnitId) -> bool {
    match pos.unit(unit).morale {
        Morale::Steady { hits } => {
            hits > 0 && hits >= pos.quality(unit) && matches!(pos.unit(unit).place, Place::Field { .. })
        }
        Morale::Routed => false,
    }
}

/// **spqr 10.14.** Routs the unit when its hits have reached its quality. True when it did; a unit that
/// stands (alexander 9.65) did not.
///
/// # Errors
/// As [`rout`].
#[inline]
pub fn rout_if_broken(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    by: Option<UnitId>,
) -> Flow<bool> {
    if !is_broken(pos, unit) {
        return Ok(false);
    }
    Ok(rout(pos, oracle, unit, RoutCause::Hits, by)? != RoutEnd::Stood)
}
