//! What hangs together as a line (4.32, 9.24).

use crate::piece::{LeaderId, LineId, Rank, UnitId};
use crate::position::{Hexes, Position};
use crate::questions;
use crate::questions::line_range::together;
use crate::questions::patch::Patch;
use crate::questions::{authority, reach};
use crate::setup::LineSpec;
use crate::variant::command::LineReach;
use tess_hex::{Facing, Hex, Hexside};

/// How near a leader must start to a line of infantry or elephants (4.33).
const NEAR: u8 = 2;

/// The units of a line who stand, in order of id, each with its hexes: routed units and those off the map
/// belong to no part.
pub(crate) fn standing(pos: &Position, line: &LineSpec) -> Vec<(UnitId, Hexes)> {
    let stands = |&u: &UnitId| {
        let at = pos.hexes(u);
        (at.left.is_some() && !pos.is_routed(u) && pos.side(u) == line.side).then_some((u, at))
    };
    let mut units: Vec<(UnitId, Hexes)> = Vec::with_capacity(line.units.len());
    units.extend(line.units.iter().filter_map(stands));
    units.sort_unstable_by_key(|&(u, _)| u);
    units.dedup_by_key(|&mut (u, _)| u);
    units
}

/// **spqr 4.32.** The parts into which the line falls now, each with its units in order of id: routed units
/// and those off the map belong to none.
#[must_use]
pub fn parts(pos: &Position, line: LineId) -> Vec<Vec<UnitId>> {
    parts_from(pos, line, |units, show| units.iter().filter_map(|(_, at)| at.left).for_each(show))
}

/// Those of the [`parts`] of which somebody stands near a hex.
fn parts_near(pos: &Position, line: LineId, hex: Hex) -> Vec<Vec<UnitId>> {
    let side = pos.set.line(line).side;
    parts_from(pos, line, |_, show| pos.presence().each_within(side, hex, NEAR, show))
}

/// Those of the [`parts`] to whom one of the hexes belongs that are shown.
fn parts_from(
    pos: &Position,
    line: LineId,
    each: impl FnOnce(&[(UnitId, Hexes)], &mut dyn FnMut(Hex)),
) -> Vec<Vec<UnitId>> {
    let spec = pos.set.line(line);
    let units = standing(pos, spec);
    let mut unreached = Patch::of(units.iter().map(|&(_, at)| at));
    let mut parts = Vec::new();
    each(&units, &mut |hex| {
        if unreached.holds(hex) {
            parts.push(those_in(&units, &reached(pos, spec, &mut unreached, hex)));
        }
    });
    parts
}

/// The one of the [`parts`] to which a unit belongs.
#[must_use]
pub fn part_of(pos: &Position, line: LineId, unit: UnitId) -> Option<Vec<UnitId>> {
    let spec = pos.set.line(line);
    let units = standing(pos, spec);
    let (_, at) = units.iter().find(|&&(u, _)| u == unit)?;
    let mut unreached = Patch::of(units.iter().map(|&(_, at)| at));
    Some(those_in(&units, &reached(pos, spec, &mut unreached, at.left?)))
}

/// Those of the units who stand in a patch.
fn those_in(units: &[(UnitId, Hexes)], patch: &Patch) -> Vec<UnitId> {
    let mut found = Vec::with_capacity(units.len());
    found.extend(units.iter().filter(|(_, at)| at.left.is_some_and(|hex| patch.holds(hex))).map(|&(u, _)| u));
    found
}

/// The hexes of the part of a line that is reached from one of its hexes: they are taken out. Both hexes of
/// a unit are beside each other, so units hang together as their hexes do.
fn reached(pos: &Position, line: &LineSpec, unreached: &mut Patch, first: Hex) -> Patch {
    let most = widest_gap(line);
    let mut part = unreached.take_around(first);
    // From where no gap has been walked yet.
    let mut edge = part.clone();
    while !unreached.is_empty() {
        let mut there = edge.clone();
        there.grow(most);
        there.keep(unreached);
        let walk = |to| edge.hexes().any(|from| is_bridged(pos, line, from, to));
        let mut beyond = part.none();
        for to in there.hexes() {
            if unreached.holds(to) && walk(to) {
                beyond.add(&unreached.take_around(to));
            }
        }
        if beyond.is_empty() {
            break;
        }
        part.add(&beyond);
        edge = beyond;
    }
    part
}

/// How far apart two units of the line may stand and still hang together.
fn widest_gap(line: &LineSpec) -> u8 {
    line.spacing.max(2)
}

/// **spqr 4.32, 9.24.** Do two hexes of a line that do not touch hang together: as far apart as the line's
/// spacing allows, with nothing in between that ends it? One unit of skirmishers or velites between them
/// never does.
fn is_bridged(pos: &Position, line: &LineSpec, from: Hex, to: Hex) -> bool {
    let distance = from.distance(to);
    distance <= widest_gap(line) && bridge(pos, line, from, to, distance > line.spacing, true)
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

/// **spqr 4.32.** Have the units the same orientation: all flank to flank, or all front to rear and none
/// beside another?
#[must_use]
pub fn is_rigid(pos: &Position, units: &[UnitId]) -> bool {
    if units.len() < 2 {
        return true;
    }
    if units.iter().any(|&u| pos.in_column(u)) {
        return false;
    }
    // Who faces another way is neither in rank nor in file with the rest.
    let Some(facing) = pos.facing(units[0]) else { return false };
    if units.iter().any(|&u| pos.facing(u) != Some(facing)) {
        return false;
    }
    let mut ranks: Vec<InRank> = units.iter().filter_map(|&u| InRank::of(pos.hexes(u), facing)).collect();
    ranks.sort_unstable();
    // Along each rank the next stands nearest; who stands in the same hexes is beside nobody by that.
    let (mut one_rank, mut any_beside) = (true, false);
    let mut before = ranks[0];
    for &next in &ranks[1..] {
        let close = next.is_close(before);
        one_rank &= close;
        any_beside |= close && next.left != before.left;
        before = next;
    }
    // Ranks behind each other join zigzag from file to file: they are both, and so neither.
    one_rank || !any_beside && together(units, |a, b| in_file(pos, a, b)).len() == 1
}

/// Where in the ranks of those who face alike a unit stands: in which, and from where to where along it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct InRank {
    rank: i32,
    left: i32,
    right: i32,
}

impl InRank {
    fn of(hexes: Hexes, facing: Facing) -> Option<InRank> {
        let of = |hex: Hex| {
            let (q, r) = hex.axial();
            match facing {
                Facing::E | Facing::W => (q, r),
                Facing::NE | Facing::SW => (r, q),
                Facing::SE | Facing::NW => (q + r, q),
            }
        };
        let (rank, left) = of(hexes.left?);
        let right = hexes.right.map_or(left, |hex| of(hex).1);
        Some(InRank { rank, left, right })
    }

    /// Of the same rank, and near enough to hang together?
    fn is_close(self, other: InRank) -> bool {
        let gap = self.left.min(self.right) - other.left.max(other.right);
        self.rank == other.rank && gap <= WIDEST as i32
    }
}

/// As far as a line's spacing can ever reach.
const WIDEST: usize = 3;

/// The hexes straight on from a hex through one side, nearest first.
fn row(from: Hex, side: Hexside) -> impl Iterator<Item = Hex> {
    std::iter::successors(from.neighbour(side), move |h| h.neighbour(side)).take(WIDEST)
}

/// The hexes of a unit and those on the line of its flanks.
fn rank_of(hexes: Hexes, facing: Facing) -> impl Iterator<Item = Hex> {
    let on = |from: Option<Hex>, side| from.into_iter().flat_map(move |from| row(from, side));
    let right = hexes.right.or(hexes.left);
    hexes.iter().chain(on(hexes.left, facing.left_flank())).chain(on(right, facing.right_flank()))
}

/// Flank to flank: same facing, one on the line of the other's flanks (or in its hex).
pub(crate) fn in_rank(pos: &Position, a: UnitId, b: UnitId) -> bool {
    let (Some(facing), Some(other)) = (pos.facing(a), pos.facing(b)) else { return false };
    let (here, there) = (pos.hexes(a), pos.hexes(b));
    facing == other && are_close(here, there) && rank_of(here, facing).any(|h| there.contains(h))
}

/// Near enough to be of one rank or file? Most pairs of a long line are not, and need no closer look.
fn are_close(a: Hexes, b: Hexes) -> bool {
    a.distance(b).is_some_and(|far| usize::from(far) <= WIDEST)
}

/// Front to rear: same facing, one in or beyond a front hex of the other.
pub(crate) fn in_file(pos: &Position, a: UnitId, b: UnitId) -> bool {
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
        kind.is_infantry() || kind == crate::piece::UnitType::EL
    })
}

/// **spqr 4.32, 4.33, 9.52.** The units that this leader's command to the line would reach now: the part of
/// the line that he stands near (of a cavalry line the nearest part), of a ragged part only those within his
/// range. Empty when there is none.
#[must_use]
pub fn members(pos: &Position, leader: LeaderId, line: LineId) -> Vec<UnitId> {
    let reach = pos.set.variant.choices.command.line_reach;
    if reach == LineReach::TwiceRange {
        return crate::questions::line_range::within_twice(pos, leader, line);
    }
    let Some(began) = pos.leader(leader).began else { return Vec::new() };
    let presence = match reach {
        LineReach::NearAll => !authority::is_overall(pos, leader),
        _ => needs_presence(pos, line),
    };
    let near_all = reach == LineReach::NearAll;
    let loose = pos.set.line(line).half_range;
    let pieces = match presence {
        _ if loose => vec![crate::questions::line_range::within_half(pos, leader, line)],
        true => parts_near(pos, line, began),
        false => parts(pos, line),
    };
    let only = pieces.len() == 1;
    let nearness = |part: &[UnitId]| -> Option<u8> {
        let mut nearest: Option<u8> = None;
        for &u in part {
            for h in pos.hexes(u).iter() {
                let far = began.distance(h);
                let counts = || {
                    far <= NEAR
                        && !pos.unit(u).done.moved
                        && questions::leader_sees(pos, began, h)
                        && !(near_all && questions::unit_between(pos, began, h))
                };
                if nearest.is_none_or(|least| far < least) && (!presence || counts()) {
                    nearest = Some(far);
                    if only {
                        return nearest;
                    }
                }
            }
        }
        nearest
    };
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::piece::{Side, UnitType};
    use crate::proving_ground::{hex, setup, unit};

    /// Do two units of a line hang together: adjacent, or over a gap?
    fn are_linked(pos: &Position, line: &LineSpec, a: Hexes, b: Hexes) -> bool {
        let linked = |from: Hex, to: Hex| from.distance(to) <= 1 || is_bridged(pos, line, from, to);
        a.iter().any(|from| b.iter().any(|to| linked(from, to)))
    }

    proptest! {
        #[test]
        fn from_neighbour_to_neighbour_is_pair_by_pair(
            crowd in prop::collection::vec((0_u16..7, 0_u16..7, 0_usize..12, 0_usize..5), 2..16),
            spacing in 1_u8..4,
        ) {
            let kinds = [UnitType::MI, UnitType::MI, UnitType::PH, UnitType::SK, UnitType::HC];
            let mut units = Vec::new();
            let mut held: Vec<Hex> = Vec::new();
            for (col, row, facing, kind) in crowd {
                let side = if units.len() % 5 == 4 { Side::Second } else { Side::First };
                // Half of them face alike, so that there are ranks and files.
                let facing = Facing::ALL[if facing < 6 { facing } else { 0 }];
                let at = (20 + col) * 100 + 10 + row;
                let spec = unit(&format!("U{}", units.len()), side, kinds[kind], (4, 5, 5), at, facing);
                let hexes: Vec<Hex> = Hexes::of(hex(at), facing, spec.two_hex).iter().collect();
                if hexes.iter().all(|h| held.iter().filter(|&other| other == h).count() < 2) {
                    held.extend(hexes);
                    units.push(spec);
                }
            }
            let mine: Vec<UnitId> = (0..units.len() as u16).filter(|i| i % 5 != 4).map(UnitId).collect();
            let mut set = setup(units, vec![]);
            set.lines = vec![LineSpec {
                code: "line".into(),
                name: "line".into(),
                side: Side::First,
                units: mine.clone(),
                spacing,
                leaders: Vec::new(),
                half_range: false,
            }];
            let pos = Position::new(std::sync::Arc::new(set));
            let spec = pos.set.line(LineId(0));
            let linked = |a, b| are_linked(&pos, spec, pos.hexes(a), pos.hexes(b));
            prop_assert_eq!(parts(&pos, LineId(0)), together(&mine, linked));
            let near = |part: &Vec<UnitId>| part.iter().any(|&u| pos.hexes(u).distance(Hexes::one(hex(2313))) <= Some(NEAR));
            let all_near: Vec<_> = together(&mine, linked).into_iter().filter(near).collect();
            let mut found = parts_near(&pos, LineId(0), hex(2313));
            found.sort_unstable();
            prop_assert_eq!(found, all_near);
            for &unit in &mine {
                let one = parts(&pos, LineId(0)).into_iter().find(|part| part.contains(&unit));
                prop_assert_eq!(part_of(&pos, LineId(0), unit), one);
            }
            let rank = |a, b| in_rank(&pos, a, b);
            let beside = |a: UnitId, b: UnitId| pos.hexes(a).left != pos.hexes(b).left && rank(a, b);
            let any_beside = mine.iter().any(|&a| mine.iter().any(|&b| a != b && beside(a, b)));
            let file = together(&mine, |a, b| in_file(&pos, a, b)).len() == 1;
            let rigid = together(&mine, rank).len() == 1 || !any_beside && file;
            prop_assert_eq!(is_rigid(&pos, &mine), rigid);
        }
    }
}
