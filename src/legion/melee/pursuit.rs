//! Pursuit.

use super::round::resolve;
use crate::events::melee::MeleeEvent;
use crate::events::morale::How;
use crate::formation::Formation;
use crate::measure::Length;
use crate::morale::{self, Run, disorder, sit_out};
use crate::movement::{engage, leash, off};
use crate::questions::names::kind;
use crate::setup::{Class, Drill};
use crate::state::{Engagement, Impact, Morale, Place, Position, Stage, UnitId};
use crate::{Flow, Happening, Oracle, drill, flight, leaders};
use tess_effects::{Question, Rule};

/// Whether a unit pursues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pursues {
    /// It must.
    Must,
    /// It may.
    May,
    /// It never does.
    Never,
}

/// **legion melee.pursuit.** Does a unit pursue a broken enemy? Tribal foot, heavy horse, chariots and
/// light troops must; drilled foot and elephants may; engines, baggage and defensive formations do not, nor
/// does anybody pursue elephants, or twice in a turn.
#[must_use]
pub fn pursues(pos: &Position, unit: UnitId, enemy: UnitId) -> Pursues {
    let own = pos.unit(unit);
    let fixed = own.shields || matches!(own.formation, Formation::Orbis | Formation::Testudo);
    if fixed || own.account.pursued || pos.troop(enemy).class == Class::Elephants {
        return Pursues::Never;
    }
    match pos.troop(unit).class {
        Class::Artillery | Class::Baggage => Pursues::Never,
        _ if pos.is_light(unit) => Pursues::Must,
        Class::Warband | Class::HeavyCavalry | Class::ScythedChariots | Class::CelticChariots => {
            Pursues::Must
        }
        Class::HeavyInfantry | Class::Auxilia if pos.troop(unit).drill == Drill::Tribal => Pursues::Must,
        _ => Pursues::May,
    }
}

/// **legion pursuit.move.** A unit runs after a broken enemy, straight, as far as its dice say. Broken
/// enemies whom it reaches are destroyed; others fight it at once, and it has lost its order by then.
pub fn pursue(pos: &mut Position, unit: UnitId, enemy: UnitId, oracle: &mut Oracle<'_>) -> Flow<()> {
    let code = pos.code(unit);
    if pursues(pos, unit, enemy) == Pursues::May {
        let text = format!("{} has broken: does {code} pursue?", pos.code(enemy));
        let side = pos.set.sides[pos.side(unit)].clone();
        let question = Question::new("pursue", &side, &code, Rule("melee.pursuit"), text)
            .choice("no", "stays where it is")
            .choice("yes", "runs after it, as far as the dice say")
            .fact("enemy.type", kind(pos, enemy))
            .fact("own.hits", pos.unit(unit).hits);
        if oracle.ask(question)? == "no" {
            return Ok(());
        }
    }
    let Some(from) = pos.stance(unit) else { return Ok(()) };
    let heading = flight::away_from(pos, enemy, unit).unwrap_or(from.heading);
    let due = leash(pos, unit, flight::pursuit_dice(pos, unit, (enemy, heading), oracle)?);
    let account = &mut pos.unit_mut(unit).account;
    // Who pursues has broken his enemy in a combat, or by coming at his flank.
    (account.pursued, account.fought) = (true, true);
    if !matches!(pos.stage, Stage::Acting(a) if a.command == pos.unit(unit).command) {
        sit_out(pos, unit);
    }
    flight::turn(pos, unit, heading);
    let mut left = due;
    while left > Length::ZERO && pos.stance(unit).is_some() && !pos.is_engaged(unit) {
        let from = pos.stance(unit);
        let slid =
            morale::run(pos, unit, Run { leaves: true, ..Run::on(heading, left, How::Pursues) }, oracle)?;
        left = left - slid.gone;
        if morale::shies(pos, unit, from, oracle)? {
            break;
        }
        let Some(met) = slid.met else { break };
        let host = pos.host(met);
        if is_prey(pos, host) {
            ride_down(pos, host, oracle)?;
            continue;
        }
        disorder(pos, unit, Rule("pursuit.move"), oracle);
        meet(pos, (unit, met), Impact::None, Rule("pursuit.move"), oracle);
        let now: Vec<Engagement> =
            pos.engagements.iter().copied().filter(|e| e.other(unit) == Some(met)).collect();
        let steady = pos.unit(met).morale != Morale::Broken;
        without_missiles(pos, [unit, met], |pos| resolve(pos, &now, oracle))?;
        // melee.pursuit: on it goes only when this enemy breaks too, or nothing is left of him.
        let breaks = steady && (pos.unit(met).morale == Morale::Broken || pos.unit(met).stands.is_empty());
        if pos.unit(unit).morale == Morale::Broken || !breaks {
            break;
        }
    }
    Ok(())
}

/// **legion pursuit.move.** A round in which neither of two shoots: no shooting at those who pursue, nor by
/// them. Whoever has kept his shot has it still.
fn without_missiles(
    pos: &mut Position,
    units: [UnitId; 2],
    round: impl FnOnce(&mut Position) -> Flow<()>,
) -> Flow<()> {
    let shots = units.map(|u| pos.unit(u).account.shot);
    for unit in units {
        pos.unit_mut(unit).account.shot = true;
    }
    round(pos)?;
    for (unit, shot) in units.into_iter().zip(shots) {
        pos.unit_mut(unit).account.shot = shot;
    }
    Ok(())
}

/// **legion morale.broken.** Is a unit destroyed when an enemy touches it? The broken are; elephants and a
/// square fight on.
#[must_use]
pub(crate) fn is_prey(pos: &Position, id: UnitId) -> bool {
    let unit = pos.unit(id);
    unit.morale == Morale::Broken
        && pos.troop(id).class != Class::Elephants
        && unit.formation != Formation::Orbis
}

/// A broken unit is reached and destroyed.
pub(crate) fn ride_down(pos: &mut Position, id: UnitId, oracle: &mut Oracle<'_>) -> Flow<()> {
    leaders::ridden_down(pos, id, oracle)?;
    morale::destroy(pos, id, Rule("pursuit.move"), oracle)
}

/// A unit that has run into another squares off and is in close combat with it.
pub(crate) fn meet(
    pos: &mut Position,
    (unit, enemy): (UnitId, UnitId),
    impact: Impact,
    rule: Rule,
    oracle: &mut Oracle<'_>,
) {
    let squared = off(pos, unit, enemy);
    pos.unit_mut(unit).place = Place::Table(squared.stance);
    engage(pos, Engagement { attacker: unit, defender: enemy, side: squared.side, impact, fresh: true });
    oracle.tell(|| Happening::Melee(MeleeEvent::Meets { unit, enemy, side: squared.side, rule }));
}

/// **legion chariot.celtic-dismount.** Warriors on foot who give way mount their chariots again.
pub(crate) fn remount(pos: &mut Position, id: UnitId, oracle: &mut Oracle<'_>) {
    for unit in pos.party(id) {
        if pos.unit(unit).drivers > 0 {
            drill::mount(pos, unit, oracle);
        }
    }
}
