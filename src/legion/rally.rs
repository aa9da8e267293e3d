//! The rally phase: hits are removed, order comes back, and leaders rally the broken.

use super::cards::{self, Lasting};
use super::chart::Circumstance;
use super::command::Directive;
use super::measure::Length;
use super::morale::told::MoraleEvent;
use super::morale::{self, Cause};
use super::position::{Morale, Position, Tried, UnitId};
use super::side::Side;
use super::stage::Stage;
use super::troop::Class;
use super::{Happening, Oracle, flight, leaders};
use crate::{Flow, Refusal};
use tess_dice::Die;
use tess_effects::Rule;

/// An enemy is near at this distance.
const NEAR: Length = Length::inches(6);

/// **legion rally.hits.** The rally phase of a side ends: a die for each unit with hits that is in no close combat, elephants aside, and units that
/// have less than a hit for each stand come back into order.
pub(super) fn phase(pos: &mut Position, side: Side, oracle: &mut Oracle<'_>) -> Flow<()> {
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
        Circumstance::LeaderAttached => leaders::with(pos, unit).is_some(),
        Circumstance::EnemyNear => {
            let mut enemies = pos.enemies(pos.side(unit));
            enemies.any(|e| pos.distance(unit, e).is_some_and(|far| far <= NEAR))
        }
        Circumstance::Disordered => pos.unit(unit).morale == Morale::Disordered,
        Circumstance::Broken => pos.unit(unit).morale == Morale::Broken,
        Circumstance::ForcedMarch => pos.cards.has(Lasting::Tired(unit)),
        Circumstance::HotMeal => pos.cards.has(Lasting::Fed(pos.side(unit))),
        Circumstance::GoodOmens => cards::omens(pos, pos.side(unit)) > 0,
        Circumstance::BadOmens => cards::omens(pos, pos.side(unit)) < 0,
        Circumstance::RousingSpeech => cards::speech(pos, unit) > 0,
    }
}

/// **legion rally.hits.** A disordered unit with less than a hit for each stand is in good order again; one that was rallied in this phase in
/// the next.
fn recover(pos: &mut Position, unit: UnitId, oracle: &mut Oracle<'_>) {
    let own = pos.unit(unit);
    let heals = own.morale == Morale::Disordered && own.account.rally != Tried::InPhase;
    if heals && own.hits < morale::stands(pos, unit) {
        pos.unit_mut(unit).morale = Morale::Good;
        oracle.tell(|| Happening::Morale(MoraleEvent::InOrder(unit)));
    }
}

/// **legion rally.broken, order.reform.** `rally U3`: a broken unit tests its morale. In the rally phase a leader is with it, who rallies one unit in a
/// phase; while its Command reforms it needs none. Rallied, it turns about and is disordered.
///
/// # Errors
/// When it may not try.
pub(super) fn rally(pos: &mut Position, side: Side, unit: UnitId, oracle: &mut Oracle<'_>) -> Flow<()> {
    let tried = may_rally(pos, side, unit)?;
    if tried == Tried::InPhase
        && let Some(leader) = leaders::fit(pos, unit)
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
        flight::about(pos, unit, stance.heading.about());
    }
    Ok(())
}

/// May a unit try to rally now, and as what does it count?
fn may_rally(pos: &Position, side: Side, unit: UnitId) -> Result<Tried, Refusal> {
    let code = pos.code(unit);
    let no = |rule, text: String| Err(Refusal::new(Rule(rule), text).at(&code));
    if pos.side(unit) != side {
        return no("rally.broken", format!("{code} belongs to the other army"));
    }
    if pos.stance(unit).is_none() || pos.unit(unit).morale != Morale::Broken {
        return no("rally.broken", format!("{code} is not broken on the table"));
    }
    if pos.unit(unit).account.rally != Tried::No {
        return no("rally.broken", format!("{code} has tried to rally this turn"));
    }
    match pos.stage {
        Stage::Rally { .. } => match leaders::fit(pos, unit) {
            Some(leader) if pos.leader(leader).rallied => {
                let name = &pos.leader_spec(leader).code;
                no("rally.broken", format!("{name} has tried to rally a unit in this phase"))
            }
            Some(_) => Ok(Tried::InPhase),
            None if leaders::with(pos, unit).is_some() => {
                no("leader.casualty", format!("the leader with {code} is wounded, and rallies nobody"))
            }
            None => Err(Refusal::new(Rule("rally.broken"), format!("{code} has no leader with it"))
                .help("a leader joins it while his Command has the initiative: attach MAX U1 rear")
                .at(&code)),
        },
        Stage::Acting(acting) if acting.command == pos.unit(unit).command => {
            if pos.directive(unit) == Directive::Reform {
                return Ok(Tried::Reforming);
            }
            Err(Refusal::new(Rule("order.reform"), format!("{code} rallies now only under the order reform"))
                .help("or in the rally phase, with a leader")
                .at(&code))
        }
        _ => no("rally.broken", "units rally while their Command reforms, and in the rally phase".into()),
    }
}
