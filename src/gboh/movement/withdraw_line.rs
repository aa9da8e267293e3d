//! A line of cavalry withdraws as one (6.57).

use super::march::{Body, pace};
use super::retreat::{self, Retreat};
use super::{facts, withdraw};
use crate::effects::{Flow, Question, Rule};
use crate::gboh::Oracle;
use crate::gboh::command::authority::may_command;
use crate::gboh::command::parts;
use crate::gboh::piece::{LineId, UnitId};
use crate::gboh::position::Position;

/// **spqr 6.57.** Offers the withdrawal of the whole line to which a cavalry unit belongs; true when the line went. All members go, each by its
/// own allowance and at least a hex; in most books a leader who may command them is within two hexes of one; nobody of the line has withdrawn alone.
pub(super) fn offer(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId, mover: UnitId) -> Flow<bool> {
    if !pos.spec(unit).kind.is_cavalry() {
        return Ok(false);
    }
    let Some((line, members)) = line_of(pos, unit) else { return Ok(false) };
    // One that has gone alone bars the line, wherever it is now.
    if pos.set.line(line).units.iter().any(|&u| pos.unit(u).done.withdrew) {
        return Ok(false);
    }
    if !may_go(pos, &members, mover) || ways(pos, &members, mover).is_none() {
        return Ok(false);
    }
    let spec = pos.spec(unit);
    let codes: Vec<&str> = members.iter().map(|&m| pos.spec(m).code.as_str()).collect();
    let text = format!(
        "{} approaches {}. Does the whole line withdraw ({})?",
        facts::named(pos, mover),
        facts::named(pos, unit),
        codes.join(" ")
    );
    let q = Question::new("withdraw-line", &pos.set.sides[spec.side], &spec.code, Rule("6.57"), text)
        .choice("no", "each unit decides for itself")
        .choice("yes", "every unit of the line withdraws");
    if oracle.ask(facts::about(q, pos, unit, mover).fact("line.units", members.len()))? != "yes" {
        return Ok(false);
    }
    // Those furthest from the mover go first, so that they do not stand in the way of the rest.
    let mut order = members;
    order.sort_by_key(|&m| (u8::MAX - pos.distance(m, mover).unwrap_or(0), m));
    for member in order {
        let Some((body, reach, ways)) = one(pos, member, mover) else { continue };
        let list = vec![(body, ways)];
        let best = list[0].1.iter().min_by_key(|r| (r.hits, usize::MAX - r.way.len(), r.end()));
        let Some(default) = best.and_then(Retreat::end) else { continue };
        let q =
            withdraw::question(pos, member, mover, &list, Some(Rule("6.57"))).or_else(default.to_string());
        let key = oracle.ask(q)?;
        if let Some(way) = list[0].1.iter().find(|r| r.end().is_some_and(|h| h.to_string() == key)) {
            withdraw::carry_out(pos, oracle, &body, way, mover, reach)?;
        }
    }
    Ok(true)
}

/// The part of its line of cavalry to which the unit belongs (4.32); at least two units.
fn line_of(pos: &Position, unit: UnitId) -> Option<(LineId, Vec<UnitId>)> {
    let side = pos.spec(unit).side;
    let nth = pos.set.lines.iter().position(|l| {
        l.side == side && l.units.contains(&unit) && l.units.iter().all(|&u| pos.spec(u).kind.is_cavalry())
    })?;
    let line = LineId(nth as u16);
    let part = parts(pos, line).into_iter().find(|p| p.contains(&unit))?;
    (part.len() > 1).then_some((line, part))
}

fn may_go(pos: &Position, members: &[UnitId], mover: UnitId) -> bool {
    let pace = pace(pos, mover);
    let able =
        members.iter().all(|&m| pos.partner(m).is_none() && withdraw::reach(pos, m, pace, None).is_some());
    let alone = !pos.set.variant.choices.movement.line_withdrawal_needs_leader;
    able && (alone
        || pos.leader_ids().any(|l| {
            !pos.is_counter(l)
                && pos.leader(l).hex.is_some_and(|h| {
                    members.iter().any(|&m| pos.hexes(m).iter().any(|x| x.distance(h) <= 2))
                        && members.iter().all(|&m| {
                            pos.leader_spec(l).side == pos.spec(m).side && may_command(pos, l, m).is_ok()
                        })
                })
        }))
}

fn one(pos: &Position, member: UnitId, mover: UnitId) -> Option<(Body, retreat::Reach, Vec<Retreat>)> {
    let reach = withdraw::reach(pos, member, pace(pos, mover), None)?;
    let body = Body::unordered(pos, member, None);
    let ways = retreat::options(pos, &body, pos.hexes(mover), reach);
    (!ways.is_empty()).then_some((body, reach, ways))
}

/// Has every member somewhere to go now?
fn ways(pos: &Position, members: &[UnitId], mover: UnitId) -> Option<()> {
    members.iter().all(|&m| one(pos, m, mover).is_some()).then_some(())
}
