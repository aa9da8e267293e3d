//! What hangs together as a line (4.32, 9.24).

use super::{authority, reach};
use crate::gboh::missile;
use crate::gboh::piece::{LeaderId, LineId, Rank, UnitId};
use crate::gboh::position::{Formation, Hexes, Position};
use crate::gboh::setup::LineSpec;
use crate::gboh::variant::command::LineReach;
use crate::hex::{Hex, Hexside};

/// How near a leader must start to a line of infantry or elephants (4.33).
const NEAR: u8 = 2;

/// **spqr 4.32.** The parts into which the line falls now, each with its units in order of id: routed units and those
/// off the map belong to none.
#[must_use]
pub fn parts(pos: &Position, line: LineId) -> Vec<Vec<UnitId>> {
    let spec = pos.set.line(line);
    // Each with its hexes, for every unit is held against every other.
    let mut left: Vec<(UnitId, Hexes)> = spec
        .units
        .iter()
        .map(|&u| (u, pos.hexes(u)))
        .filter(|&(u, hexes)| hexes.left.is_some() && !pos.is_routed(u) && pos.spec(u).side == spec.side)
        .collect();
    left.sort_unstable_by_key(|&(u, _)| u);
    left.dedup();
    let mut parts = Vec::new();
    while !left.is_empty() {
        let part = take_joined(&mut left, |a, b| are_linked(pos, spec, a.1, b.1));
        let mut part: Vec<UnitId> = part.into_iter().map(|(u, _)| u).collect();
        part.sort_unstable();
        parts.push(part);
    }
    parts
}

/// **spqr 4.32, 9.24.** Do two units of a line hang together: adjacent, or as far apart as the line's spacing allows
/// with nothing in between that ends it? One unit of skirmishers or velites between them never does.
fn are_linked(pos: &Position, line: &LineSpec, a: Hexes, b: Hexes) -> bool {
    let (Some(here), Some(there)) = (a.left, b.left) else { return false };
    let most = line.spacing.max(2);
    // Columns and rows alone tell that most are too far apart: a right half lies no further than one hex off.
    if here.col().abs_diff(there.col()).max(here.row().abs_diff(there.row())) > most.saturating_add(2) {
        return false;
    }
    a.iter().any(|from| {
        b.iter().any(|to| {
            let distance = from.distance(to);
            distance <= 1 || distance <= most && bridge(pos, line, from, to, distance > line.spacing, true)
        })
    })
}

/// Walks the gap between two hexes. `need_light`: the gap counts only when a light unit stands in it.
fn bridge(pos: &Position, line: &LineSpec, from: Hex, to: Hex, need_light: bool, may_light: bool) -> bool {
    if from.touches(to) {
        return !need_light;
    }
    let left = from.distance(to);
    from.neighbours().any(|(_, next)| {
        let closed = pos.set.variant.choices.command.zone_ends_line && pos.in_enemy_zoc(line.side, next);
        if next.distance(to) >= left || closed {
            return false;
        }
        let stack = pos.stack(next);
        match (stack.top, stack.bottom) {
            (None, _) => bridge(pos, line, next, to, need_light, may_light),
            (Some(top), bottom) => {
                let spec = pos.spec(top);
                if spec.side != line.side {
                    false
                } else if spec.kind.is_skirmisher() || spec.is_velites() {
                    bottom.is_none() && may_light && bridge(pos, line, next, to, false, false)
                } else {
                    stack.units().all(|u| line.units.contains(&u))
                        && bridge(pos, line, next, to, need_light, may_light)
                }
            }
        }
    })
}

/// **spqr 4.32.** Have the units the same orientation: all flank to flank, or all front to rear and none beside
/// another?
#[must_use]
pub fn is_rigid(pos: &Position, units: &[UnitId]) -> bool {
    if units.iter().any(|&u| matches!(pos.unit(u).formation, Formation::Column { .. })) {
        return units.len() < 2;
    }
    if hangs_together(units, |a, b| in_rank(pos, a, b)) {
        return true;
    }
    // Ranks behind each other join zigzag from file to file: they are both, and so neither.
    let beside = |a: UnitId, b: UnitId| pos.hexes(a).left != pos.hexes(b).left && in_rank(pos, a, b);
    let any_beside = units.iter().enumerate().any(|(i, &a)| units[i + 1..].iter().any(|&b| beside(a, b)));
    !any_beside && hangs_together(units, |a, b| in_file(pos, a, b))
}

/// Can every unit be reached from the first over pairs that are joined?
fn hangs_together(units: &[UnitId], joined: impl Fn(UnitId, UnitId) -> bool) -> bool {
    let mut left = units.to_vec();
    take_joined(&mut left, |&a, &b| joined(a, b));
    left.is_empty()
}

/// Takes out the first and all that can be reached from it over pairs that are joined.
fn take_joined<T: Copy>(left: &mut Vec<T>, joined: impl Fn(&T, &T) -> bool) -> Vec<T> {
    let mut reached: Vec<T> = left.drain(..left.len().min(1)).collect();
    let mut at = 0;
    while let Some(&member) = reached.get(at) {
        left.retain(|other| {
            let near = joined(&member, other);
            if near {
                reached.push(*other);
            }
            !near
        });
        at += 1;
    }
    reached
}

/// As far as a line's spacing can ever reach.
const WIDEST: usize = 3;

/// The hexes straight on from a hex through one side, nearest first.
fn row(from: Hex, side: Hexside) -> impl Iterator<Item = Hex> {
    std::iter::successors(from.neighbour(side), move |h| h.neighbour(side)).take(WIDEST)
}

/// Flank to flank: same facing, one on the line of the other's flanks (or in its hex).
pub(super) fn in_rank(pos: &Position, a: UnitId, b: UnitId) -> bool {
    let (Some(facing), Some(other)) = (pos.facing(a), pos.facing(b)) else { return false };
    let (here, there) = (pos.hexes(a), pos.hexes(b));
    let (Some(left), right) = (here.left, here.right.or(here.left)) else { return false };
    facing == other
        && are_close(here, there)
        && (here.iter().any(|h| there.contains(h))
            || row(left, facing.left_flank()).any(|h| there.contains(h))
            || right.is_some_and(|r| row(r, facing.right_flank()).any(|h| there.contains(h))))
}

/// Near enough to be of one rank or file? Most pairs of a long line are not, and need no closer look.
fn are_close(a: Hexes, b: Hexes) -> bool {
    a.distance(b).is_some_and(|far| usize::from(far) <= WIDEST)
}

/// Front to rear: same facing, one in or beyond a front hex of the other.
pub(super) fn in_file(pos: &Position, a: UnitId, b: UnitId) -> bool {
    let (Some(facing), Some(other)) = (pos.facing(a), pos.facing(b)) else { return false };
    facing == other
        && are_close(pos.hexes(a), pos.hexes(b))
        && (pos.hexes(a).left == pos.hexes(b).left || is_ahead(pos, a, b) || is_ahead(pos, b, a))
}

/// Does `b` lie in the front of `a`, at most [`WIDEST`] hexes off?
fn is_ahead(pos: &Position, a: UnitId, b: UnitId) -> bool {
    let Some(facing) = pos.facing(a) else { return false };
    let there = pos.hexes(b);
    let mut edge: Vec<Hex> = pos.hexes(a).iter().collect();
    for _ in 0..WIDEST {
        edge = edge
            .iter()
            .flat_map(|h| [h.neighbour(facing.left_front()), h.neighbour(facing.right_front())])
            .flatten()
            .collect();
        edge.sort_unstable();
        edge.dedup();
        if edge.iter().any(|&h| there.contains(h)) {
            return true;
        }
    }
    false
}

/// Is it a line of infantry or elephants, which its leader must stand near (4.33)?
#[must_use]
pub fn needs_presence(pos: &Position, line: LineId) -> bool {
    pos.set.line(line).units.iter().any(|&u| {
        let kind = pos.spec(u).kind;
        kind.is_infantry() || kind == crate::gboh::piece::UnitType::EL
    })
}

/// **spqr 4.32, 4.33, 9.52.** The units that this leader's command to the line would reach now: the part of the line
/// that he stands near (of a cavalry line the nearest part), of a ragged part only those within his range. Empty
/// when there is none.
#[must_use]
pub fn members(pos: &Position, leader: LeaderId, line: LineId) -> Vec<UnitId> {
    let reach = pos.set.variant.choices.command.line_reach;
    if reach == LineReach::TwiceRange {
        return super::line_range::within_twice(pos, leader, line);
    }
    let Some(began) = pos.leader(leader).began else { return Vec::new() };
    let presence = match reach {
        LineReach::NearAll => !authority::is_overall(pos, leader),
        _ => needs_presence(pos, line),
    };
    let near_all = reach == LineReach::NearAll;
    let nearness = |part: &[UnitId]| -> Option<u8> {
        part.iter()
            .filter_map(|&u| {
                let near = pos
                    .hexes(u)
                    .iter()
                    .filter(|&h| {
                        !presence
                            || began.distance(h) <= NEAR
                                && !pos.unit(u).done.moved
                                && missile::leader_sees(pos, began, h)
                                && !(near_all && missile::unit_between(pos, began, h))
                    })
                    .map(|h| began.distance(h));
                near.min()
            })
            .min()
    };
    let loose = pos.set.line(line).half_range;
    let pieces =
        if loose { vec![super::line_range::within_half(pos, leader, line)] } else { parts(pos, line) };
    let best = pieces
        .into_iter()
        .filter_map(|part| nearness(&part).map(|near| (near, part)))
        .min_by_key(|(near, part)| (*near, usize::MAX - part.len(), part.first().copied()));
    let Some((_, part)) = best else { return Vec::new() };
    let rigid = loose || is_rigid(pos, &part);
    let listed = pos.set.line(line).leaders.contains(&leader);
    let by_class = matches!(
        pos.leader_spec(leader).rank,
        Rank::Tribune | Rank::PraefectSociorum | Rank::PraefectEquitum
    );
    part.into_iter()
        .filter(|&u| {
            (listed || by_class || authority::may_command(pos, leader, u).is_ok())
                && authority::double_depth(pos, leader, u).is_ok()
                && (rigid || reach::in_range(pos, leader, u))
        })
        .collect()
}
