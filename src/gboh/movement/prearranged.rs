//! A line of infantry withdraws as it has been arranged beforehand (6.81 to 6.83).

use crate::events::movement::MoveEvent;
use crate::movement::march::Body;
use crate::movement::retreat::{self, Leeway, Retreat};
use crate::movement::{facts, marker, stacking, withdraw};
use crate::piece::{Class, LeaderId, LineId, UnitId};
use crate::position::{Hexes, Position};
use crate::questions::near::{distance, within_two};
use crate::state::stage::{Face, Marker};
use crate::variant::charts::Angle;
use crate::{Flow, Happening, Oracle};
use tess_effects::{Question, Rule, Showing};
use tess_hex::Hexside;

/// Exactly one hex, whatever it costs (6.83).
const ONE_HEX: Leeway = Leeway { mp: 0, hexes: 1 };

/// Attempts after which a way for a whole line is given up.
const MOST_TRIES: u32 = 600;

/// **spqr 6.83.** Offers the withdrawal of whole lines whose markers lie face down or are known to be real,
/// the instant infantry comes within two hexes of one of their units (without `prev`: starts at two hexes).
/// Each marker is asked about once.
pub(crate) fn offer(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    mover: UnitId,
    prev: Option<Hexes>,
) -> Flow<()> {
    let spec = pos.spec(mover);
    let side = spec.side.other();
    if !spec.kind.is_infantry() || pos.markers.is_empty() || marker::is_too_late(pos, side) {
        return Ok(());
    }
    let leaders: Vec<LeaderId> = pos.markers.iter().map(|m| m.leader).collect();
    for leader in leaders {
        if pos.leader_spec(leader).side != side {
            continue;
        }
        let near: Vec<UnitId> = within_two(pos, pos.hexes(mover), Some(side))
            .into_iter()
            .filter(|&u| withdraw::entitled_now(pos, u, mover, prev))
            .collect();
        for (line, units) in serving(pos, leader) {
            let Some(&unit) = near.iter().find(|u| units.contains(u)) else { continue };
            if ask(pos, oracle, Line { leader, line, units, unit }, mover)? {
                break;
            }
        }
    }
    Ok(())
}

/// A line that might go, for a leader.
struct Line {
    leader: LeaderId,
    line: LineId,
    units: Vec<UnitId>,
    /// The one approached.
    unit: UnitId,
}

/// The lines that may withdraw by the marker under this leader, each as it hangs together now.
fn serving(pos: &Position, leader: LeaderId) -> Vec<(LineId, Vec<UnitId>)> {
    let mut lines = marker::lines_of(pos, leader);
    match marker::marker(pos, leader).map(|m| &m.face) {
        Some(Face::Down(_)) => {}
        Some(Face::Real { lines: only, .. }) => lines.retain(|(l, _)| only.contains(l)),
        Some(Face::Lost) | None => lines.clear(),
    }
    lines
}

/// Asks for one line and carries the answer out; true when it has gone.
fn ask(pos: &mut Position, oracle: &mut Oracle<'_>, line: Line, mover: UnitId) -> Flow<bool> {
    // One that has gone alone bars the line, as in 6.57.
    if pos.set.line(line.line).units.iter().any(|&u| pos.unit(u).done.withdrew) {
        return Ok(false);
    }
    let Some(bodies) = bodies(pos, &line.units, mover) else { return Ok(false) };
    let ways = ways(pos, &bodies, mover);
    if ways.is_empty() {
        return Ok(false);
    }
    let key = oracle.ask(question(pos, &line, mover, &ways))?;
    if key == "no" {
        return Ok(false);
    }
    marker::employ(pos, oracle, line.leader, line.line);
    let (leader, name) = (line.leader, line.line);
    let units = line.units.clone();
    oracle.tell(|| Happening::Move(MoveEvent::PreArranged { leader, line: name, units, mover }));
    let at = pos.hexes(mover);
    if key == "each" {
        return each(pos, oracle, &bodies, mover, at).map(|()| true);
    }
    let Some((_, plan)) = ways.into_iter().find(|(k, _)| *k == key) else { return Ok(true) };
    for (body, way) in bodies.iter().zip(plan) {
        go(pos, oracle, body, Some(&way), mover, at)?;
    }
    Ok(true)
}

/// Everybody decides for himself, by ways that leave one to the rest.
fn each(pos: &mut Position, oracle: &mut Oracle<'_>, bodies: &[Body], mover: UnitId, at: Hexes) -> Flow<()> {
    for (n, body) in bodies.iter().enumerate() {
        let mut list = one(pos, body, at);
        list.retain(|way| {
            let mut then = pos.clone();
            stand(&mut then, body, way);
            plan(&then, &bodies[n + 1..], at, None, &mut { MOST_TRIES }).is_some()
        });
        let Some(best) = list.iter().min_by_key(|r| r.merit(pos, pos.side(body.unit))).and_then(Retreat::end)
        else {
            go(pos, oracle, body, None, mover, at)?;
            continue;
        };
        let list = vec![(*body, list)];
        let q = withdraw::question(pos, body.unit, mover, &list, Rule("6.83")).or_else(best.to_string());
        let key = oracle.ask(q)?;
        let way = list[0].1.iter().find(|r| r.end().is_some_and(|h| h.to_string() == key)).cloned();
        go(pos, oracle, body, way.as_ref(), mover, at)?;
    }
    Ok(())
}

/// One unit or stack goes back its hex with all that follows from it (6.52 to 6.55). Where routs in its line
/// have closed its way it takes another; where there is none it stays.
fn go(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    body: &Body,
    way: Option<&Retreat>,
    mover: UnitId,
    at: Hexes,
) -> Flow<()> {
    if !withdraw::in_order(pos, body.unit) || body.with.is_some_and(|w| pos.partner(body.unit) != Some(w)) {
        return Ok(());
    }
    let open = one(pos, body, at);
    let wanted = way.and_then(|w| open.iter().find(|o| o.way == w.way));
    let Some(way) = wanted.or_else(|| open.iter().min_by_key(|r| r.merit(pos, pos.side(body.unit)))).cloned()
    else {
        return Ok(());
    };
    withdraw::carry_out(pos, oracle, body, &way, mover, ONE_HEX)
}

/// The units of the line as bodies, those furthest from the mover first; `None` when one of them could not
/// withdraw at all.
fn bodies(pos: &Position, units: &[UnitId], mover: UnitId) -> Option<Vec<Body>> {
    if !units.iter().all(|&u| is_able(pos, u)) {
        return None;
    }
    let mut found = Vec::new();
    for &unit in units.iter().filter(|&&u| pos.is_top(u)) {
        found.push(Body::unordered(pos, unit, pos.partner(unit).filter(|p| units.contains(p))));
    }
    let covered = |u: &UnitId| found.iter().any(|b: &Body| b.unit == *u || b.with == Some(*u));
    if !units.iter().all(covered) {
        return None;
    }
    found.sort_by_key(|b| (u8::MAX - pos.distance(b.unit, mover).unwrap_or(0), b.unit));
    Some(found)
}

/// **spqr 6.51, 6.77, 10.41.** What keeps a unit from any withdrawal: rout, column, square, engagement, an
/// enemy zone; its pace does not.
fn is_able(pos: &Position, unit: UnitId) -> bool {
    let spec = pos.spec(unit);
    !pos.is_routed(unit)
        && !pos.in_column(unit)
        && !pos.in_square(unit)
        && !crate::questions::is_engaged(pos, unit)
        && spec.class != Class::SC
        && !pos.hexes(unit).iter().any(|h| pos.in_enemy_zoc(spec.side, h))
}

/// Every hex next to it into which a body may withdraw: further from the mover; for who stands beyond two
/// hexes also to flank and rear as far from him as now.
fn one(pos: &Position, body: &Body, mover: Hexes) -> Vec<Retreat> {
    let (Some(hex), Some(facing)) = (pos.hex(body.unit), pos.facing(body.unit)) else { return Vec::new() };
    let now = distance(Hexes::of(hex, facing, body.two_hex), mover);
    let mut found = Vec::new();
    for (side, to) in hex.neighbours() {
        let then = distance(Hexes::of(to, facing, body.two_hex), mover);
        let aside = then == now && now > 2 && pos.angle(body.unit, to) != Some(Angle::Front);
        if then <= now && !aside {
            continue;
        }
        let Some((mp, hits)) = retreat::one_hex(pos, body, hex, facing, side) else { continue };
        let there = crate::movement::march::March::at(pos, body.unit, to, facing);
        if stacking::may_end(pos, body, &there) {
            found.push(Retreat { way: vec![to], mp, hits });
        }
    }
    found.sort_by_cached_key(|r| r.merit(pos, pos.side(body.unit)));
    found
}

/// Stands a body where it would come, without anything that follows from it.
fn stand(pos: &mut Position, body: &Body, way: &Retreat) {
    if let (Some(to), Some(facing)) = (way.end(), pos.facing(body.unit)) {
        withdraw::place(pos, body, to, facing);
    }
}

/// The ways in which the whole line can go, by the key of the choice: `yes` with the fewest who leave the
/// common direction and the fewest hits, and each direction in which all go alike.
fn ways(pos: &Position, bodies: &[Body], mover: UnitId) -> Vec<(String, Vec<Retreat>)> {
    let at = pos.hexes(mover);
    let mut found: Vec<(String, Vec<Retreat>)> = Vec::new();
    let mut best: Option<((usize, u32), Vec<Retreat>)> = None;
    for side in Hexside::ALL {
        let Some(plan) = plan(pos, bodies, at, Some(side), &mut { MOST_TRIES }) else { continue };
        let strays = bodies.iter().zip(&plan).filter(|(b, r)| !goes(pos, b, r, side)).count();
        let hits = plan.iter().map(|r| u32::from(r.hits)).sum();
        if best.as_ref().is_none_or(|(least, _)| (strays, hits) < *least) {
            best = Some(((strays, hits), plan.clone()));
        }
        if strays == 0 {
            found.push((key_of(side).to_owned(), plan));
        }
    }
    if let Some((_, plan)) = best {
        found.insert(0, ("yes".to_owned(), plan));
    }
    found
}

fn goes(pos: &Position, body: &Body, way: &Retreat, side: Hexside) -> bool {
    pos.hex(body.unit).and_then(|h| h.neighbour(side)) == way.end()
}

/// A hex for each body, one after the other, those towards `side` first; `None` when there is none for all
/// of them.
fn plan(
    pos: &Position,
    bodies: &[Body],
    mover: Hexes,
    side: Option<Hexside>,
    tries: &mut u32,
) -> Option<Vec<Retreat>> {
    let Some((body, rest)) = bodies.split_first() else { return Some(Vec::new()) };
    let mut ways = one(pos, body, mover);
    ways.sort_by_cached_key(|w| {
        (side.is_some_and(|s| !goes(pos, body, w, s)), w.merit(pos, pos.side(body.unit)))
    });
    for way in ways {
        *tries = tries.checked_sub(1)?;
        let mut then = pos.clone();
        stand(&mut then, body, &way);
        if let Some(mut plan) = plan(&then, rest, mover, side, tries) {
            plan.insert(0, way);
            return Some(plan);
        }
    }
    None
}

/// What is written for a direction.
pub(crate) const fn key_of(side: Hexside) -> &'static str {
    match side {
        Hexside::N => "n",
        Hexside::NE => "ne",
        Hexside::SE => "se",
        Hexside::S => "s",
        Hexside::SW => "sw",
        Hexside::NW => "nw",
    }
}

/// The question; of a marker that lies face down the answer has to show that it is real.
fn question(pos: &Position, line: &Line, mover: UnitId, ways: &[(String, Vec<Retreat>)]) -> Question {
    let spec = pos.leader_spec(line.leader);
    let codes: Vec<&str> = line.units.iter().map(|&u| pos.spec(u).code.as_str()).collect();
    let text = format!(
        "{} comes within {} of {}. Does the line {} withdraw by the marker under {} ({})?",
        facts::named(pos, mover),
        pos.distance(line.unit, mover).unwrap_or(2),
        facts::named(pos, line.unit),
        pos.set.line(line.line).code,
        spec.code,
        codes.join(" ")
    );
    let mut q = Question::new("prearranged", &pos.set.sides[spec.side], &spec.code, Rule("6.83"), text)
        .choice("no", "the line stays");
    for (key, plan) in ways {
        let hits: u32 = plan.iter().map(|r| u32::from(r.hits)).sum();
        let to = if key == "yes" {
            let hexes: Vec<String> = plan.iter().filter_map(Retreat::end).map(|h| h.to_string()).collect();
            format!("the line goes back one hex, to {}", hexes.join(" "))
        } else {
            format!("all go one hex to the {}", key.to_ascii_uppercase())
        };
        q = q.choice(key, format!("{to}: {hits} hits of ground and friends, then those of 6.52"));
    }
    q = q.choice("each", "each unit by its own answer");
    q = codes.iter().fold(q, |q, code| q.naming(code));
    q = facts::about(q, pos, line.unit, mover)
        .naming(&pos.spec(line.unit).code)
        .fact("own", pos.spec(line.unit).code.to_ascii_lowercase())
        .fact("line", &pos.set.line(line.line).code)
        .fact("line.units", line.units.len());
    match marker::marker(pos, line.leader) {
        Some(Marker { face: Face::Down(seal), .. }) => q.shows(Showing {
            seal: *seal,
            values: vec![marker::YES.into()],
            spared: vec!["no".into()],
            at_once: false,
        }),
        _ => q,
    }
}
