//! Who stands although he should rout (spqr 8.43, alexander 9.65).

use crate::events::rout::RoutEvent;
use crate::piece::{UnitId, UnitType};
use crate::position::{Morale, Position};
use crate::rout::RoutCause;
use crate::variant::rout::Stand;
use crate::{Flow, Happening, Oracle};
use tess_effects::Rule;

/// **spqr 8.43, alexander 9.65.** Is it a unit that may roll to stand? It never rallies in the books where
/// it is more than a phalanx, and is lost in the segment.
#[must_use]
pub fn may_stand(pos: &Position, unit: UnitId) -> bool {
    let spec = pos.spec(unit);
    match pos.set.variant.choices.rout.stand {
        Stand::PhalanxesInShock => spec.kind == UnitType::PH,
        Stand::TwoHexAlways => spec.kind == UnitType::PH || spec.two_hex && spec.kind == UnitType::HI,
    }
}

/// **spqr 8.43, exception, alexander 9.65.** The roll to stand with one hit less than its quality: the die,
/// the hits beyond the quality, and 3 for an attacker. None before position superiority, and none for the
/// other unit of a stack.
pub(crate) fn stands(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    cause: RoutCause,
) -> Flow<bool> {
    let always = pos.set.variant.choices.rout.stand == Stand::TwoHexAlways;
    let attacker = match cause {
        RoutCause::Shock { attacker, position: false } => attacker,
        RoutCause::Hits if always => false,
        _ => return Ok(false),
    };
    if !may_stand(pos, unit) || pos.is_routed(unit) {
        return Ok(false);
    }
    let rule = Rule(if always { "alexander 9.65" } else { "8.43" });
    let quality = pos.quality(unit);
    let excess = pos.hits(unit).saturating_sub(quality);
    let modifier = excess + if attacker { 3 } else { 0 };
    let die = oracle.d10("stand", &pos.spec(unit).code, rule)?;
    let stood = die + modifier <= quality;
    oracle.tell(|| Happening::Rout(RoutEvent::Stand { unit, die, modifier, quality, stood, rule }));
    if stood {
        pos.unit_mut(unit).morale = Morale::Steady { hits: quality.saturating_sub(1) };
    }
    Ok(stood)
}
