//! Withdrawal out of loss of faith (alexander 5.33).

use crate::movement::leaders::{Limit, go_by_himself, goes_to, ways_out};
use crate::movement::march::Body;
use crate::movement::retreat::{self, Leeway};
use crate::movement::{facts, withdraw};
use crate::piece::{LeaderId, UnitId};
use crate::position::Position;
use crate::{Flow, Oracle};
use tess_effects::{Listed, Matter, Question, Rule};
use tess_hex::Hex;

/// How far everybody goes.
const HEXES: u8 = 2;

/// **alexander 5.33, 6.72.** All steady units within half the leader's range, rounded up, withdraw two hexes
/// from the enemy nearest to each, out of enemy zones too, with the penalties 1 and 3 of 6.72; those
/// furthest from the enemy go first. Leaders go with the unit in their hex; the one who has lost faith goes
/// in any case. Who cannot go two hexes goes one or stays.
pub fn lose(pos: &mut Position, oracle: &mut Oracle<'_>, leader: LeaderId) -> Flow<()> {
    let Some(from) = pos.leader(leader).hex else { return Ok(()) };
    let side = pos.leader_spec(leader).side;
    let range = pos.command_range(leader).div_ceil(2);
    let mut units: Vec<(u8, UnitId)> = pos
        .on_field(side)
        .filter(|&u| pos.hexes(u).iter().any(|h| from.distance(h) <= range) && withdraw::in_order(pos, u))
        .filter_map(|u| Some((pos.distance(u, nearest(pos, u)?)?, u)))
        .collect();
    units.sort_by_key(|&(far, u)| (std::cmp::Reverse(far), u));
    for (_, unit) in units {
        if withdraw::in_order(pos, unit) && pos.is_top(unit) {
            draw_back(pos, oracle, unit)?;
        }
    }
    if pos.leader(leader).hex == Some(from) && pos.stack(from).is_empty() {
        go_alone(pos, oracle, leader, from)?;
    }
    Ok(())
}

/// The enemy before whom a unit withdraws.
fn nearest(pos: &Position, unit: UnitId) -> Option<UnitId> {
    let side = pos.side(unit).other();
    pos.on_field(side).filter(|&e| !pos.is_routed(e)).min_by_key(|&e| (pos.distance(unit, e), e))
}

fn draw_back(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId) -> Flow<()> {
    let Some(enemy) = nearest(pos, unit) else { return Ok(()) };
    let body = Body::unordered(pos, unit, pos.partner(unit));
    let reach = Leeway { mp: 0, hexes: HEXES };
    let mut ways = retreat::options(pos, &body, pos.hexes(enemy), reach);
    let longest = ways.iter().map(|w| w.way.len()).max().unwrap_or(0);
    ways.retain(|w| w.way.len() == longest);
    let Some(best) = ways.iter().min_by_key(|w| w.merit(pos, pos.side(unit))) else { return Ok(()) };
    let key = |w: &retreat::Retreat| w.end().map_or_else(String::new, |h| h.to_string());
    let spec = pos.spec(unit);
    let text = format!("{} loses faith and withdraws. Where to?", facts::named(pos, unit));
    let mut q = Question::new("withdraw", &pos.set.sides[spec.side], &spec.code, Rule("5.33"), text);
    q = facts::about(q, pos, unit, enemy);
    for way in &ways {
        q = q.choice(key(way), facts::hits(way.hits));
    }
    let answer = oracle.ask(q.or_else(key(best)))?;
    if let Some(way) = ways.iter().find(|w| key(w) == answer) {
        withdraw::carry_out_as(pos, oracle, &body, way, enemy, reach, true)?;
    }
    Ok(())
}

/// A leader by himself goes as far as he can, where his player says.
fn go_alone(pos: &mut Position, oracle: &mut Oracle<'_>, leader: LeaderId, from: Hex) -> Flow<()> {
    let side = pos.leader_spec(leader).side.other();
    let near = |u: UnitId| pos.hexes(u).iter().map(|h| h.distance(from)).min();
    let Some(enemy) = pos.on_field(side).filter(|&e| !pos.is_routed(e)).min_by_key(|&e| (near(e), e)) else {
        return Ok(());
    };
    let mut ways = ways_out(pos, leader, from, pos.hexes(enemy), Limit::Hexes(HEXES));
    let longest = ways.iter().map(Vec::len).max().unwrap_or(0);
    ways.retain(|w| w.len() == longest);
    if ways.is_empty() {
        return Ok(());
    }
    let options = Listed {
        of: ways.iter(),
        key: |way: &&Vec<Hex>| way.last().map_or_else(String::new, |end| end.to_string()),
        text: |way: &&Vec<Hex>| goes_to(pos, way),
    };
    let spec = pos.leader_spec(leader);
    let side = &pos.set.sides[spec.side];
    let matter = Matter { window: "leader-withdraw", side, subject: &spec.code, rule: Rule("5.33") };
    let way = oracle
        .choose(matter, &options, |matter, _| {
            matter
                .question(format!("{} loses faith. Where does he go?", spec.name))
                .fact("mover", pos.spec(enemy).code.to_ascii_lowercase())
                .fact("mover.type", pos.spec(enemy).kind.letters().to_ascii_lowercase())
                .fact("alone", true)
        })?
        .clone();
    go_by_himself(pos, oracle, leader, enemy, way);
    Ok(())
}
