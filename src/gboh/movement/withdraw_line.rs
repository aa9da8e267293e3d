//! A line of cavalry withdraws as one (6.57).

use crate::movement::march::{Body, pace};
use crate::movement::retreat::{self, Leeway, Retreat};
use crate::movement::{facts, withdraw};
use crate::piece::{LineId, UnitId};
use crate::position::Position;
use crate::questions::authority::may_command;
use crate::setup::LineSpec;
use crate::{Flow, Oracle, questions};
use tess_effects::{Question, Rule};

/// **spqr 6.57.** Offers the withdrawal of the whole line to which a cavalry unit belongs; true when the
/// line went. All members go, each by its own allowance and at least a hex; in most books a leader who may
/// command them is within two hexes of one; nobody of the line has withdrawn alone.
pub(crate) fn offer(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId, mover: UnitId) -> Flow<bool> {
    if !pos.spec(unit).kind.is_cavalry() {
        return Ok(false);
    }
    // What is soon told comes before the question what hangs together: may this one go, and is a leader
    // there at all?
    let of_cavalry = |line: &LineSpec| line.units.iter().all(|&u| pos.spec(u).kind.is_cavalry());
    let Some(line) = pos.set.line_of(unit, of_cavalry).filter(|_| is_able(pos, unit, pace(pos, mover)))
    else {
        return Ok(false);
    };
    // One that has gone alone bars the line, wherever it is now.
    let units = &pos.set.line(line).units;
    if units.iter().any(|&u| pos.unit(u).done.withdrew) || !is_led(pos, units, &[unit]) {
        return Ok(false);
    }
    let Some(members) = part_of(pos, line, unit) else { return Ok(false) };
    if !may_go(pos, &members, mover) || !may_all_go(pos, &members, mover) {
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
    let q = codes.iter().fold(q, |q, code| q.naming(code));
    if oracle.ask(facts::about(q, pos, unit, mover).fact("line.units", members.len()))? != "yes" {
        return Ok(false);
    }
    // Those furthest from the mover go first, so that they do not stand in the way of the rest.
    let mut order = members;
    order.sort_by_key(|&m| (u8::MAX - pos.distance(m, mover).unwrap_or(0), m));
    for member in order {
        let Some((body, reach, ways)) = one(pos, member, mover) else { continue };
        let list = vec![(body, ways)];
        let best = list[0].1.iter().min_by_key(|r| r.merit(pos, pos.side(member)));
        let Some(default) = best.and_then(Retreat::end) else { continue };
        let q = withdraw::question(pos, member, mover, &list, Rule("6.57")).or_else(default.to_string());
        let key = oracle.ask(q)?;
        if let Some(way) = list[0].1.iter().find(|r| r.end().is_some_and(|h| h.to_string() == key)) {
            withdraw::carry_out(pos, oracle, &body, way, mover, reach)?;
        }
    }
    Ok(true)
}

/// The part of its line to which the unit belongs (4.32); at least two units.
fn part_of(pos: &Position, line: LineId, unit: UnitId) -> Option<Vec<UnitId>> {
    questions::part_of(pos, line, unit).filter(|part| part.len() > 1)
}

/// May it withdraw by itself before a mover of that pace, alone in its hex?
fn is_able(pos: &Position, unit: UnitId, pace: u8) -> bool {
    pos.partner(unit).is_none() && withdraw::reach(pos, unit, pace, None).is_some()
}

/// Is a leader who may command each of `all` within two hexes of one of those who are `near`? In some books
/// it takes none.
fn is_led(pos: &Position, near: &[UnitId], all: &[UnitId]) -> bool {
    !pos.set.variant.choices.movement.line_withdrawal_needs_leader
        || pos.leader_ids().any(|l| {
            !pos.is_counter(l)
                && pos.leader(l).hex.is_some_and(|h| {
                    near.iter().any(|&m| pos.hexes(m).iter().any(|x| x.distance(h) <= 2))
                        && all.iter().all(|&m| {
                            pos.leader_spec(l).side == pos.side(m) && may_command(pos, l, m).is_ok()
                        })
                })
        })
}

fn may_go(pos: &Position, members: &[UnitId], mover: UnitId) -> bool {
    let pace = pace(pos, mover);
    members.iter().all(|&m| is_able(pos, m, pace)) && is_led(pos, members, members)
}

/// The member as it withdraws by itself, and how far it may.
fn able(pos: &Position, member: UnitId, pace: u8) -> Option<(Body, Leeway)> {
    let reach = withdraw::reach(pos, member, pace, None)?;
    Some((Body::unordered(pos, member, None), reach))
}

fn one(pos: &Position, member: UnitId, mover: UnitId) -> Option<(Body, Leeway, Vec<Retreat>)> {
    let (body, reach) = able(pos, member, pace(pos, mover))?;
    let ways = retreat::options(pos, &body, pos.hexes(mover), reach);
    (!ways.is_empty()).then_some((body, reach, ways))
}

/// Has every member somewhere to go now?
fn may_all_go(pos: &Position, members: &[UnitId], mover: UnitId) -> bool {
    let (pace, at) = (pace(pos, mover), pos.hexes(mover));
    let finds_room = |(body, reach): (Body, Leeway)| retreat::is_possible(pos, &body, at, reach);
    members.iter().all(|&m| able(pos, m, pace).is_some_and(finds_room))
}
