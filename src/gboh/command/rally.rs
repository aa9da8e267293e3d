//! Rally and recovery (10.16, 10.28, 10.29, 10.3).

use crate::events::rout::RoutEvent;
use crate::field::Edge;
use crate::piece::{LeaderId, UnitId, UnitType};
use crate::position::{Morale, Place, Position, Supply};
use crate::refusal::rout::{NoRally, NoRecovery, Rout};
use crate::rout::flight::flee;
use crate::rout::way::RunLength;
use crate::rout::{eliminate, may_stand, rout_if_broken};
use crate::variant::charts::RallyHits;
use crate::variant::rout::{FailedRally, RalliesOn, RallyGround, Stand};
use crate::{Flow, Happening, Oracle, Outcome, Refusal, skirmish};
use tess_effects::{Listed, Lower, Matter, Rule};
use tess_hex::{Facing, Hex};

/// The unit stands on clear ground with no enemy beside it.
fn is_quiet(pos: &Position, unit: UnitId, ground: RallyGround, rule: Rule) -> Result<(), Refusal> {
    if !matches!(pos.unit(unit).place, Place::Field { .. }) {
        return Err(Refusal::new(rule, Rout::Off(unit)));
    }
    let quiet = |hex: Hex| match ground {
        RallyGround::Clear => pos.is_clear(hex),
        RallyGround::OnePoint => {
            let terrain = pos.set.field.cell(hex).terrain;
            pos.set.variant.charts.movement.ground(terrain).is_some_and(|row| row.mp <= 1)
        }
    };
    if let Some(hex) = pos.hexes(unit).iter().find(|&h| !quiet(h)) {
        let clear = ground == RallyGround::Clear;
        return Err(Refusal::new(rule, Rout::Ground { unit, hex, clear }));
    }
    if pos.is_beside_enemy(unit) {
        return Err(Refusal::new(rule, Rout::Beset(unit)));
    }
    Ok(())
}

/// **spqr 10.16, 10.28, alexander 10.14, 10.37.** Do enemy missiles reach the unit?
fn in_danger(pos: &Position, unit: UnitId) -> bool {
    skirmish::in_danger(pos, unit, pos.set.variant.choices.rout.harassers_endanger)
}

/// **spqr 10.16.** How many hits the unit could recover by an order now, at least 1; the reason if none.
/// Within reach of missiles an order gives back one, and a second order one more.
///
/// # Errors
/// The refusal.
pub fn may_recover(pos: &Position, unit: UnitId) -> Result<u8, Refusal> {
    let rule = Rule("10.16");
    let no = |why| Err(Refusal::new(rule, Rout::Recover(unit, why)));
    let now = pos.unit(unit);
    match now.morale {
        Morale::Routed => return no(NoRecovery::Routed),
        Morale::Steady { hits: 0 } => return no(NoRecovery::Fresh),
        Morale::Steady { .. } => {}
    }
    if now.rallied {
        return no(NoRecovery::Rallied);
    }
    if pos.in_column(unit) && pos.set.variant.choices.movement.columns_only_move {
        let column = Rout::Recover(unit, NoRecovery::Column);
        return Err(Refusal::new(Rule("alexander 6.65"), column));
    }
    if now.done.recovered >= 2 {
        return no(NoRecovery::Twice);
    }
    is_quiet(pos, unit, RallyGround::Clear, rule)?;
    let alone = pos.set.variant.choices.rout.recovery_alone;
    if alone && (now.done.moved || now.done.fired) {
        return no(NoRecovery::Busy);
    }
    let shot_at = in_danger(pos, unit);
    if shot_at && alone {
        return no(NoRecovery::UnderFire);
    }
    let most = if shot_at { 1 } else { 2 };
    Ok(most.min(2 - now.done.recovered).min(pos.hits(unit)))
}

/// **spqr 10.16.** Recovery: two hits, or one within reach of enemy missiles, at most two in a phase.
///
/// # Errors
/// Refused when it may not.
pub fn recover(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId) -> Flow<Outcome> {
    let hits = may_recover(pos, unit)?;
    let left = pos.hits(unit) - hits;
    let now = pos.unit_mut(unit);
    now.morale = Morale::Steady { hits: left };
    now.done.recovered += hits;
    oracle.tell(|| Happening::Rout(RoutEvent::Recovered { unit, hits, left }));
    Ok(Outcome::Done)
}

/// A leader's bit in [`rallied_by`](crate::position::Unit::rallied_by); leaders beyond the 64th of a battle
/// share one.
fn bit(leader: LeaderId) -> u64 {
    1 << leader.0.min(63)
}

/// **spqr 10.28.** Could this leader try to rally the unit now (range and orders apart)?
///
/// # Errors
/// The refusal.
pub fn may_rally(pos: &Position, leader: LeaderId, unit: UnitId) -> Result<(), Refusal> {
    let rule = Rule("10.28");
    let no = |why| Err(Refusal::new(rule, Rout::Rally(unit, why)));
    if !pos.is_routed(unit) {
        return no(NoRally::Steady);
    }
    if pos.spec(unit).kind == UnitType::EL {
        return no(NoRally::Elephant);
    }
    let choices = &pos.set.variant.choices.rout;
    if choices.stand == Stand::TwoHexAlways && may_stand(pos, unit) {
        return no(NoRally::TwoHexes);
    }
    is_quiet(pos, unit, choices.rally_ground, rule)?;
    if pos.unit(unit).rallied_by & bit(leader) != 0 {
        return no(NoRally::Tried);
    }
    if in_danger(pos, unit) {
        return no(NoRally::UnderFire);
    }
    Ok(())
}

/// **spqr 10.28, 10.29, 10.33.** Rally by a leader: his initiative and one or less rallies; else it runs two
/// hexes more, or is lost when the roll was above its quality too.
///
/// # Errors
/// Refused when he may not; as [`Oracle::roll`] and [`Oracle::ask`].
pub fn rally(pos: &mut Position, oracle: &mut Oracle<'_>, leader: LeaderId, unit: UnitId) -> Flow<Outcome> {
    may_rally(pos, leader, unit)?;
    let rule = Rule("10.28");
    let depleted = pos.unit(unit).depleted;
    let (to_roll, to_table) = pos.set.variant.charts.rally_depleted;
    pos.unit_mut(unit).rallied_by |= bit(leader);
    let roll = oracle.d10("rally", &pos.spec(unit).code, rule)? + if depleted { to_roll } else { 0 };
    let choices = pos.set.variant.choices.rout;
    let needed = match choices.rallies_on {
        RalliesOn::InitiativePlusOne => pos.initiative(leader) + 1,
        RalliesOn::Charisma => pos.charisma(leader),
    };
    oracle.tell(|| Happening::Rout(RoutEvent::RallyTried { leader, unit, roll, needed }));
    let tq = pos.spec(unit).tq;
    if roll > needed {
        let heavy = pos.spec(unit).kind == UnitType::HI;
        match choices.failed_rally {
            FailedRally::RunsTwo if roll <= tq => {
                flee(pos, oracle, unit, None, RunLength::Two, RoutEvent::RUNS)?;
            }
            FailedRally::RunsOn if roll <= tq && !heavy => {
                flee(pos, oracle, unit, None, RunLength::Full, RoutEvent::RUNS_ON)?;
            }
            _ => eliminate(pos, oracle, unit, rule),
        }
        return Ok(Outcome::Done);
    }
    let hits = match pos.set.variant.charts.rally {
        RallyHits::Table(table) => {
            let die = oracle.d10("rally-hits", &pos.spec(unit).code, Rule("10.29"))?
                + if depleted { to_table } else { 0 };
            table[usize::from(tq > 5)][usize::from(die.min(9))]
        }
        RallyHits::Part { foot, mounted } => {
            tq / if pos.spec(unit).kind.is_infantry() { foot } else { mounted }
        }
    };
    let empties = pos.spec(unit).missile.is_some()
        && (choices.rallied_horse_is_empty || pos.spec(unit).kind.is_infantry());
    let depletes = pos.set.knows_depletion();
    let now = pos.unit_mut(unit);
    now.morale = Morale::Steady { hits };
    now.rallied = true;
    now.depleted |= depletes;
    if empties {
        now.supply = Supply::No;
    }
    let depleted = pos.unit(unit).depleted;
    oracle.tell(|| Happening::Rout(RoutEvent::Rallied { unit, hits, depleted }));
    if !rout_if_broken(pos, oracle, unit, None)? {
        turn(pos, oracle, unit)?;
    }
    Ok(Outcome::Done)
}

/// **spqr 10.28.** A rallied unit is turned as its owner likes, at no cost; a phalanx may only face about
/// (7.13).
fn turn(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId) -> Flow<()> {
    let (Some(now), Some(at)) = (pos.facing(unit), pos.hexes(unit).left) else { return Ok(()) };
    let spec = pos.spec(unit);
    let front = match pos.set.field.retreat[spec.side] {
        Edge::West => Facing::E,
        Edge::East => Facing::W,
        // No vertex looks straight at these edges: the way it came from is as good as any.
        Edge::North | Edge::South => now.opposite(),
    };
    let open: &[Facing] = if spec.two_hex { &[now, now.opposite()] } else { &Facing::ALL };
    let preferred = open.iter().copied().min_by_key(|f| f.vertices_to(front)).unwrap_or(now);
    let side = &pos.set.sides[spec.side];
    let options = Listed {
        of: open.iter().copied(),
        key: |f: &Facing| Lower(f.letters()),
        text: |f: &Facing| if *f == now { "as it stands".to_owned() } else { format!("turned to {f}") },
    };
    let matter = Matter { window: "face", side, subject: &spec.code, rule: Rule("10.28") };
    let facing = oracle.choose(matter, &options, |matter, _| {
        let kind = spec.kind.letters();
        matter
            .question(format!("{} ({kind}) has rallied in {at}: which way does it face?", spec.code))
            .at(at)
            .fact("reason", "rally")
            .or_else(preferred.letters().to_ascii_lowercase())
    })?;
    if facing == now {
        return Ok(());
    }
    if spec.two_hex {
        if let Some(left) = pos.hexes(unit).right {
            pos.put(unit, left, facing);
        }
    } else {
        pos.turn_in_place(unit, facing);
    }
    oracle.tell(|| Happening::Rout(RoutEvent::Turned { unit, facing }));
    Ok(())
}
