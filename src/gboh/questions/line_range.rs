//! Lines that are made by the leader's range (cataphract 4.32, alexander 4.33).

use crate::piece::{LeaderId, LineId, UnitId};
use crate::position::Position;
use crate::questions::line::{in_file, in_rank, is_rigid, parts, standing};
use crate::questions::{authority, reach};

/// **cataphract 4.32.** The units within twice his range of the part of the line that stands nearest to him,
/// the larger one of two as near. Infantry hangs together in rank or in file, not in both; cavalry in any
/// order.
pub(crate) fn within_twice(pos: &Position, leader: LeaderId, line: LineId) -> Vec<UnitId> {
    let Some(from) = pos.leader(leader).hex else { return Vec::new() };
    let listed = pos.set.line(line).leaders.contains(&leader);
    let range = pos.command_range(leader).saturating_mul(2);
    let nearness = |part: &[UnitId]| {
        part.iter().filter_map(|&u| pos.hexes(u).iter().map(|h| from.distance(h)).min()).min()
    };
    parts(pos, line)
        .into_iter()
        .flat_map(|part| rows(pos, part))
        .map(|mut part| {
            part.retain(|&u| {
                (listed || authority::may_command(pos, leader, u).is_ok())
                    && reach::within(pos, leader, u, range)
            });
            part
        })
        .filter(|part| !part.is_empty())
        .min_by_key(|part| (nearness(part), usize::MAX - part.len(), part.first().copied()))
        .unwrap_or_default()
}

/// A part of a line of infantry as its ranks and its files; of cavalry as it is.
fn rows(pos: &Position, part: Vec<UnitId>) -> Vec<Vec<UnitId>> {
    let foot = part.iter().any(|&u| pos.spec(u).kind.is_infantry());
    if !foot || is_rigid(pos, &part) {
        return vec![part];
    }
    let mut rows = together(&part, |a, b| touch(pos, a, b) && in_rank(pos, a, b));
    rows.extend(together(&part, |a, b| touch(pos, a, b) && in_file(pos, a, b)));
    rows
}

fn touch(pos: &Position, a: UnitId, b: UnitId) -> bool {
    pos.hexes(a).iter().any(|x| pos.hexes(b).iter().any(|y| x.distance(y) <= 1))
}

/// The groups into which units fall that are joined pair by pair, each in order of id.
pub(crate) fn together(units: &[UnitId], joined: impl Fn(UnitId, UnitId) -> bool) -> Vec<Vec<UnitId>> {
    let mut left = units.to_vec();
    let mut groups = Vec::new();
    while !left.is_empty() {
        let mut group = vec![left.remove(0)];
        let mut at = 0;
        while let Some(&unit) = group.get(at) {
            left.retain(|&other| {
                let near = joined(unit, other);
                if near {
                    group.push(other);
                }
                !near
            });
            at += 1;
        }
        group.sort_unstable();
        groups.push(group);
    }
    groups
}

/// **alexander 4.33.** The units of the line within half his range, rounded up, wherever they stand and
/// face.
pub(crate) fn within_half(pos: &Position, leader: LeaderId, line: LineId) -> Vec<UnitId> {
    let range = pos.command_range(leader).div_ceil(2);
    let within = |&unit: &UnitId| reach::within(pos, leader, unit, range);
    standing(pos, pos.set.line(line)).into_iter().map(|(unit, _)| unit).filter(within).collect()
}
