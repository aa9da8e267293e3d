//! What hangs together as a line (4.32, 9.24).

use std::ops::Range;

use super::{authority, reach};
use crate::gboh::missile;
use crate::gboh::piece::{LeaderId, LineId, Rank, UnitId};
use crate::gboh::position::{Formation, Hexes, Position};
use crate::gboh::setup::LineSpec;
use crate::gboh::variant::command::LineReach;
use crate::hex::{Facing, Hex, Hexside};

/// How near a leader must start to a line of infantry or elephants (4.33).
const NEAR: u8 = 2;

/// Units of whom some have been reached over others, and some not yet.
struct Unreached {
    /// All of them with their hexes, in order of id, and how many of the first have been reached.
    units: Vec<(UnitId, Hexes)>,
    passed: usize,
    /// By unit: is it one of those who are left?
    is: Vec<bool>,
    left: usize,
    /// Those who are left when a gap has to be walked for the first time, by the row in which they stand.
    by_row: Vec<(u8, UnitId, Hexes)>,
}

impl Unreached {
    fn new(pos: &Position, units: impl Iterator<Item = UnitId>) -> Unreached {
        let mut units: Vec<(UnitId, Hexes)> = units.map(|u| (u, pos.hexes(u))).collect();
        units.sort_unstable_by_key(|&(u, _)| u);
        units.dedup();
        let mut is = vec![false; pos.set.units.len()];
        units.iter().for_each(|(u, _)| is[usize::from(u.0)] = true);
        Unreached { left: units.len(), units, passed: 0, is, by_row: Vec::new() }
    }

    /// All of a line who stand.
    fn of_line(pos: &Position, line: &LineSpec) -> Unreached {
        let stands = |&u: &UnitId| pos.hex(u).is_some() && !pos.is_routed(u) && pos.spec(u).side == line.side;
        Unreached::new(pos, line.units.iter().copied().filter(stands))
    }

    /// Takes out the first of those who are left.
    fn take_first(&mut self) -> Option<UnitId> {
        while let Some(&(unit, _)) = self.units.get(self.passed) {
            self.passed += 1;
            if self.take(unit) {
                return Some(unit);
            }
        }
        None
    }

    /// Takes out a unit; was it one of those who are left?
    fn take(&mut self, unit: UnitId) -> bool {
        let taken = std::mem::take(&mut self.is[usize::from(unit.0)]);
        self.left -= usize::from(taken);
        taken
    }

    /// The places in [`Unreached::by_row`] of those whose row alone does not tell that they are farther from these hexes than
    /// so many: a right half lies no further than one hex off.
    fn about(&mut self, from: Hexes, most: u8) -> Range<usize> {
        if self.by_row.is_empty() {
            let left = self.units[self.passed..].iter().filter(|&&(unit, _)| self.is[usize::from(unit.0)]);
            self.by_row = left.filter_map(|&(unit, at)| Some((at.left?.row(), unit, at))).collect();
            self.by_row.sort_unstable_by_key(|&(row, ..)| row);
        }
        let Some(left) = from.left else { return 0..0 };
        let first = self.by_row.partition_point(|&(row, ..)| row < left.row().saturating_sub(most + 2));
        let after = self.by_row[first..].iter().take_while(|&&(row, ..)| row <= left.row() + most + 2);
        first..first + after.count()
    }

    fn holds(&self, unit: UnitId) -> bool {
        self.is[usize::from(unit.0)]
    }
}

/// **spqr 4.32.** The parts into which the line falls now, each with its units in order of id: routed units and those
/// off the map belong to none.
#[must_use]
pub fn parts(pos: &Position, line: LineId) -> Vec<Vec<UnitId>> {
    let spec = pos.set.line(line);
    let mut unreached = Unreached::of_line(pos, spec);
    let mut parts = Vec::new();
    while let Some(first) = unreached.take_first() {
        parts.push(reached(pos, spec, &mut unreached, first));
    }
    parts
}

/// Those of the [`parts`] of which somebody stands near a hex.
fn parts_near(pos: &Position, line: LineId, hex: Hex) -> Vec<Vec<UnitId>> {
    let spec = pos.set.line(line);
    let mut unreached = Unreached::of_line(pos, spec);
    let mut parts = Vec::new();
    for at in 0..unreached.units.len() {
        let (unit, hexes) = unreached.units[at];
        if hexes.iter().any(|h| h.distance(hex) <= NEAR) && unreached.take(unit) {
            parts.push(reached(pos, spec, &mut unreached, unit));
        }
    }
    parts
}

/// The one of the [`parts`] to which a unit belongs.
#[must_use]
pub fn part_of(pos: &Position, line: LineId, unit: UnitId) -> Option<Vec<UnitId>> {
    let spec = pos.set.line(line);
    let mut unreached = Unreached::of_line(pos, spec);
    unreached.take(unit).then(|| reached(pos, spec, &mut unreached, unit))
}

/// Who is reached from a unit that has been taken out, with that unit, in order of id: all of them are taken out.
fn reached(pos: &Position, line: &LineSpec, unreached: &mut Unreached, first: UnitId) -> Vec<UnitId> {
    let mut part = vec![first];
    // Neighbours first: few are left then for whom a gap has to be walked.
    let (mut beside, mut apart) = (0, 0);
    while unreached.left > 0 {
        if let Some(&member) = part.get(beside) {
            beside += 1;
            each_beside(pos, member, |unit| {
                if unreached.take(unit) {
                    part.push(unit);
                }
            });
        } else if let Some(&member) = part.get(apart) {
            apart += 1;
            let from = pos.hexes(member);
            for at in unreached.about(from, widest_gap(line)) {
                let (_, unit, there) = unreached.by_row[at];
                if unreached.holds(unit) && are_linked(pos, line, from, there) && unreached.take(unit) {
                    part.push(unit);
                }
            }
        } else {
            break;
        }
    }
    part.sort_unstable();
    part
}

/// How far apart two units of the line may stand and still hang together.
fn widest_gap(line: &LineSpec) -> u8 {
    line.spacing.max(2)
}

/// Shows all units in the hexes of a unit and around them.
fn each_beside(pos: &Position, unit: UnitId, mut show: impl FnMut(UnitId)) {
    let field = &pos.set.field;
    for slot in pos.hexes(unit).iter().filter_map(|hex| field.slot(hex)) {
        pos.stack_at(slot).units().for_each(&mut show);
        field.around(slot).for_each(|(_, near)| pos.stack_at(near).units().for_each(&mut show));
    }
}

/// **spqr 4.32, 9.24.** Do two units of a line hang together: adjacent, or as far apart as the line's spacing allows
/// with nothing in between that ends it? One unit of skirmishers or velites between them never does.
fn are_linked(pos: &Position, line: &LineSpec, a: Hexes, b: Hexes) -> bool {
    let most = widest_gap(line);
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
    // Who faces another way is neither in rank nor in file with the rest.
    if units.windows(2).any(|pair| pos.facing(pair[0]) != pos.facing(pair[1])) {
        return false;
    }
    let reached = |unit: UnitId, show: &mut dyn FnMut(Hex)| {
        if let Some(facing) = pos.facing(unit) {
            rank_of(pos.hexes(unit), facing).for_each(show);
        }
    };
    if hangs_together(pos, units, reached, |a, b| in_rank(pos, a, b)) {
        return true;
    }
    // Ranks behind each other join zigzag from file to file: they are both, and so neither.
    let mut any_beside = false;
    for &a in units {
        let beside = |b: UnitId| pos.hexes(a).left != pos.hexes(b).left && in_rank(pos, a, b);
        let mut look = |hex| any_beside |= pos.stack(hex).units().any(|b| units.contains(&b) && beside(b));
        reached(a, &mut look);
        if any_beside {
            return false;
        }
    }
    let about = |unit: UnitId, show: &mut dyn FnMut(Hex)| {
        let side = pos.spec(unit).side;
        pos.hexes(unit)
            .iter()
            .for_each(|hex| pos.presence().each_within(side, hex, WIDEST as u8, &mut *show));
    };
    hangs_together(pos, units, about, |a, b| in_file(pos, a, b))
}

/// Can every unit be reached from the first over pairs that are joined? `show` shows the hexes in which those may stand who
/// are joined to one.
fn hangs_together(
    pos: &Position,
    units: &[UnitId],
    show: impl Fn(UnitId, &mut dyn FnMut(Hex)),
    joined: impl Fn(UnitId, UnitId) -> bool,
) -> bool {
    let mut unreached = Unreached::new(pos, units.iter().copied());
    let mut reached: Vec<UnitId> = unreached.take_first().into_iter().collect();
    let mut at = 0;
    while let Some(&member) = reached.get(at) {
        show(member, &mut |hex| {
            for unit in pos.stack(hex).units() {
                if unreached.holds(unit) && joined(member, unit) && unreached.take(unit) {
                    reached.push(unit);
                }
            }
        });
        at += 1;
    }
    unreached.left == 0
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
pub(super) fn in_rank(pos: &Position, a: UnitId, b: UnitId) -> bool {
    let (Some(facing), Some(other)) = (pos.facing(a), pos.facing(b)) else { return false };
    let (here, there) = (pos.hexes(a), pos.hexes(b));
    facing == other && are_close(here, there) && rank_of(here, facing).any(|h| there.contains(h))
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
    let pieces = match presence {
        _ if loose => vec![super::line_range::within_half(pos, leader, line)],
        true => parts_near(pos, line, began),
        false => parts(pos, line),
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
    use crate::gboh::piece::{Side, UnitType};
    use crate::gboh::proving_ground::{hex, setup, unit};

    /// The groups into which units fall that are joined pair by pair, found by holding each against every other.
    fn groups(units: &[UnitId], joined: impl Fn(UnitId, UnitId) -> bool) -> Vec<Vec<UnitId>> {
        let mut left = units.to_vec();
        let mut groups = Vec::new();
        while !left.is_empty() {
            let mut group = vec![left.remove(0)];
            let mut at = 0;
            while let Some(&unit) = group.get(at) {
                let (near, far): (Vec<_>, Vec<_>) = left.iter().partition(|&&other| joined(unit, other));
                group.extend(near);
                left = far;
                at += 1;
            }
            group.sort_unstable();
            groups.push(group);
        }
        groups
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
            prop_assert_eq!(parts(&pos, LineId(0)), groups(&mine, linked));
            let near = |part: &Vec<UnitId>| part.iter().any(|&u| pos.hexes(u).distance(Hexes::one(hex(2313))) <= Some(NEAR));
            let all_near: Vec<_> = groups(&mine, linked).into_iter().filter(near).collect();
            let mut found = parts_near(&pos, LineId(0), hex(2313));
            found.sort();
            prop_assert_eq!(found, all_near);
            for &unit in &mine {
                let one = parts(&pos, LineId(0)).into_iter().find(|part| part.contains(&unit));
                prop_assert_eq!(part_of(&pos, LineId(0), unit), one);
            }
            let rank = |a, b| in_rank(&pos, a, b);
            let beside = |a: UnitId, b: UnitId| pos.hexes(a).left != pos.hexes(b).left && rank(a, b);
            let any_beside = mine.iter().any(|&a| mine.iter().any(|&b| a != b && beside(a, b)));
            let file = groups(&mine, |a, b| in_file(&pos, a, b)).len() == 1;
            let rigid = groups(&mine, rank).len() == 1 || !any_beside && file;
            prop_assert_eq!(is_rigid(&pos, &mine), rigid);
        }
    }
}
