//! Coming back to the table.

use super::{orphan, test};
use crate::events::leaders::LeaderEvent;
use crate::events::morale::{Cause, MoraleEvent};
use crate::measure::{Heading, Length, Point, Stance};
use crate::questions::posts;
use crate::questions::zone::Block;
use crate::setup::CommandId;
use crate::state::{Away, Edge, Finer, LeaderPlace, Morale, Place, Position, UnitId};
use crate::{Flow, Happening, Oracle};
use tess_dice::Die;
use tess_effects::{Question, Rule, Side};

const RULE: Rule = Rule("table.return");

/// **legion table.return.** Units of a Command, and its leader, who are off the table try to come back when
/// the Command has the initiative: the die says whether, another when, and a third in which sixth of the
/// edge.
pub fn returns(pos: &mut Position, command: CommandId, oracle: &mut Oracle<'_>) -> Flow<()> {
    for id in pos.unit_ids() {
        let unit = pos.unit(id);
        if unit.command != command || unit.place != Place::Away {
            continue;
        }
        let own = if pos.side(id) == Side::First { Edge::South } else { Edge::North };
        let away = unit.away.unwrap_or(Away { edge: own, back: None });
        if unit.morale == Morale::Broken && !rallied(pos, id, oracle)? {
            continue;
        }
        let most = if pos.is_light(id) { 1 } else { 3 };
        let code = pos.code(id);
        let back = match away.back {
            Some(turn) => turn,
            None if !wants(pos, pos.side(id), &code, oracle)? => continue,
            None => {
                let Some(turn) = tries(pos, (id, &code), most, oracle)? else { continue };
                pos.unit_mut(id).away = Some(Away { back: Some(turn), ..away });
                turn
            }
        };
        if back <= pos.turn {
            enter(pos, (id, &code), away.edge, oracle)?;
        }
    }
    leader_returns(pos, command, oracle)
}

/// **legion table.leave.** A broken unit off the table has one chance to rally, with its commander.
fn rallied(pos: &mut Position, id: UnitId, oracle: &mut Oracle<'_>) -> Flow<bool> {
    if posts::with(pos, id).is_some() && test::test(pos, id, Cause::Rally, oracle)? {
        pos.unit_mut(id).morale = Morale::Disordered;
        return Ok(true);
    }
    let edge = pos.unit(id).away.map_or(Edge::South, |a| a.edge);
    pos.unit_mut(id).place = Place::Gone;
    orphan::orphan(pos, id, (None, Rule("table.leave")), oracle);
    oracle.tell(|| Happening::Morale(MoraleEvent::Left { unit: id, edge, lost: true }));
    Ok(false)
}

/// **legion table.return.** Does it try to come back this turn? A side that is not asked always tries.
fn wants(pos: &Position, side: Side, code: &str, oracle: &mut Oracle<'_>) -> Flow<bool> {
    if !pos.asks(side, Finer::ComesBack) {
        return Ok(true);
    }
    let question =
        Question::new("return", &pos.set.sides[side], code, RULE, format!("does {code} try to come back?"))
            .choice("try", "throws its die for it")
            .choice("wait", "stays off the table this turn")
            .or_else("try");
    Ok(oracle.ask(question)? == "try")
}

/// The die for coming back, and the turn in which it comes.
fn tries(
    pos: &Position,
    (unit, code): (UnitId, &str),
    most: u8,
    oracle: &mut Oracle<'_>,
) -> Flow<Option<u16>> {
    let die = oracle.roll(Die::D6, "return", code, RULE)?;
    let mut turn = None;
    if die <= most {
        turn = Some(pos.turn + u16::from(oracle.roll(Die::D6, "delay", code, RULE)?.div_ceil(2)));
    }
    oracle.tell(|| Happening::Morale(MoraleEvent::Tries { unit, die, most, turn }));
    Ok(turn)
}

/// The place where a unit so wide and deep stands in a sixth of an edge, facing inwards.
fn gate(pos: &Position, edge: Edge, sixth: u8, depth: Length) -> Stance {
    let table = &pos.set.table;
    let along = |n: Length| n.0 * (2 * i32::from(sixth) - 1) / 12;
    let (width, long) = (table.width, table.depth);
    match edge {
        Edge::South => Stance { anchor: Point { x: along(width), y: depth.0 }, heading: Heading::NORTH },
        Edge::North => {
            Stance { anchor: Point { x: along(width), y: long.0 - depth.0 }, heading: Heading::SOUTH }
        }
        Edge::West => Stance { anchor: Point { x: depth.0, y: along(long) }, heading: Heading::EAST },
        Edge::East => {
            Stance { anchor: Point { x: width.0 - depth.0, y: along(long) }, heading: Heading::WEST }
        }
    }
}

/// Comes in where there is room in its sixth of the edge; without room it waits for its next turn.
fn enter(pos: &mut Position, (id, code): (UnitId, &str), edge: Edge, oracle: &mut Oracle<'_>) -> Flow<()> {
    let zone = oracle.roll(Die::D6, "entry", code, RULE)?;
    let block = Block::of(pos, id);
    let middle = gate(pos, edge, zone, block.depth());
    let free = |pos: &Position, at: Stance| {
        let bases = pos.bases_at(id, at);
        bases.iter().all(|b| pos.set.table.holds(b))
            && pos.unit_ids().all(|u| pos.bases(u).iter().all(|o| bases.iter().all(|b| !b.overlaps(o))))
    };
    let places = (0..40).flat_map(|n| [n * 250, -n * 250]).map(|n| middle.moved(n, 0));
    let Some(at) = places.into_iter().find(|&at| free(pos, at)) else { return Ok(()) };
    let unit = pos.unit_mut(id);
    unit.place = Place::Table(at);
    unit.away = None;
    unit.account.moved = true;
    oracle.tell(|| Happening::Morale(MoraleEvent::Returned { unit: id, zone }));
    Ok(())
}

/// A commander who was carried off and has lost his unit comes back by himself.
fn leader_returns(pos: &mut Position, command: CommandId, oracle: &mut Oracle<'_>) -> Flow<()> {
    if pos.leader(command).place != LeaderPlace::Away {
        return Ok(());
    }
    let code = pos.leader_spec(command).code.clone();
    let back = match pos.leader(command).back {
        Some(turn) => turn,
        None if !wants(pos, pos.set.command(command).side, &code, oracle)? => return Ok(()),
        None => {
            let die = oracle.roll(Die::D6, "return", &code, RULE)?;
            if die > 5 {
                return Ok(());
            }
            let turn = pos.turn + u16::from(oracle.roll(Die::D6, "delay", &code, RULE)?.div_ceil(2));
            pos.leader_mut(command).back = Some(turn);
            turn
        }
    };
    if back <= pos.turn {
        let sixth = oracle.roll(Die::D6, "entry", &code, RULE)?;
        let edge = if pos.set.command(command).side == Side::First { Edge::South } else { Edge::North };
        let at = gate(pos, edge, sixth, Length::inches(1));
        let leader = pos.leader_mut(command);
        leader.place = LeaderPlace::Alone(at);
        leader.back = None;
        oracle.tell(|| Happening::Leader(LeaderEvent::Returned(command)));
    }
    Ok(())
}
