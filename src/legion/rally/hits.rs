//! **legion rally.hits.** The rally phase: hits are removed, and order comes back.

use crate::events::morale::MoraleEvent;
use crate::measure::Length;
use crate::questions::{lasting, posts, stands};
use crate::setup::{Circumstance, Class};
use crate::state::{Lasting, Morale, Position, Tried, UnitId};
use crate::{Flow, Happening, Oracle};
use tess_dice::Die;
use tess_effects::{Rule, Side};

/// An enemy is near at this distance.
const NEAR: Length = Length::inches(6);

/// **legion rally.hits.** The rally phase of a side ends: a die for each unit with hits that is in no close
/// combat, elephants aside, and units that have less than a hit for each stand come back into order.
pub(crate) fn phase(pos: &mut Position, side: Side, oracle: &mut Oracle<'_>) -> Flow<()> {
    let own: Vec<UnitId> =
        pos.unit_ids().filter(|&u| pos.side(u) == side && pos.stance(u).is_some()).collect();
    for unit in own {
        if fights(pos, unit) {
            continue;
        }
        if pos.unit(unit).hits > 0 && pos.troop(unit).class != Class::Elephants {
            remove_hits(pos, unit, oracle)?;
        }
        recover(pos, unit, oracle);
    }
    Ok(())
}

/// Is a unit, or that to which it is attached, in close combat?
fn fights(pos: &Position, unit: UnitId) -> bool {
    pos.is_engaged(pos.unit(unit).attached.unwrap_or(unit))
}

fn remove_hits(pos: &mut Position, unit: UnitId, oracle: &mut Oracle<'_>) -> Flow<()> {
    let parts = modifiers(pos, unit);
    let die = oracle.roll(Die::D6, "rally", &pos.code(unit), Rule("rally.hits"))?;
    let sum = die as i8 + parts.iter().map(|p| p.1).sum::<i8>();
    let hits = pos.unit(unit).hits;
    let removed = u16::from(sum.max(0).unsigned_abs()).min(hits);
    let left = hits - removed;
    pos.unit_mut(unit).hits = left;
    oracle.tell(|| Happening::Morale(MoraleEvent::Recovers { unit, die, parts, removed, left }));
    Ok(())
}

/// **legion rally.hits.** What is added to the die of a unit, by the chart of the battle.
#[must_use]
pub fn modifiers(pos: &Position, unit: UnitId) -> Vec<(Circumstance, i8)> {
    let all = pos.set.charts.rally.modifiers.iter().copied();
    all.filter(|&(when, add)| add != 0 && applies(pos, unit, when)).collect()
}

fn applies(pos: &Position, unit: UnitId, when: Circumstance) -> bool {
    match when {
        Circumstance::FromDie => true,
        Circumstance::LeaderAttached => posts::with(pos, unit).is_some(),
        Circumstance::EnemyNear => {
            let mut enemies = pos.enemies(pos.side(unit));
            enemies.any(|e| pos.distance(unit, e).is_some_and(|far| far <= NEAR))
        }
        Circumstance::Disordered => pos.unit(unit).morale == Morale::Disordered,
        Circumstance::Broken => pos.unit(unit).morale == Morale::Broken,
        Circumstance::ForcedMarch => pos.cards.has(Lasting::Tired(unit)),
        Circumstance::HotMeal => pos.cards.has(Lasting::Fed(pos.side(unit))),
        Circumstance::GoodOmens => lasting::omens(pos, pos.side(unit)) > 0,
        Circumstance::BadOmens => lasting::omens(pos, pos.side(unit)) < 0,
        Circumstance::RousingSpeech => lasting::speech(pos, unit) > 0,
    }
}

/// **legion rally.hits.** A disordered unit with less than a hit for each stand is in good order again; one
/// that was rallied in this phase in the next.
fn recover(pos: &mut Position, unit: UnitId, oracle: &mut Oracle<'_>) {
    let own = pos.unit(unit);
    let heals = own.morale == Morale::Disordered && own.account.rally != Tried::InPhase;
    if heals && own.hits < stands::stands(pos, unit) {
        pos.unit_mut(unit).morale = Morale::Good;
        oracle.tell(|| Happening::Morale(MoraleEvent::InOrder(unit)));
    }
}
