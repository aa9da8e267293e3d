//! Uncontrolled advance (cataphract 11.3).

use crate::command::phase::note_stations;
use crate::command::turn;
use crate::events::Happening;
use crate::events::command::CommandEvent;
use crate::movement::Reach;
use crate::order::{Move, ShockOrder, Step, Way};
use crate::piece::{LeaderId, LineId, Missile, Side, UnitId};
use crate::position::{Hexes, Morale, Place, Position, Runaway, ShockMark};
use crate::questions::{along, company, outlook};
use crate::state::asks::Finer;
use crate::state::stage::{LineInProgress, Phase, PhaseKind, Stage, Troop};
use crate::{Flow, Oracle, movement, shock};
use tess_effects::{Listed, Lower, Matter, Rule, Stop};
use tess_hex::{Crossing, Facing, Hex, crossings};

/// So many hexes nearer to the enemy a unit may come in a line command.
const NEARER: u8 = 2;

/// **cataphract 11.31, 11.32.** A line command is over: if units without bows came more than two hexes
/// nearer to the enemy, those of an undisciplined army go on by themselves in the next turn, those of
/// another if the leader's die is above his initiative.
pub(crate) fn after_line(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    leader: LeaderId,
    line: &LineInProgress,
) -> Flow<()> {
    let Troop::Line(name) = line.line else { return Ok(()) };
    if !pos.set.variant.choices.command.uncontrolled_advance {
        return Ok(());
    }
    let side = pos.leader_spec(leader).side;
    let eager: Vec<UnitId> = line
        .units
        .iter()
        .zip(line.starts.iter())
        .filter(|&(&unit, &start)| came_nearer(pos, unit, start))
        .map(|(&unit, _)| unit)
        .collect();
    if eager.is_empty() {
        return Ok(());
    }
    if !pos.set.special.undisciplined[side] {
        let die = oracle.d10("discipline", &pos.leader_spec(leader).code, Rule("cataphract 11.32"))?;
        let held = die <= pos.initiative(leader);
        oracle.tell(|| Happening::Command(CommandEvent::Discipline { leader, die, held }));
        if held {
            return Ok(());
        }
    }
    let since = pos.turn;
    for &unit in &eager {
        pos.unit_mut(unit).runaway = Some(Runaway { line: name, leader, since });
    }
    oracle.tell(|| Happening::Command(CommandEvent::OutOfControl { line: name, units: eager }));
    Ok(())
}

/// Has a unit without bows come more than two hexes nearer to the enemies, as they stand now?
fn came_nearer(pos: &Position, unit: UnitId, start: Option<Hex>) -> bool {
    let bow = matches!(pos.spec(unit).missile, Some(Missile::A | Missile::C));
    let steady = matches!(pos.unit(unit).place, Place::Field { .. }) && !pos.is_routed(unit);
    let Some(start) = start.filter(|_| steady && !bow && pos.unit(unit).done.moved) else { return false };
    let before = far(pos, pos.side(unit), Hexes::one(start));
    let now = far(pos, pos.side(unit), pos.hexes(unit));
    before.zip(now).is_some_and(|(before, now)| before > now + NEARER)
}

/// How far the nearest steady enemy is.
fn far(pos: &Position, side: Side, at: Hexes) -> Option<u8> {
    let enemies = pos.on_field(side.other()).filter(|&e| !pos.is_routed(e));
    enemies.flat_map(|e| pos.hexes(e).iter()).flat_map(|h| at.iter().map(move |a| a.distance(h))).min()
}

/// **cataphract 11.31.** Who has been in shock, or is not there or in order any more, is controlled again.
pub(crate) fn relieve(pos: &mut Position) {
    if !pos.set.variant.choices.command.uncontrolled_advance {
        return;
    }
    for id in pos.unit_ids() {
        let unit = pos.unit(id);
        let steady =
            matches!(unit.place, Place::Field { .. }) && matches!(unit.morale, Morale::Steady { .. });
        if unit.runaway.is_some() && (unit.done.shocked || !steady) {
            pos.unit_mut(id).runaway = None;
        }
    }
}

/// Lines of a side that run in this turn and have not yet.
fn due(pos: &Position, side: Side) -> Vec<LineId> {
    let mut lines: Vec<LineId> = pos
        .on_field(side)
        .filter_map(|u| pos.unit(u).runaway)
        .filter(|r| r.since < pos.turn)
        .map(|r| r.line)
        .collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// **cataphract 11.31, 5.12.** Uncontrolled lines come before all leaders; of both sides the higher die
/// begins, and they alternate.
pub(crate) fn run(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    // In most books nobody ever runs.
    let may_run = pos.set.variant.choices.command.uncontrolled_advance;
    if !may_run || pos.unit_ids().all(|u| pos.unit(u).runaway.is_none()) {
        return Ok(());
    }
    let both = Side::BOTH.map(|s| !due(pos, s).is_empty());
    let mut side = match both {
        [true, true] => {
            turn::higher_die(pos, oracle, "uncontrolled", [0, 0], Rule("cataphract 11.31"), true)?
                .map_or(Side::First, |(side, _)| side)
        }
        [false, true] => Side::Second,
        _ => Side::First,
    };
    loop {
        let Some(line) = due(pos, side).first().copied() else {
            side = side.other();
            match due(pos, side).first() {
                Some(_) => continue,
                None => return Ok(()),
            }
        };
        run_line(pos, oracle, side, line)?;
        side = side.other();
    }
}

/// One line runs at the enemy, the nearest units first, and shocks him.
fn run_line(pos: &mut Position, oracle: &mut Oracle<'_>, side: Side, line: LineId) -> Flow<()> {
    let turn = pos.turn;
    let mut units: Vec<(u8, UnitId)> = Vec::new();
    let mut leader = None;
    for unit in pos.on_field(side).collect::<Vec<_>>() {
        if let Some(run) = pos.unit(unit).runaway.filter(|r| r.line == line && r.since < turn) {
            leader = Some(run.leader);
            pos.unit_mut(unit).runaway = Some(Runaway { since: turn, ..run });
            units.push((far(pos, side, pos.hexes(unit)).unwrap_or(u8::MAX), unit));
        }
    }
    let Some(leader) = leader else { return Ok(()) };
    units.sort_unstable();
    let units: Vec<UnitId> = units.into_iter().map(|(_, u)| u).collect();
    note_stations(pos, None);
    pos.stage = Stage::Orders(Phase { acted: true, ..Phase::new(leader, side, PhaseKind::Initial) });
    let told = units.clone();
    oracle.tell(|| Happening::Command(CommandEvent::Runs { line, units: told }));
    for &unit in &units {
        charge(pos, oracle, unit)?;
    }
    for &unit in &units {
        stand(pos, oracle, unit)?;
    }
    shock::resolve(pos, oracle)?;
    relieve(pos);
    for unit in pos.unit_ids() {
        let unit = pos.unit_mut(unit);
        unit.moved_before |= unit.done.moved;
        unit.shock = ShockMark::None;
    }
    pos.stage = Stage::TurnStart;
    Ok(())
}

/// Goes as near to the nearest enemy as its whole allowance brings it, there with him to its front; where
/// of equal places its owner says.
fn charge(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId) -> Flow<()> {
    let side = pos.side(unit);
    let two = pos.spec(unit).two_hex;
    let (Some(now), false) = (far(pos, side, pos.hexes(unit)), pos.is_routed(unit)) else { return Ok(()) };
    if pos.hex(unit).is_none() || !pos.in_my_zoc(unit).is_empty() {
        return Ok(());
    }
    let line = straight(pos, unit);
    let mut ends: Vec<((u8, bool), Reach)> = movement::reachable(pos, unit)
        .into_iter()
        .filter_map(|r| {
            let near = far(pos, side, Hexes::of(r.hex, r.facing, two))?;
            Some(((near, !faces(pos, side, r.hex, r.facing)), r))
        })
        .collect();
    let Some(&(near, unseen)) = ends.iter().map(|(worth, _)| worth).min() else { return Ok(()) };
    if near >= now && (near > 1 || unseen) {
        return Ok(());
    }
    ends.retain(|(worth, _)| *worth == (near, unseen));
    ends.sort_by_cached_key(|(_, r)| {
        let aside = line.iter().map(|h| h.distance(r.hex)).min();
        (r.hits, aside, r.mp, company(pos, side, r.hex), outlook(pos, side, r.hex, r.facing))
    });
    let reach = whither(pos, oracle, unit, ends.into_iter().map(|(_, r)| r).collect())?;
    let mut ways = movement::as_cheap(pos, unit, &reach);
    ways.sort_by_cached_key(|steps| along(pos, side, &movement::hexes_of(steps)));
    let steps = by_which_way(pos, oracle, unit, &ways)?;
    let order = Move { shock: true, ..Move::by(unit, Way::Steps(steps)) };
    match movement::carry_out_move(pos, oracle, &order) {
        Ok(_) | Err(Stop::Refused(_)) => Ok(()),
        Err(stop) => Err(stop),
    }
}

/// **cataphract 11.31.** To which of several places that bring it as near to an enemy; the first by default.
fn whither(pos: &Position, oracle: &mut Oracle<'_>, unit: UnitId, ends: Vec<Reach>) -> Flow<Reach> {
    let spec = pos.spec(unit);
    let options = Listed {
        of: ends.iter(),
        key: |end: &&Reach| format!("{}-{}", end.hex, Lower(end.facing.letters())),
        text: |end: &&Reach| {
            let hits = if end.hits == 1 { "1 hit".to_owned() } else { format!("{} hits", end.hits) };
            format!("to {} facing {}: {} MP, {hits}", end.hex, end.facing, end.mp)
        },
    };
    let side = &pos.set.sides[spec.side];
    let rule = Rule("cataphract 11.31");
    let matter = Matter { window: "uncontrolled", side, subject: &spec.code, rule };
    let end = oracle.choose(matter, &options, |matter, _| {
        let kind = spec.kind.letters();
        matter
            .question(format!("{} ({kind}) runs at the enemy, uncontrolled. Where to?", spec.code))
            .fact("own.hits", pos.hits(unit))
            .fact("own.tq", spec.tq)
    })?;
    Ok(end.clone())
}

/// **cataphract 11.31.** By which of several ways that cost as little, as its owner says who wants to be
/// asked; else the first.
fn by_which_way(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    ways: &[Vec<Step>],
) -> Flow<Vec<Step>> {
    if let Some(first) = ways.first().filter(|_| !pos.asks(pos.side(unit), Finer::Uncontrolled)) {
        return Ok(first.clone());
    }
    let spec = pos.spec(unit);
    let options = Listed {
        of: ways.iter(),
        key: |steps: &&Vec<Step>| movement::Path(&movement::hexes_of(steps)).to_string(),
        text: |_: &&Vec<Step>| "by this way".to_owned(),
    };
    let side = &pos.set.sides[spec.side];
    let rule = Rule("cataphract 11.31");
    let matter = Matter { window: "uncontrolled", side, subject: &spec.code, rule };
    let steps = oracle.choose(matter, &options, |matter, _| {
        let kind = spec.kind.letters();
        matter.question(format!("{} ({kind}) runs at the enemy, uncontrolled. By which way?", spec.code))
    })?;
    Ok(steps.clone())
}

/// The hexes between a unit and the enemy nearest to it.
fn straight(pos: &Position, unit: UnitId) -> Vec<Hex> {
    let enemies = pos.on_field(pos.side(unit).other()).filter(|&e| !pos.is_routed(e));
    let nearest = enemies.min_by_key(|&e| (pos.distance(unit, e), e));
    let (Some(from), Some(to)) = (pos.hex(unit), nearest.and_then(|e| pos.hex(e))) else { return Vec::new() };
    crossings(from, to)
        .iter()
        .flat_map(|&c| match c {
            Crossing::Through(h) => vec![h],
            Crossing::Along(a, b) => vec![a, b],
        })
        .collect()
}

/// Would an enemy stand before the unit?
fn faces(pos: &Position, side: Side, hex: Hex, facing: Facing) -> bool {
    [facing.left_front(), facing.right_front()]
        .into_iter()
        .filter_map(|way| hex.neighbour(way))
        .any(|h| pos.stack(h).units().any(|u| pos.side(u) != side))
}

/// Who has an enemy before it and has not moved shocks him where it stands.
fn stand(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId) -> Flow<()> {
    let near = if pos.is_routed(unit) || pos.hex(unit).is_none() { Vec::new() } else { pos.in_my_zoc(unit) };
    if near.is_empty() || pos.unit(unit).done.moved {
        return Ok(());
    }
    pos.unit_mut(unit).shock = ShockMark::NoCheck;
    let order = ShockOrder { attackers: vec![unit], defenders: near, with: None };
    match shock::combine(pos, oracle, &order) {
        Ok(_) | Err(Stop::Refused(_)) => Ok(()),
        Err(stop) => Err(stop),
    }
}
